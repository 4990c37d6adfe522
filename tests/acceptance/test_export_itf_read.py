from __future__ import annotations

import json
from typing import Any

import itf_py  # type: ignore[import-untyped]  # it has no types
import pytest

from tests.unit.export_helpers import HOSTILE, hostile, overlap
from tracecli.export.itf import export
from tracecli.model import Trace, build


def _read(trace: Trace, number: int) -> Any:
    return itf_py.trace_from_json(json.loads(export(trace, trace.scenarios[number])))


def test_itf_py_reads_every_state_of_the_shipped_trace() -> None:
    trace, scenario = overlap()

    read = _read(trace, 1)

    assert read.vars == [*trace.state_labels, "active", "paths"]
    assert [state.meta["index"] for state in read.states] == [0, 1, 2, 3, 4, 5, 6]
    assert [state.meta.get("duration") for state in read.states] == [None, *(step.duration for step in scenario.steps)]
    for state, step in zip(read.states[1:], scenario.steps, strict=True):
        assert state.meta["title"] == step.title
        assert state.meta["description"] == step.description
        assert {key: state.values[key] for key in trace.state_labels} == step.state
        assert state.values["active"] == frozenset(step.active)
        assert state.values["paths"] == frozenset(step.paths)


def test_itf_py_writes_what_it_read() -> None:
    trace, scenario = overlap()
    ours = json.loads(export(trace, scenario))

    theirs = itf_py.trace_to_json(itf_py.trace_from_json(ours))

    assert theirs["vars"] == ours["vars"]
    assert theirs["loop"] is None
    assert [set(state) for state in theirs["states"]] == [set(state) for state in ours["states"]]


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_itf_py_reads_hostile_texts_exactly(text: str) -> None:
    read = _read(build(hostile(text)), 0)

    assert read.states[1].values["item"] == text
    assert read.states[1].meta["title"] == text
    assert read.meta["caption"] == text
