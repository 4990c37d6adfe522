"""The shipped traces of engines: free of findings, told apart by their ids, paired by the ids of their steps."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import tracecli
from tests.support.program import ROOT
from tracecli.model import Kind, Trace
from tracecli.report.time import timed

NAMES = ("sglang", "vllm", "vllm-runner-v1", "tensorrt-llm", "lmdeploy")
STEPS = {
    *("choose", "prepare", "launch", "prefetch", "pop", "gather", "bubble", "stash", "queue"),
    *("states", "wait", "copy", "update", "respond", "next"),
}


def path(name: str) -> Path:
    return ROOT / "traces" / f"{name}.yaml"


def trace(name: str) -> Trace:
    return tracecli.load(str(path(name))).trace


@pytest.mark.parametrize("name", NAMES)
def test_an_engines_trace_has_no_finding_and_no_note(name: str) -> None:
    assert tracecli.check(path(name)).findings == ()


def test_no_scenario_id_occurs_in_two_shipped_traces() -> None:
    shipped = [ROOT / "traces" / "overlap.json", *map(path, NAMES)]

    ids = Counter(scenario.id for file in shipped for scenario in tracecli.load(str(file)).trace.scenarios)

    assert [one for one, count in ids.items() if count > 1] == []
    assert {"sglang-serial", "sglang-overlap", "vllm-serial", "vllm-async"} <= set(ids)


@pytest.mark.parametrize("name", NAMES)
def test_steps_are_named_from_one_vocabulary_that_pairs_engines(name: str) -> None:
    for scenario in trace(name).scenarios:
        ids = [step.id for step in scenario.steps]

        assert len(set(ids)) == len(ids)
        assert set(ids) <= STEPS
        assert (ids[0], ids[-1]) == ("choose", "next")


@pytest.mark.parametrize("name", NAMES)
def test_every_node_has_a_cell_and_every_edge_its_ends(name: str) -> None:
    targets = trace(name).targets.values()

    assert all(target.at is not None for target in targets if target.kind is Kind.NODE)
    assert all(target.start and target.end for target in targets if target.kind is Kind.EDGE)
    assert all(at[0] < 5 and at[1] < 4 for target in targets if (at := target.at))


@pytest.mark.parametrize("name", NAMES)
def test_descriptions_are_two_sentences_at_the_most(name: str) -> None:
    for scenario in trace(name).scenarios:
        for step in scenario.steps:
            assert step.description.count(". ") < 2, step.description


_SCHEDULED = "schedule + prepare + sample_call + update + respond"
FORMULAS = {
    "sglang-serial": ["schedule + launch + process + forward + stash + copy"],
    "sglang-overlap": [
        "copy",
        "forward + stash",
        "schedule + launch + append + process",
        "(schedule + launch + process + forward + stash + copy) / 2",
    ],
    "vllm-serial": [
        "forward + sampling + keep",
        "schedule + prepare + update + respond + forward + sampling + copy",
        f"{_SCHEDULED} + sampling + copy",
    ],
    "vllm-async": [
        "copy",
        "forward + sampling + keep",
        "schedule + prepare + sample_call + append + update + respond",
        "(schedule + prepare + update + respond + forward + sampling + copy) / 2",
        f"({_SCHEDULED} + sampling + copy) / 2",
        f"({_SCHEDULED} + forward + sampling + keep + copy) / 3",
    ],
    "vllm-v1-serial": [
        "schedule + prepare + book + update + respond + forward + sampling + copy",
        "schedule + prepare + sample_call + book + update + respond + sampling + copy",
    ],
    "vllm-v1-async": [
        "copy",
        "forward + sampling",
        "schedule + prepare + sample_call + append + update + respond",
        "(schedule + prepare + update + respond + forward + sampling + copy) / 2",
        f"({_SCHEDULED} + sampling + copy) / 2",
    ],
    "trtllm-serial": [
        "schedule + prepare + launch + update + respond + forward + sampling + copy",
        "schedule + prepare + launch + sample_call + update + respond + sampling + copy",
    ],
    # The host copies are on the stream that the next forward waits for, so they stand beside it and nothing is halved.
    "trtllm-overlap": [
        "forward + sampling + copy",
        "sample_call + update + sampling + copy",
        "schedule + prepare + launch + sample_call + update + respond + append",
    ],
    "lmdeploy-serial": ["schedule + inputs + send + launch + copy + update + respond + forward + sampling"],
    "lmdeploy-prefetch": [
        "forward + sampling",
        "schedule + inputs + send + launch + copy + update + respond",
    ],
    "lmdeploy-async-loop": ["schedule + inputs + 2·launch + copy + update + respond + forward + sampling"],
}


@pytest.mark.parametrize("name", FORMULAS)
def test_what_a_loop_costs_is_this_formula(name: str) -> None:
    found = tracecli.load(name)
    assert found.scenario
    terms = timed(found.trace, found.scenario).formula

    assert terms is not None
    assert sorted(map(str, terms)) == sorted(FORMULAS[name])


@pytest.mark.parametrize("name", NAMES)
def test_every_scenario_has_a_formula_and_every_step_says_what_it_rests_on(name: str) -> None:
    found = trace(name)
    sources = {source.id for source in found.sources}

    assert {scenario.id for scenario in found.scenarios} <= set(FORMULAS)
    for scenario in found.scenarios:
        assert all(step.sources and set(step.sources) <= sources for step in scenario.steps)


@pytest.mark.parametrize("name", NAMES)
def test_lanes_and_nodes_show_when_the_gpu_works(name: str) -> None:
    found = trace(name)

    assert found.lanes
    assert next(iter(found.lanes)) == "cpu"
    assert "idle" in found.lanes["gpu"]
    assert found.targets["gpu"].shows == "gpu"
    assert found.targets["tokens"].kind is Kind.NODE


@pytest.mark.parametrize("name", NAMES)
def test_what_is_only_queued_is_not_counted_as_work(name: str) -> None:
    """A lane with quiet values is counted: a copy that waits behind a forward, or a queue, would count as work."""
    found = trace(name)
    states = [step.state for scenario in found.scenarios for step in scenario.steps]

    assert found.lanes
    assert "queue" not in found.lanes
    if "copy" in found.lanes:
        working = {state["copy"] for state in states} - set(found.lanes["copy"])
        assert working
        assert all(value.endswith("being copied") for value in working)
    else:
        assert found.targets["host"].shows is None


@pytest.mark.parametrize("name", NAMES)
def test_streams_are_in_the_state_where_they_are_the_difference(name: str) -> None:
    assert "streams" in trace(name).state_labels
    for scenario in trace(name).scenarios:
        for step in scenario.steps:
            if step.state["gpu"] == "forward k queued behind k−1" and name != "lmdeploy":
                assert {"k", "k−1"} <= set(re.findall(r"k(?:−1)?", step.state["streams"])), step.title


def test_the_host_copy_is_after_the_write_in_sglang_and_beside_it_in_vllm() -> None:
    streams = {
        name: next(step.state["streams"] for step in scenario.steps if step.id == "update")
        for name in ("sglang-overlap", "vllm-async")
        if (scenario := tracecli.load(name).scenario)
    }

    assert streams == {
        "sglang-overlap": "forward_stream: forward and stash k; copy_stream: copy k after its stash",
        "vllm-async": "main stream: forward, sampling and write k; output_copy_stream: copy k after its sampling",
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_broken_promise_is_found(name: str, tmp_path: Path) -> None:
    """The GPU can't be idle while the state says that it is not: one value of the trace is changed."""
    text = path(name).read_text("utf-8")
    assert "gpu: idle\n" in text
    copy = tmp_path / f"{name}.yaml"
    at = text.index("gpu: idle\n", text.index("  steps:"))
    rest = text[at:].replace("idle: 'yes'", "idle: 'no'", 1)
    copy.write_text(text[:at] + rest, encoding="utf-8")

    assert "claim-broken" in {one.problem.rule for one in tracecli.check(copy).findings}


def test_a_wait_is_told_while_it_lasts_on_both_sides() -> None:
    for name in ("sglang-overlap", "vllm-async", "vllm-v1-async", "trtllm-overlap", "lmdeploy-prefetch"):
        found = tracecli.load(f"{name}/wait")
        assert found.scenario
        step = next(step for step in found.scenario.steps if step.id == "wait")

        assert step.state["gpu"] == "forward k queued behind k−1"
