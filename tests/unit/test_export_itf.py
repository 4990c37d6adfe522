from __future__ import annotations

import json
from typing import Any

from tests.unit.export_helpers import overlap, small
from tracecli.export.itf import export
from tracecli.model import build


def _written(document: dict[str, Any]) -> dict[str, Any]:
    trace = build(document)
    written: dict[str, Any] = json.loads(export(trace, trace.scenarios[0]))
    return written


def _ending(first: str, last: str) -> dict[str, Any]:
    document = small()
    document["scenarios"][0]["initial"]["item"] = first
    document["scenarios"][0]["steps"][-1]["state"]["item"] = last
    return _written(document)


def test_the_variables_are_the_state_keys_and_two_sets() -> None:
    written = _written(small())

    assert written["vars"] == ["item", "active", "paths"]
    assert written["#meta"]["varTypes"] == {"item": "Str", "active": "Set(Str)", "paths": "Set(Str)"}


def test_state_0_is_the_initial_one_and_each_state_says_what_it_is() -> None:
    assert _written(small())["states"] == [
        {
            "#meta": {"index": 0, "title": "Initial state", "description": "It is made, then put."},
            "item": "none",
            "active": {"#set": []},
            "paths": {"#set": []},
        },
        {
            "#meta": {"index": 1, "title": "Make", "description": "Make the item.", "duration": 900},
            "item": "made",
            "active": {"#set": ["make"]},
            "paths": {"#set": []},
        },
        {
            "#meta": {"index": 2, "title": "Put", "description": "Put the item.", "duration": 900},
            "item": "queued",
            "active": {"#set": ["queue"]},
            "paths": {"#set": ["put"]},
        },
    ]


def test_every_state_defines_every_variable() -> None:
    trace, scenario = overlap()

    written = json.loads(export(trace, scenario))

    assert len(written["states"]) == 7
    assert all(set(state) == {"#meta", *written["vars"]} for state in written["states"])


def test_a_scenario_that_ends_as_it_began_is_a_loop() -> None:
    assert _ending("idle", "idle")["loop"] == 0


def test_a_scenario_that_ends_one_iteration_further_is_a_loop() -> None:
    assert _ending("forward k−1", "forward k")["loop"] == 0
    assert _ending("pick k", "pick k+1")["loop"] == 0


def test_a_scenario_that_ends_elsewhere_is_none() -> None:
    assert "loop" not in _ending("idle", "busy")
    assert "loop" not in _ending("forward k", "forward k+2")


def test_a_state_key_with_the_name_of_a_set_keeps_it() -> None:
    document = small(stateLabels={"active": "Active"})
    document["scenarios"][0]["initial"] = {"active": "none"}
    for step in document["scenarios"][0]["steps"]:
        step["state"] = {"active": "some"}

    written = _written(document)

    assert written["vars"] == ["active", "active_", "paths"]
    assert written["states"][1]["active"] == "some"
    assert written["states"][1]["active_"] == {"#set": ["make"]}


def test_a_state_key_that_looks_like_a_word_of_the_format_is_no_such_word() -> None:
    document = small(stateLabels={"#meta": "Meta"})
    document["scenarios"][0]["initial"] = {"#meta": "none"}
    for step in document["scenarios"][0]["steps"]:
        step["state"] = {"#meta": "some"}

    written = _written(document)

    assert written["vars"] == ["_#meta", "active", "paths"]
    assert written["states"][1]["_#meta"] == "some"
    assert written["states"][1]["#meta"]["index"] == 1
    assert written["#meta"]["labels"] == {"_#meta": "Meta"}


def test_caption_and_limitations_are_in_the_file() -> None:
    meta = _written(small())["#meta"]

    assert meta["version"] == 1
    assert meta["caption"] == "Not measured."
    assert meta["limitations"] == ["Nothing waits."]
