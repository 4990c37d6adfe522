"""Whole traces: which scenario is which, and what two systems have in common."""

from __future__ import annotations

from dataclasses import replace

from tests.unit.comparing_helpers import scenario, seed, step, trace
from tracecli.comparing import Side, compare_scenarios, compare_traces, match_targets
from tracecli.model import Kind, Target


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


def test_targets_match_by_key_then_by_id_then_by_label() -> None:
    left = {"a": _target("a", "1", "A"), "b": _target("b", "2", "B"), "c": _target("c", "3", "C")}
    right = {"a": _target("a", "9", "X"), "bb": _target("bb", "2", "Y"), "cc": _target("cc", "7", "C")}

    matches = match_targets(left, right)

    assert dict(matches.pairs) == {"a": "a", "b": "bb", "c": "cc"}


def test_a_label_that_two_targets_of_one_side_share_matches_nothing() -> None:
    left = {"a": _target("a", "1", "Worker")}
    right = {"b": _target("b", "2", "Worker"), "c": _target("c", "3", "Worker")}

    matches = match_targets(left, right)

    assert (dict(matches.pairs), matches.only_left, matches.only_right) == ({}, ("a",), ("b", "c"))


def test_a_node_and_an_edge_of_one_label_are_two_things() -> None:
    matches = match_targets({"a": _target("a", "1", "Copy")}, {"b": _target("b", "2", "Copy", Kind.EDGE)})

    assert dict(matches.pairs) == {}


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
