"""Compare two scenarios, or two whole traces."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import fsum
from operator import attrgetter

from tracecli.comparing.align import Alignment, align, content
from tracecli.comparing.changes import (
    Change,
    ChangeLevel,
    Location,
    ScenarioChanges,
    Side,
    cost_changes,
    declared_changes,
    numbered,
    promised_changes,
    text_changes,
)
from tracecli.comparing.likeness import dice
from tracecli.comparing.match import (
    IndexPair,
    Matches,
    find_renames,
    keeps_order,
    match_targets,
    pair_by_likeness,
    pair_by_name,
    unpaired,
)
from tracecli.comparing.state import (
    AlignedRow,
    Divergence,
    StateDifference,
    Timing,
    compare_state,
    compare_timing,
    first_divergence,
    rows,
)
from tracecli.model import Scenario, Trace

_ALIKE = 0.5
"""How well the steps of two scenarios with different ids must align to be one scenario."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Keys of targets that the steps of only one scenario use, each in the order of its own trace."""

    only_left: tuple[str, ...]
    only_right: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two scenarios differ."""

    left: Side
    right: Side
    alignment: Alignment  # which step is which
    rows: tuple[AlignedRow, ...]  # the same row by row, in reading order
    targets: Matches  # which targets are the same
    usage: Usage
    state: StateDifference
    timing: Timing
    first_divergence: Divergence | None  # where they first differ in what happens; None where they never do
    changes: tuple[Change, ...]  # every difference, in reading order

    @property
    def same(self) -> bool:
        """Nothing differs."""
        return not self.changes


@dataclass(frozen=True, slots=True)
class TraceComparison:
    """How two traces differ."""

    left: Trace
    right: Trace
    targets: Matches  # which targets are the same
    scenarios: tuple[Comparison, ...]  # the scenarios that both have, in the left's order
    only_left: tuple[str, ...]  # ids of scenarios that only the left has
    only_right: tuple[str, ...]
    own: tuple[Change, ...]  # what differs outside the shared scenarios

    @property
    def changes(self) -> tuple[Change, ...]:
        """Every difference: first the trace's own, then scenario by scenario."""
        return (*self.own, *(change for comparison in self.scenarios for change in comparison.changes))

    @property
    def same(self) -> bool:
        """Nothing differs."""
        return not self.own and all(comparison.same for comparison in self.scenarios)


def compare_scenarios(left: Side, right: Side) -> Comparison:
    """Compare two scenarios of one trace or of two.

    Targets of two traces are matched by key, id and label, state keys by key. Of what the traces declare, only what the
    scenarios use counts; their ids and those of the scenarios don't.
    """
    targets = match_targets(left.trace.targets, right.trace.targets)
    alignment = align(left.scenario, right.scenario, targets)
    aligned = left.scenario, right.scenario, [pair[:2] for pair in alignment.pairs]
    renamed = find_renames(left.trace.targets, right.trace.targets, targets, [aligned])
    if renamed != targets:
        targets, alignment = renamed, align(left.scenario, right.scenario, renamed)
    if left.trace is right.trace:
        return _compare_aligned(left, right, targets, alignment)
    lefts, rights = _used(left.scenario), _used(right.scenario)
    shown = Matches(
        {key: partner for key, partner in targets.pairs.items() if key in lefts or partner in rights},
        tuple(key for key in targets.only_left if key in lefts),
        tuple(key for key in targets.only_right if key in rights),
    )
    declared = declared_changes(left.trace, right.trace, shown, targets, ids=False)  # ids are the drawings' own affair
    return _compare_aligned(left, right, targets, alignment, (*declared, *cost_changes(left.trace, right.trace)))


def _used(scenario: Scenario) -> set[str]:
    return {key for step in scenario.steps for key in (*step.active, *step.paths)}


def _compare_aligned(
    left: Side, right: Side, targets: Matches, alignment: Alignment, declared: Iterable[Change] = ()
) -> Comparison:
    """Compare two scenarios whose steps are aligned.

    Args:
        left: One side.
        right: The other.
        targets: Which targets are the same.
        alignment: Which steps are the same.
        declared: Changes of what the traces declare; they come first.
    """
    lines = tuple(rows(alignment))
    state = compare_state(left.scenario, right.scenario, alignment)
    timing = compare_timing(left.scenario, right.scenario, alignment)
    found = ScenarioChanges(left, right, targets.names())
    changes = [
        *declared,
        *found.own(),
        *found.of_steps(lines),
        *found.of_moves([pair[:2] for pair in alignment.moves]),
        *found.of_state(state.runs),
        *found.of_timing(timing),
    ]
    lefts, rights = _used(left.scenario), _used(right.scenario)
    partners = {partner: key for key, partner in targets.pairs.items()}
    usage = Usage(
        only_left=tuple([key for key in left.trace.targets if key in lefts and targets.pairs.get(key) not in rights]),
        only_right=tuple([key for key in right.trace.targets if key in rights and partners.get(key) not in lefts]),
    )
    divergence = first_divergence(left.scenario, right.scenario, targets, alignment)
    return Comparison(left, right, alignment, lines, targets, usage, state, timing, divergence, numbered(changes))


def compare_traces(left: Trace, right: Trace) -> TraceComparison:
    """Compare two traces, mostly two versions of one.

    Scenarios are paired by id, then by how well their steps align. Key order, white space, the spelling of numbers and
    `at` do not count.
    """
    targets = match_targets(left.targets, right.targets)
    names: list[Callable[[Scenario], Hashable]] = [attrgetter("id"), lambda one: tuple(map(content, one.steps))]
    certain = pair_by_name(left.scenarios, right.scenarios, names)
    alignments = _alignments(left, right, targets, certain)
    aligned = [
        (left.scenarios[i], right.scenarios[j], [pair[:2] for pair in alignment.pairs])
        for (i, j), alignment in alignments.items()
    ]
    renamed = find_renames(left.targets, right.targets, targets, aligned)
    if renamed != targets:
        targets, alignments = renamed, {}
    pairs = _pair_scenarios(left, right, targets, certain)
    alignments |= _alignments(left, right, targets, [pair for pair in pairs if pair not in alignments])
    comparisons = [
        _compare_aligned(Side(left, left.scenarios[i]), Side(right, right.scenarios[j]), targets, alignments[i, j])
        for i, j in pairs
    ]
    lefts, rights = unpaired(pairs, len(left.scenarios), len(right.scenarios))
    return TraceComparison(
        left=left,
        right=right,
        targets=targets,
        scenarios=tuple(comparisons),
        only_left=tuple(left.scenarios[i].id for i in lefts),
        only_right=tuple(right.scenarios[j].id for j in rights),
        own=numbered(_own_changes(left, right, targets, pairs)),
    )


def _alignments(left: Trace, right: Trace, targets: Matches, pairs: Iterable[IndexPair]) -> dict[IndexPair, Alignment]:
    return {(i, j): align(left.scenarios[i], right.scenarios[j], targets) for i, j in pairs}


def _pair_scenarios(left: Trace, right: Trace, targets: Matches, certain: list[IndexPair]) -> list[IndexPair]:
    """Return the certain pairs and those of the other scenarios whose steps align well."""
    words = _vocabularies(left, targets.names()[0]), _vocabularies(right, targets.names()[1])

    def shared(i: int, j: int) -> float:
        return dice(words[0][i], words[1][j])

    def alike(i: int, j: int) -> float:
        one, other = left.scenarios[i], right.scenarios[j]
        confidence = fsum(pair.confidence for pair in align(one, other, targets).pairs)  # fsum: the same in any order
        return 2 * confidence / (len(one.steps) + len(other.steps))

    return pair_by_likeness(certain, (len(left.scenarios), len(right.scenarios)), shared, alike, _ALIKE)


def _vocabularies(trace: Trace, names: Mapping[str, int]) -> list[frozenset[str]]:
    """Return titles and targets of each scenario."""
    found: list[frozenset[str]] = []
    for scenario in trace.scenarios:
        titles = {step.title for step in scenario.steps}
        found.append(frozenset(titles | {str(names[key]) for key in _used(scenario)}))
    return found


def _own_changes(left: Trace, right: Trace, targets: Matches, pairs: list[IndexPair]) -> Iterator[Change]:
    yield from text_changes(left, right)
    yield from declared_changes(left, right, targets, targets, ids=True)
    yield from promised_changes(left, right)
    yield from cost_changes(left, right)
    for i, j in pairs:
        one, other = left.scenarios[i].id, right.scenarios[j].id
        if one != other:
            places = Location(("scenarios", i), one), Location(("scenarios", j), other)
            yield Change(ChangeLevel.STRUCTURE, "scenario-id", *places, one, other)
    lefts, rights = unpaired(pairs, len(left.scenarios), len(right.scenarios))
    for i in lefts:
        name = left.scenarios[i].id
        yield Change(ChangeLevel.STRUCTURE, "scenario", Location(("scenarios", i), name), None, before=name)
    for j in rights:
        name = right.scenarios[j].id
        yield Change(ChangeLevel.STRUCTURE, "scenario", None, Location(("scenarios", j), name), after=name)
    if not keeps_order(pairs):
        place = Location(("scenarios",))
        yield Change(ChangeLevel.ORDER, "scenario-order", place, place)
