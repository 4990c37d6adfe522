"""Faults planted into the founding document, everywhere they can be: each is found, at its place, and nothing else is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.unit.checking_helpers import problems, seed
from tests.unit.checking_plants import PLANTERS, Plant, at
from tracecli.problems import Place, Problem
from tracecli.resources import folder


def shipped() -> dict[str, Any]:
    """Give the founding document with the ends of edges and the cells of nodes."""
    data: dict[str, Any] = json.loads((folder("traces") / "overlap.json").read_text(encoding="utf-8"))
    return data


@pytest.mark.parametrize("origin", [seed, shipped])
@pytest.mark.parametrize("planter", PLANTERS)
def test_each_planted_fault_is_found_at_its_place_and_nothing_else(
    planter: Callable[[Any], Iterator[Plant]], origin: Callable[[], dict[str, Any]]
) -> None:
    planted = list(planter(origin()))

    missed = [said for plant in planted if (said := _missed(origin(), plant))]

    assert planted
    assert not missed, "\n".join(missed)


def _missed(data: Any, plant: Plant) -> str | None:
    """Say what was found instead of exactly the planted fault."""
    plant.change(at(data, plant.pointer))
    found = problems(data)
    if [_key(problem) for problem in found] == [(plant.rule, Place(plant.at, plant.part))]:
        return None
    told = [f"{problem.rule} {problem.place.pointer} {problem.place.part}: {problem.message}" for problem in found]
    return f"{plant.what} in {plant.pointer}: expected {plant.rule} {plant.at} {plant.part}, found {told}"


def _key(problem: Problem) -> tuple[str, Place]:
    return problem.rule, problem.place


@pytest.mark.parametrize("planter", PLANTERS)
def test_a_repair_takes_its_finding_away_and_brings_no_error(planter: Callable[[Any], Iterator[Plant]]) -> None:
    failed = []
    for plant in planter(seed()):
        data = seed()
        plant.change(at(data, plant.pointer))
        [problem] = problems(data)
        for pointer, value in problem.fix.replace if problem.fix else ():
            at(data, pointer[:-1])[pointer[-1]] = value
        if problem.fix and problems(data):
            failed.append(f"{plant.what}: {problem.fix} leaves {problems(data)}")

    assert not failed, "\n".join(failed)
