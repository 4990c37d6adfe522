"""Two texts word by word, and what two sequences have in common."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tracecli.comparing import Piece, compare_words, words
from tracecli.comparing.words import common, share_in_both

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


_few = st.lists(st.integers(0, 3), max_size=10)


def _longest(left: Sequence[int], right: Sequence[int]) -> int:
    """Give the length of a longest common subsequence, by the textbook's table."""
    above = [0] * (len(right) + 1)
    for one in left:
        row = [0]
        for column, other in enumerate(right):
            row.append(above[column] + 1 if one == other else max(row[-1], above[column + 1]))
        above = row
    return above[-1]


def _is_common(matches: list[tuple[int, int]], left: Sequence[int], right: Sequence[int]) -> bool:
    rising = all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(matches))
    return rising and all(left[i] == right[j] for i, j in matches)


@given(_few, _few)
@settings(max_examples=200)
def test_short_sequences_give_a_longest_common_subsequence(left: list[int], right: list[int]) -> None:
    matches = common(left, right)

    assert _is_common(matches, left, right)
    assert len(matches) == _longest(left, right)


@pytest.fixture
def _short_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_REACH", 2)


@pytest.mark.usefixtures("_short_reach")
@given(st.lists(st.integers(0, 3), min_size=20, max_size=40), st.lists(st.integers(0, 3), min_size=20, max_size=40))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_beyond_the_reach_the_answer_is_still_common_and_goes_on_to_the_end(left: list[int], right: list[int]) -> None:
    matches = common([*left, 9], [*right, 9])

    assert _is_common(matches, [*left, 9], [*right, 9])
    assert matches[-1] == (len(left), len(right))
    assert len(matches) > _longest(left, right) // 3


def test_equal_sequences_are_common_throughout() -> None:
    assert common("abcabc", "abcabc") == [(n, n) for n in range(6)]


def test_sequences_without_a_common_element_have_nothing_in_common() -> None:
    assert common("abc", "xyz") == []
