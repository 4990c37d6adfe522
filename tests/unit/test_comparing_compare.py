"""Two scenarios and two whole traces compared, also the other way round."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given, settings

from tests.unit.comparing_helpers import scenario, seed, step, trace
from tests.unit.comparing_mutations import EDITS, authored, lines
from tests.unit.comparing_strategies import pairs, traces
from tracecli.comparing import (
    Change,
    Comparison,
    Divergence,
    Matches,
    Side,
    StateRun,
    TraceComparison,
    compare_scenarios,
    compare_traces,
)
from tracecli.model import Kind, Target, Trace


def test_scenarios_pair_by_id_even_when_their_steps_differ() -> None:
    comparison = compare_traces(
        trace(scenario(step("Run", ["a"]), id="one")), trace(scenario(step("Wait", ["b"]), id="one"))
    )

    assert [(each.left.scenario.id, each.right.scenario.id) for each in comparison.scenarios] == [("one", "one")]


def test_a_scenario_with_another_id_is_known_by_its_steps() -> None:
    before = seed()
    serial, overlap = before.scenarios
    edited = replace(overlap, id="pipelined", steps=(*overlap.steps[:5], replace(overlap.steps[5], title="Again")))

    comparison = compare_traces(before, replace(before, scenarios=(edited, serial)))

    assert [(each.left.scenario.id, each.right.scenario.id) for each in comparison.scenarios] == [
        ("serial", "serial"),
        ("overlap", "pipelined"),
    ]


def test_scenarios_that_do_nothing_alike_are_only_left_and_only_right() -> None:
    left = trace(scenario(step("Run the forward", ["gpu"], ["go"]), id="one"))
    right = trace(scenario(step("Sell tickets", ["desk"], ["queue"]), id="two"))

    comparison = compare_traces(left, right)

    assert (comparison.only_left, comparison.only_right) == (("one",), ("two",))
    assert comparison.scenarios == ()


def _target(key: str, name: str, label: str, kind: Kind = Kind.NODE) -> Target:
    return Target(key, name, kind, label)


def test_between_two_systems_use_at_the_same_time_makes_no_two_targets_one() -> None:
    left = scenario(step("Choose", ["pick"]), step("Run", ["gpu"], ["go"]), step("Store", ["map"], ["put"]))
    right = scenario(step("Choose", ["plan"]), step("Run", ["gpu"], ["send"]), step("Store", ["ring"], ["push"]))

    comparison = compare_scenarios(Side(trace(left), left), Side(trace(right), right))

    assert dict(comparison.targets.pairs) == {"gpu": "gpu"}


def test_two_systems_without_a_common_target_still_pair_steps_of_one_title() -> None:
    left = scenario(step("Pop batch k−1, wait for its copy", ["process"], ["pop", "copy"]))
    right = scenario(step("Pop batch k−1, wait for its copy", ["output"], ["take"]))

    comparison = compare_scenarios(Side(trace(left), left), Side(trace(right), right))

    assert len(comparison.alignment.pairs) == 1
    assert comparison.alignment.pairs[0].confidence < 0.5


def test_an_edge_that_joins_the_same_renamed_nodes_is_the_same_edge() -> None:
    left = trace(scenario(step("Run", ["a", "b"], ["go"]), step("Idle", ["c", "d"]), step("Stop", ["c"])))
    right = trace(scenario(step("Run", ["a", "b"], ["move"]), step("Idle", ["c", "d"]), step("Stop", ["c"], ["move"])))
    before = replace(left, targets={**left.targets, "go": replace(left.targets["go"], start="a", end="b")})
    after = replace(right, targets={**right.targets, "move": replace(right.targets["move"], start="a", end="b")})

    comparison = compare_traces(before, after)

    assert comparison.targets.pairs["go"] == "move"


def test_between_scenarios_of_two_traces_only_what_they_use_is_compared() -> None:
    run = scenario(step("Run", ["gpu"]))
    left, right = trace(run), trace(run)
    unused = {"spare": _target("spare", "s", "Spare")}

    comparison = compare_scenarios(Side(replace(left, targets={**left.targets, **unused}), run), Side(right, run))

    assert comparison.same


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


def _mirrored_run(run: StateRun) -> StateRun:
    return StateRun(run.key, run.right, run.left, run.first[::-1], run.last[::-1])


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
