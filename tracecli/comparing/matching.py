"""Which target of one trace is which of the other: by key, then by id, then by label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass

from tracecli.model import Target


@dataclass(frozen=True, slots=True)
class Matches:
    """How the targets of two traces belong together. Keys stand in the order of their own trace.

    Attributes:
        pairs: Left key → right key; the two differ where a target has been given another key.
        only_left: Keys without a counterpart on the right.
        only_right: Keys without a counterpart on the left.
    """

    pairs: Mapping[str, str]
    only_left: tuple[str, ...]
    only_right: tuple[str, ...]

    def names(self) -> tuple[dict[str, int], dict[str, int]]:
        """Give a number for each key of both sides, the same where they mean the same target."""
        left = {key: number for number, key in enumerate((*self.pairs, *self.only_left))}
        right = {key: left[origin] for origin, key in self.pairs.items()}
        return left, right | {key: number for number, key in enumerate(self.only_right, len(left))}

    def mirrored(self) -> Matches:
        """Give the same with left and right exchanged; the order of the pairs stays the left's."""
        return Matches({right: left for left, right in self.pairs.items()}, self.only_right, self.only_left)


def match_targets(left: Mapping[str, Target], right: Mapping[str, Target]) -> Matches:
    """Match by key, then by id, then by label; ids and labels only where both sides have exactly one of that kind."""
    found = {key: key for key in left if key in right}
    for name in (_by_id, _by_label):
        found |= unique_pairs(*unmatched(left, right, found), name)
    return matches(left, right, found)


def matches(left: Mapping[str, Target], right: Mapping[str, Target], found: Mapping[str, str]) -> Matches:
    """Give the pairs found, and what they leave over, in the order of the documents."""
    lefts, rights = unmatched(left, right, found)
    pairs = {key: found[key] for key in left if key in found}
    return Matches(pairs, tuple(target.key for target in lefts), tuple(target.key for target in rights))


def unmatched(
    left: Mapping[str, Target], right: Mapping[str, Target], found: Mapping[str, str]
) -> tuple[list[Target], list[Target]]:
    """Give the targets of both sides that no pair has."""
    taken = set(found.values())
    return [t for t in left.values() if t.key not in found], [t for t in right.values() if t.key not in taken]


def unique_pairs(
    lefts: Iterable[Target], rights: Iterable[Target], name: Callable[[Target], Hashable]
) -> dict[str, str]:
    """Give left key → right key for the names that exactly one target of each side has.

    Args:
        lefts: Candidates on the left.
        rights: Candidates on the right.
        name: What two targets must share; None shares with nothing.
    """
    left, right = _by_name(lefts, name), _by_name(rights, name)
    return {key: right[shared] for shared, key in left.items() if shared in right}


def _by_name(targets: Iterable[Target], name: Callable[[Target], Hashable]) -> dict[Hashable, str]:
    named = [(shared, target.key) for target in targets if (shared := name(target)) is not None]
    counts = Counter(shared for shared, _ in named)
    return {shared: key for shared, key in named if counts[shared] == 1}


def _by_id(target: Target) -> Hashable:
    return target.kind, target.id


def _by_label(target: Target) -> Hashable:
    return target.kind, target.label
