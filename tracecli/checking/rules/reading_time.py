"""reading-time (note): a step's words need longer than it lasts.

People read about 350 words a minute, fewer while they also look at a drawing. The words of title and description are
counted, split at white space; the note gives the least duration that fits them. The player waits that long anyway, so
this is advice for those who export the trace or set its pace.

Fails:

    scenarios:
    - steps:
      - title: Launch step k
        description: run_batch prepares the forward for batch k, and the GPU starts to work on it at once.
        duration: 2000

Passes:

    scenarios:
    - steps:
      - title: Launch step k
        description: run_batch prepares the forward for batch k, and the GPU starts to work on it at once.
        duration: 3500
"""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.checking.lenient import Shape
from tracecli.checking.messages import count
from tracecli.checking.rules.durations import is_enough, likely_seconds, needed, word_count
from tracecli.problems import Place, Problem, Severity


def check(shape: Shape) -> Iterator[Problem]:
    """Compare words and milliseconds; a duration in seconds is `duration-outlier`'s to report."""
    for scenario in shape.scenarios:
        outliers = {step.pointer for step in likely_seconds(scenario)}
        for step in scenario.steps:
            words = word_count(step) if step.duration else 0
            if step.duration and not is_enough(step.duration, words) and step.pointer not in outliers:
                fits = needed(words)
                yield Problem(
                    rule="reading-time",
                    severity=Severity.NOTE,
                    message=f"{count(words, 'word')} of title and description need {fits} ms "
                    f"at 350 words a minute, and the step lasts {step.duration} ms",
                    place=Place((*step.pointer, "duration")),
                    suggestion=str(fits),
                )
