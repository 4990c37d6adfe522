"""unknown-target (error): a step, an edge or a scenario names a target that is not declared.

The names in 'active', 'paths', 'unselected', 'from' and 'to' are keys of 'targets'. A name that is no such key lights
up nothing in the drawing, and no one notices until a viewer waits for it. The finding gives the nearest target of the
kind that belongs there, and where that one is declared. Where several places agree on a name that only the
declaration spells in another way, it is the declaration that is wrong, and the finding is there.

Fails:

    targets:
      launch: {id: loop-launch, kind: node, label: Launch step}
    scenarios:
    - steps:
      - active: [lauch]

Passes:

    targets:
      launch: {id: loop-launch, kind: node, label: Launch step}
    scenarios:
    - steps:
      - active: [launch]
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tracecli.checking.lenient import Names, ScenarioShape, Shape, TargetShape
from tracecli.checking.messages import ask, name
from tracecli.problems import Fix, Place, Pointer, Problem, Related, Severity
from tracecli.text import plural

_Pool = Mapping[str, object]


class _Use(NamedTuple):
    """A place that names what is no target."""

    pointer: Pointer  # where
    pool: _Pool  # the targets that may be there
    # Names that a repair must not write there: they are in the same list, or would contradict another.
    taken: Sequence[set[str | None]]


def check(shape: Shape) -> Iterator[Problem]:
    """Gather what names no target, then decide what is wrong: that, or the declaration."""
    targets = shape.targets or {}
    unknown: dict[str, list[_Use]] = defaultdict(list)
    for named, use in _uses(shape) if shape.targets is not None else ():
        if named not in targets:
            unknown[named].append(use)
    if not unknown:
        return
    idle = _idle(shape, targets) if any(len(uses) > 1 for uses in unknown.values()) else set()
    for named, uses in unknown.items():
        found = shape.near.names(named, targets) if len(uses) > 1 and idle else []
        if len(found) == 1 and found[0] in idle and _may_be_misspelt(targets[found[0]], found[0], named):
            yield _declared_wrong(named, found[0], uses)
        else:
            yield from (_problem(shape, named, use) for use in uses)


def _uses(shape: Shape) -> Iterator[tuple[str, _Use]]:
    """Return the names in ends, and those in lists of scenarios that name something unknown."""
    targets = shape.targets or {}
    for target in targets.values():
        for end, named in target.ends.items():
            if named is not None:
                yield named, _Use((*target.pointer, end), shape.nodes, ())
    for scenario in shape.scenarios:
        listed = {*(scenario.unselected or ())}
        used = scenario.used["active"] | scenario.used["paths"]
        if (listed | used).difference(targets, {None}):
            yield from _of_scenario(shape, scenario, listed, used)


def _of_scenario(
    shape: Shape, scenario: ScenarioShape, listed: set[str | None], used: set[str | None]
) -> Iterator[tuple[str, _Use]]:
    unselected = (*scenario.pointer, "unselected")
    yield from _of_list(unselected, scenario.unselected or [], shape.targets or {}, used)
    for step in scenario.steps:
        for key, names in step.uses():
            yield from _of_list((*step.pointer, key), names, shape.fitting(key), listed)


def _of_list(pointer: Pointer, names: Names, pool: _Pool, barred: set[str | None]) -> Iterator[tuple[str, _Use]]:
    taken = ({*names}, barred)
    for index, named in enumerate(names):
        if named is not None:
            yield named, _Use((*pointer, index), pool, taken)


def _idle(shape: Shape, targets: _Pool) -> set[str]:
    """Return the targets that nothing names."""
    named: set[str | None] = {end for target in (shape.targets or {}).values() for end in target.ends.values()}
    for scenario in shape.scenarios:
        named |= scenario.used["active"] | scenario.used["paths"] | {*(scenario.unselected or ())}
    return {key for key in targets if key not in named}


def _may_be_misspelt(target: TargetShape, key: str, named: str) -> bool:
    """Return whether a key may be a slip for a name: not when its own id or label has the key and not the name."""
    own = _letters(f"{target.id} {target.label}")
    return _letters(named) in own or _letters(key) not in own


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def _declared_wrong(named: str, declared: str, uses: list[_Use]) -> Problem:
    return Problem(
        rule="unknown-target",
        severity=Severity.ERROR,
        message=f"nothing names {name(declared)}, while {plural(len(uses), 'place')} name "
        f"{name(named)}, which is not declared",
        place=Place(("targets", declared), "key"),
        related=tuple(Related(f"{named} is named here", Place(use.pointer)) for use in uses[:3]),
        suggestion=named,
    )


def _problem(shape: Shape, named: str, use: _Use) -> Problem:
    found = shape.meant(named, use.pool)
    only = found[0] if len(found) == 1 else None
    fix = None
    if only and not any(only in names for names in use.taken):
        fix = Fix(f"write {name(only)}", ((use.pointer, only),))
        for names in use.taken[:1]:  # a second slip in the same list must not become the same name
            names.add(only)
    extension = ": a name that begins with x- is an extension" if named.startswith("x-") else ""
    return Problem(
        rule="unknown-target",
        severity=Severity.ERROR,
        message=f"{name(named)} is not a target{extension}{ask(found, named)}",
        place=Place(use.pointer),
        related=tuple(Related(f"{key} is declared", Place(("targets", key), "key")) for key in found),
        suggestion=only,
        fix=fix,
    )
