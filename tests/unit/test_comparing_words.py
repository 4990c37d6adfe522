"""Two texts word by word."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracecli.comparing import Piece, compare_words
from tracecli.comparing.words import share_in_both

_texts = st.text(alphabet=st.sampled_from("ab _.,−1\n字"), max_size=30)


@given(_texts, _texts)
@settings(max_examples=200)
def test_both_texts_can_be_read_from_the_pieces(left: str, right: str) -> None:
    pieces = compare_words(left, right)

    assert "".join(piece.text for piece in pieces if piece.side != "right") == left
    assert "".join(piece.text for piece in pieces if piece.side != "left") == right


@given(_texts, _texts)
@settings(max_examples=200)
def test_the_other_way_round_the_same_words_are_common(left: str, right: str) -> None:
    forth, back = compare_words(left, right), compare_words(right, left)

    common = [[piece.text for piece in pieces if piece.side == "both"] for pieces in (forth, back)]
    assert common[0] == common[1]


def test_one_changed_word_is_one_change() -> None:
    pieces = compare_words("run_batch prepares the forward", "run_batch puts the forward")

    assert pieces == [
        Piece("both", "run_batch "),
        Piece("left", "prepares"),
        Piece("right", "puts"),
        Piece("both", " the forward"),
    ]


def test_a_blank_between_two_changed_words_is_no_common_ground() -> None:
    pieces = compare_words("one two three", "four five three")

    assert pieces == [Piece("left", "one two"), Piece("right", "four five"), Piece("both", " three")]


def test_chinese_is_compared_character_by_character() -> None:
    assert Piece("both", "计算批") in compare_words("计算批次", "计算批量")


def test_equal_texts_are_one_piece() -> None:
    assert compare_words("same as ever", "same as ever") == [Piece("both", "same as ever")]


def test_texts_of_many_thousand_words_are_shown_whole() -> None:
    left, right = "word " * 6000, "word " * 6001

    assert compare_words(left, right) == [Piece("left", left), Piece("right", right)]


@pytest.mark.parametrize(("left", "right", "share"), [("", "", 1.0), ("abc", "abc", 1.0), ("ab", "xy", 0.0)])
def test_the_share_says_how_much_two_texts_have_in_common(left: str, right: str, share: float) -> None:
    assert share_in_both(compare_words(left, right)) == share
