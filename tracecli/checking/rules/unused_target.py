"""unused-target (warning): a scenario neither uses a target nor lists it in 'unselected'.

Either the scenario has forgotten it, or it plays no part there; then 'unselected' should say so. That list is how a
reader of the comparison tells what was left out on purpose from what was overlooked. One finding a scenario names
all.

Fails:

    targets:
      queue: {id: loop-queue, kind: node, label: Result queue}
    scenarios:
    - unselected: []

Passes:

    targets:
      queue: {id: loop-queue, kind: node, label: Result queue}
    scenarios:
    - unselected: [queue]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from tracecli.checking.lenient import ScenarioShape, Shape
from tracecli.checking.messages import names
from tracecli.problems import Fix, Place, Problem, Related, Severity

_MOST = 100  # names: more would make 1,000 scenarios over 10,000 targets cost ten million
_SHOWN = 3  # declarations: enough to see which targets are meant


def check(shape: Shape) -> Iterator[Problem]:
    """Name what is left over, once a scenario."""
    for scenario in shape.scenarios:
        left = unused(shape, scenario)
        if not left.total:
            continue
        them = "it" if left.total == 1 else "them"
        yield Problem(
            rule="unused-target",
            severity=Severity.WARNING,
            message=f"the scenario never uses {names(left.first, left.total)}, and does not list {them} as unselected",
            place=Place((*scenario.pointer, "unselected"), "key"),
            related=tuple(Related(f"{key} is declared", Place(("targets", key), "key")) for key in left.first[:_SHOWN]),
            fix=repair(shape, scenario),
        )


class Unused(NamedTuple):
    """The targets that a scenario neither uses nor lists."""

    total: int = 0  # how many they are
    first: tuple[str, ...] = ()  # the first hundred, in the order declared


def listed_and_used(scenario: ScenarioShape) -> dict[str, int]:
    """Return the names in `unselected` that a step uses, with their first index there."""
    active, paths = scenario.used["active"], scenario.used["paths"]
    found: dict[str, int] = {}
    for index, named in enumerate(scenario.unselected or ()):
        if named is not None and (named in active or named in paths):
            found.setdefault(named, index)
    return found


def unused(shape: Shape, scenario: ScenarioShape) -> Unused:
    """Return what is left over; nothing where that can't be told, and no target that a misspelt name may mean."""
    listed, targets = scenario.unselected, shape.targets
    if not scenario.whole or listed is None or None in listed or targets is None:
        return Unused()
    named = scenario.used["active"].union(scenario.used["paths"], listed)
    for word in named.difference(targets):
        named.update(shape.meant(str(word), targets))
    total = len(targets) - sum(1 for name in named if name in targets)
    return Unused(total, tuple(islice((key for key in targets if key not in named), _MOST)) if total else ())


def repair(shape: Shape, scenario: ScenarioShape) -> Fix | None:
    """Return `unselected` as it has to be for both rules to be content; None where it is malformed or would be long."""
    listed, left = scenario.unselected or [], unused(shape, scenario)
    if None in listed or left.total > _MOST:
        return None
    wrong = listed_and_used(scenario)
    right = [named for named in dict.fromkeys(listed) if named not in wrong]
    value = [*right, *left.first]
    return Fix("make 'unselected' what no step uses", (((*scenario.pointer, "unselected"), value),))
