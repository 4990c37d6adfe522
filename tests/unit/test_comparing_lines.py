"""What differs in the texts of two traces, and not in what they say, is counted and named; nothing else is."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from tests.support.repositories import dumped, overlap
from tracecli.checking import check
from tracecli.comparing import UnmeantLines, compare_traces, unmeant_lines
from tracecli.reading import read_bytes

BASE = """\
# What this is
version: 1
language: en
title: A worker
description: >
  It takes a job.
alt: A queue and a worker
x-owner: me
stateLabels: {worker: Worker}
targets:
  queue: {id: queue, kind: node, label: Queue, at: [0, 0]}
  worker:
    id: worker
    kind: node
    label: Worker
    at: [1, 0]
scenarios:
  - id: happy
    title: One job
    description: It works.
    initial: {worker: idle}
    unselected: []
    steps:
      - title: Wait
        description: A job waits.
        duration: 2000
        active: [queue]
        paths: []
        state: {worker: idle}  # nothing yet
      - title: Work
        description: The worker works.
        duration: 2000
        active: [worker]
        paths: []
        state: {worker: busy}
"""


def unmeant(before: str, after: str, name: str = "t.yaml") -> tuple[UnmeantLines | None, list[str]]:
    left, right = (read_bytes(text.encode(), name) for text in (before, after))
    traces = check(left).trace, check(right).trace
    assert traces[0]
    assert traces[1]
    comparison = compare_traces(traces[0], traces[1])
    return unmeant_lines(left, right, comparison), [change.kind for change in comparison.changes]


@pytest.mark.parametrize(
    ("old", "new", "kinds", "count"),
    [
        ("# What this is", "# What that is", ["comments"], 1),
        ("  # nothing yet", "", ["comments"], 1),
        ("# What this is\n", "", ["comments"], 1),
        ("title: Wait\n", "title: Wait  # so\n", ["comments"], 1),
        ("title: Wait\n", "title: 'Wait'  # so\n", ["layout"], 1),
        ("at: [0, 0]", "at: [2, 0]", ["at"], 1),
        ("    at: [1, 0]\n", "    at: [1, 1]\n", ["at"], 1),
        ("x-owner: me", "x-owner: you", ["x-"], 1),
        ("x-owner: me\n", "x-owner: me\nx-more:\n  a: 1\n  b: 2\n", ["x-"], 3),
        ("title: Wait", "title: 'Wait'", ["layout"], 1),
        ("    id: worker\n    kind: node\n", "    kind: node\n    id: worker\n", ["layout"], 1),
        ("active: [queue]", "active:\n        - queue", ["layout"], 2),
        ("duration: 2000", "duration: 2.0e+3", ["layout"], 2),
        ("version: 1\n", "version: 1\n\n\n", ["layout"], 2),
        ("\n", "\r\n", ["line breaks"], 0),
        ("  It takes a job.", "  It takes\n  a job.", ["layout"], 2),
    ],
)
def test_what_says_the_same_is_counted_and_named(old: str, new: str, kinds: list[str], count: int) -> None:
    found, changes = unmeant(BASE, BASE.replace(old, new))

    assert changes == []
    assert found == UnmeantLines(count, tuple(kinds))


@pytest.mark.parametrize(
    ("edits", "kinds", "count"),
    [
        ([("title: Wait", "title: Stop"), ("# What", "# That")], ["comments"], 1),
        ([("title: Wait", "title: Stop"), ("at: [1, 0]", "at: [3, 0]")], ["at"], 1),
        ([("label: Queue, at: [0, 0]", "label: Line, at: [4, 0]")], ["at"], 0),
        ([("{worker: busy}", "{worker: tired} # why"), ("x-owner: me", "x-owner: us")], ["x-"], 1),
        ([("title: Wait", "title: Stop")], [], 0),
    ],
)
def test_beside_a_change_it_is_still_named(edits: list[tuple[str, str]], kinds: list[str], count: int) -> None:
    after = BASE
    for old, new in edits:
        after = after.replace(old, new)

    found, changes = unmeant(BASE, after)

    assert changes
    assert found == (UnmeantLines(count, tuple(kinds)) if kinds else None)


def test_the_same_text_has_nothing_of_it() -> None:
    assert unmeant(BASE, BASE) == (None, [])


def _drop(data: Any, chance: random.Random) -> None:
    steps = chance.choice(data["scenarios"])["steps"]
    steps.pop(chance.randrange(len(steps)))


def _insert(data: Any, chance: random.Random) -> None:
    steps = chance.choice(data["scenarios"])["steps"]
    at = chance.randrange(len(steps))
    steps.insert(at, {**deepcopy(steps[at]), "title": f"New {chance.random()}"})


def _move(data: Any, chance: random.Random) -> None:
    steps = chance.choice(data["scenarios"])["steps"]
    steps.insert(chance.randrange(len(steps)), steps.pop(chance.randrange(len(steps))))


def _reword(data: Any, chance: random.Random) -> None:
    chance.choice(chance.choice(data["scenarios"])["steps"])["title"] += " again"


def _set_state(data: Any, chance: random.Random) -> None:
    scenario = chance.choice(data["scenarios"])
    chance.choice([scenario["initial"], *[step["state"] for step in scenario["steps"]]])["gpu"] = "odd"


def _add_key(data: Any, _chance: random.Random) -> None:
    data["stateLabels"]["new"] = "New"
    for scenario in data["scenarios"]:
        for state in (scenario["initial"], *[step["state"] for step in scenario["steps"]]):
            state["new"] = "a"


def _rename(data: Any, _chance: random.Random) -> None:
    text = json.dumps(data).replace('"future"', '"tokenMap"')
    data.clear()
    data.update(json.loads(text))


def _add_target(data: Any, _chance: random.Random) -> None:
    data["targets"]["fresh"] = {"id": "fresh", "kind": "node", "label": "Fresh"}
    for scenario in data["scenarios"]:
        scenario["unselected"].append("fresh")


def _drop_scenario(data: Any, chance: random.Random) -> None:
    data["scenarios"].pop(chance.randrange(2))


def _drop_source(data: Any, chance: random.Random) -> None:
    data["sources"].pop(chance.randrange(len(data["sources"])))


def _time(data: Any, chance: random.Random) -> None:
    chance.choice(chance.choice(data["scenarios"])["steps"])["duration"] += 100


EDITS = [
    _drop,
    _insert,
    _move,
    _reword,
    _set_state,
    _add_key,
    _rename,
    _add_target,
    _drop_scenario,
    _drop_source,
    _time,
]


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("seed", range(5))
def test_a_change_of_what_the_trace_says_is_not_counted_as_layout(
    edit: Callable[[Any, random.Random], None], seed: int
) -> None:
    data = overlap()
    edit(data, random.Random(seed))  # noqa: S311 - the same edits in every run

    found, _ = unmeant(dumped(overlap()), dumped(data), "t.json")

    assert found is None
