"""Compare two scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tracecli.comparing.aligning import align
from tracecli.comparing.alignment import Alignment
from tracecli.comparing.changes import Change, numbered
from tracecli.comparing.declared import used_declarations
from tracecli.comparing.divergence import Divergence, first_divergence
from tracecli.comparing.levels import Level
from tracecli.comparing.matching import Matches, match_targets
from tracecli.comparing.renames import find_renames
from tracecli.comparing.rows import Row, rows
from tracecli.comparing.sides import Places, Side, places
from tracecli.comparing.state import StateDifference, compare_state
from tracecli.comparing.stepchanges import StepChanges
from tracecli.comparing.targetlists import Names, list_change
from tracecli.comparing.timing import Timing, compare_timing
from tracecli.comparing.usage import Usage, compare_usage


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


def _scenario_changes(left: Places, right: Places, names: Names) -> Iterator[Change]:
    one, other = left.scenario, right.scenario
    anchor = (one.id, other.id)
    texts = (("title", one.title, other.title), ("description", one.description, other.description))
    for name, before, after in texts:
        if before != after:
            yield Change(Level.WORDING, name, left.whole(name), right.whole(name), before, after, anchor=anchor)
    spots, lists = (left.whole("unselected"), right.whole("unselected")), (one.unselected, other.unselected)
    if change := list_change("unselected", spots, lists, names, anchor):
        yield change


def _state_changes(left: Places, right: Places, state: StateDifference) -> Iterator[Change]:
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
