"""What unselected-used and unused-target share."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from tracecli.checking.lenient import ScenarioShape, Shape
from tracecli.problems import Fix

_MOST = 100  # names: more would make 1,000 scenarios over 10,000 targets cost ten million


class Unused(NamedTuple):
    """The targets that a scenario neither uses nor lists.

    Attributes:
        total: How many they are.
        first: The first hundred, in the order declared.
    """

    total: int = 0
    first: tuple[str, ...] = ()


def listed_and_used(scenario: ScenarioShape) -> dict[str, int]:
    """Give the names in `unselected` that a step uses, with their first index there."""
    active, paths = scenario.used["active"], scenario.used["paths"]
    found: dict[str, int] = {}
    for index, named in enumerate(scenario.unselected or ()):
        if named is not None and (named in active or named in paths):
            found.setdefault(named, index)
    return found


def unused(shape: Shape, scenario: ScenarioShape) -> Unused:
    """Give what is left over; nothing where that can't be told, and no target that a misspelt name may mean."""
    listed, targets = scenario.unselected, shape.targets
    if not scenario.whole or listed is None or None in listed or targets is None:
        return Unused()
    named = scenario.used["active"].union(scenario.used["paths"], listed)
    for word in named.difference(targets):
        named.update(shape.meant(str(word), targets))
    total = len(targets) - sum(1 for name in named if name in targets)
    return Unused(total, tuple(islice((key for key in targets if key not in named), _MOST)) if total else ())


def repair(shape: Shape, scenario: ScenarioShape) -> Fix | None:
    """Give `unselected` as it has to be for both rules to be content; None where it is malformed or would be long."""
    listed, left = scenario.unselected or [], unused(shape, scenario)
    if None in listed or left.total > _MOST:
        return None
    wrong = listed_and_used(scenario)
    right = [named for named in dict.fromkeys(listed) if named not in wrong]
    value = [*right, *left.first]
    return Fix("make 'unselected' what no step uses", (((*scenario.pointer, "unselected"), value),))
