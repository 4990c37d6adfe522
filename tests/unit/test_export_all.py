from __future__ import annotations

import subprocess
import sys
from copy import deepcopy

import pytest

from tests.unit.export_helpers import EXPORTERS, HOSTILE, ROOT, data, hostile, small, written
from tracecli.commands.export import EXPORTERS as COMMANDS
from tracecli.text import guard_lines, visible

TEXTS = [name for name in EXPORTERS if name not in {"svg", "html"}]


def test_every_format_of_the_command_line_is_tested_here() -> None:
    assert list(COMMANDS) == list(EXPORTERS)


def test_to_know_the_formats_loads_none_of_them() -> None:
    code = "import sys, tracecli.commands.export; print([m for m in sys.modules if m.startswith('tracecli.export.')])"

    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", TEXTS)
def test_the_same_trace_gives_the_same_characters(name: str) -> None:
    assert written(name, data()) == written(name, deepcopy(data()))


@pytest.mark.parametrize("name", TEXTS)
def test_every_form_carries_the_caption_and_the_limitations(name: str) -> None:
    text = written(name, small())

    assert "Not measured." in text
    assert "Nothing waits." in text


@pytest.mark.parametrize("name", TEXTS)
def test_a_trace_without_caption_and_limitations_is_written_too(name: str) -> None:
    bare = {key: value for key, value in small().items() if key not in {"caption", "limitations", "alt"}}

    assert "One item" in written(name, bare)


@pytest.mark.parametrize("name", TEXTS)
def test_every_form_ends_with_one_line_break(name: str) -> None:
    text = written(name, small())

    assert text.endswith("\n")
    assert not text.endswith("\n\n")


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_no_text_of_a_trace_reaches_a_terminal_or_a_ci_runner_as_a_command(name: str, text: str) -> None:
    shown = written(name, hostile(text))

    assert guard_lines(shown) == shown
    assert all(visible(line) == line for line in shown.split("\n"))
