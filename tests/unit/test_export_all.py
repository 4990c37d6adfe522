from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from tests.unit.export_helpers import EXPORTERS, HOSTILE, ROOT, data, hostile, small, written
from tests.unit.html_helpers import data_of, nodes
from tracecli.commands.export import EXPORTERS as COMMANDS
from tracecli.export import mermaid
from tracecli.export.mermaid import Diagram
from tracecli.model import build
from tracecli.text import NORMAL_WPM, guard_lines, reading_ms, visible

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


# As YAML's block scalars, other programs and people leave them.
BROKEN = (
    "One line.\n",
    "One line.\n\n\n",
    "One line.\r\n",
    "One line.\r",
    "\n\nOne line.",
    "\tOne line.  \n",
    "One line.\nAnd another.",
    "One line.\nAnd another.\n",
    "One line.\r\nAnd another.\r\n",
    "One line.\rAnd another.",
    "One line.\n\nAnd another.\n",
    "One line.  \n  And another.\t\n",
)


def everywhere(text: str) -> dict[str, Any]:
    """Return a trace whose every text is this one."""
    whole = hostile(text)
    whole["sources"] = [{"title": text, "url": "https://x.example/"}]
    return whole


def texts_in(name: str, text: str) -> Iterator[str]:
    """Return what a form shows to people, each text by itself where that can be read back."""
    if name in {"perfetto", "asciicast"}:
        yield from strings([json.loads(one) for one in (text.splitlines() if name == "asciicast" else [text])])
    elif name == "html":
        yield from strings(data_of(text))
        yield from (node.text.strip() for node in nodes(text) if node.name not in {"script", "style"})
    else:
        yield text


def strings(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        value = [one for key, one in value.items() if key not in {"metadata", "caption", "limitations"}]
    if isinstance(value, list):
        for one in value:
            yield from strings(one)
    elif isinstance(value, str) and "\x1b" not in value:  # a terminal's frame
        yield value


@pytest.mark.parametrize("text", BROKEN, ids=ascii)
@pytest.mark.parametrize("name", ["html", "svg", "markdown", "mermaid", "asciicast", "perfetto"])
def test_a_line_break_of_an_author_is_one_or_a_space_and_never_an_escape(name: str, text: str) -> None:
    found = [*texts_in(name, written(name, everywhere(text)))]

    assert any("One line." in one for one in found)
    for one in found:
        assert r"\n" not in one.replace("#92;", "\\")
        assert r"\r" not in one.replace("#92;", "\\")
        assert not re.search(r"One line\.\s+$", one) or name in {"svg", "markdown", "mermaid"}
    assert ("And another." in text) == any("And another." in one for one in found)


@pytest.mark.parametrize("diagram", Diagram)
@pytest.mark.parametrize("text", BROKEN, ids=ascii)
def test_no_kind_of_mermaid_diagram_shows_a_line_break_as_an_escape(diagram: Diagram, text: str) -> None:
    trace = build(everywhere(text))

    text = mermaid.export(trace, trace.scenarios[0], diagram=diagram)

    assert "#92;n" not in text
    assert "#92;r" not in text


UNSEEN_TEXTS = (
    "a\ufe0fb",
    "a\ufe0eb",
    "\u3164",
    "x\u115fy",
    "x\u1160y",
    "x\u034fy",
    "x\u17b4y",
    "x\u180by",
    "x\u200by",
    "x\u2060y",
    "x\uffa0y",
    "x\U000e0101y",
    "x\u00ady",
    "x\u200dy",
    "x\u061cy",
)


@pytest.mark.parametrize("text", UNSEEN_TEXTS, ids=ascii)
@pytest.mark.parametrize("name", ["html", "svg", "markdown", "mermaid", "asciicast", "perfetto"])
def test_what_can_not_be_seen_is_shown(name: str, text: str) -> None:
    (hidden,) = [char for char in text if visible(char) != char]
    escape = visible(text)[text.index(hidden) :].partition("y")[0].partition("b")[0]

    found = [*texts_in(name, written(name, everywhere(text)))]

    assert escape in "".join(found).replace("#92;", "\\").replace("\\\\", "\\")
    if name not in {"asciicast", "perfetto"}:
        assert hidden not in "".join(found)


@pytest.mark.parametrize("text", ["❤\ufe0f", "👩\u200d💻", "1\ufe0f\u20e3", "می\u200cخواهم"], ids=ascii)
@pytest.mark.parametrize("name", ["html", "svg", "markdown", "mermaid", "asciicast", "perfetto"])
def test_what_makes_an_emoji_or_a_word_what_it_is_stays(name: str, text: str) -> None:
    assert text in "".join(texts_in(name, written(name, everywhere(text)))).replace("#42;", "*")


@pytest.mark.parametrize("text", ["", " ", "\n", "\t", "  \n "], ids=ascii)
@pytest.mark.parametrize("name", ["html", "svg", "markdown", "perfetto"])
def test_an_empty_value_is_called_so(name: str, text: str) -> None:
    document = small()
    document["scenarios"][0]["initial"]["item"] = text

    shown = "".join(texts_in(name, written(name, document)))

    if name != "perfetto":  # which begins with step 1
        assert "(empty)" in shown
    document["scenarios"][0]["steps"][0]["state"]["item"] = text
    assert "(empty)" in "".join(texts_in(name, written(name, document)))


@pytest.mark.parametrize(
    "text",
    [
        "予約を送る。" * 60,
        "调度器提交批次。" * 50,
        "스케줄러가 배치를 " * 60,
        "ตัวจัดตารางส่งชุดงาน" * 40,
        "ຂໍ້ມູນ" * 90,
        "word " * 120,
    ],
    ids=["Japanese", "Chinese", "Korean", "Thai", "Lao", "English"],
)
def test_a_step_stays_as_long_as_its_words_need_in_any_script(text: str) -> None:
    document = small()
    document["scenarios"][0]["steps"][0]["description"] = text
    needed = reading_ms(f"Make {text}", NORMAL_WPM)

    stay = data_of(written("html", document))["scenarios"][0]["moments"][1][2]
    begins = [json.loads(line)[0] for line in written("asciicast", document).splitlines()[1:] if '"m"' in line]
    period = re.search(r"animation:(\d+)ms", written("svg", document))

    assert needed > 10_000
    assert stay == needed
    assert begins == [1, 1 + needed / 1000]  # after a second of the initial state
    assert period is not None
    assert int(period[1]) == needed + 900 + 2000
