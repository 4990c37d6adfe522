from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from tests.support.timing_loops import FOLDER
from tests.unit.export_helpers import hostile, laned, overlap, small
from tracecli.api import load
from tracecli.export.perfetto import export
from tracecli.model import build
from tracecli.text import visible


def _events(phase: str, text: str | None = None) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = json.loads(text or export(overlap()[0]))["traceEvents"]
    return [event for event in events if event["ph"] == phase]


def _named(what: str) -> list[dict[str, Any]]:
    return [event for event in _events("M") if event["name"] == what]


def test_each_scenario_is_a_process_that_says_what_its_order_is() -> None:
    names = [event["args"]["name"] for event in _named("process_name")]

    assert names == [
        "serial: event_loop_normal: process each batch at once (a teaching order, not latency)",
        "overlap: event_loop_overlap: process the previous batch (a teaching order, not latency)",
    ]


def test_one_scenario_is_one_process() -> None:
    trace, scenario = overlap()

    assert {event["pid"] for event in _events("X", export(trace, scenario))} == {1}


def test_steps_and_state_keys_are_threads_in_the_order_of_display() -> None:
    names = [event["args"]["name"] for event in _named("thread_name")]

    order = [event["args"]["sort_index"] for event in _named("thread_sort_index")]

    assert names[:6] == ["Steps", *overlap()[0].state_labels.values()]
    assert order == [0, 1, 2, 3, 4, 5] * 2


def test_no_thread_is_a_main_thread_or_belongs_to_two_processes() -> None:
    owners = {event["tid"]: event["pid"] for event in _events("X")}

    assert len(owners) == 12
    assert not set(owners) & set(owners.values())
    assert all(event["tid"] in owners for event in _events("M"))


def test_slices_of_a_thread_are_strictly_sequential_from_step_1_to_the_end() -> None:
    threads: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for event in _events("X"):
        threads[event["tid"]].append(event)

    for slices in threads.values():
        ends = [event["ts"] + event["dur"] for event in slices]
        # Lanes have gaps where they are quiet, and only where they are.
        laned = slices[0]["args"].get("key") in {"cpu", "gpu"}
        starts = [event["ts"] for event in slices]
        assert all(start >= end for start, end in zip(starts, [0, *ends[:-1]], strict=True))
        assert laned or (starts == [0, *ends[:-1]] and ends[-1] in {17_000_000, 18_200_000})
        assert all(type(event["ts"]) is type(event["dur"]) is int and event["dur"] > 0 for event in slices)


def test_equal_values_of_neighbouring_steps_are_one_slice() -> None:
    gpu = [event for event in _events("X") if event["args"].get("key") == "gpu" and event["pid"] == 1]

    assert [(event["name"], event["args"]["steps"]) for event in gpu] == [("forward k", "3–4")]


def test_a_value_without_a_lane_is_a_slice_however_quiet() -> None:
    queue = [event for event in _events("X") if event["args"].get("key") == "queue" and event["pid"] == 1]

    assert [(event["name"], event["args"]["steps"]) for event in queue] == [("not used", "1–6")]


def test_flows_resolve_and_lead_into_every_step_that_travels_paths() -> None:
    steps = [event for event in _events("X") if event["cat"] == "step"]

    flows: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for event in steps:
        if "bind_id" in event:
            flows[event["bind_id"]].append(event)
        assert event.get("flow_in", False) == (bool(event["args"]["paths"]) and event["args"]["step"] > 1)
    for flow in flows.values():
        assert "flow_in" not in flow[0]
        assert "flow_out" not in flow[-1]
        assert all("flow_out" in event for event in flow[:-1])
        assert all("flow_in" in event for event in flow[1:])
        assert len({event["pid"] for event in flow}) == 1
    assert len(flows) == 2
    assert all(int(flow, 16) > 0 for flow in flows)


def test_a_step_without_paths_ends_a_flow() -> None:
    document = small()
    make, put = document["scenarios"][0]["steps"]
    document["scenarios"][0]["steps"] = [make, put, make, make, put, put]

    steps = [event for event in _events("X", export(build(document))) if event["cat"] == "step"]

    flows = [event.get("bind_id") for event in steps]
    assert flows[0] == flows[1] is not None
    assert flows[2] is None
    assert flows[3] == flows[4] == flows[5] != flows[0]


def test_a_path_in_the_first_step_comes_from_nowhere() -> None:
    document = small()
    document["scenarios"][0]["steps"].reverse()

    assert all("bind_id" not in event for event in _events("X", export(build(document))))


def test_steps_and_the_file_carry_caption_and_limitations() -> None:
    written = json.loads(export(build(small())))

    steps = [event["args"] for event in written["traceEvents"] if event.get("cat") == "step"]
    assert [step["paths"] for step in steps] == [[], ["Producer → Queue: Put it"]]
    assert all(step["caption"] == "Not measured." for step in steps)
    assert all(step["limitations"] == ["Nothing waits."] for step in steps)
    assert written["metadata"]["version"] == 1
    assert written["metadata"]["caption"] == "Not measured."
    assert written["metadata"]["limitations"] == ["Nothing waits."]


def test_a_slice_without_a_name_has_words_instead() -> None:
    document = small()
    document["scenarios"][0]["steps"][0]["state"]["item"] = ""

    names = [event["name"] for event in _events("X", export(build(document))) if event["cat"] == "state"]

    assert names == ["(empty)", "queued"]


def test_a_long_warning_is_told_once_and_not_by_every_step() -> None:
    document = small()
    document["limitations"] = ["Nothing waits."] * 1000

    written = json.loads(export(build(document)))

    first, *others = [event["args"] for event in written["traceEvents"] if event.get("cat") == "step"]
    assert len(first["limitations"]) == len(written["metadata"]["limitations"]) == 1000
    assert all("limitations" not in step for step in others)


WORDS = (
    "k−1",
    "forward → sample",
    "Ångström",
    "予約",
    "👩\u200d💻 ❤\ufe0f",
    '"quoted" \\u2212',
    "a\u202eb",
    "a\x1bb",
    "x\ny\n",
    "",
)


@pytest.mark.parametrize("word", WORDS, ids=ascii)
def test_a_viewer_that_decodes_no_escapes_shows_every_name(word: str) -> None:
    text = export(build(hostile(word)))
    names = re.findall(r'"(?:name|labels)": "((?:[^"\\]|\\.)*)"', text)

    for name in names:
        plain = name.replace('\\"', '"').replace("\\\\", "\\")
        assert json.loads(f'"{name}"') == plain  # nothing else is written as an escape of JSON
    assert any(visible(word.replace("\n", " ").strip() or "(empty)") in json.loads(f'"{name}"') for name in names)


def test_every_event_is_as_the_format_has_it() -> None:
    text = export(overlap()[0])
    whole = json.loads(text)
    metadata = {
        "process_name": ("name", str),
        "process_labels": ("labels", str),
        "process_sort_index": ("sort_index", int),
        "thread_name": ("name", str),
        "thread_sort_index": ("sort_index", int),
    }

    assert set(whole) == {"traceEvents", "displayTimeUnit", "metadata"}
    assert whole["displayTimeUnit"] in {"ms", "ns"}
    for event in whole["traceEvents"]:
        assert isinstance(event["pid"], int)
        assert isinstance(event["tid"], int)
        if event["ph"] == "M":
            assert set(event) == {"ph", "name", "pid", "tid", "args"}
            key, kind = metadata[event["name"]]
            assert [*event["args"]] == [key]
            assert isinstance(event["args"][key], kind)
        else:
            assert event["ph"] == "X"
            assert set(event) - {"bind_id", "flow_in", "flow_out"} == {
                "ph",
                "cat",
                "name",
                "pid",
                "tid",
                "ts",
                "dur",
                "args",
            }
            assert event["ts"] >= 0
            assert event["dur"] > 0
            assert all(event[one] is True for one in ("flow_in", "flow_out") if one in event)
            assert "bind_id" not in event or re.fullmatch("0x[0-9a-f]+", event["bind_id"])


def test_processes_are_in_the_order_of_the_scenarios() -> None:
    trace = overlap()[0]
    turned = replace(trace, scenarios=trace.scenarios[::-1])

    for one in (trace, turned):
        events = json.loads(export(one))["traceEvents"]
        order = {event["pid"]: event["args"]["sort_index"] for event in events if event["name"] == "process_sort_index"}
        names = {event["pid"]: event["args"]["name"] for event in events if event["name"] == "process_name"}
        assert [names[pid].partition(":")[0] for pid in sorted(order, key=order.__getitem__)] == [
            scenario.id for scenario in one.scenarios
        ]


def test_quiet_values_are_gaps() -> None:
    trace = laned()

    events = json.loads(export(trace, trace.scenarios[0]))["traceEvents"]

    gpu = next(e["tid"] for e in events if e["name"] == "thread_name" and e["args"]["name"] == "GPU work")
    assert [event["name"] for event in events if event["ph"] == "X" and event["tid"] == gpu] == ["forward k"]


def test_with_timing_facts_each_loop_is_a_process_in_model_time_too() -> None:
    trace = load(FOLDER / "sglang.yaml").trace

    events = json.loads(export(trace))["traceEvents"]

    names = {event["pid"]: event["args"]["name"] for event in events if event["name"] == "process_name"}
    model = [pid for pid, name in names.items() if name.endswith("(model time from declared costs, not a measurement)")]
    assert len(names) == 4
    assert len(model) == 2
    slices = [event for event in events if event["ph"] == "X" and event["pid"] == model[1]]
    forward = next(event for event in slices if event["name"] == "forward k")
    assert (forward["dur"], forward["args"]["iteration"][:20]) == (9000, "9.1 ms an iteration ")
    assert all("not a measurement" in event["args"]["basis"] for event in slices)
    for tid in {event["tid"] for event in slices}:
        row = [event for event in slices if event["tid"] == tid]
        assert all(one["ts"] + one["dur"] <= other["ts"] + 0.001 for one, other in pairwise(row))
