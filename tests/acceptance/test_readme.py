"""README cannot lie."""

from __future__ import annotations

import doctest
import re

import pytest

from tests.readme import PICTURES, README, commands, rendered
from tests.support.program import ROOT, run
from tests.support.tools import tool

TEXT = README.read_text(encoding="utf-8")


def test_every_example_and_table_is_what_the_tool_prints_now() -> None:
    tool("bash")

    assert rendered(TEXT) == TEXT, "python -m tests.readme writes README anew; look at the difference"


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_is_what_the_tool_draws_now(name: str) -> None:
    assert f"({name})" in TEXT
    assert PICTURES[name]() == (ROOT / name).read_text(encoding="utf-8")


def test_readme_shows_the_daily_jobs() -> None:
    shown = " ".join(commands(TEXT))

    assert all(f"trace {job}" in shown for job in ("play", "validate", "diff", "show", "list"))


def test_the_python_example_does_what_it_says() -> None:
    examples = doctest.DocTestParser().get_doctest(
        "\n".join(re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)), {}, "README", "README.md", 0
    )

    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples)

    assert result.attempted > 3
    assert result.failed == 0


def names_in_help(*words: str) -> list[str]:
    """Give the names of the commands that a help screen lists."""
    listed = run(*words, "--help", cwd=ROOT).out.partition("Commands:\n")[2].partition("\n\n")[0]
    return [line.split()[0] for line in listed.splitlines() if line.strip()]


def test_every_command_and_option_is_in_readme() -> None:
    forms = [f"export {form}" for form in names_in_help("export")]
    names = [*names_in_help(), *forms]
    helps = [run(*name.split(), "--help", cwd=ROOT).out for name in names]
    options = {option for text in helps for option in re.findall(r"--[a-z][a-z-]+", text)}

    assert len(forms) > 6
    assert [name for name in names if f"trace {name}" not in TEXT and name not in forms] == []
    assert [option for option in sorted(options) if option not in TEXT] == []


@pytest.mark.parametrize("line", ["trace play overlap", "pytest"])
def test_two_lines_do_everything(line: str) -> None:
    made = re.findall(r"^python3 -m venv \.venv && .*$", TEXT, re.MULTILINE)

    assert any(one.endswith(line) for one in made)
