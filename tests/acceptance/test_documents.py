"""README and docs/ say what is true."""

from __future__ import annotations

import doctest
import re

import pytest

from tests.documents import DOCUMENTS, PICTURES, commands, rendered
from tests.support.program import ROOT, run
from tests.support.tools import tool

TEXTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in DOCUMENTS}
TEXT = TEXTS["README.md"]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_example_and_table_is_what_the_tool_prints_now(name: str) -> None:
    tool("bash")

    assert rendered(TEXTS[name]) == TEXTS[name], "python -m tests.documents writes it again; look at the difference"


def test_readme_is_short_enough_to_be_read() -> None:
    assert len(TEXT.splitlines()) <= 250


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_leads_to_a_file_and_a_heading(name: str) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", TEXTS[name]):
        path, _, anchor = target.partition("#")
        there = (ROOT / name).parent / path if path else ROOT / name
        assert there.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.+)$", there.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}, target


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_is_what_the_tool_draws_now(name: str) -> None:
    exports = (ROOT / "docs" / "exports.md").read_text(encoding="utf-8")
    assert f"({name})" in TEXT or f"({name.removeprefix('docs/')})" in exports
    assert PICTURES[name]() == (ROOT / name).read_text(encoding="utf-8")


def test_readme_shows_the_daily_jobs() -> None:
    shown = " ".join(commands(TEXT))

    assert all(f"trace {job}" in shown for job in ("play", "validate", "diff"))


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


def test_every_command_and_option_is_in_the_documents() -> None:
    everything = "\n".join(TEXTS.values())
    forms = [f"export {form}" for form in names_in_help("export")]
    names = [*names_in_help(), *forms]
    helps = [run(*name.split(), "--help", cwd=ROOT).out for name in names]
    options = {option for text in helps for option in re.findall(r"--[a-z][a-z-]+", text)}

    assert len(forms) > 6
    assert [name for name in names if f"trace {name}" not in everything and name not in forms] == []
    assert [option for option in sorted(options) if option not in everything] == []


@pytest.mark.parametrize("line", ["trace play overlap", "pytest"])
def test_two_lines_do_everything(line: str) -> None:
    made = re.findall(r"^python3 -m venv \.venv && .*$", TEXT, re.MULTILINE)

    assert any(one.endswith(line) for one in made)
