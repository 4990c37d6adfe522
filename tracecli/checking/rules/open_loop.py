"""open-loop (note): the last state, moved back by one iteration, is not the initial state.

Where a scenario follows one iteration of a loop, its last state is the start of the next one: read k for k+1, and k−1
for k, and it should be the state it began with. A key that differs is often a slip, and sometimes on
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

from tracecli.checking.lenient import Shape
from tracecli.checking.messages import name, names
from tracecli.problems import Place, Problem, Related, Severity

# k by itself, with a number added or taken away or not; neither top_k, k-means nor k1. Any minus will do.
_ITERATION = re.compile(r"(?<![\w-])k(?:\s?([+\-−–])\s?([0-9]{1,9}))?(?!\w|[+\-−–]\w)")


def check(shape: Shape) -> Iterator[Problem]:
    """Move each last state back and compare; what is not text is not judged."""
    for scenario in shape.scenarios:
        initial, last = scenario.initial, scenario.steps[-1].state if scenario.steps else None
        if initial is None or last is None:
            continue
        names_iteration = False
        differing: dict[str, tuple[str, str]] = {}
        for key, late in last.items():
            early = initial.get(key)
            if isinstance(late, str):
                names_iteration = names_iteration or _ITERATION.search(late) is not None
                if isinstance(early, str) and moved(late, -1) != moved(early, 0):
                    differing[key] = moved(late, -1), early
        if names_iteration and differing:
            key, (late, early) = next(iter(differing.items()))
            yield Problem(
                rule="open-loop",
                severity=Severity.NOTE,
                message="moved back by one iteration, the last state is not the initial one in "
                f"{names(list(differing))}: {name(late)} against {name(early)}",
                place=Place((*scenario.steps[-1].pointer, "state", key)),
                related=(Related("the initial value", Place((*scenario.pointer, "initial", key))),),
            )


def moved(value: str, by: int) -> str:
    """Write every iteration of a value in one spelling, moved by a number."""

    def spelt(match: re.Match[str]) -> str:
        sign, number = match.groups()
        offset = (int(number or 0) if sign == "+" else -int(number or 0)) + by
        return f"k{'−' if offset < 0 else '+'}{abs(offset)}" if offset else "k"

    return _ITERATION.sub(spelt, value)
