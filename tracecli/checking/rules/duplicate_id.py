"""duplicate-id (error): two scenarios, two targets, two sources, or two steps of one scenario have the same id.

An id is how a thing is found: a scenario by its address, a target in the drawing, a step in the other scenario when
two are compared. With two of one name only the first would ever be found. The finding is at the second and shows the
first.

Fails:

    targets:
      launch: {id: loop-launch, kind: node, label: Launch step}
      gpu: {id: loop-launch, kind: node, label: GPU forward}

Passes:

    targets:
      launch: {id: loop-launch, kind: node, label: Launch step}
      gpu: {id: loop-gpu, kind: node, label: GPU forward}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tracecli.checking.lenient import ScenarioShape, Shape, SourceShape, StepShape, TargetShape
from tracecli.checking.messages import name
from tracecli.problems import Place, Pointer, Problem, Related, Severity


def check(shape: Shape) -> Iterator[Problem]:
    """Look at each set of ids by itself."""
    yield from _repeated("scenario", shape.scenarios)
    yield from _repeated("target", (shape.targets or {}).values())
    yield from _repeated("source", shape.sources)
    for scenario in shape.scenarios:
        yield from _repeated("step", scenario.steps)


def _repeated(
    thing: str, bearers: Iterable[ScenarioShape | TargetShape | SourceShape | StepShape]
) -> Iterator[Problem]:
    first: dict[str, Pointer] = {}
    for bearer in bearers:
        if bearer.id is None:
            continue
        pointer = (*bearer.pointer, "id")
        if first.setdefault(bearer.id, pointer) is not pointer:
            yield Problem(
                rule="duplicate-id",
                severity=Severity.ERROR,
                message=f"{name(bearer.id)} is the id of another {thing} already",
                place=Place(pointer),
                related=(Related(f"the first {thing} with this id", Place(first[bearer.id])),),
            )
