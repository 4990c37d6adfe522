"""What differs along the aligned steps: state in runs, the first divergence, playback time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tracecli.comparing.align import Alignment
from tracecli.comparing.match import Matches
from tracecli.model import Scenario, State

# ---- comparing.rows
# An alignment in the order in which people read it: line by line, left and right beside each other.

Mark = Literal["pair", "moved", "split", "merge", "left", "right"]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of an alignment; numbers from 1.

    Attributes:
        mark: What the line says. `left` and `right` are steps that the other side lacks.
        left: Numbers of left steps: none, one, or the two halves of a merge.
        right: Numbers of right steps: none, one, or the two halves of a split.
        confidence: Of the pair, from 0 to 1; 0 where there is none.
    """

    mark: Mark
    left: tuple[int, ...]
    right: tuple[int, ...]
    confidence: float = 0.0


def rows(alignment: Alignment) -> list[Row]:
    """Give all lines; a moved step stands where the right has it."""
    moved = {pair.left for pair in alignment.moves}
    lines = paired_rows(alignment)
    kept = [line for line in lines if line.left[-1] not in moved]
    lefts = deque(Row("left", (number,), ()) for number in alignment.only_left)
    away = [line for line in lines if line.left[-1] in moved]
    away += (Row("right", (), (number,)) for number in alignment.only_right)
    rights = deque(sorted(away, key=lambda row: row.right))
    result: list[Row] = []
    for row in kept:
        while lefts and lefts[0].left < row.left:
            result.append(lefts.popleft())
        while rights and rights[0].right < row.right:
            result.append(rights.popleft())
        result.append(row)
    return [*result, *lefts, *rights]


def paired_rows(alignment: Alignment) -> list[Row]:
    """Give the lines of all pairs, in the left's order."""
    moved = {pair.left for pair in alignment.moves}
    splits = {split.whole: split.halves for split in alignment.splits}
    merges = {merge.whole: merge.halves for merge in alignment.merges}
    result: list[Row] = []
    for pair in alignment.pairs:
        left = merges.get(pair.right, (pair.left,))
        right = splits.get(pair.left, (pair.right,))
        mark: Mark = (
            "split" if len(right) > 1 else "merge" if len(left) > 1 else "moved" if pair.left in moved else "pair"
        )
        result.append(Row(mark, left, right, pair.confidence))
    return result


# ---- comparing.state
# State compared over the aligned moments: which values differ, and in which runs.

Moment = tuple[int, int]
"""Numbers of two aligned moments, left and right; (0, 0) are the initial states."""


@dataclass(frozen=True, slots=True)
class Run:
    """A longest stretch of neighbouring aligned moments in which one key has the same two values, which differ.

    Attributes:
        key: The state key.
        left: Its value on the left.
        right: Its value on the right.
        first: The first moment.
        last: The last moment.
    """

    key: str
    left: str
    right: str
    first: Moment
    last: Moment


@dataclass(frozen=True, slots=True)
class StateDifference:
    """How the states of two scenarios differ.

    Attributes:
        keys: The state keys that both have, in the left's order.
        only_left: State keys that only the left has.
        only_right: State keys that only the right has.
        moments: The aligned moments, in the left's order.
        differing: How many cells (a key at a moment) differ.
        runs: By key, then in the left's order.
    """

    keys: tuple[str, ...]
    only_left: tuple[str, ...]
    only_right: tuple[str, ...]
    moments: tuple[Moment, ...]
    differing: int
    runs: tuple[Run, ...]

    @property
    def cells(self) -> int:
        """How many cells were compared."""
        return len(self.keys) * len(self.moments)


def state_at(scenario: Scenario, number: int) -> State:
    """Give the state after a step, or the initial state for 0."""
    return scenario.steps[number - 1].state if number else scenario.initial


def compare_state(left: Scenario, right: Scenario, alignment: Alignment) -> StateDifference:
    """Compare two scenarios at their initial states and after each pair of aligned steps."""
    keys = tuple(key for key in left.initial if key in right.initial)
    moments = ((0, 0), *((pair.left, pair.right) for pair in alignment.pairs))
    cells = [(state_at(left, i), state_at(right, j)) for i, j in moments]
    runs = tuple(run for key in keys for run in _runs(key, moments, [(a[key], b[key]) for a, b in cells]))
    return StateDifference(
        keys=keys,
        only_left=tuple(key for key in left.initial if key not in right.initial),
        only_right=tuple(key for key in right.initial if key not in left.initial),
        moments=moments,
        differing=sum(run.last[0] - run.first[0] + 1 for run in runs),
        runs=runs,
    )


def _runs(key: str, moments: Sequence[Moment], values: Sequence[tuple[str, str]]) -> Iterator[Run]:
    start = 0
    for index in range(1, len(moments) + 1):
        if index < len(moments) and values[index] == values[start] and _neighbours(moments[index - 1], moments[index]):
            continue
        left, right = values[start]
        if left != right:
            yield Run(key, left, right, moments[start], moments[index - 1])
        start = index


def _neighbours(one: Moment, other: Moment) -> bool:
    """An unaligned or moved step between two moments ends a run."""
    return other == (one[0] + 1, one[1] + 1)


# ---- comparing.divergence
# The first moment at which two scenarios go different ways.


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where two scenarios first differ in what happens; words and durations don't count.

    Attributes:
        left: Number of the left step, 0 for the initial state; None where only the right has a step there.
        right: The same on the right.
        keys: State keys whose values differ there.
        targets: Active targets or paths differ there.
    """

    left: int | None
    right: int | None
    keys: tuple[str, ...] = ()
    targets: bool = False

    @property
    def aligned(self) -> bool:
        """Both sides have the step; else it is missing, split, or elsewhere on one of them."""
        return bool(self.keys) or self.targets


def first_divergence(left: Scenario, right: Scenario, targets: Matches, alignment: Alignment) -> Divergence | None:
    """Give the first step that is not aligned in order, or whose state, active targets or paths differ."""
    keys = [key for key in left.initial if key in right.initial]
    names = targets.names()
    moved = set(alignment.moves)
    before: Moment = (-1, -1)
    for moment in [(0, 0), *((pair.left, pair.right) for pair in alignment.pairs if pair not in moved)]:
        if moment != (before[0] + 1, before[1] + 1):
            return _gap(before, moment)
        one, other = state_at(left, moment[0]), state_at(right, moment[1])
        different = tuple(key for key in keys if one[key] != other[key])
        work = moment != (0, 0) and _work(left, moment[0], names[0]) != _work(right, moment[1], names[1])
        if different or work:
            return Divergence(*moment, different, work)
        before = moment
    end = (len(left.steps) + 1, len(right.steps) + 1)
    return None if end == (before[0] + 1, before[1] + 1) else _gap(before, end)


def _gap(before: Moment, after: Moment) -> Divergence:
    """Name the first step between two neighbouring moments, on each side that has one."""
    left, right = before[0] + 1, before[1] + 1
    return Divergence(left if left < after[0] else None, right if right < after[1] else None)


def _work(scenario: Scenario, number: int, names: dict[str, int]) -> tuple[set[int], set[int]]:
    step = scenario.steps[number - 1]
    return {names[key] for key in step.active}, {names[key] for key in step.paths}


# ---- comparing.timing
# Playback time of two scenarios. It paces reading; it says nothing about latency.


@dataclass(frozen=True, slots=True)
class Duration:
    """An aligned step that takes another time.

    Attributes:
        left: Numbers of the left step, or of both halves of a merge.
        right: Numbers of the right step, or of both halves of a split.
        before: Milliseconds on the left, halves added up.
        after: Milliseconds on the right.
    """

    left: tuple[int, ...]
    right: tuple[int, ...]
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Shift:
    """Steps that only one side has, and which let everything after them begin earlier or later.

    Attributes:
        left: Number of the first aligned step after them on the left.
        right: The same on the right.
        milliseconds: How much later the right goes on; negative for earlier.
    """

    left: int
    right: int
    milliseconds: int


@dataclass(frozen=True, slots=True)
class Timing:
    """Playback time of both sides.

    Attributes:
        left: Milliseconds of the whole left scenario.
        right: Milliseconds of the whole right scenario.
        durations: Aligned steps whose durations differ.
        shifts: Once for each place where unaligned steps shift all that follows.
    """

    left: int
    right: int
    durations: tuple[Duration, ...]
    shifts: tuple[Shift, ...]


def compare_timing(left: Scenario, right: Scenario, alignment: Alignment) -> Timing:
    """Compare the durations of two scenarios. A moved step shifts nothing: the move itself is what is told."""
    lefts = {number: step.duration for number, step in enumerate(left.steps, 1)}
    rights = {number: step.duration for number, step in enumerate(right.steps, 1)}
    return Timing(
        sum(lefts.values()),
        sum(rights.values()),
        tuple(_durations(lefts, rights, alignment)),
        tuple(_shifts(lefts, rights, alignment)),
    )


def _durations(lefts: Mapping[int, int], rights: Mapping[int, int], alignment: Alignment) -> Iterator[Duration]:
    for row in paired_rows(alignment):
        before, after = sum(lefts[number] for number in row.left), sum(rights[number] for number in row.right)
        if before != after:
            yield Duration(row.left, row.right, before, after)


def _shifts(lefts: Mapping[int, int], rights: Mapping[int, int], alignment: Alignment) -> Iterator[Shift]:
    moved = set(alignment.moves)
    only_left, only_right = set(alignment.only_left), set(alignment.only_right)
    left = right = 0
    for pair in alignment.pairs:
        if pair not in moved:
            gone = sum(lefts[number] for number in range(left + 1, pair.left) if number in only_left)
            come = sum(rights[number] for number in range(right + 1, pair.right) if number in only_right)
            if gone != come:
                yield Shift(pair.left, pair.right, come - gone)
            left, right = pair.left, pair.right
