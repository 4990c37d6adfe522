"""wrong-kind (error): a node is where an edge belongs, or an edge where a node does.

'active' takes nodes, 'paths' takes edges. An edge leaves and enters nodes ('from', 'to'), and only nodes have a place
on the grid ('at'). Where everything else in the trace treats a target as the other kind, the finding is at its
'kind'.

Fails:

    targets:
      gpu: {id: loop-gpu, kind: node, label: GPU forward}
    scenarios:
    - steps:
      - paths: [gpu]

Passes:

    targets:
      gpu: {id: loop-gpu, kind: node, label: GPU forward}
    scenarios:
    - steps:
      - active: [gpu]
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from tracecli.checking.lenient import Shape, TargetShape
from tracecli.checking.messages import name
from tracecli.problems import Part, Place, Pointer, Problem, Related, Severity
from tracecli.text import plural

_OTHER = {"node": "edge", "edge": "node"}
_A = {"node": "a node", "edge": "an edge"}
_Misuse = tuple[str, Problem]


def check(shape: Shape) -> Iterator[Problem]:
    """Gather what treats a target as the other kind, then decide what is wrong: that, or the declaration."""
    targets = shape.targets or {}
    wrong: dict[str, list[Problem]] = defaultdict(list)
    for key, problem in chain(_declarations(shape, targets), _uses(shape, targets)):
        wrong[key].append(problem)
    if not wrong:
        return
    single = {key for key, problems in wrong.items() if len(problems) == 1}
    fine = _used_well(shape, targets, wrong.keys() - single) if len(single) < len(wrong) else set()
    for key, problems in wrong.items():
        yield from problems if key in single or key in fine else [_declared_wrong(key, targets[key], problems)]


def _declarations(shape: Shape, targets: dict[str, TargetShape]) -> Iterator[_Misuse]:
    for key, target in targets.items():
        if target.kind == "edge" and target.has_at:
            yield _misuse(key, target, (*target.pointer, "at"), "'at' is for nodes", "key")
        if target.kind == "edge" and target.shows is not None:
            yield _misuse(key, target, (*target.pointer, "shows"), "'shows' is for nodes", "key")
        if target.kind == "node" and target.ends:
            slots = " and ".join(map(name, target.ends))
            be = "are" if len(target.ends) > 1 else "is"
            yield _misuse(key, target, (*target.pointer, next(iter(target.ends))), f"{slots} {be} for edges", "key")
        for end, named in target.ends.items():
            if target.kind == "edge" and named in shape.edges:
                yield _misuse(named, targets[named], (*target.pointer, end), f"{name(end)} takes a node")


def _uses(shape: Shape, targets: dict[str, TargetShape]) -> Iterator[_Misuse]:
    for scenario in shape.scenarios:
        if scenario.used["active"] <= shape.nodes.keys() and scenario.used["paths"] <= shape.edges.keys():
            continue  # nearly always
        for step in scenario.steps:
            for key, names in step.uses():
                misfits = shape.edges if key == "active" else shape.nodes
                takes = f"'{key}' takes {'nodes' if key == 'active' else 'edges'}"
                for index, named in enumerate(names):
                    if named is not None and named in misfits:
                        yield _misuse(named, targets[named], (*step.pointer, key, index), takes)


def _used_well(shape: Shape, targets: dict[str, TargetShape], suspects: set[str]) -> set[str]:
    """Return those targets that something else treats as the kind they are declared as."""
    well = {key for key in suspects if (targets[key].has_at if targets[key].kind == "node" else targets[key].ends)}
    ends = {named for target in targets.values() if target.kind == "edge" for named in target.ends.values()}
    well |= {key for key in suspects if key in shape.nodes and key in ends}
    for scenario in shape.scenarios:
        for key in scenario.used:
            well.update(suspects.intersection(scenario.used[key]).intersection(shape.fitting(key)))
    return well


def _misuse(key: str, target: TargetShape, pointer: Pointer, takes: str, part: Part = "value") -> _Misuse:
    message = f"{takes}, and {name(key)} is {_A[target.kind or 'node']}"
    related = (Related(f"{key} is declared", Place(target.pointer, "key")),)
    return key, Problem("wrong-kind", Severity.ERROR, message, Place(pointer, part), related)


def _declared_wrong(key: str, target: TargetShape, problems: list[Problem]) -> Problem:
    declared = target.kind or "node"
    other = _OTHER[declared]
    return Problem(
        rule="wrong-kind",
        severity=Severity.ERROR,
        message=f"{name(key)} is declared as {_A[declared]}, but {plural(len(problems), 'place')} here "
        f"treat it as {_A[other]}, and none as {_A[declared]}",
        place=Place((*target.pointer, "kind")),
        related=tuple(Related(f"{key} is {_A[other]} here", problem.place) for problem in problems[:3]),
        suggestion=other,
    )
