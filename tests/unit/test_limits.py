"""How much a document may ask for: each limit is told where it is passed, and can be raised for every command."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.unit.checking_helpers import small
from tracecli.checking import check
from tracecli.errors import TraceError
from tracecli.library.inputs import allowed
from tracecli.problems import Problem
from tracecli.reading import DEFAULT, Limits, read_bytes


def told(data: Any, limits: Limits) -> list[Problem]:
    return [
        problem
        for problem in check(read_bytes(json.dumps(data).encode(), "t.json"), limits=limits).problems
        if problem.rule == "too-large"
    ]


def labelled(length: int, steps: int) -> dict[str, Any]:
    """Give a trace with a label of that length, whose target that many steps name."""
    data = small()
    data["targets"]["launch"]["label"] = "x" * length
    scenario = data["scenarios"][0]
    scenario["steps"] = [scenario["steps"][0] | {"paths": []}] * steps
    return data


def test_the_first_step_that_is_too_many_is_pointed_at_over_all_scenarios() -> None:
    data = small()
    data["scenarios"] = [data["scenarios"][0] | {"id": name} for name in ("a", "b", "c")]

    fitting, (passed,) = told(data, Limits(steps=6)), told(data, Limits(steps=5))

    assert fitting == []
    assert passed.place.pointer == ("scenarios", 2, "steps", 1)
    assert passed.message.startswith("the trace has more than 5 steps, the limit (TRACE_MAX_STEPS raises it)")


def test_of_too_many_steps_nothing_else_is_judged() -> None:
    data = small()
    data["zzz"] = 1

    result = check(read_bytes(json.dumps(data).encode(), "t.json"), limits=Limits(steps=1))

    assert [problem.rule for problem in result.problems] == ["too-large"]
    assert result.trace is None


@pytest.mark.parametrize("odd", [None, 3, "x", [], {}, [None], [[]], [{}], [{"steps": {}}], [{"steps": 3}]])
def test_steps_are_counted_in_whatever_stands_there(odd: object) -> None:
    assert told({"scenarios": odd}, Limits(steps=1)) == []
    assert told(odd, Limits(steps=1)) == []


def test_a_long_label_that_many_steps_name_is_an_expansion() -> None:
    (passed,) = told(labelled(10_000, 11), Limits(expansion=1000))

    assert passed.place.pointer == ("targets", "launch", "label")
    assert "the label of 'launch' is too much text: all such labels together are 110,000 characters" in passed.message
    assert "100,000 is the limit (TRACE_MAX_EXPANSION raises it)" in passed.message
    assert told(labelled(10_000, 10), Limits(expansion=1000)) == []
    assert told(labelled(99, 5000), Limits(expansion=1)) == []


def test_an_edge_is_told_with_its_ends_and_a_state_with_its_label() -> None:
    data = labelled(10_000, 1)
    data["scenarios"][0]["steps"][0] |= {"active": [], "paths": ["launchGpu"]}
    (by_edge,) = told(data, Limits(expansion=99))
    data = small()
    data["stateLabels"]["gpu"] = "x" * 10_000
    (by_state,) = told(data, Limits(expansion=199))

    assert by_edge.place.pointer == ("targets", "launchGpu", "label")
    assert by_state.place.pointer == ("stateLabels", "gpu")


def test_long_labels_that_are_malformed_are_no_expansion() -> None:
    data = labelled(10_000, 3)
    data["stateLabels"] = ["x" * 10_000]
    data["targets"]["gpu"] = 3
    data["scenarios"][0]["steps"][0]["active"] = [["launch"], None, 3, "launch"]

    assert told(data, Limits(expansion=1000)) == []


def test_limits_come_from_the_environment_and_options_are_stronger() -> None:
    given = {"TRACE_MAX_SIZE": "2", "TRACE_MAX_DEPTH": "7", "TRACE_MAX_EXPANSION": "8", "TRACE_MAX_STEPS": "9"}

    assert allowed({}) == DEFAULT
    assert allowed(dict.fromkeys(given, "")) == DEFAULT
    assert allowed(given) == Limits(2 * 2**20, 7, 8, 9)
    assert allowed(given, size=3, steps=1, depth=None) == Limits(3 * 2**20, 7, 8, 1)


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "x", "1e3", " 1", "٣", "9" * 5000])
def test_a_limit_that_is_no_number_is_told(text: str) -> None:
    with pytest.raises(TraceError, match=r"TRACE_MAX_DEPTH is .*, and a whole number is needed, from 1 to"):
        allowed({"TRACE_MAX_DEPTH": text})


@pytest.mark.parametrize("holder", ["targets", "sources"])
def test_so_many_targets_or_sources_are_not_judged(holder: str) -> None:
    (passed,) = told({holder: {str(number): {} for number in range(6)}}, Limits(steps=5))

    assert (passed.rule, passed.place.pointer) == ("too-large", (holder,))
    assert f"more than 5 {holder}" in passed.message
    assert told({"version": 1, holder: dict.fromkeys("abcde", 1)}, Limits(steps=5)) == []


def test_scenarios_without_steps_count_as_one_each() -> None:
    (passed,) = told({"scenarios": [{}] * 6}, Limits(steps=5))

    assert passed.place.pointer == ("scenarios", 5)
    assert told({"scenarios": [{}] * 5}, Limits(steps=5)) == []


@pytest.mark.parametrize(
    ("steps", "cells"),
    [
        ([{"changes": {"a": "1"}}] * 10, 1000),
        ([{"changes": {}}] * 10, 0),
        ([{"state": {"a": "1"}}, *[{"changes": {"b": "1"}}] * 5], 10),
        ([{"changes": {f"n{number}": "1"}} for number in range(100)], 15_050),
        ([None, 3, {"changes": 3}, {"changes": {"a": 1}}], 100),
    ],
)
def test_state_that_steps_inherit_is_limited(steps: list[Any], cells: int) -> None:
    data = {"scenarios": [{"initial": {"a": "0"} | {f"k{number}": "0" for number in range(99)}, "steps": steps}]}

    assert told(data, Limits(values=max(cells, 1))) == []
    if cells:
        (passed,) = told(data, Limits(values=cells - 1))
        assert passed.message.startswith(f"the steps inherit more than {cells - 1:,} state values by 'changes'")


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("[" + "1, " * 10 + "1]", "t.json", 11),
        ("[" + "{}, " * 5 + "[]]", "t.json", 12),
        ('{"a": [{"b": 1, "c": 2}]}', "t.json", 4),
        ("- 1\n" * 10, "t.yaml", 20),
        ("a: {b: 1, c: [2]}\n", "t.yaml", 8),
        ("a: &a [1, 2]\nb: [*a, *a]\n", "t.yaml", 12),
    ],
)
def test_values_are_counted_before_they_take_memory(text: str, name: str, values: int) -> None:
    (passed,) = read_bytes(text.encode(), name, limits=Limits(values=values - 2)).problems

    assert passed.rule == "too-large"
    assert "TRACE_MAX_VALUES" in passed.message
    assert read_bytes(text.encode(), name, limits=Limits(values=values)).readable
