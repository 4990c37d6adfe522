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

from __future__ import annotations

from collections.abc import Collection, Iterator

from tracecli.checking.lenient import ScenarioShape, Shape
from tracecli.checking.messages import name
from tracecli.checking.rules.unselected import listed_and_used, repair
from tracecli.problems import Place, Pointer, Problem, Related, Severity


def check(shape: Shape) -> Iterator[Problem]:
    """Compare what is listed with what is used."""
    for scenario in shape.scenarios:
        named_twice = listed_and_used(scenario)
        if not named_twice:
            continue
        uses = _first_uses(scenario, named_twice.keys())
        fix = repair(shape, scenario)
        for named, index in named_twice.items():
            entry = (*scenario.pointer, "unselected", index)
            yield Problem(
                rule="unselected-used",
                severity=Severity.ERROR,
                message=f"this step uses {name(named)}, which the scenario lists in 'unselected'",
                place=Place(uses[named]),
                related=(Related(f"{named} is listed as unselected", Place(entry)),),
                fix=fix,
            )


def _first_uses(scenario: ScenarioShape, wanted: Collection[str]) -> dict[str, Pointer]:
    found: dict[str, Pointer] = {}
    for step in scenario.steps:
        for key, names in step.uses():
            for index, named in enumerate(names):
                if named is not None and named in wanted:
                    found.setdefault(named, (*step.pointer, key, index))
    return found
