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

from tracecli.checking.lenient import Shape
from tracecli.checking.messages import names
from tracecli.checking.rules.unselected import repair, unused
from tracecli.problems import Place, Problem, Related, Severity

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
