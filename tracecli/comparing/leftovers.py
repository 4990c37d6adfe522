"""Pairs out of order: steps that found no partner in their own gap, looked for everywhere."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from tracecli.comparing.anchors import Indices, Name, full, look
from tracecli.comparing.features import Features
from tracecli.comparing.likeness import title_parts
from tracecli.comparing.weighing import BUDGET, Weighing

_FAR = 0.6
"""Likeness that a pair out of order must have: more than in order, where the neighbours vouch for it."""
_CANDIDATES = 16  # weighed for each step, those that share most
_PARTS = 32  # targets and words of a step that are looked up
_COMMON = 64  # a target or word that more steps have says too little to look for


def pair_leftovers(weighing: Weighing, lefts: Sequence[int], rights: Sequence[int]) -> list[Indices]:
    """Give pairs of steps that are alike although other pairs stand between them.

    Args:
        weighing: Weighs steps, and counts how often.
        lefts: Indices of the left steps without a pair, in order.
        rights: The same on the right.
    """
    pairs: list[Indices] = []
    for name in (full, look):
        pairs += _equal(weighing, lefts, rights, name)
        lefts, rights = _rest(pairs, lefts, rights)
    weighed = [(weighing.gain(i, j), i, j) for i, j in _candidates(weighing, lefts, rights)]
    taken_left: set[int] = set()
    taken_right: set[int] = set()
    for gain, i, j in sorted(weighed, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if gain >= _FAR and i not in taken_left and j not in taken_right:
            taken_left.add(i)
            taken_right.add(j)
            pairs.append((i, j))
    return pairs


def _equal(weighing: Weighing, lefts: Sequence[int], rights: Sequence[int], name: Name) -> list[Indices]:
    """Pair equal steps, the first with the first."""
    waiting: dict[object, list[int]] = defaultdict(list)
    for j in reversed(rights):
        waiting[name(weighing.right[j])].append(j)
    named = ((i, waiting.get(name(weighing.left[i]))) for i in lefts)
    return [(i, equals.pop()) for i, equals in named if equals]


def _rest(pairs: Sequence[Indices], lefts: Sequence[int], rights: Sequence[int]) -> tuple[list[int], list[int]]:
    taken_left, taken_right = {i for i, _ in pairs}, {j for _, j in pairs}
    return [i for i in lefts if i not in taken_left], [j for j in rights if j not in taken_right]


def _candidates(weighing: Weighing, lefts: Sequence[int], rights: Sequence[int]) -> Iterator[Indices]:
    if len(lefts) * len(rights) <= BUDGET * (len(lefts) + len(rights)):
        yield from ((i, j) for i in lefts for j in rights)
        return
    having: dict[object, list[int]] = defaultdict(list)
    for j in rights:
        for part in islice(_parts(weighing.right[j]), _PARTS):
            having[part].append(j)
    for i in lefts:
        shared: Counter[int] = Counter()
        for part in islice(_parts(weighing.left[i]), _PARTS):
            if len(having.get(part, ())) <= _COMMON:
                shared.update(having.get(part, ()))
        yield from ((i, j) for j, _ in shared.most_common(_CANDIDATES))


def _parts(step: Features) -> Iterator[object]:
    """Give targets, their combination, and words of the title: what an index can find a step by."""
    yield "work", step.work
    yield from sorted(part for part in title_parts(step.title) if len(part) > 2)[: _PARTS // 2]
    yield from sorted(step.active | step.paths)
