"""Fingerprints survive what has nothing to do with their finding."""

from __future__ import annotations

import json
from typing import Any

from tests.unit.reporting_helpers import checked, problem
from tracecli.problems import Pointer
from tracecli.report.findings import fingerprints


def trace(*steps: str) -> dict[str, Any]:
    return {"scenarios": [{"id": "s", "steps": [{"title": step, "active": ["lauch", "gpu"]} for step in steps]}]}


def known(data: dict[str, Any], *pointers: Pointer, indent: int | None = None) -> list[str]:
    file = checked(*map(problem, pointers), name="t.json", raw=json.dumps(data, indent=indent).encode())
    return list(fingerprints(file, "t.json"))


def active(step: int, index: int = 0) -> Pointer:
    return ("scenarios", 0, "steps", step, "active", index)


def test_a_step_put_in_front_and_another_layout_change_nothing() -> None:
    before = known(trace("launch", "run"), active(1))

    after = known(trace("pick", "launch", "run"), active(2), indent=4)

    assert before == after


def test_an_entry_that_moves_within_its_list_is_known_again() -> None:
    data = trace("launch")
    before = known(data, active(0, 1))
    data["scenarios"][0]["steps"][0]["active"].insert(0, "new")

    assert known(data, active(0, 2)) == before


def test_another_step_another_value_and_another_rule_are_told_apart() -> None:
    data = trace("launch", "run")

    first, second, value = known(data, active(0), active(1), active(1, 1))

    assert len({first, second, value}) == 3


def test_findings_that_agree_in_everything_are_numbered() -> None:
    first, second = known(trace("launch"), active(0), active(0))

    assert first != second


def test_what_can_not_be_read_is_known_by_its_line() -> None:
    before = checked(name="t.yaml", raw=b"a: 1\nb: [\n")
    after = checked(name="t.yaml", raw=b"# more\na: 1\nb: [\n")

    assert list(fingerprints(before, "t.yaml")) == list(fingerprints(after, "t.yaml"))
