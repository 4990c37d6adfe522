"""Find which step of one scenario is which of the other: anchors, then gaps, then the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from tracecli.comparing.alignment import Alignment
from tracecli.comparing.anchors import anchors
from tracecli.comparing.features import features
from tracecli.comparing.finishing import finished, in_order
from tracecli.comparing.gaps import fill
from tracecli.comparing.leftovers import pair_leftovers
from tracecli.comparing.matching import Matches
from tracecli.comparing.splits import Halves, find_halves
from tracecli.comparing.weighing import VOUCHED, Weighing
from tracecli.model import Scenario, Step


def align(left: Scenario, right: Scenario, targets: Matches) -> Alignment:
    """Align the steps of two scenarios by what they do and how they are called.

    Anchors first, then the gaps between those that keep their order, then what is left over; splits and merges last.
    Of the two, the one whose content comes first in plain order is always taken first: no tie is broken by side.

    Args:
        left: One scenario.
        right: The other.
        targets: Which of their targets are the same.
    """
    if _comes_later(left, right):
        return _align(right, left, targets.mirrored()).mirrored()
    return _align(left, right, targets)


def _comes_later(left: Scenario, right: Scenario) -> bool:
    for one, other in zip_longest(map(content, left.steps), map(content, right.steps), fillvalue=()):
        if one != other:
            return one > other
    return False


def content(step: Step) -> tuple[object, ...]:
    """Give all that a step says, to compare and to look up by."""
    state = tuple(step.state.items())
    return step.title, step.active, step.paths, step.description, step.duration, state, step.id or ""


def _align(left: Scenario, right: Scenario, targets: Matches) -> Alignment:
    weighing = Weighing(*features(left, right, targets))
    pairs = anchors(weighing.left, weighing.right)
    for lefts, rights in list(_gaps(weighing, pairs)):
        pairs |= fill(weighing, lefts, rights)
    lefts, rights = _unpaired(weighing, pairs)
    pairs |= pair_leftovers(weighing, lefts, rights)
    pairs |= {i: j for i, j in _alone(weighing, pairs) if weighing.gain(i, j, VOUCHED)}
    splits = find_halves(weighing.left, weighing.right, pairs)
    merges = _merges(weighing, pairs, splits)
    return finished(weighing, pairs, splits, merges)


def _gaps(weighing: Weighing, pairs: Mapping[int, int]) -> Iterator[tuple[list[int], list[int]]]:
    """Give the unpaired steps of both sides between neighbouring pairs that keep their order."""
    kept = in_order(weighing, pairs)
    taken = set(pairs.values())
    last_left = last_right = -1
    for left, right in [*kept, (len(weighing.left), len(weighing.right))]:
        lefts = [i for i in range(last_left + 1, left) if i not in pairs]
        rights = [j for j in range(last_right + 1, right) if j not in taken]
        if lefts and rights:
            yield lefts, rights
        last_left, last_right = left, right


def _alone(weighing: Weighing, pairs: Mapping[int, int]) -> list[tuple[int, int]]:
    """Give the unpaired steps that stand opposite each other, alone between the same pairs: their place speaks too."""
    gaps = list(_gaps(weighing, pairs))
    return [(lefts[0], rights[0]) for lefts, rights in gaps if len(lefts) == len(rights) == 1]


def _unpaired(weighing: Weighing, pairs: Mapping[int, int]) -> tuple[list[int], list[int]]:
    taken = set(pairs.values())
    lefts = [i for i in range(len(weighing.left)) if i not in pairs]
    return lefts, [j for j in range(len(weighing.right)) if j not in taken]


def _merges(weighing: Weighing, pairs: Mapping[int, int], splits: Sequence[Halves]) -> list[Halves]:
    """Find splits the other way round, among the steps that no split has."""
    found = find_halves(weighing.right, weighing.left, {right: left for left, right in pairs.items()})
    wholes = {halves.whole for halves in splits}
    parts = {part for halves in splits for part in (halves.first, halves.first + 1)}
    return [h for h in found if h.whole not in parts and h.first not in wholes and h.first + 1 not in wholes]
