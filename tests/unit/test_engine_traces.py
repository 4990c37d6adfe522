"""The shipped traces of engines: free of findings, told apart by their ids, paired by the ids of their steps."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import tracecli
from tests.support.program import ROOT
from tracecli.model import Kind, Trace

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
