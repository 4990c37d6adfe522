"""Compare two scenarios, or two whole traces."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from tracecli.comparing.align import Alignment, Pair, align, content, dice
from tracecli.comparing.changes import (
    Aligned,
    Change,
    Level,
    ListKind,
    Names,
    Side,
    Spot,
    Usage,
    compare_usage,
    declared_changes,
    find_renames,
    list_change,
    numbered,
    places,
    text_changes,
    used_declarations,
)
from tracecli.comparing.changes import Places as SidesPlaces
from tracecli.comparing.match import (
    Matches,
    Places,
    keeps_order,
    match_targets,
    pair_by_likeness,
    pair_by_name,
    unpaired,
)
from tracecli.comparing.state import (
    Divergence,
    Row,
    StateDifference,
    Timing,
    compare_state,
    compare_timing,
    first_divergence,
    rows,
)
from tracecli.model import Scenario, Trace

# ---- comparing.scenariopairs
# Which scenario of one trace is which of another: by id, by the same steps, then by how well the steps align.

_ALIKE = 0.5
"""How well the steps of two scenarios with different ids must align to be one scenario."""


def certain_pairs(left: Trace, right: Trace) -> list[Places]:
    """Give the scenarios that share an id or all their steps."""
    return pair_by_name(left.scenarios, right.scenarios, [_id, _steps])


def likely_pairs(left: Trace, right: Trace, targets: Matches, known: list[Places]) -> list[Places]:
    """Give the known pairs and those of the other scenarios whose steps align well.

    Args:
        left: One trace.
        right: The other.
        targets: Which of their targets are the same.
        known: Pairs that stand.
    """
    words = _vocabularies(left, targets.names()[0]), _vocabularies(right, targets.names()[1])

    def shared(i: int, j: int) -> float:
        return dice(words[0][i], words[1][j])

    def alike(i: int, j: int) -> float:
        one, other = left.scenarios[i], right.scenarios[j]
        return agreement(align(one, other, targets), len(one.steps) + len(other.steps))

    return pair_by_likeness(known, (len(left.scenarios), len(right.scenarios)), shared, alike, _ALIKE)


def agreement(alignment: Alignment, steps: int) -> float:
    """Give how well two scenarios align, from 0 to 1.

    Args:
        alignment: Of their steps.
        steps: How many steps both have together.
    """
    return 2 * fsum(pair.confidence for pair in alignment.pairs) / steps  # fsum: the same in any order


def _vocabularies(trace: Trace, names: Mapping[str, int]) -> list[frozenset[str]]:
    """Give titles and targets of each scenario."""
    return [
        frozenset(
            word
            for step in scenario.steps
            for word in (step.title, *(str(names[key]) for key in (*step.active, *step.paths)))
        )
        for scenario in trace.scenarios
    ]


def _id(scenario: Scenario) -> Hashable:
    return scenario.id


def _steps(scenario: Scenario) -> Hashable:
    return tuple(map(content, scenario.steps))


# ---- comparing.stepchanges
# What differs between the steps of two scenarios, line by line of their alignment.

_LISTS: tuple[ListKind, ...] = ("active", "paths")


@dataclass(frozen=True, slots=True)
class StepChanges:
    """Finds the changes of steps.

    Attributes:
        left: Names the places of the left scenario.
        right: Names the places of the right scenario.
        names: What makes targets of both sides comparable.
    """

    left: SidesPlaces
    right: SidesPlaces
    names: Names

    def of_rows(self, rows: Sequence[Row]) -> Iterator[Change]:
        """Give the changes of each line but for order, durations and state."""
        for row in rows:
            if row.mark == "left":
                (number,) = row.left
                title, spot = self.left[number].title, self.left.step(number)
                yield Change(Level.STRUCTURE, "step", spot, None, before=title, anchor=self._anchor(number, None))
            elif row.mark == "right":
                (number,) = row.right
                title, spot = self.right[number].title, self.right.step(number)
                yield Change(Level.STRUCTURE, "step", None, spot, after=title, anchor=self._anchor(None, number))
            elif row.mark in {"split", "merge"}:
                yield self._split(row)
            else:
                yield from self._pair(row.left[0], row.right[0])

    def _pair(self, left: int, right: int) -> Iterator[Change]:
        one, other = self.left[left], self.right[right]
        anchor = self._anchor(left, right)
        for kind in _LISTS:
            spots = self.left.step(left, kind), self.right.step(right, kind)
            lists = (one.active, other.active) if kind == "active" else (one.paths, other.paths)
            if change := list_change(kind, spots, lists, self.names, anchor):
                yield change
        texts = (
            ("id", Level.STRUCTURE, one.id, other.id),
            ("title", Level.WORDING, one.title, other.title),
            ("description", Level.WORDING, one.description, other.description),
        )
        for name, level, before, after in texts:
            if before != after:
                spots = self.left.step(left, name), self.right.step(right, name)
                yield Change(level, name, *spots, before, after, anchor=anchor)

    def _split(self, row: Row) -> Change:
        left, right = row.left, row.right
        before = " / ".join(self.left[number].title for number in left)
        after = " / ".join(self.right[number].title for number in right)
        spots = self.left.step(left[0]), self.right.step(right[0])
        last, anchor = (left[-1], right[-1]), self._anchor(left[0], right[0])
        return Change(Level.STRUCTURE, "split", *spots, before, after, last=last, anchor=anchor)

    def of_moves(self, moves: Sequence[Pair]) -> Iterator[Change]:
        """Give one change for each block of neighbouring steps that moved together."""
        for block in _blocks(moves):
            first, last = block[0], block[-1]
            spots = self.left.step(first.left), self.right.step(first.right)
            titles = self.left[first.left].title, self.right[first.right].title
            anchor = self._anchor(first.left, first.right)
            yield Change(Level.ORDER, "move", *spots, *titles, last=(last.left, last.right), anchor=anchor)

    def of_timing(self, timing: Timing) -> Iterator[Change]:
        """Give the changes of durations, and one for each place that shifts what follows."""
        for step in timing.durations:
            spots = self.left.step(step.left[0], "duration"), self.right.step(step.right[0], "duration")
            last, anchor = (step.left[-1], step.right[-1]), self._anchor(step.left[0], step.right[0])
            times = str(step.before), str(step.after)
            yield Change(Level.TIMING, "duration", *spots, *times, last=last, anchor=anchor)
        for shift in timing.shifts:
            spots = self.left.step(shift.left), self.right.step(shift.right)
            anchor = self._anchor(shift.left, shift.right)
            yield Change(Level.TIMING, "shift", *spots, subject=str(shift.milliseconds), anchor=anchor)

    def _anchor(self, left: int | None, right: int | None) -> tuple[str, ...]:
        sides = ((self.left, left), (self.right, right))
        named = ("" if number is None else places.anchor(number) for places, number in sides)
        return (self.left.scenario.id, self.right.scenario.id, *named)


def _blocks(moves: Sequence[Pair]) -> list[list[Pair]]:
    blocks: list[list[Pair]] = []
    for pair in moves:
        last = blocks[-1][-1] if blocks else None
        if last and (pair.left, pair.right) == (last.left + 1, last.right + 1):
            blocks[-1].append(pair)
        else:
            blocks.append([pair])
    return blocks


# ---- comparing.scenarios
# Compare two scenarios.


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two scenarios differ.

    Attributes:
        left: One side.
        right: The other.
        alignment: Which step is which.
        rows: The same line by line, in reading order.
        targets: Which targets are the same.
        usage: Targets that only one of the scenarios uses.
        state: State keys, cells and runs.
        timing: Playback time.
        first_divergence: Where they first differ in what happens; None where they never do.
        changes: Every difference, in reading order.
    """

    left: Side
    right: Side
    alignment: Alignment
    rows: tuple[Row, ...]
    targets: Matches
    usage: Usage
    state: StateDifference
    timing: Timing
    first_divergence: Divergence | None
    changes: tuple[Change, ...]

    @property
    def same(self) -> bool:
        """Nothing differs."""
        return not self.changes


def compare_scenarios(left: Side, right: Side) -> Comparison:
    """Compare two scenarios of one trace or of two.

    Targets of two traces are matched by key, id and label, state keys by key. Of what the traces declare, only what the
    scenarios use counts; their ids and those of the scenarios don't.
    """
    targets = match_targets(left.trace.targets, right.trace.targets)
    alignment = align(left.scenario, right.scenario, targets)
    aligned = [(left.scenario, right.scenario, alignment)]
    renamed = find_renames(left.trace.targets, right.trace.targets, targets, aligned)
    if renamed != targets:
        targets, alignment = renamed, align(left.scenario, right.scenario, renamed)
    declared = used_declarations(left, right, targets)
    return compare_aligned(left, right, targets, alignment, tuple(declared))


def compare_aligned(
    left: Side, right: Side, targets: Matches, alignment: Alignment, declared: tuple[Change, ...] = ()
) -> Comparison:
    """Compare two scenarios whose steps are aligned.

    Args:
        left: One side.
        right: The other.
        targets: Which targets are the same.
        alignment: Which steps are the same.
        declared: Changes of what the traces declare, to be told first.
    """
    lines = tuple(rows(alignment))
    state = compare_state(left.scenario, right.scenario, alignment)
    timing = compare_timing(left.scenario, right.scenario, alignment)
    spots, names = (places(left), places(right)), targets.names()
    steps = StepChanges(*spots, names)
    changes = numbered(
        (
            *declared,
            *_scenario_changes(*spots, names),
            *steps.of_rows(lines),
            *steps.of_moves(alignment.moves),
            *_state_changes(*spots, state),
            *steps.of_timing(timing),
        )
    )
    usage = compare_usage(left, right, targets)
    divergence = first_divergence(left.scenario, right.scenario, targets, alignment)
    return Comparison(left, right, alignment, lines, targets, usage, state, timing, divergence, changes)


def _scenario_changes(left: SidesPlaces, right: SidesPlaces, names: Names) -> Iterator[Change]:
    one, other = left.scenario, right.scenario
    anchor = (one.id, other.id)
    texts = (("title", one.title, other.title), ("description", one.description, other.description))
    for name, before, after in texts:
        if before != after:
            yield Change(Level.WORDING, name, left.whole(name), right.whole(name), before, after, anchor=anchor)
    spots, lists = (left.whole("unselected"), right.whole("unselected")), (one.unselected, other.unselected)
    if change := list_change("unselected", spots, lists, names, anchor):
        yield change


def _state_changes(left: SidesPlaces, right: SidesPlaces, state: StateDifference) -> Iterator[Change]:
    for run in state.runs:
        (i, j), names = run.first, (left.scenario.id, right.scenario.id)
        spots = left.state(i, run.key), right.state(j, run.key)
        yield Change(
            Level.STATE,
            "state",
            *spots,
            run.left,
            run.right,
            subject=run.key,
            last=run.last,
            anchor=(*names, left.anchor(i), right.anchor(j)),
        )


# ---- comparing.traces
# Compare two whole traces.


@dataclass(frozen=True, slots=True)
class TraceComparison:
    """How two traces differ.

    Attributes:
        left: One trace.
        right: The other.
        targets: Which targets are the same.
        scenarios: The scenarios that both have, in the left's order.
        only_left: Ids of scenarios that only the left has.
        only_right: Ids of scenarios that only the right has.
        own: What differs outside the shared scenarios.
    """

    left: Trace
    right: Trace
    targets: Matches
    scenarios: tuple[Comparison, ...]
    only_left: tuple[str, ...]
    only_right: tuple[str, ...]
    own: tuple[Change, ...]

    @property
    def changes(self) -> tuple[Change, ...]:
        """Every difference: first the trace's own, then scenario by scenario."""
        return (*self.own, *(change for comparison in self.scenarios for change in comparison.changes))

    @property
    def same(self) -> bool:
        """Nothing differs."""
        return not self.own and all(comparison.same for comparison in self.scenarios)


def compare_traces(left: Trace, right: Trace) -> TraceComparison:
    """Compare two traces, mostly two versions of one.

    Scenarios are paired by id, then by how well their steps align. Key order, blanks, the spelling of numbers and `at`
    do not count.
    """
    targets = match_targets(left.targets, right.targets)
    certain = certain_pairs(left, right)
    aligned = {places: _aligned(left, right, places, targets) for places in certain}
    renamed = find_renames(left.targets, right.targets, targets, aligned.values())
    if renamed != targets:
        targets, aligned = renamed, {}
    pairs = likely_pairs(left, right, targets, certain)
    comparisons = tuple(
        compare_aligned(Side(left, one), Side(right, other), targets, alignment)
        for one, other, alignment in (aligned.get(places) or _aligned(left, right, places, targets) for places in pairs)
    )
    lefts, rights = unpaired(pairs, len(left.scenarios), len(right.scenarios))
    only_left, only_right = (left.scenarios[i].id for i in lefts), (right.scenarios[j].id for j in rights)
    own = numbered(_own_changes(left, right, targets, pairs))
    return TraceComparison(left, right, targets, comparisons, tuple(only_left), tuple(only_right), own)


def _aligned(left: Trace, right: Trace, places: Places, targets: Matches) -> Aligned:
    one, other = left.scenarios[places[0]], right.scenarios[places[1]]
    return one, other, align(one, other, targets)


def _own_changes(left: Trace, right: Trace, targets: Matches, pairs: list[Places]) -> Iterator[Change]:
    yield from text_changes(left, right)
    yield from declared_changes(left, right, targets, targets, ids=True)
    for i, j in pairs:
        one, other = left.scenarios[i].id, right.scenarios[j].id
        if one != other:
            yield Change(Level.STRUCTURE, "scenario-id", _spot(left, i), _spot(right, j), one, other)
    lefts, rights = unpaired(pairs, len(left.scenarios), len(right.scenarios))
    for i in lefts:
        yield Change(Level.STRUCTURE, "scenario", _spot(left, i), None, before=left.scenarios[i].id)
    for j in rights:
        yield Change(Level.STRUCTURE, "scenario", None, _spot(right, j), after=right.scenarios[j].id)
    if not keeps_order(pairs):
        spot = Spot(("scenarios",))
        yield Change(Level.ORDER, "scenario-order", spot, spot)


def _spot(trace: Trace, place: int) -> Spot:
    return Spot(("scenarios", place), trace.scenarios[place].id)
