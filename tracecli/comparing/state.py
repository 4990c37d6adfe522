"""What differs along the aligned steps: state in runs, the first divergence, playback time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal

from tracecli.comparing.align import Alignment, align
from tracecli.comparing.match import Matches
from tracecli.model import Scenario, State
from tracecli.text import runs_of

Mark = Literal["pair", "moved", "split", "merge", "left", "right"]
"""What a row of an alignment says; `left` and `right` are steps that the other side lacks."""

Moment = tuple[int, int]
"""Numbers of two aligned steps, left and right; (0, 0) are the initial states."""


@dataclass(frozen=True, slots=True)
class AlignedRow:
    """One row of an alignment; numbers from 1."""

    mark: Mark
    left: tuple[int, ...]  # numbers of left steps: none, one, or the two halves of a merge
    right: tuple[int, ...]  # numbers of right steps: none, one, or the two halves of a split
    confidence: float = 0.0  # of the pair, from 0 to 1; 0 where there is none


@dataclass(frozen=True, slots=True)
class StateRun:
    """A longest run of neighbouring aligned moments in which one key has the same two values, which differ."""

    key: str
    left: str  # its value on the left
    right: str  # its value on the right
    first: Moment
    last: Moment


@dataclass(frozen=True, slots=True)
class StateTransition:
    """A key that has the same value on both sides after an aligned step, and another one on each before it.

    Only where other steps come before the pair: two steps that are swapped leave every snapshot equal, and what happens
    in them is still not the same.
    """

    key: str
    row: AlignedRow  # the step, or the two halves that it is split or merged into
    left: str  # the value before it on the left
    right: str
    after: str  # the value after it, on both sides


@dataclass(frozen=True, slots=True)
class StateDifference:
    """How the states of two scenarios differ."""

    keys: tuple[str, ...]  # the state keys that both have, in the left's order
    only_left: tuple[str, ...]  # state keys that only the left has
    only_right: tuple[str, ...]  # state keys that only the right has
    moments: tuple[Moment, ...]  # the aligned moments, in the left's order
    differing: int  # how many cells (a key at a moment) differ
    runs: tuple[StateRun, ...]  # by key, then in the left's order
    transitions: tuple[StateTransition, ...]  # by step, then by key: what differs without any cell that does

    @property
    def cells(self) -> int:
        """How many cells were compared."""
        return len(self.keys) * len(self.moments)


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where two scenarios first differ in what happens; words and durations don't count."""

    left: int | None  # number of the left step, 0 for the initial state; None where only the right has a step there
    right: int | None
    keys: tuple[str, ...] = ()  # state keys whose values differ there
    targets: bool = False  # active targets or paths differ there

    @property
    def aligned(self) -> bool:
        """Both sides have the step; else it is missing, split, or elsewhere on one of them."""
        return bool(self.keys) or self.targets


@dataclass(frozen=True, slots=True)
class DurationChange:
    """An aligned step with another duration."""

    left: tuple[int, ...]  # number of the left step, or of both halves of a merge
    right: tuple[int, ...]  # number of the right step, or of both halves of a split
    before: int  # milliseconds on the left, halves added up
    after: int  # milliseconds on the right


@dataclass(frozen=True, slots=True)
class Shift:
    """Steps that only one side has, and which let everything after them begin earlier or later."""

    left: int  # number of the first aligned step after them
    right: int
    milliseconds: int  # how much later the right goes on; negative for earlier


@dataclass(frozen=True, slots=True)
class Timing:
    """Playback time of two scenarios, in milliseconds. It paces reading; it says nothing about latency."""

    left: int  # of the whole left scenario
    right: int
    durations: tuple[DurationChange, ...]
    shifts: tuple[Shift, ...]  # one for each place where unaligned steps shift all that follows


def rows(alignment: Alignment) -> list[AlignedRow]:
    """Return the alignment in reading order, row by row; a moved step is where the right has it."""
    moved = set(map(attrgetter("left"), alignment.moves))
    kept: list[AlignedRow] = []
    away = [AlignedRow("right", (), (number,)) for number in alignment.only_right]
    for row in paired_rows(alignment):
        (away if row.left[-1] in moved else kept).append(row)
    # Read from the back, so that the next row of each is the last one.
    lefts = [AlignedRow("left", (number,), ()) for number in reversed(alignment.only_left)]
    away.sort(key=attrgetter("right"), reverse=True)
    result: list[AlignedRow] = []
    for row in kept:
        while lefts and lefts[-1].left < row.left:
            result.append(lefts.pop())
        while away and away[-1].right < row.right:
            result.append(away.pop())
        result.append(row)
    return [*result, *reversed(lefts), *reversed(away)]


def paired_rows(alignment: Alignment) -> list[AlignedRow]:
    """Return the rows of all pairs, in the left's order."""
    moved = set(alignment.moves)
    splits = dict(map(attrgetter("whole", "halves"), alignment.splits))
    merges = dict(map(attrgetter("whole", "halves"), alignment.merges))
    result: list[AlignedRow] = []
    for pair in alignment.pairs:
        mark: Mark = "moved" if pair in moved else "pair"
        mark = "split" if pair.left in splits else "merge" if pair.right in merges else mark
        left, right = merges.get(pair.right, (pair.left,)), splits.get(pair.left, (pair.right,))
        result.append(AlignedRow(mark, left, right, pair.confidence))
    return result


LaneColumn = tuple[tuple[int, tuple[int, ...]], ...]
"""For each side of a comparison the moment whose state holds, and the numbers of the steps that are there."""


def lane_columns(scenarios: Sequence[Scenario]) -> list[LaneColumn]:
    """Return the columns in which lanes are drawn: of two scenarios their aligned steps, else each one's own steps.

    A side without a step in a column keeps the state of its last one.
    """
    if len(scenarios) != 2:
        lengths = [len(scenario.steps) for scenario in scenarios]
        return [tuple((min(at, n), (at,) if at <= n else ()) for n in lengths) for at in range(1, max(lengths) + 1)]
    keys = {key: key for one in scenarios for step in one.steps for key in (*step.active, *step.paths)}
    columns: list[LaneColumn] = []
    left = right = 0
    for row in rows(align(scenarios[0], scenarios[1], Matches(keys, (), ()))):
        sides = ((row.left, left), (row.right, right))
        columns.append(tuple((steps[-1] if steps else before, steps) for steps, before in sides))
        left, right = max(left, *row.left, 0), max(right, *row.right, 0)
    return columns


def state_at(scenario: Scenario, number: int) -> State:
    """Return the state after a step, or the initial state for 0."""
    return scenario.steps[number - 1].state if number else scenario.initial


def follows(moment: Moment, before: Moment) -> bool:
    """Return whether no step is between two moments, on either side."""
    return moment == (before[0] + 1, before[1] + 1)


def compare_state(left: Scenario, right: Scenario, alignment: Alignment) -> StateDifference:
    """Compare two scenarios at their initial states and after each pair of aligned steps, and what happens in these."""
    moments = [(0, 0), *[pair[:2] for pair in alignment.pairs]]
    states = [(moment, state_at(left, moment[0]), state_at(right, moment[1])) for moment in moments]
    keys = [key for key in left.initial if key in right.initial]
    runs: list[StateRun] = []
    differing = 0
    for key in keys:
        cells = [(moment, (one[key], other[key])) for moment, one, other in states if one[key] != other[key]]
        differing += len(cells)
        # An unaligned or moved step between two moments ends a run.
        found = runs_of(cells, lambda cell, after: cell[1] == after[1] and follows(after[0], cell[0]))
        runs += [StateRun(key, *run[0][1], run[0][0], run[-1][0]) for run in found]
    return StateDifference(
        keys=tuple(keys),
        only_left=tuple([key for key in left.initial if key not in right.initial]),
        only_right=tuple([key for key in right.initial if key not in left.initial]),
        moments=tuple(moments),
        differing=differing,
        runs=tuple(runs),
        transitions=tuple(_transitions(left, right, keys, alignment)),
    )


def _transitions(
    left: Scenario, right: Scenario, keys: Sequence[str], alignment: Alignment
) -> Iterator[StateTransition]:
    compared = {(0, 0), *[pair[:2] for pair in alignment.pairs]}
    for row in paired_rows(alignment):
        before = row.left[0] - 1, row.right[0] - 1
        if before not in compared:
            was = state_at(left, before[0]), state_at(right, before[1])
            now = state_at(left, row.left[-1]), state_at(right, row.right[-1])
            for key in keys:
                if was[0][key] != was[1][key] and now[0][key] == now[1][key]:
                    yield StateTransition(key, row, was[0][key], was[1][key], now[0][key])


def first_divergence(left: Scenario, right: Scenario, targets: Matches, alignment: Alignment) -> Divergence | None:
    """Return the first step that is not aligned in order, or whose state, active targets or paths differ."""
    keys = [key for key in left.initial if key in right.initial]
    names = targets.names()
    moved = set(alignment.moves)
    end = (len(left.steps) + 1, len(right.steps) + 1)
    before: Moment = (-1, -1)
    for moment in [(0, 0), *[pair[:2] for pair in alignment.pairs if pair not in moved], end]:
        if not follows(moment, before):  # name the first step between the two, on each side that has one
            i, j = before[0] + 1, before[1] + 1
            return Divergence(i if i < moment[0] else None, j if j < moment[1] else None)
        if moment == end:
            break
        one, other = state_at(left, moment[0]), state_at(right, moment[1])
        different = tuple([key for key in keys if one[key] != other[key]])
        work = moment != (0, 0) and _work(left, moment[0], names[0]) != _work(right, moment[1], names[1])
        if different or work:
            return Divergence(*moment, different, work)
        before = moment
    return None


def _work(scenario: Scenario, number: int, names: Mapping[str, int]) -> tuple[set[int], set[int]]:
    step = scenario.steps[number - 1]
    return {names[key] for key in step.active}, {names[key] for key in step.paths}


def compare_timing(left: Scenario, right: Scenario, alignment: Alignment) -> Timing:
    """Compare the durations of two scenarios. A moved step shifts nothing: the move itself is reported."""
    lefts, rights = [step.duration for step in left.steps], [step.duration for step in right.steps]
    durations: list[DurationChange] = []
    for row in paired_rows(alignment):
        before, after = (
            sum([lefts[number - 1] for number in row.left]),
            sum([rights[number - 1] for number in row.right]),
        )
        if before != after:
            durations.append(DurationChange(row.left, row.right, before, after))
    moved = set(alignment.moves)
    only_left, only_right = set(alignment.only_left), set(alignment.only_right)
    shifts: list[Shift] = []
    i = j = 0
    for pair in alignment.pairs:
        if pair not in moved:
            gone = sum([lefts[number - 1] for number in range(i + 1, pair.left) if number in only_left])
            come = sum([rights[number - 1] for number in range(j + 1, pair.right) if number in only_right])
            if gone != come:
                shifts.append(Shift(pair.left, pair.right, come - gone))
            i, j = pair.left, pair.right
    return Timing(sum(lefts), sum(rights), tuple(durations), tuple(shifts))
