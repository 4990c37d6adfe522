"""Pairs of steps that need no weighing: pinned by an id, or unmistakably the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence

from tracecli.comparing.features import Features

Indices = tuple[int, int]
"""Zero-based indices of two steps, left and right."""

Name = Callable[[Features], Hashable]


def full(step: Features) -> Hashable:
    """Everything but the id."""
    return step.full


def look(step: Features) -> Hashable:
    """Title, active targets and paths."""
    return step.look


def work(step: Features) -> Hashable:
    """Active targets and paths."""
    return step.work


def _id(step: Features) -> Hashable:
    return step.id


def _description(step: Features) -> Hashable:
    return step.description


def anchors(left: Sequence[Features], right: Sequence[Features]) -> dict[int, int]:
    """Give the pairs that stand fast, wherever they are: left index → right index.

    Steps that share an id come first; then steps that occur exactly once on each side: with all they say, with title,
    active targets and paths, with their description (Bram Cohen's patience diff, without its order: a step that moved
    is found too).
    """
    found: dict[int, int] = {}
    for name in (_id, full, look, _description):
        taken = set(found.values())
        lefts = (index for index in range(len(left)) if index not in found)
        rights = (index for index in range(len(right)) if index not in taken)
        found |= _unique(left, right, lefts, rights, name)
    return found


def _unique(
    left: Sequence[Features], right: Sequence[Features], lefts: Iterable[int], rights: Iterable[int], name: Name
) -> dict[int, int]:
    first, second = _once(left, lefts, name), _once(right, rights, name)
    return {index: second[shared] for shared, index in first.items() if shared in second}


def _once(steps: Sequence[Features], indices: Iterable[int], name: Name) -> dict[Hashable, int]:
    named = [(shared, index) for index in indices if (shared := name(steps[index])) is not None]
    counts = Counter(shared for shared, _ in named)
    return {shared: index for shared, index in named if counts[shared] == 1}
