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
from tracecli.checking.rules.duration_outlier import likely_seconds
from tracecli.problems import Place, Problem, Severity
from tracecli.text import plural

_WORDS_A_MINUTE = 350
_MINUTE = 60_000  # milliseconds
_TENTH = 100  # milliseconds: durations are advised to a tenth of a second


def check(shape: Shape) -> Iterator[Problem]:
    """Compare words and milliseconds; a duration in seconds is reported by `duration-outlier`."""
    for scenario in shape.scenarios:
        outliers = {step.pointer for step in likely_seconds(scenario)}
        for step in scenario.steps:
            words = len(step.title.split()) + len(step.description.split())
            if not step.duration or step.duration * _WORDS_A_MINUTE >= words * _MINUTE or step.pointer in outliers:
                continue
            fits = -(-words * _MINUTE // (_WORDS_A_MINUTE * _TENTH)) * _TENTH
            yield Problem(
                rule="reading-time",
                severity=Severity.NOTE,
                message=f"{plural(words, 'word')} of title and description need {fits} ms "
                f"at {_WORDS_A_MINUTE} words a minute, and the step lasts {step.duration} ms",
                place=Place((*step.pointer, "duration")),
                suggestion=str(fits),
            )
