"""The rules that keep `unselected` true: it lists the targets that no step of its scenario uses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from tracecli.checking.lenient import ScenarioShape, Shape
from tracecli.checking.messages import name, names
from tracecli.problems import Fix, Place, Pointer, Problem, Related, Severity
from tracecli.text import alike, look

_MOST = 100  # names: more would make 1,000 scenarios over 10,000 targets cost ten million
_SHOWN = 3  # declarations: enough to see which targets are meant


def unselected_used(shape: Shape) -> Iterator[Problem]:
    """unselected-used (error): a step uses a target that its scenario lists in 'unselected'.

    'unselected' says which targets play no part in a scenario, so that a viewer may dim them and a reader of the
    comparison knows that they were left out on purpose. A step that uses one says the opposite. The finding is at the
    first use.

    Fails:

        scenarios:
        - unselected: [gpu]
          steps:
          - active: [gpu]

    Passes:

        scenarios:
        - unselected: []
          steps:
          - active: [gpu]
    """
    twins = _twins(shape)
    for scenario in shape.scenarios:
        listed = _listed_and_used(scenario)
        if not listed:
            continue
        first: dict[str | None, Pointer] = {}
        for step in scenario.steps:
            for key, named in step.uses():
                for index, target in enumerate(named):
                    if target in listed:
                        first.setdefault(target, (*step.pointer, key, index))
        fix = _repair(shape, scenario, twins)
        for target, index in listed.items():
            yield Problem(
                rule="unselected-used",
                severity=Severity.ERROR,
                message=f"this step uses {name(target)}, which the scenario lists in 'unselected'",
                place=Place(first[target]),
                related=(
                    Related(f"{target} is listed as unselected", Place((*scenario.pointer, "unselected", index))),
                ),
                fix=fix,
            )


def unused_target(shape: Shape) -> Iterator[Problem]:
    """unused-target (warning): a scenario neither uses a target nor lists it in 'unselected'.

    Either the scenario has forgotten it, or it plays no part there; then 'unselected' should say so. That list is how a
    reader of the comparison knows what was left out on purpose and what was overlooked. One finding a scenario names
    all. A scenario without 'unselected' leaves out what it does not use; then a target that no scenario uses is
    reported.

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
    twins = _twins(shape)
    yield from _unused_anywhere(shape)
    for scenario in shape.scenarios:
        if scenario.derived:
            continue
        total, first = _unused(shape, scenario)
        if not total:
            continue
        them = "it" if total == 1 else "them"
        yield Problem(
            rule="unused-target",
            severity=Severity.WARNING,
            message=f"the scenario never uses {names(first, total)}, and does not list {them} as unselected",
            place=Place((*scenario.pointer, "unselected"), "key"),
            related=tuple([Related(f"{key} is declared", Place(("targets", key), "key")) for key in first[:_SHOWN]]),
            fix=_repair(shape, scenario, twins),
        )


def _unused_anywhere(shape: Shape) -> Iterator[Problem]:
    """Report the targets that no scenario uses or lists, where a scenario leaves 'unselected' out."""
    if not any(scenario.derived for scenario in shape.scenarios) or not all(one.whole for one in shape.scenarios):
        return
    targets = shape.targets or {}
    used: set[str | None] = set()
    for scenario in shape.scenarios:
        used |= scenario.used["active"] | scenario.used["paths"]
        used.update(() if scenario.derived else scenario.unselected or ())
    for word in used.difference(targets):
        used.update(shape.meant(str(word), targets))
    for key in islice((key for key in targets if key not in used), _MOST):
        message = f"no scenario uses {name(key)}"
        yield Problem("unused-target", Severity.WARNING, message, Place(("targets", key), "key"))


def _listed_and_used(scenario: ScenarioShape) -> dict[str, int]:
    """Return the names in `unselected` that a step uses, with their first index there."""
    active, paths = scenario.used["active"], scenario.used["paths"]
    found: dict[str, int] = {}
    for index, named in enumerate(scenario.unselected or ()):
        if named is not None and (named in active or named in paths):
            found.setdefault(named, index)
    return found


def _unused(shape: Shape, scenario: ScenarioShape) -> tuple[int, list[str]]:
    """Return how many targets the scenario neither uses nor lists, and the first hundred of them, in their order.

    None where that can't be known, and no target that a misspelt name may mean.
    """
    listed, targets = scenario.unselected, shape.targets
    if not scenario.whole or listed is None or None in listed or targets is None:
        return 0, []
    named = scenario.used["active"].union(scenario.used["paths"], listed)
    for word in named.difference(targets):
        named.update(shape.meant(str(word), targets))
    total = len(targets) - len(named.intersection(targets))
    return total, list(islice((key for key in targets if key not in named), _MOST)) if total else []


def _twins(shape: Shape) -> set[str]:
    """Return the targets whose key looks like that of another one."""
    targets = shape.targets or {}
    return set() if "".join(targets).isascii() else {key for group in alike(targets, look) for key in group}


def _repair(shape: Shape, scenario: ScenarioShape, twins: set[str]) -> Fix | None:
    """Return `unselected` as it has to be for both rules to be content; None where it is malformed or would be long.

    None, too, while a name in the scenario is not that of a target that belongs there, or may mean another target with
    a key that looks the same: what is meant is in use, and a repair would write down the opposite.
    """
    listed, (total, unused) = scenario.unselected or [], _unused(shape, scenario)
    used = scenario.used
    is_resolved = used["active"] <= shape.nodes.keys() and used["paths"] <= shape.edges.keys()
    if (
        not is_resolved
        or not {*listed} <= (shape.targets or {}).keys()
        or total > _MOST
        or not twins.isdisjoint(unused)
    ):
        return None
    wrong = _listed_and_used(scenario)
    value = [*(named for named in dict.fromkeys(listed) if named not in wrong), *unused]
    return Fix("make 'unselected' what no step uses", (((*scenario.pointer, "unselected"), value),))
