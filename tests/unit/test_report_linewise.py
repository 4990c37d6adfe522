"""Two texts line by line, as `diff -u` shows them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.reporting_helpers import EVIL, commands
from tracecli.report.unified import linewise
from tracecli.text import guard_lines, plain

_TEXTS = st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=12).map(
    lambda rows: "".join(f"{row}\n" for row in rows)
)


def shown(before: str | None, after: str | None) -> list[str]:
    return [plain(line) for line in linewise(before, after, ("a/t", "b/t"))]


def test_a_change_is_shown_between_both_names() -> None:
    assert shown("1\n2\n", "1\n3\n") == ["--- a/t", "+++ b/t", "@@ -1,2 +1,2 @@", " 1", "-2", "+3"]


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        (None, "1\n2\n", ["--- /dev/null", "+++ b/t", "@@ -0,0 +1,2 @@", "+1", "+2"]),
        ("1\n2", None, ["--- a/t", "+++ /dev/null", "@@ -1,2 +0,0 @@", "-1", "-2"]),
        (None, "", ["--- /dev/null", "+++ b/t"]),
        (None, "\n", ["--- /dev/null", "+++ b/t", "@@ -0,0 +1,1 @@", "+"]),
    ],
)
def test_a_side_without_a_file_is_dev_null(before: str | None, after: str | None, lines: list[str]) -> None:
    assert shown(before, after) == lines


@pytest.mark.parametrize(
    ("before", "after", "last"),
    [
        ("1\n", "1", r"\ No line break at the end of b/t"),
        ("1", "1\n", r"\ No line break at the end of a/t"),
        ("1\r\n", "1\n", r"\ The difference is in line breaks or a byte order mark alone"),
    ],
)
def test_what_no_line_shows_is_said(before: str, after: str, last: str) -> None:
    assert shown(before, after) == ["--- a/t", "+++ b/t", last]


def test_a_binary_file_is_not_shown() -> None:
    assert shown("a\0b", "c\0d") == ["Binary files a/t and b/t differ"]
    assert shown(None, "c\0d") == ["Binary files /dev/null and b/t differ"]


def test_what_a_terminal_or_a_runner_would_obey_is_shown() -> None:
    text = guard_lines("\n".join(shown(f"{EVIL}\nx", f"{EVIL}\ny\n::error::z")))

    assert "\x1b" not in text
    assert "\u202e" not in text
    assert commands(text) == []


@given(before=_TEXTS, after=_TEXTS)
@settings(max_examples=80)
def test_what_is_removed_and_added_leads_from_one_text_to_the_other(before: str, after: str) -> None:
    lines = shown(before, after)[2:]

    removed = [line[1:] for line in lines if line.startswith("-")]
    added = [line[1:] for line in lines if line.startswith("+")]
    assert len(before.splitlines()) - len(removed) == len(after.splitlines()) - len(added)
    assert lines or before == after
    assert sorted([*before.splitlines(), *added]) == sorted([*after.splitlines(), *removed])
