"""Twice as much of anything costs every command about twice as many operations."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.large import large
from tests.unit.checking_helpers import small
from tests.unit.commanding import readers, told
from tests.unit.fuzzing import Raw
from tests.unit.scaling import RATIO, SMALL, assert_linear, operations, results_of, tell
from tracecli.checking import check
from tracecli.fixing import fixed
from tracecli.model import Trace
from tracecli.playback import Cursor
from tracecli.reading import read_bytes
from tracecli.terminal.actions import press
from tracecli.terminal.frame import frame
from tracecli.terminal.output import Looks
from tracecli.terminal.view import Stage, View


def _targets(count: int) -> dict[str, Any]:
    """Give as many nodes, edges and steps, each step with a target of its own."""
    data = small()
    nodes = {f"n{i}": {"id": f"n-{i}", "kind": "node", "label": f"Node {i}"} for i in range(count)}
    ends = {f"e{i}": {"from": f"n{i}", "to": f"n{(i + 1) % count}"} for i in range(count)}
    edges = {key: {"id": f"i-{key}", "kind": "edge", "label": f"Edge {key}", **both} for key, both in ends.items()}
    data["targets"] = nodes | edges
    scenario = data["scenarios"][0]
    scenario["steps"] = [
        scenario["steps"][0] | {"title": f"Step {i}", "active": [f"n{i}"], "paths": [f"e{i}"]} for i in range(count)
    ]
    return data


def _scenarios(count: int) -> dict[str, Any]:
    data = small()
    data["scenarios"] = [data["scenarios"][0] | {"id": f"s{i}", "title": f"Run {i}"} for i in range(count)]
    return data


def _states(count: int) -> dict[str, Any]:
    data = small()
    data["stateLabels"] = {f"k{i}": f"Key {i}" for i in range(count)}
    scenario = data["scenarios"][0]
    scenario["initial"] = dict.fromkeys(data["stateLabels"], "idle")
    for number, step in enumerate(scenario["steps"]):
        step["state"] = {key: f"{number} of {key}" for key in data["stateLabels"]}
    return data


def _words(count: int) -> dict[str, Any]:
    data = large(20)
    data["caption"] = data["alt"] = data["description"] = "A sentence of words. " * count
    data["limitations"] = [f"Limit {number}." for number in range(count)]
    data["sources"] = [{"title": f"Source {number}", "url": "https://x.example/"} for number in range(count)]
    return data


SOUND: dict[str, Callable[[int], dict[str, Any]]] = {
    "steps": large,
    "targets": _targets,
    "scenarios": _scenarios,
    "states": _states,
    "words": _words,
}


def _fault(number: int, step: dict[str, Any]) -> None:
    """Put one of several faults into a step."""
    match number % 8:
        case 0:
            step["active"] = [f"lauch{number}"]
        case 1:
            step["durration"] = step.pop("duration")
        case 2:
            step["state"] = {"cpu": None}
        case 3:
            step["paths"] = ["launch"]
        case 4:
            step["duration"] = "900"
        case 5:
            step["id"] = "same"
        case 6:
            step["active"] = ["queue", "queue"]
        case _:
            step["title"] = ""


def _faulty(count: int) -> Raw:
    data = large(count)
    for number, step in enumerate(data["scenarios"][0]["steps"]):
        _fault(number, step)
    return Raw(json.dumps(data).encode(), "json")


BROKEN: dict[str, Callable[[int], Raw]] = {
    "faults": _faulty,
    "keys twice": lambda n: Raw(b"{" + b",".join(b'"a%d":1' % (i // 2) for i in range(n)) + b"}", "json"),
    "far numbers": lambda n: Raw(b"[" + b",".join([b"NaN,1e999"] * n) + b"]", "json"),
    "half pairs": lambda n: Raw(b"{" + b",".join(b'"\\ud800%d":"\\udc00"' % i for i in range(n)) + b"}", "json"),
    "keys like indices": lambda n: Raw(json.dumps({"targets": {f"0{i}": {} for i in range(n)}}).encode(), "json"),
    "types": lambda n: Raw(b"a:\n" + b"- no\n- 012\n" * n, "yaml"),
    "aliases": lambda n: Raw(b"".join(b"a%d: &a%d x\nb%d: *z%d\n" % (i, i, i, i) for i in range(n)), "yaml"),
    "tags": lambda n: Raw(b"a:\n" + b"- !x y\n" * n, "yaml"),
}


def _document(data: dict[str, Any]) -> bytes:
    return json.dumps(data).encode()


@pytest.mark.parametrize("ending", ["json", "yaml"])
@pytest.mark.parametrize("shape", SOUND)
def test_reading_and_checking(shape: str, ending: str) -> None:
    def work(size: int) -> Callable[[], object]:
        raw = _document(SOUND[shape](size))
        document = read_bytes(raw, f"x.{ending}")
        return lambda: (read_bytes(raw, f"x.{ending}"), document.locate(check(document).problems))

    assert_linear(work)


@pytest.mark.parametrize("shape", BROKEN)
def test_reading_and_reporting_what_is_broken(shape: str) -> None:
    def work(size: int) -> Callable[[], object]:
        raw = BROKEN[shape](size)
        return lambda: tell(results_of(raw.content, f"x.{raw.ending}"))

    assert_linear(work)


def test_repairing() -> None:
    def work(size: int) -> Callable[[], object]:
        document = read_bytes(_faulty(size).content, "x.json")
        problems = check(document).problems
        return lambda: fixed(document, problems)

    assert_linear(work)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SOUND)
def test_every_command_that_reads_a_trace(shape: str, tmp_path: Path) -> None:
    for size in (SMALL, 2 * SMALL):
        (tmp_path / f"{size}.json").write_bytes(_document(SOUND[shape](size)))
        (tmp_path / f"{size}-other.json").write_bytes(_document(_reversed(SOUND[shape](size))))
    scenario = {"steps": "overlap", "words": "overlap", "scenarios": "s0"}.get(shape, "main")
    both = [
        readers(str(tmp_path / f"{size}.json"), str(tmp_path / f"{size}-other.json"), scenario)
        for size in (SMALL, 2 * SMALL)
    ]

    for (name, command), (_, larger) in zip(*both, strict=True):
        told(command)
        once, twice = operations(lambda run=command: told(run)), operations(lambda run=larger: told(run))  # type: ignore[misc]
        assert twice <= RATIO * once, f"{name}: {once} operations, then {twice}"


def _reversed(data: dict[str, Any]) -> dict[str, Any]:
    for scenario in data["scenarios"]:
        scenario["steps"].reverse()
    return data


def _trace(shape: str, size: int) -> Trace:
    trace = check(read_bytes(_document(SOUND[shape](size)), "x.json")).trace
    assert trace is not None
    return trace


@pytest.mark.parametrize("keys", ["l", "G", "o", "ojj", "s", "/x\r", "wj\rn"])
def test_a_key_and_its_frame_cost_no_more_in_a_longer_scenario(keys: str) -> None:
    def work(size: int) -> Callable[[], object]:
        trace = _trace("steps", size)
        scenario = trace.scenarios[0]
        stage = Stage(trace, scenario, Looks())

        def play() -> None:
            view = View(scenario.id, Cursor(size), playing=False)
            for key in keys:
                view = press(view, stage, "enter" if key == "\r" else key)
                frame(stage, view, 100, 30)

        play()  # what is kept for later keys may take a look at every step, once
        return play

    once, twice = operations(work(200)), operations(work(400))
    assert twice <= 1.2 * once


@pytest.mark.parametrize("shape", SOUND)
def test_a_frame_costs_what_it_shows(shape: str) -> None:
    def work(size: int) -> Callable[[], object]:
        trace = _trace(shape, size)
        scenario = trace.scenarios[0]
        return lambda: frame(Stage(trace, scenario, Looks()), View(scenario.id, Cursor(len(scenario.steps))), 100, 30)

    assert_linear(work, 2 * SMALL)  # the map of fewer nodes is tried in many ways until it fits


def test_what_labels_and_warnings_add_to_an_export_is_bounded(tmp_path: Path) -> None:
    data = _words(200)
    data["scenarios"][0]["steps"] *= 10
    path = tmp_path / "x.json"
    path.write_bytes(_document(data))

    sizes = {name: len(told(command).out) for name, command in readers(str(path), str(path), "overlap")}

    assert {name: size for name, size in sizes.items() if size > 12 * path.stat().st_size} == {}


def test_a_frame_of_a_throng_costs_no_more_than_one_of_a_crowd() -> None:
    def work(size: int) -> Callable[[], object]:
        trace = _trace("targets", size)
        stage = Stage(trace, trace.scenarios[0], Looks())
        frame(stage, View("main", Cursor(size)), 100, 30)
        return lambda: frame(stage, View("main", Cursor(size).seek(2)), 100, 30)

    once, twice = operations(work(400)), operations(work(800))
    assert twice <= 1.2 * once
