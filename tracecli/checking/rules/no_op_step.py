"""no-op-step (warning): nothing changes between a step and the one before it.

The same state, the same active nodes and the same paths look the same on the screen: a viewer sees the player stand
still. Let the step change something, or join its words to its neighbour's.

Fails:

    scenarios:
    - steps:
      - {active: [launch], paths: [], state: {gpu: idle}}
      - {active: [launch], paths: [], state: {gpu: idle}}

Passes:

    scenarios:
    - steps:
      - {active: [launch], paths: [], state: {gpu: idle}}
      - {active: [gpu], paths: [], state: {gpu: forward k}}
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tracecli.checking.lenient import Names, Shape, StepShape
from tracecli.problems import Place, Problem, Related, Severity


def check(shape: Shape) -> Iterator[Problem]:
    """Compare each step with the one before."""
    for scenario in shape.scenarios:
        for before, step in pairwise(scenario.steps):
            if before.state == step.state and step.state is not None and _looks_same(before, step):
                number = int(step.pointer[-1]) + 1
                yield Problem(
                    rule="no-op-step",
                    severity=Severity.WARNING,
                    message=f"nothing changes between step {number - 1} and step {number}",
                    place=Place(step.pointer),
                    related=(Related(f"step {number - 1}", Place(before.pointer)),),
                )


def _looks_same(before: StepShape, step: StepShape) -> bool:
    adjacent = before.pointer[-1] == int(step.pointer[-1]) - 1  # a malformed step may lie between them
    return adjacent and _same(before.active, step.active) and _same(before.paths, step.paths)


def _same(left: Names | None, right: Names | None) -> bool:
    """Tell whether two lists light up the same targets; order shows nowhere, and what is malformed is not judged."""
    return left is not None and right is not None and None not in left and {*left} == {*right}
