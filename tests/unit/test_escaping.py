"""Untrusted text is visible, and no line of output is a command."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracecli.text import guard, guard_lines, visible

JOINERS = {"\u200c", "\u200d"}


@given(st.text(st.characters()))
def test_nothing_unseen_is_left_in_visible_text(text: str) -> None:
    left = {unicodedata.category(char) for char in visible(text) if char not in JOINERS}

    assert not left & {"Cc", "Cf", "Cs", "Zl", "Zp"}


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs", "M"])))
def test_text_that_can_be_seen_stays_as_it_is(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb", r"a\nb"),
        ("\x1b[31mred", r"\x1b[31mred"),
        ("\x9b0m", r"\x9b0m"),
        ("\u202eevil", r"\u202eevil"),
        ("\U000e0041", r"\U000e0041"),
        ("\ud800", r"\ud800"),
        ("k−1 · 時間 [/] :smile:", "k−1 · 時間 [/] :smile:"),
    ],
)
def test_what_a_terminal_would_obey_is_shown_as_an_escape(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize(
    ("line", "safe"),
    [
        ("::error::hi", r"\x3a:error::hi"),
        ("  ::warning::x", r"  \x3a:warning::x"),
        ("title ##[error]x", r"title \x23#[error]x"),
        ("##vso[task.complete]", r"\x23#vso[task.complete]"),
        ("##VSO[x]", r"\x23#VSO[x]"),
        ("a::b ## heading", "a::b ## heading"),
    ],
)
def test_a_line_that_a_runner_would_obey_is_defused(line: str, safe: str) -> None:
    assert guard(line) == safe


def test_every_line_of_a_text_is_guarded() -> None:
    assert guard_lines("fine\n::error::x\n") == "fine\n\\x3a:error::x\n"
