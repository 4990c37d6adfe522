"""What the code of LMDeploy and TensorRT-LLM does, held as facts about the states of their traces."""

from __future__ import annotations

import re

import pytest

import tracecli
from tests.support.program import ROOT
from tracecli.model import Scenario, Step, Trace

SCENARIOS = {
    "lmdeploy": ["lmdeploy-serial", "lmdeploy-prefetch", "lmdeploy-async-loop"],
    "tensorrt-llm": ["trtllm-serial", "trtllm-overlap"],
}


def trace(name: str) -> Trace:
    return tracecli.load(str(ROOT / "traces" / f"{name}.yaml")).trace


def scenario(name: str) -> Scenario:
    file = next(file for file, names in SCENARIOS.items() if name in names)
    return next(one for one in trace(file).scenarios if one.id == name)


def steps(name: str) -> dict[str, Step]:
    return {step.id: step for step in scenario(name).steps if step.id}


def order(name: str, *ids: str) -> bool:
    at = [list(steps(name)).index(one) for one in ids]
    return at == sorted(at)


@pytest.mark.parametrize("file", SCENARIOS)
def test_the_scenarios_keep_their_addresses(file: str) -> None:
    assert [one.id for one in trace(file).scenarios] == SCENARIOS[file]


def test_lmdeploy_pops_before_its_agent_can_queue_the_next_forward() -> None:
    prefetch = steps("lmdeploy-prefetch")

    assert order("lmdeploy-prefetch", "launch", "pop", "gather", "stash", "wait", "copy", "update")
    assert {prefetch[one].state["cpu"] for one in ("pop", "gather", "stash", "wait")} == {
        "get_output_async(k−1), polling"
    }
    assert [prefetch[one].state["queue"] for one in ("launch", "pop", "gather", "stash")] == [
        "k−1",
        "empty",
        "empty",
        "k",
    ]


@pytest.mark.parametrize("name", ["lmdeploy-serial", "lmdeploy-prefetch"])
def test_lmdeploys_queue_never_holds_two_outputs(name: str) -> None:
    assert {step.state["queue"] for step in scenario(name).steps} <= {"empty", "k−1", "k"}


def test_lmdeploys_pair_is_of_one_release() -> None:
    cited = [source.url or "" for source in trace("lmdeploy").sources]

    assert {url.split("/blob/")[1].split("/")[0] for url in cited} == {"v0.16.0", "v0.2.6"}
    for name in ("lmdeploy-serial", "lmdeploy-prefetch"):
        assert scenario(name).title.startswith("v0.16.0 main_loop: ")


@pytest.mark.parametrize("name", SCENARIOS["lmdeploy"])
def test_lmdeploy_copies_its_outputs_after_the_wait_and_blocks_while_it_does(name: str) -> None:
    wait, copy = steps(name)["wait"], steps(name)["copy"]

    assert order(name, "wait", "copy", "update")
    assert "being copied" not in wait.state["copy"]
    assert copy.state["copy"].endswith("being copied")
    assert copy.state["cpu"].endswith(", blocked")


def test_lmdeploys_old_loop_leaves_the_gpu_empty_between_its_two_waits() -> None:
    assert order("lmdeploy-async-loop", "gather", "bubble", "wait")
    assert [steps("lmdeploy-async-loop")[one].state["idle"] for one in ("gather", "bubble", "wait")] == [
        "no",
        "yes",
        "no",
    ]


def test_tensorrt_cites_code_of_one_commit() -> None:
    code = [
        source.url
        for source in trace("tensorrt-llm").sources
        if source.url and source.url.split("#")[0].endswith(".py")
    ]

    assert len(code) >= 10
    assert {re.findall(r"/blob/(\w{40})/", url)[0] for url in code} == {"0004396720054fd8e205cbf616f21f0b57c6b412"}
    assert all(re.search(r"#L\d+-L\d+$", url) for url in code)


def test_tensorrts_host_copies_are_between_sampling_and_the_next_forward() -> None:
    overlap = steps("trtllm-overlap")

    assert overlap["gather"].state["streams"] == "current: sampling k−1, copies k−1; execution: forward k"
    assert overlap["copy"].state["streams"] == "current: copies k−1; execution: forward k"
    assert [one for one, step in overlap.items() if step.state["idle"] == "yes"] == ["copy"]


def test_tensorrt_reads_the_tokens_at_the_head_of_the_forward() -> None:
    for step in scenario("trtllm-overlap").steps:
        if step.state["gpu"] == "forward k":
            assert step.state["inputs"] == "k−1 tokens read on the GPU"
        if step.state["inputs"] == "read of k−1 tokens queued":
            assert "queued behind" in step.state["gpu"]


@pytest.mark.parametrize(
    ("name", "waited_for"),
    [
        ("lmdeploy-serial", "k"),
        ("lmdeploy-prefetch", "k−1"),
        ("lmdeploy-async-loop", "k"),
        ("trtllm-serial", "k"),
        ("trtllm-overlap", "k−1"),
    ],
)
def test_a_wait_shows_an_instant_before_what_it_waits_for_is_done(name: str, waited_for: str) -> None:
    """`trace diff` compares the waits of a pair, so both have to show the same side of the event."""
    wait = steps(name)["wait"].state

    assert wait["gpu"] != "idle"
    assert wait["idle"] == "no"
    assert f"{waited_for})" in wait["cpu"] or wait["cpu"].endswith(f" {waited_for}")
    if waited_for == "k−1":
        assert wait["gpu"] == "forward k queued behind k−1"


@pytest.mark.parametrize("name", [name for names in SCENARIOS.values() for name in names])
def test_no_forward_runs_while_the_gpu_is_said_to_be_idle(name: str) -> None:
    for step in scenario(name).steps:
        if step.state["idle"] == "yes":
            assert step.state["gpu"] in {"idle", "forward k queued behind copies k−1"}, step.title
        else:
            assert step.state["gpu"] != "idle", step.title
