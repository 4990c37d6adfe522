"""duration-outlier (warning): a duration that looks like seconds among milliseconds.

'duration' is in milliseconds. A step that lasts a hundredth of what its siblings last flashes by unseen; most likely
it was meant in seconds. The middle duration of the scenario is what it is judged against.

Fails:

    scenarios:
    - steps:
      - {title: Pick batch k, duration: 2800}
      - {title: Launch step k, duration: 3}
      - {title: Run the forward, duration: 3000}

Passes:

    scenarios:
    - steps:
      - {title: Pick batch k, duration: 2800}
      - {title: Launch step k, duration: 3000}
      - {title: Run the forward, duration: 3000}
"""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.checking.lenient import ScenarioShape, Shape, StepShape
from tracecli.problems import Place, Problem, Severity

_FAR = 100  # a duration in seconds is a thousandth of its siblings'; a tenth of that distance is still no accident


def check(shape: Shape) -> Iterator[Problem]:
    """Judge each duration against its siblings."""
    for scenario in shape.scenarios:
        for step in likely_seconds(scenario):
            milliseconds = (step.duration or 0) * 1000
            yield Problem(
                rule="duration-outlier",
                severity=Severity.WARNING,
                message=f"{step.duration} ms is over 100 times shorter than the steps around it: "
                f"if it was meant in seconds, write {milliseconds}",
                place=Place((*step.pointer, "duration")),
                suggestion=str(milliseconds),
            )


def likely_seconds(scenario: ScenarioShape) -> list[StepShape]:
    """Return the steps that last a hundredth of the median duration, or less: likely seconds, not milliseconds."""
    durations = sorted(step.duration for step in scenario.steps if step.duration)
    limit = durations[len(durations) // 2] / _FAR if durations else 0
    if not durations or durations[0] >= limit:
        return []
    return [step for step in scenario.steps if step.duration and step.duration < limit]
