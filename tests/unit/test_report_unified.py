"""Two texts line by line, as `diff -u` shows them."""

from __future__ import annotations

import difflib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.reporting_helpers import EVIL, commands
from tracecli.report.unified import linewise, unified
from tracecli.text import guard_lines, plain

_TEXTS = st.lists(st.sampled_from("abcd"), max_size=30).map(lambda lines: "".join(f"{line}\n" for line in lines))


def shown(before: str, after: str, path: str = "t.yaml") -> str:
    return "".join(f"{plain(line)}\n" for line in unified(before, after, path))


def test_a_change_is_shown_with_three_lines_around_it() -> None:
    before = "".join(f"line {number}\n" for number in range(1, 21))

    text = shown(before, before.replace("line 9\n", "line nine\n").replace("line 12\n", ""))

    assert text == (
        "--- t.yaml\n+++ t.yaml\n@@ -6,10 +6,9 @@\n line 6\n line 7\n line 8\n-line 9\n+line nine\n line 10\n line 11\n"
        "-line 12\n line 13\n line 14\n line 15\n"
    )


def test_no_change_shows_nothing() -> None:
    assert shown("a\n", "a\n") == ""


def test_windows_line_breaks_are_not_shown_as_changes_or_escapes() -> None:
    assert shown("a\r\nb\r\n", "a\r\nc\r\n") == "--- t.yaml\n+++ t.yaml\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"


def test_what_a_terminal_would_obey_is_an_escape() -> None:
    evil = EVIL.replace("\n", " ").replace("\r", " ")

    text = guard_lines(shown(f"{evil}\nx\n", f"{evil}\ny\n::error::z\n", "\x1b[31m::error::"))

    assert commands(text) == []
    assert "\x1b" not in text
    assert "\u202e" not in text


@settings(max_examples=150)
@given(before=_TEXTS, after=_TEXTS)
def test_it_is_a_diff_that_leads_from_one_text_to_the_other(before: str, after: str) -> None:
    lines = shown(before, after).splitlines()[2:]

    old = [line[1:] for line in lines if line[0] in " -"]
    new = [line[1:] for line in lines if line[0] in " +"]
    assert (not lines) == (before == after)
    assert difflib.SequenceMatcher(None, before.split("\n"), old).ratio() <= 1
    assert _is_part(old, before.split("\n"))
    assert _is_part(new, after.split("\n"))


def _is_part(part: list[str], whole: list[str]) -> bool:
    rest = iter(whole)
    return all(any(line == other for other in rest) for line in part)


_ROWS = st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=12).map(
    lambda rows: "".join(f"{row}\n" for row in rows)
)


def by_line(before: str | None, after: str | None) -> list[str]:
    return [plain(line) for line in linewise(before, after, ("a/t", "b/t"))]


def test_a_change_is_shown_between_both_names() -> None:
    assert by_line("1\n2\n", "1\n3\n") == ["--- a/t", "+++ b/t", "@@ -1,2 +1,2 @@", " 1", "-2", "+3"]


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        (None, "1\n2\n", ["--- /dev/null", "+++ b/t", "@@ -0,0 +1,2 @@", "+1", "+2"]),
        ("1\n2", None, ["--- a/t", "+++ /dev/null", "@@ -1,2 +0,0 @@", "-1", "-2"]),
        (None, "", ["--- /dev/null", "+++ b/t"]),
        (None, "\n", ["--- /dev/null", "+++ b/t", "@@ -0,0 +1 @@", "+"]),
    ],
)
def test_a_side_without_a_file_is_dev_null(before: str | None, after: str | None, lines: list[str]) -> None:
    assert by_line(before, after) == lines


@pytest.mark.parametrize(
    ("before", "after", "last"),
    [
        ("1\n", "1", r"\ No line break at the end of b/t"),
        ("1", "1\n", r"\ No line break at the end of a/t"),
        ("1\r\n", "1\n", r"\ The difference is in line breaks or a byte order mark alone"),
    ],
)
def test_what_no_line_shows_is_said(before: str, after: str, last: str) -> None:
    assert by_line(before, after) == ["--- a/t", "+++ b/t", last]


def test_a_binary_file_is_not_shown() -> None:
    assert by_line("a\0b", "c\0d") == ["Binary files a/t and b/t differ"]
    assert by_line(None, "c\0d") == ["Binary files /dev/null and b/t differ"]


def test_what_a_terminal_or_a_runner_would_obey_is_shown() -> None:
    text = guard_lines("\n".join(by_line(f"{EVIL}\nx", f"{EVIL}\ny\n::error::z")))

    assert "\x1b" not in text
    assert "\u202e" not in text
    assert commands(text) == []


@given(before=_ROWS, after=_ROWS)
@settings(max_examples=80)
def test_what_is_removed_and_added_leads_from_one_text_to_the_other(before: str, after: str) -> None:
    lines = by_line(before, after)[2:]

    removed = [line[1:] for line in lines if line.startswith("-")]
    added = [line[1:] for line in lines if line.startswith("+")]
    assert len(before.splitlines()) - len(removed) == len(after.splitlines()) - len(added)
    assert lines or before == after
    assert sorted([*before.splitlines(), *added]) == sorted([*after.splitlines(), *removed])
