"""Match targets, scenarios and list entries of two traces, and find renames."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import TypeVar

from tracecli.model import Target

# ---- comparing.matching
# Which target of one trace is which of the other: by key, then by id, then by label.


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


# ---- comparing.lists
# Which entry of one list is which of another: limitations, sources, scenarios.

Entry = TypeVar("Entry")
Places = tuple[int, int]
"""Zero-based places of two entries, left and right."""

Likeness = Callable[[int, int], float]
"""How alike the entries at two places are."""

_MEETS = 2  # entries of the other side that each one is weighed against, at least
_FEW = 40  # entries of each side that are weighed one by one; of more than that, the rest stays unpaired


def pair_by_name(
    left: Sequence[Entry], right: Sequence[Entry], names: Iterable[Callable[[Entry], Hashable]]
) -> list[Places]:
    """Pair entries that share a name; of several that do, the first with the first.

    Args:
        left: Entries of one side.
        right: Entries of the other.
        names: What two entries may share, the most telling first; None is shared with nothing.
    """
    pairs: list[Places] = []
    for name in names:
        lefts, rights = unpaired(pairs, len(left), len(right))
        waiting: dict[Hashable, list[int]] = defaultdict(list)
        for j in reversed(rights):
            waiting[name(right[j])].append(j)
        for i in lefts:
            shared = name(left[i])
            if shared is not None and waiting[shared]:
                pairs.append((i, waiting[shared].pop()))
    return sorted(pairs)


def pair_by_likeness(
    known: Iterable[Places], sizes: tuple[int, int], hint: Likeness, like: Likeness, least: float
) -> list[Places]:
    """Give the known pairs and those of the rest that are alike, the likeliest first.

    Args:
        known: Pairs that stand.
        sizes: How many entries each side has.
        hint: A cheap guess of how alike two entries are, for places left and right; each entry meets only the few that
            this speaks for.
        like: How alike they are, from 0 to 1, the same both ways round.
        least: How alike a pair must be.
    """
    pairs = list(known)
    lefts, rights = (places[:_FEW] for places in unpaired(pairs, *sizes))
    weighed = [(like(i, j), i, j) for i, j in sorted(_candidates(lefts, rights, hint))]
    free_left, free_right = set(lefts), set(rights)
    # Pairs of one sum of places have no entry in common, so no tie is broken by side.
    for score, i, j in sorted(weighed, key=lambda pair: (-pair[0], pair[1] + pair[2])):
        if score >= least and i in free_left and j in free_right:
            pairs.append((i, j))
            free_left.remove(i)
            free_right.remove(j)
    return sorted(pairs)


def _candidates(lefts: Sequence[int], rights: Sequence[int], hint: Likeness) -> set[Places]:
    hinted = [(-hint(i, j), i + j, i, j) for i, j in product(lefts, rights)]
    met: tuple[Counter[int], Counter[int]] = Counter(), Counter()
    chosen: set[Places] = set()
    for _, _, i, j in sorted(hinted):
        if met[0][i] < _MEETS or met[1][j] < _MEETS:
            chosen.add((i, j))
            met[0][i] += 1
            met[1][j] += 1
    return chosen


def unpaired(pairs: Iterable[Places], lefts: int, rights: int) -> tuple[list[int], list[int]]:
    """Give the places without a pair.

    Args:
        pairs: The pairs.
        lefts: How many entries the left has.
        rights: How many the right has.
    """
    taken_left, taken_right = {i for i, _ in pairs}, {j for _, j in pairs}
    return [i for i in range(lefts) if i not in taken_left], [j for j in range(rights) if j not in taken_right]


def keeps_order(pairs: Sequence[Places]) -> bool:
    """Tell whether pairs sorted by left are sorted by right as well."""
    return all(one[1] < other[1] for one, other in pairwise(pairs))
