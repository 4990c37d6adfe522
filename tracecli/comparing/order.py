"""Which of many pairs keep their order."""

from __future__ import annotations

from collections.abc import Sequence


def heaviest_increasing(pairs: Sequence[tuple[int, int, int]]) -> set[int]:
    """Give which pairs to keep so that both sides keep their order and the weight is greatest.

    Args:
        pairs: (left, right, weight), sorted by left; no left and no right twice. Weights are positive.

    Returns:
        Indices into `pairs`.
    """
    rank = {right: place for place, right in enumerate(sorted(pair[1] for pair in pairs), 1)}
    best: list[tuple[int, int]] = [(0, -1)] * (len(pairs) + 1)  # a Fenwick tree: (weight, last pair) of a prefix
    previous: list[int] = []
    for index, (_, right, weight) in enumerate(pairs):
        total, last = _prefix(best, rank[right] - 1)
        previous.append(last)
        _raise(best, rank[right], (total + weight, index))
    kept: set[int] = set()
    index = _prefix(best, len(pairs))[1]
    while index >= 0:
        kept.add(index)
        index = previous[index]
    return kept


def _prefix(tree: list[tuple[int, int]], place: int) -> tuple[int, int]:
    found = (0, -1)
    while place > 0:
        if tree[place][0] > found[0]:
            found = tree[place]
        place &= place - 1
    return found


def _raise(tree: list[tuple[int, int]], place: int, value: tuple[int, int]) -> None:
    while place < len(tree):
        if value[0] > tree[place][0]:
            tree[place] = value
        place += place & -place
