"""What two sequences have in common, and which pairs keep their order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tracecli.comparing import words
from tracecli.comparing.align import heaviest_increasing
from tracecli.comparing.words import common

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
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
def test_beyond_the_reach_the_answer_is_still_common_and_goes_on_to_the_end(left: list[int], right: list[int]) -> None:
    matches = common([*left, 9], [*right, 9])

    assert _is_common(matches, [*left, 9], [*right, 9])
    assert matches[-1] == (len(left), len(right))
    assert len(matches) > _longest(left, right) // 3


def test_equal_sequences_are_common_throughout() -> None:
    assert common("abcabc", "abcabc") == [(n, n) for n in range(6)]


def test_sequences_without_a_common_element_have_nothing_in_common() -> None:
    assert common("abc", "xyz") == []


@given(st.permutations(range(6)), st.lists(st.integers(1, 9), min_size=6, max_size=6))
@settings(max_examples=100)
def test_the_pairs_kept_in_order_weigh_most(order: list[int], weights: list[int]) -> None:
    pairs = [(left, right, weight) for left, (right, weight) in enumerate(zip(order, weights, strict=True))]

    kept = heaviest_increasing(pairs)

    rising = [
        chosen
        for size in range(7)
        for chosen in combinations(range(6), size)
        if all(order[a] < order[b] for a, b in pairwise(chosen))
    ]
    assert tuple(sorted(kept)) in rising
    assert sum(weights[n] for n in kept) == max(sum(weights[n] for n in chosen) for chosen in rising)
