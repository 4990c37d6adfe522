"""Left and right are only names: comparing the other way round says the same, the other way round."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given, settings

from tests.unit.comparing_helpers import scenario, trace
from tests.unit.comparing_mutations import EDITS, authored, lines
from tests.unit.comparing_strategies import pairs, traces
from tracecli.comparing import (
    Change,
    Comparison,
    Divergence,
    Matches,
    Run,
    Side,
    TraceComparison,
    compare_scenarios,
    compare_traces,
)
from tracecli.model import Trace


def _known(change: Change, *, mirrored: bool) -> tuple[object, ...]:
    """Give what a change says, for counting; its subject may be named after one side only."""
    last = change.last or (0, 0)
    subject = "" if change.kind.startswith("target-") else change.subject
    if not mirrored:
        return (change.kind, change.level, change.left, change.right, change.before, change.after, subject, *last)
    if change.kind == "shift":
        subject = str(-int(subject))
    return (change.kind, change.level, change.right, change.left, change.after, change.before, subject, *last[::-1])


def _same_changes(changes: tuple[Change, ...], others: tuple[Change, ...]) -> bool:
    return Counter(_known(c, mirrored=False) for c in changes) == Counter(_known(c, mirrored=True) for c in others)


def _mirrored_run(run: Run) -> Run:
    return Run(run.key, run.right, run.left, run.first[::-1], run.last[::-1])


def _mirrored_divergence(found: Divergence | None) -> tuple[object, ...] | None:
    return None if found is None else (found.right, found.left, set(found.keys), found.targets)


def _divergence(found: Divergence | None) -> tuple[object, ...] | None:
    return None if found is None else (found.left, found.right, set(found.keys), found.targets)


def _inverted(targets: Matches) -> tuple[dict[str, str], tuple[str, ...], tuple[str, ...]]:
    return {right: left for left, right in targets.pairs.items()}, targets.only_right, targets.only_left


def assert_mirrors(one: Comparison, other: Comparison) -> None:
    assert one.alignment == other.alignment.mirrored()
    assert (dict(one.targets.pairs), one.targets.only_left, one.targets.only_right) == _inverted(other.targets)
    assert (one.usage.only_left, one.usage.only_right) == (other.usage.only_right, other.usage.only_left)
    assert (one.state.differing, one.state.cells) == (other.state.differing, other.state.cells)
    assert (one.state.only_left, one.state.only_right) == (other.state.only_right, other.state.only_left)
    assert set(one.state.runs) == set(map(_mirrored_run, other.state.runs))
    assert (one.timing.left, one.timing.right) == (other.timing.right, other.timing.left)
    assert _divergence(one.first_divergence) == _mirrored_divergence(other.first_divergence)
    assert _same_changes(one.changes, other.changes)


def assert_traces_mirror(one: TraceComparison, other: TraceComparison) -> None:
    assert (one.only_left, one.only_right) == (other.only_right, other.only_left)
    assert _same_changes(one.own, other.own)
    turned = {comparison.right.scenario.id: comparison for comparison in other.scenarios}
    assert len(turned) == len(one.scenarios)
    for comparison in one.scenarios:
        assert_mirrors(comparison, turned[comparison.left.scenario.id])


@given(pairs())
@settings(max_examples=60)
def test_two_scenarios_compared_the_other_way_round_give_the_mirror_image(both: tuple[Trace, Trace]) -> None:
    left, right = (Side(one, one.scenarios[0]) for one in both)

    forth, back = compare_scenarios(left, right), compare_scenarios(right, left)

    assert_mirrors(forth, back)


@given(pairs())
@settings(max_examples=60)
def test_two_traces_compared_the_other_way_round_give_the_mirror_image(both: tuple[Trace, Trace]) -> None:
    forth, back = compare_traces(*both), compare_traces(*both[::-1])

    assert_traces_mirror(forth, back)


@given(traces())
@settings(max_examples=60)
def test_a_trace_compared_with_itself_has_no_difference(one: Trace) -> None:
    whole = compare_traces(one, one)
    scenarios = [compare_scenarios(Side(one, each), Side(one, each)) for each in one.scenarios]

    assert whole.same
    assert whole.changes == ()
    assert all(each.same and each.first_divergence is None for each in scenarios)


def test_edited_copies_of_longer_scenarios_mirror_too() -> None:
    for number in range(20):
        rng = Random(number)  # noqa: S311 - edits, not secrets
        steps = authored(rng, rng.randrange(5, 30))
        edited = lines(steps)
        for _ in range(4):
            edited = rng.choice(list(EDITS.values()))(rng, edited) or lines(steps)
        left, right = trace(scenario(*steps)), trace(scenario(*(line.step for line in edited)))

        forth, back = compare_traces(left, right), compare_traces(right, left)

        assert_traces_mirror(forth, back)
