"""Align the steps of two scenarios: anchors, then gaps, then the rest."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, zip_longest

from tracecli.comparing.match import Matches
from tracecli.comparing.words import common
from tracecli.model import Scenario, Step

# ---- comparing.alignment
# What an alignment says: which step of one scenario is which of the other.


@dataclass(frozen=True, slots=True)
class Pair:
    """Two steps that belong together; numbers from 1.

    Attributes:
        left: Number of the left step.
        right: Number of the right step.
        confidence: From 0 to 1; 1 where an id pins the pair, or title, active targets and paths are the same.
    """

    left: int
    right: int
    confidence: float


@dataclass(frozen=True, slots=True)
class Split:
    """One step that the other side tells in two neighbouring ones; numbers from 1.

    The pair of the step and the second half is among the alignment's pairs: after both, the same should hold.
    """

    whole: int
    halves: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Alignment:
    """How the steps of two scenarios belong together; numbers from 1.

    Attributes:
        pairs: In the left's order, moved ones among them.
        moves: The pairs that do not keep the order of the others.
        splits: Left steps that the right tells in two.
        merges: Right steps that the left tells in two.
        only_left: Left steps without a counterpart.
        only_right: Right steps without a counterpart.
        weighed: How many pairs of steps had to be weighed to find this.
    """

    pairs: tuple[Pair, ...]
    moves: tuple[Pair, ...]
    splits: tuple[Split, ...]
    merges: tuple[Split, ...]
    only_left: tuple[int, ...]
    only_right: tuple[int, ...]
    weighed: int

    def mirrored(self) -> Alignment:
        """Give the same with left and right exchanged."""
        return Alignment(
            pairs=_mirrored(self.pairs),
            moves=_mirrored(self.moves),
            splits=self.merges,
            merges=self.splits,
            only_left=self.only_right,
            only_right=self.only_left,
            weighed=self.weighed,
        )


def _mirrored(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    turned = [Pair(pair.right, pair.left, pair.confidence) for pair in pairs]
    return tuple(sorted(turned, key=lambda pair: pair.left))


# ---- comparing.features
# What of a step counts when steps are aligned.


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """What of a step counts when steps are aligned; numbers mean the same on both sides.

    Attributes:
        active: Its active targets.
        paths: Its paths.
        foreign: How many of either have no counterpart in the other trace.
        title: Its title.
        state: Values of the state keys that both sides have.
        description: The text, where exactly one step of each side has it; else None.
        id: Its id.
        full: A number for everything but the id.
        look: A number for title, active targets and paths.
        work: A number for active targets and paths.
    """

    active: frozenset[int]
    paths: frozenset[int]
    foreign: tuple[int, int]
    title: str
    state: tuple[str, ...]
    description: str | None
    id: str | None
    full: int
    look: int
    work: int


class Numbers(dict[Hashable, int]):
    """Anything → a number, the same for equal things."""

    def __missing__(self, thing: Hashable) -> int:
        self[thing] = len(self)
        return self[thing]


@dataclass(frozen=True, slots=True)
class _Shared:
    """What both sides share: how many targets, which state keys, which descriptions that no other step has."""

    targets: int
    keys: tuple[str, ...]
    descriptions: set[str]
    numbers: Numbers


def features(left: Scenario, right: Scenario, targets: Matches) -> tuple[list[Features], list[Features]]:
    """Give the features of all steps of two scenarios."""
    keys = tuple(key for key in left.initial if key in right.initial)
    shared = _Shared(len(targets.pairs), keys, _once(left) & _once(right), Numbers())
    sides = zip((left, right), targets.names(), strict=True)
    first, second = ([_features(step, names, shared) for step in side.steps] for side, names in sides)
    return first, second


def _once(scenario: Scenario) -> set[str]:
    counts = Counter(step.description for step in scenario.steps)
    return {text for text, count in counts.items() if count == 1 and text}


def _features(step: Step, names: Mapping[str, int], shared: _Shared) -> Features:
    active = frozenset(names[key] for key in step.active)
    paths = frozenset(names[key] for key in step.paths)
    foreign = sum(number >= shared.targets for number in active), sum(number >= shared.targets for number in paths)
    state = tuple(step.state[key] for key in shared.keys)
    work = shared.numbers[active, paths]
    look = shared.numbers[work, step.title]
    full = shared.numbers[look, state, step.description, step.duration]
    description = step.description if step.description in shared.descriptions else None
    return Features(active, paths, foreign, step.title, state, description, step.id, full, look, work)


# ---- comparing.likeness
# How alike two steps are: by what they do (active targets, paths) and how they are called.
#
# All measures are symmetric and lie between 0 (nothing shared) and 1 (the same).

_ACTIVE, _PATHS, _TITLE, _STATE = 0.4, 0.3, 0.3, 0.3
_OTHER_ID = 0.75
"""Two different ids say that two steps differ, but an id may have been renamed: doubt, not refusal."""
_TITLE_LENGTH = 200  # characters of a title that are compared
_FOREIGN = 0.5
"""How much a target counts that the other trace lacks: it can't be shared, so it says less about the steps."""
_SAME_STATE = 0.02  # decides between steps that are otherwise alike


@lru_cache(maxsize=4096)  # a band weighs each title against a hundred others; kept for all steps they would fill memory
def title_parts(title: str) -> frozenset[str]:
    """Give the words of a title and their pairs of neighbouring characters, case and outer punctuation aside."""
    parts: set[str] = set()
    for word in title[:_TITLE_LENGTH].casefold().split():
        bare = word.strip(".,;:!?()[]'\"") or word
        parts.add(bare)
        parts.update(map("".join, zip(f" {bare}", bare, strict=False)))
    return frozenset(parts)


def dice(left: frozenset[str], right: frozenset[str]) -> float:
    """Give the Sørensen–Dice coefficient; two empty sets are the same."""
    size = len(left) + len(right)
    return 1.0 if left is right or not size else 2 * len(left & right) / size


def jaccard(left: frozenset[int], right: frozenset[int]) -> float:
    """Give the Jaccard index; two empty sets are the same."""
    if left == right:
        return 1.0
    common = len(left & right)
    return common / (len(left) + len(right) - common)


def likeness(left: Features, right: Features) -> float:
    """Give how alike two steps are, from 0 to 1.

    A shared id pins a pair: 1. Else weighs active targets, paths and title. What both lack does not count; where both
    have neither targets nor paths, the state stands in for them. A description that no other step has halves the doubt.
    """
    if left.id and left.id == right.id:
        return 1.0
    score = 1.0 if left.look == right.look else _weighed(left, right)
    if left.description is not None and left.description == right.description:
        score += (1 - score) / 2
    return score * _OTHER_ID if left.id and right.id else score


def _weighed(left: Features, right: Features) -> float:
    words = title_parts(left.title), title_parts(right.title)
    total, weight = _TITLE * dice(*words), _TITLE
    if left.active or right.active:
        shared, counted = _overlap(left.active, right.active, left.foreign[0] + right.foreign[0])
        total, weight = total + _ACTIVE * shared, weight + _ACTIVE * counted
    if left.paths or right.paths:
        shared, counted = _overlap(left.paths, right.paths, left.foreign[1] + right.foreign[1])
        total, weight = total + _PATHS * shared, weight + _PATHS * counted
    if weight == _TITLE and left.state:
        total, weight = total + _STATE * _agreement(left.state, right.state), weight + _STATE
    return total / weight


def _overlap(left: frozenset[int], right: frozenset[int], foreign: int) -> tuple[float, float]:
    """Give the share of targets that both have, and how much of all of them counts."""
    if left == right:
        return 1.0, 1.0
    common = len(left & right)
    every = len(left) + len(right) - common
    return common / every, 1 - _FOREIGN * foreign / every


def tie(left: Features, right: Features) -> float:
    """Give a small amount by which a pair is better than one of the same likeness: equal state."""
    return _SAME_STATE * _agreement(left.state, right.state)


def _agreement(left: Iterable[str], right: Iterable[str]) -> float:
    pairs = [a == b for a, b in zip(left, right, strict=True)]
    return sum(pairs) / len(pairs) if pairs else 1.0


# ---- comparing.order
# Which of many pairs keep their order.


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


# ---- comparing.anchors
# Pairs of steps that need no weighing: pinned by an id, or unmistakably the same.

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
    first, second = _anchors_once(left, lefts, name), _anchors_once(right, rights, name)
    return {index: second[shared] for shared, index in first.items() if shared in second}


def _anchors_once(steps: Sequence[Features], indices: Iterable[int], name: Name) -> dict[Hashable, int]:
    named = [(shared, index) for index in indices if (shared := name(steps[index])) is not None]
    counts = Counter(shared for shared, _ in named)
    return {shared: index for shared, index in named if counts[shared] == 1}


# ---- comparing.path
# The best way through a band of weighed pairs that keeps both orders (Needleman and Wunsch 1970, gaps free).

_LEFT, _UP, _PAIR = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Row:
    """The weighed pairs of one left step: with the right steps `first` … `first + len(gains) - 1` of the gap."""

    first: int
    gains: list[float]


def best_path(rows: Sequence[Row]) -> list[Indices]:
    """Give the pairs, in order, whose sum of gains is greatest."""
    choices: list[bytearray] = []
    above, above_first, base = [0.0], 0, 0.0  # values of the row above from `above_first` on; `base` in front of them
    for row in rows:
        values: list[float] = []
        choice = bytearray(len(row.gains))
        corner = _value(above, above_first, base, row.first - 1)
        base = value = corner
        for offset, gain in enumerate(row.gains):
            upper = _value(above, above_first, base, row.first + offset)
            if gain and corner + gain > max(value, upper):
                value, choice[offset] = corner + gain, _PAIR
            elif upper >= value:
                value, choice[offset] = upper, _UP
            corner = upper
            values.append(value)
        above, above_first = values, row.first
        choices.append(choice)
    return _walk_back(rows, choices)


def _value(values: Sequence[float], first: int, base: float, column: int) -> float:
    if column < first:
        return base
    return values[min(column - first, len(values) - 1)]


def _walk_back(rows: Sequence[Row], choices: Sequence[bytearray]) -> list[Indices]:
    pairs: list[Indices] = []
    place = len(rows) - 1
    column = rows[-1].first + len(rows[-1].gains) - 1
    while place >= 0 and column >= 0:
        row = rows[place]
        column = min(column, row.first + len(row.gains) - 1)
        choice = choices[place][column - row.first] if column >= row.first else _UP
        if choice == _PAIR:
            pairs.append((place, column))
        place -= choice != _LEFT
        column -= choice != _UP
    pairs.reverse()
    return pairs


# ---- comparing.weighing
# Pairing the steps of a gap by likeness, in a band, so that the work grows with the gap's length alone.

BUDGET = 64
"""Pairs weighed for each step of a gap, at the most."""

THRESHOLD = 0.45
"""Likeness that a pair must have; on the founding document nothing but the six pairs reaches it."""

VOUCHED = 0.35
"""The same for two steps that stand alone between the same neighbours (measured on the corpus of edited scenarios)."""


@dataclass(slots=True, eq=False)
class Weighing:
    """Weighs pairs of steps.

    Attributes:
        left: All steps on the left.
        right: All steps on the right.
        count: How many pairs have been weighed.
    """

    left: Sequence[Features]
    right: Sequence[Features]
    count: int = field(default=0)

    def gain(self, i: int, j: int, least: float = THRESHOLD) -> float:
        """Give what the pair is worth, a little more than its likeness; 0 up to the least allowed."""
        self.count += 1
        score = likeness(self.left[i], self.right[j])
        return score + tie(self.left[i], self.right[j]) if score > least else 0.0

    def pairs(self, lefts: Sequence[int], rights: Sequence[int]) -> list[Indices]:
        """Give the pairs of a gap that keep its order and whose gains add up to the most."""
        if len(lefts) > len(rights):
            turned = Weighing(self.right, self.left)
            pairs = turned.pairs(rights, lefts)
            self.count += turned.count
            return [(i, j) for j, i in pairs]
        rows = [self._row(lefts, rights, place) for place in range(len(lefts))]
        return [(lefts[i], rights[j]) for i, j in best_path(rows)]

    def _row(self, lefts: Sequence[int], rights: Sequence[int], place: int) -> Row:
        window = BUDGET * (len(lefts) + len(rights)) // len(lefts)
        middle = (2 * place + 1) * len(rights) // (2 * len(lefts))
        first = max(0, min(middle - window // 2, len(rights) - window))
        return Row(first, [self.gain(lefts[place], j) for j in rights[first : first + window]])


# ---- comparing.gaps
# Aligning the steps between two anchors, with bounded work.

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


# ---- comparing.leftovers
# Pairs out of order: steps that found no partner in their own gap, looked for everywhere.

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


# ---- comparing.splits
# One step on one side, two neighbours on the other, which together do the same.

_WHOLE = 0.75
"""How much of what the one step does its two halves must do between them, and little else."""
_BETTER = 0.2  # by how much both halves match better than the one that was paired


@dataclass(frozen=True, slots=True)
class Halves:
    """A step and the first of its two halves; zero-based indices into either side."""

    whole: int
    first: int
    likeness: float


def find_halves(wholes: Sequence[Features], parts: Sequence[Features], pairs: Mapping[int, int]) -> list[Halves]:
    """Find the steps that the other side tells in two.

    Args:
        wholes: Steps of the side that tells it in one.
        parts: Steps of the other side.
        pairs: Pairs known so far: index in `wholes` → index in `parts`.

    Returns:
        The likeliest first; no step twice.
    """
    partner = {part: whole for whole, part in pairs.items()}
    found = [*_beside_a_partner(wholes, parts, partner), *_without_a_pair(wholes, parts, pairs, partner)]
    taken_wholes: set[int] = set()
    taken_parts: set[int] = set()
    kept: list[Halves] = []
    for halves in sorted(found, key=lambda halves: (-halves.likeness, halves.first)):
        both = {halves.first, halves.first + 1}
        if halves.whole not in taken_wholes and not both & taken_parts:
            kept.append(halves)
            taken_wholes.add(halves.whole)
            taken_parts |= both
    return kept


def _beside_a_partner(
    wholes: Sequence[Features], parts: Sequence[Features], partner: Mapping[int, int]
) -> Iterator[Halves]:
    """An unpaired step that, with the neighbour, does what the neighbour's partner does."""
    for first in range(len(parts) - 1):
        paired = [part for part in (first, first + 1) if part in partner]
        if len(paired) == 1:
            whole = partner[paired[0]]
            alone = jaccard(_does(wholes[whole]), _does(parts[paired[0]]))
            both = _together(wholes[whole], parts, first)
            if both >= max(_WHOLE, alone + _BETTER):
                yield Halves(whole, first, both)


def _without_a_pair(
    wholes: Sequence[Features], parts: Sequence[Features], pairs: Mapping[int, int], partner: Mapping[int, int]
) -> Iterator[Halves]:
    """Two unpaired neighbours that do exactly what an unpaired step does."""
    unpaired: dict[frozenset[int], list[int]] = defaultdict(list)
    for whole in range(len(wholes) - 1, -1, -1):
        if whole not in pairs:
            unpaired[_does(wholes[whole])].append(whole)
    for first in range(len(parts) - 1):
        if first not in partner and first + 1 not in partner:
            same = unpaired.get(_does(parts[first]) | _does(parts[first + 1]))
            if same and _together(wholes[same[-1]], parts, first):
                yield Halves(same.pop(), first, 1.0)


def _does(step: Features) -> frozenset[int]:
    return step.active | step.paths


def _together(whole: Features, parts: Sequence[Features], first: int) -> float:
    """Give how alike a step and two neighbours are, 0 where one of these adds nothing to the other."""
    one, other = _does(parts[first]), _does(parts[first + 1])
    return 0.0 if one <= other or other <= one else jaccard(_does(whole), one | other)


# ---- comparing.finishing
# From pairs of indices to an alignment: confidence, and what keeps its order.


def finished(
    weighing: Weighing, pairs: Mapping[int, int], splits: Sequence[Halves], merges: Sequence[Halves]
) -> Alignment:
    """Give the alignment that zero-based pairs, splits and merges make."""
    found = _with_halves(pairs, splits, merges)
    confidence = {halves.whole: halves.likeness for halves in splits}
    confidence |= {halves.first + 1: halves.likeness for halves in merges}
    numbered = {
        i: Pair(i + 1, j + 1, confidence.get(i, likeness(weighing.left[i], weighing.right[j])))
        for i, j in sorted(found.items())
    }
    kept = {i for i, _ in in_order(weighing, found)}
    return Alignment(
        pairs=tuple(numbered.values()),
        moves=tuple(pair for i, pair in numbered.items() if i not in kept),
        splits=_numbered(splits),
        merges=_numbered(merges),
        only_left=_missing(len(weighing.left), {*found, *(halves.first for halves in merges)}),
        only_right=_missing(len(weighing.right), {*found.values(), *(halves.first for halves in splits)}),
        weighed=weighing.count,
    )


def _with_halves(pairs: Mapping[int, int], splits: Sequence[Halves], merges: Sequence[Halves]) -> dict[int, int]:
    """Let the second half, after which the same should hold, stand for both."""
    found = dict(pairs) | {halves.whole: halves.first + 1 for halves in splits}
    for halves in merges:
        found.pop(halves.first, None)
        found[halves.first + 1] = halves.whole
    return found


def in_order(weighing: Weighing, pairs: Mapping[int, int]) -> list[tuple[int, int]]:
    """Give the pairs that keep their order, chosen so that their likeness adds up to the most."""
    listed = sorted(pairs.items())
    kept = heaviest_increasing([(i, j, _weight(weighing, i, j)) for i, j in listed])
    return [pair for place, pair in enumerate(listed) if place in kept]


def _weight(weighing: Weighing, i: int, j: int) -> int:
    """Give whole thousandths: their sum does not depend on the order of adding."""
    return 1 + round(1000 * likeness(weighing.left[i], weighing.right[j]))


def _numbered(found: Sequence[Halves]) -> tuple[Split, ...]:
    in_line = sorted(found, key=lambda halves: halves.whole)
    return tuple(Split(halves.whole + 1, (halves.first + 1, halves.first + 2)) for halves in in_line)


def _missing(count: int, found: set[int]) -> tuple[int, ...]:
    return tuple(index + 1 for index in range(count) if index not in found)


# ---- comparing.aligning
# Find which step of one scenario is which of the other: anchors, then gaps, then the rest.


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
