"""open-loop (note): the last state, moved back by one iteration, is not the initial state.

Where a scenario follows one iteration of a loop, its last state is the start of the next one: read k for k+1, and k−1
for k, and it should be the state it began with. A key that differs is often a slip of the pen, and sometimes on
purpose, as where the first iteration starts cold. Asked only of scenarios whose last state names an iteration: k,
k+1, k−1.

Fails:

    stateLabels: {gpu: GPU work}
    scenarios:
    - initial: {gpu: idle}
      steps:
      - state: {gpu: forward k}

Passes:

    stateLabels: {gpu: GPU work}
    scenarios:
    - initial: {gpu: forward k−1}
      steps:
      - state: {gpu: forward k}
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tracecli.checking.lenient import ScenarioShape, Shape, State
from tracecli.checking.messages import name, names
from tracecli.problems import Place, Problem, Related, Severity

# k by itself, with a number added or taken away or not; neither top_k, k-means nor k1. Any minus will do.
_ITERATION = re.compile(r"(?<![\w-])k(?:\s?([+\-−–])\s?([0-9]{1,9}))?(?!\w|[+\-−–]\w)")


def check(shape: Shape) -> Iterator[Problem]:
    """Move each last state back and compare."""
    for scenario in shape.scenarios:
        last = scenario.steps[-1].state if scenario.steps else None
        if last is None or scenario.initial is None or not any(map(_names_iteration, last.values())):
            continue
        differing = [key for key in last if _differs(last[key], scenario.initial.get(key))]
        if differing:
            yield _problem(scenario, last, differing)


def _names_iteration(value: object) -> bool:
    return isinstance(value, str) and _ITERATION.search(value) is not None


def _differs(late: object, early: object) -> bool:
    """Compare two values, the later one moved back; what is not text is not judged."""
    return isinstance(late, str) and isinstance(early, str) and moved(late, -1) != moved(early, 0)


def moved(value: str, by: int) -> str:
    """Write every iteration of a value in one spelling, moved by a number."""

    def spelt(match: re.Match[str]) -> str:
        sign, number = match.groups()
        offset = (int(number or 0) if sign == "+" else -int(number or 0)) + by
        return f"k{'−' if offset < 0 else '+'}{abs(offset)}" if offset else "k"

    return _ITERATION.sub(spelt, value)


def _problem(scenario: ScenarioShape, last: State, differing: list[str]) -> Problem:
    key = differing[0]
    return Problem(
        rule="open-loop",
        severity=Severity.NOTE,
        message=f"moved back by one iteration, the last state is not the initial one in {names(differing)}: "
        f"{name(moved(str(last[key]), -1))} against {name(str((scenario.initial or {})[key]))}",
        place=Place((*scenario.steps[-1].pointer, "state", key)),
        related=tuple(
            Related("the initial value", Place((*scenario.pointer, "initial", key))) for key in differing[:1]
        ),
    )
