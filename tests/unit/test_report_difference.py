"""A unified diff for people."""

from __future__ import annotations

import difflib

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.reporting_helpers import EVIL, commands
from tracecli.report.unified import unified
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
    assert shown("a\r\nb\r\n", "a\r\nc\r\n") == "--- t.yaml\n+++ t.yaml\n@@ -1,3 +1,3 @@\n a\n-b\n+c\n \n"


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
