"""How many columns a text takes, and what fits."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from tracecli.text import cell_width, cut, graphemes, pad, wrap


@pytest.mark.parametrize(
    ("text", "columns"), [("", 0), ("abc", 3), ("k−1", 3), ("日本", 4), ("e\u0301", 1), ("👍", 2), ("ｱ", 1)]
)
def test_wide_characters_take_two_columns_and_combining_ones_none(text: str, columns: int) -> None:
    assert cell_width(text) == columns


CLUSTERS = ["❤️", "⚠️", "1️⃣", "👩‍🚀", "👩‍👩‍👧", "👍🏽", "\u1100\u1161\u11a8"]


@pytest.mark.parametrize("text", CLUSTERS)
def test_what_is_one_character_to_a_reader_takes_two_columns_and_is_never_parted(text: str) -> None:
    assert cell_width(text) == cell_len(text) == 2
    assert graphemes(f"a{text}") == [("a", 1), (text, 2)]
    assert cut(f"a{text}{text}", 4) == f"a{text}…"
    assert cut(f"a{text}{text}", 3) == "a…"
    assert list(wrap(text * 3, 5)) == [text * 2, text]


@pytest.mark.parametrize(
    ("text", "width", "shown"), [("abcdef", 6, "abcdef"), ("abcdef", 4, "abc…"), ("日本語", 4, "日…"), ("abc", 0, "")]
)
def test_a_text_that_does_not_fit_is_cut_with_a_sign(text: str, width: int, shown: str) -> None:
    assert cut(text, width) == shown


def test_a_text_is_filled_to_its_columns_on_either_side() -> None:
    assert pad("日", 4) == "日  "
    assert pad("日", 4, right=True) == "  日"
    assert pad("longer", 4) == "longer"


def test_lines_break_at_blanks_and_longer_words_inside() -> None:
    assert list(wrap("a bb ccccccccc 日本語", 4)) == ["a bb", "cccc", "cccc", "c", "日本", "語"]


def test_a_long_word_in_ascii_is_kept_whole_when_asked_for() -> None:
    assert list(wrap("see https://example.test/a 日本語", 4, keep=True)) == [
        "see",
        "https://example.test/a",
        "日本",
        "語",
    ]


@given(st.text(alphabet="ab 日e\u0301", max_size=40), st.integers(2, 12))
@settings(max_examples=200, deadline=None)
def test_no_line_is_wider_than_asked_and_no_character_is_lost(text: str, width: int) -> None:
    lines = list(wrap(text, width))

    assert all(cell_width(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
