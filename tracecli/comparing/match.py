"""Match targets, scenarios and list entries of two traces, and find renamed targets."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from operator import attrgetter
from typing import TypeVar

from tracecli.model import Scenario, Target

T = TypeVar("T")
Key = TypeVar("Key", str, int)

IndexPair = tuple[int, int]
"""Zero-based indices of two entries that belong together, left and right."""

Likeness = Callable[[int, int], float]
"""How alike the entries at two indices are."""

AlignedSteps = tuple[Scenario, Scenario, Sequence[IndexPair]]
"""Two scenarios and the numbers, from 1, of their aligned steps."""

_MEETS = 2  # entries of the other side that each one is weighed against, at least
_FEW = 40  # entries of each side that are weighed one by one; of more than that, the rest stays unpaired


@dataclass(frozen=True, slots=True)
class Matches:
    """How the targets of two traces belong together; keys are in the order of their own trace."""

    pairs: Mapping[str, str]  # left key → right key; the two differ where a target has been given another key
    only_left: tuple[str, ...]  # keys without a counterpart on the right
    only_right: tuple[str, ...]  # keys without a counterpart on the left

    def names(self) -> tuple[dict[str, int], dict[str, int]]:
        """Return a number for each key of both sides, the same where they mean the same target."""
        left = {key: number for number, key in enumerate((*self.pairs, *self.only_left))}
        right = {key: left[origin] for origin, key in self.pairs.items()}
        return left, right | {key: number for number, key in enumerate(self.only_right, len(left))}

    def mirrored(self) -> Matches:
        """Return the same with left and right exchanged; the order of the pairs stays the left's."""
        return Matches({right: left for left, right in self.pairs.items()}, self.only_right, self.only_left)


def match_targets(left: Mapping[str, Target], right: Mapping[str, Target]) -> Matches:
    """Match by key, then by id, then by label; ids and labels only where both sides have exactly one of that kind."""
    found = {key: key for key in left if key in right}
    for name in ("id", "label"):
        lefts, rights = _unmatched(left, right, found)
        found |= unique_pairs(
            {target.key: (target.kind, getattr(target, name)) for target in lefts},
            {target.key: (target.kind, getattr(target, name)) for target in rights},
        )
    return _matches(left, right, found)


def find_renames(
    left: Mapping[str, Target], right: Mapping[str, Target], known: Matches, aligned: Iterable[AlignedSteps]
) -> Matches:
    """Return the matches with renamed targets added: used in the same steps, or joining the same nodes.

    Only between versions of one trace, where most targets have kept a name: between two different systems, being used
    at the same time makes two targets no more than neighbours.

    Args:
        left: Targets of the left trace.
        right: Targets of the right trace.
        known: What key, id and label have matched.
        aligned: Scenarios that belong together, with their steps aligned.
    """
    most = max(1, len(known.pairs))
    if not known.only_left or not known.only_right or max(len(known.only_left), len(known.only_right)) > most:
        return known
    found = dict(known.pairs)
    lefts, rights = _unmatched(left, right, found)
    scenarios = list(aligned)
    by_use = _by_use(lefts, [(one, {i: i for i, _ in pairs}) for one, _, pairs in scenarios])
    partners = _by_use(rights, [(other, {j: i for i, j in pairs}) for _, other, pairs in scenarios])
    for use, keys in by_use.items():
        if len(keys) == len(partners.get(use, ())):
            found |= zip(keys, partners[use], strict=True)  # several such ones in the order in which they are declared
    lefts, rights = _unmatched(left, right, found)
    found |= unique_pairs(
        {e.key: (found.get(e.start), found.get(e.end)) for e in lefts if e.start is not None and e.end is not None},
        {e.key: (e.start, e.end) for e in rights if e.start is not None and e.end is not None},
    )
    return _matches(left, right, found)


def _matches(left: Mapping[str, Target], right: Mapping[str, Target], found: Mapping[str, str]) -> Matches:
    lefts, rights = _unmatched(left, right, found)
    pairs = {key: found[key] for key in left if key in found}
    return Matches(pairs, tuple(map(attrgetter("key"), lefts)), tuple(map(attrgetter("key"), rights)))


def _unmatched(
    left: Mapping[str, Target], right: Mapping[str, Target], found: Mapping[str, str]
) -> tuple[list[Target], list[Target]]:
    taken = set(found.values())
    return [t for t in left.values() if t.key not in found], [t for t in right.values() if t.key not in taken]


def _by_use(
    targets: Iterable[Target], scenarios: Iterable[tuple[Scenario, Mapping[int, int]]]
) -> dict[Hashable, list[str]]:
    """Group the keys of targets by kind and by the steps that use them, if these are all aligned.

    Args:
        targets: Those to group.
        scenarios: Each with its aligned step numbers, and the number that both sides know such a step by.
    """
    uses: dict[str, set[tuple[int, int | None]]] = defaultdict(set)
    for index, (scenario, known) in enumerate(scenarios):
        for number, step in enumerate(scenario.steps, 1):
            for key in (*step.active, *step.paths):
                uses[key].add((index, known.get(number)))
    groups: dict[Hashable, list[str]] = defaultdict(list)
    for target in targets:
        steps = uses.get(target.key)
        if steps and all(number is not None for _, number in steps):
            groups[target.kind, frozenset(steps)].append(target.key)
    return groups


def unique_pairs(left: Mapping[Key, Hashable], right: Mapping[Key, Hashable]) -> dict[Key, Key]:
    """Pair entries by the names that exactly one entry of each side has.

    Args:
        left: Entry → its name; None shares a name with nothing.
        right: The same of the other side.
    """
    counts = Counter(left.values()), Counter(right.values())
    holders = {name: key for key, name in right.items() if name is not None and counts[1][name] == 1}
    return {key: holders[name] for key, name in left.items() if name in holders and counts[0][name] == 1}


def first_with_first(left: dict[int, Hashable], right: dict[int, Hashable]) -> list[IndexPair]:
    """Pair entries that share a name; of several that do, the first with the first. None shares with nothing."""
    waiting: dict[Hashable, list[int]] = defaultdict(list)
    for j, name in reversed(right.items()):
        waiting[name].append(j)
    return [(i, waiting[name].pop()) for i, name in left.items() if name is not None and waiting[name]]


def best_first(weighed: Iterable[tuple[float, int, int]]) -> list[IndexPair]:
    """Return the pairs of greatest weight, each entry once.

    Pairs whose indices have the same sum have no entry in common, so no tie is broken by side.

    Args:
        weighed: Weight, left index and right index of each possible pair.
    """
    pairs: list[IndexPair] = []
    lefts: set[int] = set()
    rights: set[int] = set()
    for _, i, j in sorted(weighed, key=lambda pair: (-pair[0], pair[1] + pair[2])):
        if i not in lefts and j not in rights:
            lefts.add(i)
            rights.add(j)
            pairs.append((i, j))
    return pairs


def pair_by_name(left: Sequence[T], right: Sequence[T], names: Iterable[Callable[[T], Hashable]]) -> list[IndexPair]:
    """Pair entries of two lists that share a name.

    Args:
        left: Entries of one side.
        right: Entries of the other.
        names: What two entries may share, the most telling first; None is shared with nothing.
    """
    pairs: list[IndexPair] = []
    for name in names:
        lefts, rights = unpaired(pairs, len(left), len(right))
        pairs += first_with_first({i: name(left[i]) for i in lefts}, {j: name(right[j]) for j in rights})
    return sorted(pairs)


def pair_by_likeness(
    known: Sequence[IndexPair], sizes: tuple[int, int], hint: Likeness, like: Likeness, least: float
) -> list[IndexPair]:
    """Return the known pairs and those of the rest that are alike, the likeliest first.

    Args:
        known: Pairs that are certain.
        sizes: How many entries each side has.
        hint: A cheap guess of how alike two entries are; each entry meets only the few that it speaks for.
        like: How alike they are, from 0 to 1, the same both ways round.
        least: How alike a pair must be.
    """
    lefts, rights = unpaired(known, *sizes)
    hinted = [(-hint(i, j), i + j, i, j) for i, j in product(lefts[:_FEW], rights[:_FEW])]
    met_left: Counter[int] = Counter()
    met_right: Counter[int] = Counter()
    weighed: list[tuple[float, int, int]] = []
    for _, _, i, j in sorted(hinted):
        if met_left[i] < _MEETS or met_right[j] < _MEETS:
            weighed.append((like(i, j), i, j))
            met_left[i] += 1
            met_right[j] += 1
    return sorted([*known, *best_first(pair for pair in weighed if pair[0] >= least)])


def unpaired(pairs: Iterable[IndexPair], lefts: int, rights: int) -> tuple[list[int], list[int]]:
    """Return the indices without a pair.

    Args:
        pairs: The pairs.
        lefts: How many entries the left has.
        rights: How many the right has.
    """
    taken = dict(pairs)
    taken_right = set(taken.values())
    return [i for i in range(lefts) if i not in taken], [j for j in range(rights) if j not in taken_right]


def keeps_order(pairs: Sequence[IndexPair]) -> bool:
    """Return whether pairs sorted by left are sorted by right as well."""
    return all(one[1] < other[1] for one, other in pairwise(pairs))
