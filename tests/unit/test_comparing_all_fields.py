"""Whatever is changed in a document, the comparison says so, or it is one of the few things that mean nothing."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.unit.checking_helpers import checked, rich
from tracecli.comparing import ChangeLevel, compare_traces
from tracecli.problems import Pointer

_MEANINGLESS = {"version"}  # only 1 is valid, so nothing can be put there


def leaves(data: Any, above: Pointer = ()) -> list[Pointer]:
    """Return the place of every value that holds no other."""
    if isinstance(data, dict):
        return [found for key, value in data.items() for found in leaves(value, (*above, key))]
    if isinstance(data, list) and data:
        return [found for index, value in enumerate(data) for found in leaves(value, (*above, index))]
    return [above]


def full() -> dict[str, Any]:
    data = rich()
    data["caption"] = "A teaching order."
    data["limitations"] = ["One batch."]
    data["sources"].append({"id": "file", "title": "A file", "file": "notes.txt", "sha256": "0" * 64, "symbol": "run"})
    data["targets"]["launch"]["at"] = [0, 0]
    data["targets"]["gpu"]["at"] = [1, 0]
    return data


def changed(data: Any, pointer: Pointer) -> Any:
    """Return the data with another value at a place."""
    copied = copy.deepcopy(data)
    holder = copied
    for part in pointer[:-1]:
        holder = holder[part]
    value = holder[pointer[-1]]
    if {"active", "paths", "unselected"} & set(pointer):  # lists of targets, which have to be declared
        name = [part for part in pointer if isinstance(part, str)][-1]
        parent: Any = copied
        for part in pointer[: pointer.index(name)]:
            parent = parent[part]
        parent[name] = [] if parent[name] else ["launchGpu"]
    elif isinstance(value, bool):
        del holder[pointer[-1]]
    elif isinstance(value, (int, float)):
        holder[pointer[-1]] = value + 1
    else:
        holder[pointer[-1]] = f"{value} changed" if isinstance(value, str) else ["changed"]
    return copied


def same(left: Any, right: Any) -> bool:
    """Return whether two documents are told as the same; rules don't matter here, only what a trace carries."""
    from tracecli.checking.full import full as expanded  # noqa: PLC0415
    from tracecli.model import build  # noqa: PLC0415

    return compare_traces(build(expanded(left)), build(expanded(right))).same


@pytest.mark.parametrize("pointer", leaves(full()), ids=lambda pointer: ".".join(map(str, pointer)))
def test_every_value_counts(pointer: Pointer) -> None:
    if pointer[0] in _MEANINGLESS or "at" in pointer:
        return
    if pointer[-1] == "kind":
        other = copy.deepcopy(full())
        target = other["targets"][pointer[1]]
        target["kind"] = "edge" if target["kind"] == "node" else "node"
    else:
        other = changed(full(), pointer)

    assert not same(full(), other)
    assert not same(other, full())


def test_places_on_the_grid_mean_nothing() -> None:
    other = full()
    other["targets"]["gpu"]["at"] = [1, 1]

    assert same(full(), other)


@pytest.mark.parametrize(
    ("change", "level"),
    [
        (lambda data: data["timing"]["costs"].update(forward=8), ChangeLevel.COST),
        (lambda data: data["scenarios"][0]["timing"].pop("in_flight"), ChangeLevel.COST),
        (lambda data: data["scenarios"][0]["steps"][0]["timing"].update(takes="send"), ChangeLevel.COST),
        (lambda data: data["scenarios"][0]["steps"][0].update(sources=[]), ChangeLevel.SOURCES),
        (lambda data: data["sources"][0].pop("historical"), ChangeLevel.SOURCES),
        (lambda data: data["scenarios"][0]["steps"][0].pop("messages"), ChangeLevel.STRUCTURE),
        (lambda data: data["targets"]["gpu"].pop("shows"), ChangeLevel.STRUCTURE),
        (lambda data: data["lanes"].pop("gpu"), ChangeLevel.STRUCTURE),
        (lambda data: data["claims"].pop(), ChangeLevel.STRUCTURE),
        (lambda data: data.update(lanes=dict(reversed(data["lanes"].items()))), ChangeLevel.ORDER),
    ],
)
def test_what_the_format_gained_has_its_level(change: Any, level: ChangeLevel) -> None:
    before, after = checked(rich()), rich()
    change(after)
    left, right = before.trace, checked(after).trace
    assert left
    assert right

    assert {one.level for one in compare_traces(left, right).changes} == {level}


@pytest.mark.parametrize("value", ["fwd", ["fwd"]])
def test_the_same_fact_in_another_spelling_is_no_change(value: Any) -> None:
    other = rich()
    other["scenarios"][0]["steps"][0]["timing"]["starts"] = value
    other["timing"]["costs"]["forward"] = 9.0

    assert same(rich(), other)
