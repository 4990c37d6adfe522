"""Misspelt names find the name that was meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracecli.text import distance, near_names

words = st.text("abcde", max_size=8)


@pytest.mark.parametrize(
    ("word", "names", "near"),
    [
        ("lauch", ["launch", "pick", "launchGpu"], ["launch"]),
        ("durration", ["duration", "description"], ["duration"]),
        ("OVERLAP", ["serial", "overlap"], ["overlap"]),
        ("xyz", ["launch", "pick"], []),
        ("ac", ["ab", "ad"], ["ab", "ad"]),
        ("", ["a"], ["a"]),
        ("b", [], []),
    ],
)
def test_the_nearest_names_are_offered(word: str, names: list[str], near: list[str]) -> None:
    assert near_names(word, names) == near


@given(words, words)
def test_distance_is_symmetric_and_zero_only_for_equals(left: str, right: str) -> None:
    assert distance(left, right) == distance(right, left)
    assert (distance(left, right) == 0) == (left == right)


@given(words, words, words)
def test_a_detour_by_a_word_without_shared_letters_is_never_shorter(left: str, right: str, other: str) -> None:
    detour = other.upper()

    assert distance(left, right) <= distance(left, detour) + distance(detour, right)


def test_neighbours_swapped_are_one_slip() -> None:
    assert distance("serail", "serial") == 1


def test_a_very_long_word_costs_no_more_than_its_beginning() -> None:
    assert near_names("x" * 100_000, ["y" * 100_000]) == []
