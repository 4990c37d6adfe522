"""Align the steps of two scenarios: certain pairs first, then the gaps between them, then the rest.

The work grows with the number of steps and not with its square: steps are weighed one against the other only in gaps of
a limited size.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product, zip_longest
from operator import attrgetter
from typing import NamedTuple

from tracecli.comparing.likeness import SAME_STATE, Features, agreement, features, jaccard, likeness, title_parts
from tracecli.comparing.match import IndexPair, Matches, best_first, first_with_first, unique_pairs, unpaired
from tracecli.comparing.words import common
from tracecli.model import Scenario, Step

BUDGET = 64
"""Pairs weighed for each step of a gap, at the most. A gap that needs more is divided by what its steps have in common,
without weighing any."""

THRESHOLD = 0.45
"""Likeness that a pair must have; on the founding document nothing but the six pairs reaches it."""
VOUCHED = 0.35
"""The same for two steps that are alone between the same neighbours (measured on the corpus of edited scenarios)."""
FAR = 0.6
"""The same for a pair out of order: no neighbours speak for it."""

_CANDIDATES = 16  # partners weighed for each step that no gap has paired, those that share most
_PARTS = 32  # targets and words of a step by which these are looked up
_COMMON = 64  # a target or word that more steps have says too little to look for

_WHOLE = 0.75  # how much of what a step does its two halves must do between them, and little else
_BETTER = 0.2  # by how much both halves match better than the one that was paired


class StepPair(NamedTuple):
    """Two steps that belong together; numbers from 1."""

    left: int
    right: int
    confidence: float  # 0 to 1; 1 where an id pins the pair, or title, active targets and paths are the same


@dataclass(frozen=True, slots=True)
class Split:
    """One step that is two neighbouring steps on the other side; numbers from 1.

    The pair of the step and the second half is among the alignment's pairs: after both, the same should hold.
    """

    whole: int
    halves: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Alignment:
    """How the steps of two scenarios belong together; numbers from 1."""

    pairs: tuple[StepPair, ...]  # in the left's order, moved ones among them
    moves: tuple[StepPair, ...]  # those that do not keep the order of the others
    splits: tuple[Split, ...]  # left steps that are two on the right
    merges: tuple[Split, ...]  # right steps that are two on the left
    only_left: tuple[int, ...]  # left steps without a counterpart
    only_right: tuple[int, ...]  # right steps without a counterpart
    weighed: int  # how many pairs of steps had to be weighed to find this

    def mirrored(self) -> Alignment:
        """Return the same with left and right exchanged."""
        pairs, moves = (
            tuple(sorted(StepPair(pair.right, pair.left, pair.confidence) for pair in found))
            for found in (self.pairs, self.moves)
        )
        return Alignment(pairs, moves, self.merges, self.splits, self.only_right, self.only_left, self.weighed)


def align(left: Scenario, right: Scenario, targets: Matches) -> Alignment:
    """Align the steps of two scenarios by what they do and how they are called.

    Of the two, the one whose content comes first in plain order is always taken first: no tie is broken by side.

    Args:
        left: One scenario.
        right: The other.
        targets: Which of their targets are the same.
    """
    for one, other in zip_longest(map(content, left.steps), map(content, right.steps), fillvalue=()):
        if one > other:
            return _align(right, left, targets.mirrored()).mirrored()
        if one < other:
            break
    return _align(left, right, targets)


def content(step: Step) -> tuple[object, ...]:
    """Return all that a step says, to compare and to look up by."""
    state = tuple(step.state.items())
    return step.title, step.active, step.paths, step.description, step.duration, state, step.id or ""


_Name = Callable[[Features], Hashable]
_FULL, _LOOK, _WORK = attrgetter("full"), attrgetter("look"), attrgetter("work")
_CERTAIN: tuple[_Name, ...] = (attrgetter("id"), _FULL, _LOOK, attrgetter("description"))
"""What pairs two steps wherever they are, if one step of each side has it."""


@dataclass(slots=True, eq=False)
class _Weighing:
    """Pairs the steps of two scenarios by weighing them; indices are zero-based."""

    left: Sequence[Features]
    right: Sequence[Features]
    pairs: dict[int, int] = field(default_factory=dict)  # left index → right index, found so far
    count: int = 0  # how many pairs have been weighed

    def gain(self, i: int, j: int, least: float = THRESHOLD) -> float:
        """Return what a pair is worth: its likeness and a little more for equal state; 0 up to the least allowed."""
        self.count += 1
        one, other = self.left[i], self.right[j]
        score = likeness(one, other)
        return score + SAME_STATE * agreement(one.state, other.state) if score > least else 0.0

    def is_small(self, lefts: Sequence[int], rights: Sequence[int]) -> bool:
        """Return whether each of these left steps may be weighed against each right one."""
        return len(lefts) * len(rights) <= BUDGET * (len(lefts) + len(rights))

    def in_order(self) -> list[IndexPair]:
        """Return the pairs that keep their order, chosen so that their likeness adds up to the most."""
        # In whole thousandths: their sum does not depend on the order of adding.
        return heaviest_increasing(
            [(i, j, 1 + round(1000 * likeness(self.left[i], self.right[j]))) for i, j in sorted(self.pairs.items())]
        )

    def gaps(self) -> Iterator[tuple[list[int], list[int]]]:
        """Yield the unpaired steps of both sides between neighbouring pairs that keep their order."""
        taken = set(self.pairs.values())
        last_left = last_right = -1
        for left, right in [*self.in_order(), (len(self.left), len(self.right))]:
            lefts = [i for i in range(last_left + 1, left) if i not in self.pairs]
            rights = [j for j in range(last_right + 1, right) if j not in taken]
            if lefts and rights:
                yield lefts, rights
            last_left, last_right = left, right


def _align(left: Scenario, right: Scenario, targets: Matches) -> Alignment:
    ours, theirs = features(left, right, targets)
    weighing = _Weighing(ours, theirs)
    pairs = weighing.pairs
    # Certain pairs, wherever they are: steps that share an id, then steps that occur exactly once on each side (Bram
    # Cohen's patience diff, without its order: a step that moved is found too).
    for name in _CERTAIN:
        lefts, rights = unpaired(pairs.items(), len(left.steps), len(right.steps))
        pairs |= unique_pairs({i: name(weighing.left[i]) for i in lefts}, {j: name(weighing.right[j]) for j in rights})
    for lefts, rights in list(weighing.gaps()):
        pairs |= _pair_gap(weighing, lefts, rights, (_FULL, _LOOK, _WORK))
    pairs |= _pair_far(weighing)
    # Steps opposite each other, alone between the same pairs: their place speaks for them too.
    alone = [(lefts[0], rights[0]) for lefts, rights in weighing.gaps() if len(lefts) == len(rights) == 1]
    pairs |= {i: j for i, j in alone if weighing.gain(i, j, VOUCHED)}
    splits = _find_halves(weighing.left, weighing.right, pairs)
    wholes = {halves.whole for halves in splits}
    parts = {part for halves in splits for part in (halves.first, halves.first + 1)}
    merges = [
        halves
        for halves in _find_halves(weighing.right, weighing.left, {j: i for i, j in pairs.items()})
        if halves.whole not in parts and halves.first not in wholes and halves.first + 1 not in wholes
    ]
    return _finished(weighing, splits, merges)


def heaviest_increasing(pairs: Sequence[tuple[int, int, int]]) -> list[IndexPair]:
    """Return the pairs to keep so that both sides keep their order and the weight is greatest.

    Args:
        pairs: (left, right, weight), sorted by left; no left and no right twice. Weights are positive.
    """
    # The best chains by where they end on the right: a later end is kept only for a greater weight.
    ends: list[int] = []
    totals: list[int] = []
    chains: list[int] = []  # the last pair of each, an index
    previous: list[int] = []
    for index, (_, right, weight) in enumerate(pairs):
        at = bisect_left(ends, right)
        total = weight + (totals[at - 1] if at else 0)
        previous.append(chains[at - 1] if at else -1)
        worse = at
        while worse < len(ends) and totals[worse] < total:
            worse += 1
        ends[at:worse], totals[at:worse], chains[at:worse] = [right], [total], [index]
    kept: list[IndexPair] = []
    index = chains[-1] if chains else -1
    while index >= 0:
        kept.append(pairs[index][:2])
        index = previous[index]
    return kept[::-1]


def _pair_gap(
    weighing: _Weighing, lefts: Sequence[int], rights: Sequence[int], names: Sequence[_Name]
) -> list[IndexPair]:
    """Pair the steps of one gap, in order.

    A small gap is weighed. A larger one is divided by the steps that both sides have in common, by the first of the
    names and then by the next. What no name divides is cut into small gaps, each with the same share of both sides.
    """
    if not lefts or not rights:
        return []
    if weighing.is_small(lefts, rights):
        return _best_path(weighing, lefts, rights)
    if not names:
        count = -(-len(lefts) * len(rights) // (BUDGET * (len(lefts) + len(rights))))
        cuts = [(len(lefts) * cut // count, len(rights) * cut // count) for cut in range(count + 1)]
        return [
            pair
            for (i, j), (end_left, end_right) in pairwise(cuts)
            for pair in _best_path(weighing, lefts[i:end_left], rights[j:end_right])
        ]
    name = names[0]
    shared = common([name(weighing.left[i]) for i in lefts], [name(weighing.right[j]) for j in rights])
    pairs = [(lefts[i], rights[j]) for i, j in shared]
    last_left = last_right = 0
    for i, j in [*shared, (len(lefts), len(rights))]:
        pairs += _pair_gap(weighing, lefts[last_left:i], rights[last_right:j], names[1:])
        last_left, last_right = i + 1, j + 1
    return pairs


def _best_path(weighing: _Weighing, lefts: Sequence[int], rights: Sequence[int]) -> list[IndexPair]:
    """Return the pairs that keep their order and whose gains add up to the most (Needleman and Wunsch 1970)."""
    best = [[0.0] * (len(rights) + 1)]  # the greatest sum for the first so many left and right steps
    for i in lefts:
        above, row = best[-1], [0.0]
        for column, j in enumerate(rights):
            gain = weighing.gain(i, j)
            row.append(max(above[column + 1], row[-1], above[column] + gain))
        best.append(row)
    pairs: list[IndexPair] = []
    i, j = len(lefts), len(rights)
    while i and j:
        if best[i][j] == best[i - 1][j]:
            i -= 1
        elif best[i][j] == best[i][j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            pairs.append((lefts[i], rights[j]))
    return pairs[::-1]


def _pair_far(weighing: _Weighing) -> dict[int, int]:
    """Pair steps that are alike although other pairs are between them."""
    found: dict[int, int] = {}
    for name in (_FULL, _LOOK):
        lefts, rights = unpaired((weighing.pairs | found).items(), len(weighing.left), len(weighing.right))
        found |= first_with_first(
            {i: name(weighing.left[i]) for i in lefts}, {j: name(weighing.right[j]) for j in rights}
        )
    lefts, rights = unpaired((weighing.pairs | found).items(), len(weighing.left), len(weighing.right))
    weighed: list[tuple[float, int, int]] = []
    for i, j in _candidates(weighing, lefts, rights):
        if (gain := weighing.gain(i, j)) >= FAR:
            weighed.append((gain, i, j))
    return found | dict(best_first(weighed))


def _candidates(weighing: _Weighing, lefts: Sequence[int], rights: Sequence[int]) -> Iterator[IndexPair]:
    """Yield the pairs to weigh: all of few steps, else for each step those that share most targets and words."""
    if weighing.is_small(lefts, rights):
        yield from product(lefts, rights)
        return
    having: dict[object, list[int]] = defaultdict(list)
    for j in rights:
        for part in _parts(weighing.right[j]):
            having[part].append(j)
    for i in lefts:
        shared: Counter[int] = Counter()
        for part in _parts(weighing.left[i]):
            if len(having.get(part, ())) <= _COMMON:
                shared.update(having.get(part, ()))
        yield from ((i, j) for j, _ in shared.most_common(_CANDIDATES))


def _parts(step: Features) -> list[object]:
    """Return what an index can find a step by: its targets, their combination, and words of its title."""
    words = sorted(part for part in title_parts(step.title) if len(part) > 2)
    return [("work", step.work), *words[: _PARTS // 2], *sorted(step.does)][:_PARTS]


@dataclass(frozen=True, slots=True)
class _Halves:
    """A step and the first of its two halves on the other side; zero-based indices."""

    whole: int
    first: int
    likeness: float


def _find_halves(wholes: Sequence[Features], parts: Sequence[Features], pairs: Mapping[int, int]) -> list[_Halves]:
    """Find the steps that are two neighbouring steps on the other side.

    Either an unpaired step that, with its neighbour, does what the neighbour's partner does; or two unpaired
    neighbours that do exactly what an unpaired step does.

    Args:
        wholes: Steps of the side that has one step.
        parts: Steps of the side that has two.
        pairs: Pairs known so far: index in `wholes` → index in `parts`.

    Returns:
        The likeliest first; no step twice.
    """
    partner = dict(zip(pairs.values(), pairs, strict=True))
    unused: dict[frozenset[int], list[int]] = defaultdict(list)
    for whole in range(len(wholes) - 1, -1, -1):
        if whole not in pairs:
            unused[wholes[whole].does].append(whole)
    found: list[_Halves] = []
    for first in range(len(parts) - 1):
        one, other = parts[first].does, parts[first + 1].does
        paired = [part for part in (first, first + 1) if part in partner]
        if one <= other or other <= one or len(paired) == 2:
            continue  # neither adds nothing to the other, and at most one has a partner
        if paired:
            whole = partner[paired[0]]
            alone = jaccard(wholes[whole].does, parts[paired[0]].does)
            both = jaccard(wholes[whole].does, one | other)
            if both >= max(_WHOLE, alone + _BETTER):
                found.append(_Halves(whole, first, both))
        elif same := unused.get(one | other):
            found.append(_Halves(same.pop(), first, 1.0))
    taken_wholes: set[int] = set()
    taken_parts: set[int] = set()
    kept: list[_Halves] = []
    for halves in sorted(found, key=lambda halves: (-halves.likeness, halves.first)):
        both_parts = {halves.first, halves.first + 1}
        if halves.whole not in taken_wholes and not both_parts & taken_parts:
            kept.append(halves)
            taken_wholes.add(halves.whole)
            taken_parts |= both_parts
    return kept


def _finished(weighing: _Weighing, splits: Sequence[_Halves], merges: Sequence[_Halves]) -> Alignment:
    """Return the alignment; the second half, after which the same should hold, is the partner of the whole step."""
    pairs = weighing.pairs
    of_halves: dict[int, float] = {}  # left index → likeness of a step and its two halves
    halves_left: set[int] = set()  # first halves, which have no partner and are not alone
    halves_right: set[int] = set()
    for halves in splits:
        pairs[halves.whole] = halves.first + 1
        of_halves[halves.whole] = halves.likeness
        halves_right.add(halves.first)
    for halves in merges:
        pairs.pop(halves.first, None)
        pairs[halves.first + 1] = halves.whole
        of_halves[halves.first + 1] = halves.likeness
        halves_left.add(halves.first)
    in_order = dict(weighing.in_order())
    numbered: list[StepPair] = []
    moves: list[StepPair] = []
    for i, j in sorted(pairs.items()):
        confidence = of_halves[i] if i in of_halves else likeness(weighing.left[i], weighing.right[j])
        numbered.append(StepPair(i + 1, j + 1, confidence))
        moves += numbered[-1:] if i not in in_order else []
    only_left, only_right = unpaired(pairs.items(), len(weighing.left), len(weighing.right))
    return Alignment(
        pairs=tuple(numbered),
        moves=tuple(moves),
        splits=_splits(splits),
        merges=_splits(merges),
        only_left=tuple([i + 1 for i in only_left if i not in halves_left]),
        only_right=tuple([j + 1 for j in only_right if j not in halves_right]),
        weighed=weighing.count,
    )


def _splits(found: Iterable[_Halves]) -> tuple[Split, ...]:
    return tuple(
        sorted([Split(one.whole + 1, (one.first + 1, one.first + 2)) for one in found], key=attrgetter("whole"))
    )
