"""Compare two whole traces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tracecli.comparing.aligning import align
from tracecli.comparing.changes import Change, Spot, numbered
from tracecli.comparing.declared import declared_changes
from tracecli.comparing.levels import Level
from tracecli.comparing.lists import Places, keeps_order, unpaired
from tracecli.comparing.matching import Matches, match_targets
from tracecli.comparing.renames import Aligned, find_renames
from tracecli.comparing.scenariopairs import certain_pairs, likely_pairs
from tracecli.comparing.scenarios import Comparison, compare_aligned
from tracecli.comparing.sides import Side
from tracecli.comparing.texts import text_changes
from tracecli.model import Trace


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
