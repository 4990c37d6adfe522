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

from tracecli.checking.lenient import Shape
from tracecli.checking.rules.durations import likely_seconds
from tracecli.problems import Place, Problem, Severity


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
