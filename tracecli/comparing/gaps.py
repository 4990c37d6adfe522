"""Aligning the steps between two anchors, with bounded work."""

from __future__ import annotations

from collections.abc import Sequence

from tracecli.comparing.anchors import Indices, Name, full, look, work
from tracecli.comparing.features import Features
from tracecli.comparing.sequences import common
from tracecli.comparing.weighing import BUDGET, Weighing

_LEVELS: tuple[Name, ...] = (full, look, work)
"""From the same in all to the same targets: what a large gap is divided by before its steps are weighed."""


def fill(weighing: Weighing, lefts: Sequence[int], rights: Sequence[int]) -> list[Indices]:
    """Give pairs for the steps of one gap; nearly all keep their order.

    Args:
        weighing: Weighs steps, and counts how often.
        lefts: Indices of the left steps that have no pair yet, in order.
        rights: The same on the right.
    """
    start = _equal_start(weighing, lefts, rights)
    end = _equal_end(weighing, lefts[start:], rights[start:])
    pairs = list(zip(lefts[:start], rights[:start], strict=True))
    pairs += zip(lefts[len(lefts) - end :], rights[len(rights) - end :], strict=True)
    return pairs + _divide(weighing, lefts[start : len(lefts) - end], rights[start : len(rights) - end], 0)


def _equal_start(weighing: Weighing, lefts: Sequence[int], rights: Sequence[int]) -> int:
    count = 0
    for i, j in zip(lefts, rights, strict=False):
        if not _same(weighing.left[i], weighing.right[j]):
            break
        count += 1
    return count


def _equal_end(weighing: Weighing, lefts: Sequence[int], rights: Sequence[int]) -> int:
    return _equal_start(weighing, lefts[::-1], rights[::-1])


def _same(left: Features, right: Features) -> bool:
    return left.full == right.full


def _divide(weighing: Weighing, lefts: Sequence[int], rights: Sequence[int], level: int) -> list[Indices]:
    if not lefts or not rights:
        return []
    small = len(lefts) * len(rights) <= BUDGET * (len(lefts) + len(rights))
    if small or level == len(_LEVELS):
        return weighing.pairs(lefts, rights)
    name = _LEVELS[level]
    shared = common([name(weighing.left[i]) for i in lefts], [name(weighing.right[j]) for j in rights])
    pairs = [(lefts[i], rights[j]) for i, j in shared]
    before = (0, 0)
    for i, j in [*shared, (len(lefts), len(rights))]:
        pairs += _divide(weighing, lefts[before[0] : i], rights[before[1] : j], level + 1)
        before = (i + 1, j + 1)
    return pairs
