"""Rules about what a step changes, and how long it stays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tracecli.checking.lenient import ScenarioShape, Shape, StepShape
from tracecli.problems import Place, Problem, Related, Severity
from tracecli.text import NORMAL_WPM, plural, reading_words

_MINUTE = 60_000  # milliseconds
_TENTH = 100  # milliseconds: durations are advised to a tenth of a second
_FAR = 100  # a duration in seconds is a thousandth of its siblings'; a tenth of that distance is still no accident


def no_op_step(shape: Shape) -> Iterator[Problem]:
    """no-op-step (warning): nothing changes between a step and the one before it.

    The same state, the same active nodes and the same paths look the same on the screen: to a viewer the player
    seems to stop. Let the step change something, or join its words to its neighbour's.

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
    for scenario in shape.scenarios:
        for before, step in pairwise(scenario.steps):
            number = int(step.pointer[-1]) + 1
            is_next = before.pointer[-1] == number - 2  # a malformed step may be between them
            # States first: they differ nearly always.
            if step.state is None or before.state != step.state or not is_next or not _lights_the_same(before, step):
                continue
            yield Problem(
                rule="no-op-step",
                severity=Severity.WARNING,
                message=f"nothing changes between step {number - 1} and step {number}",
                place=Place(step.pointer),
                related=(Related(f"step {number - 1}", Place(before.pointer)),),
            )


def _lights_the_same(before: StepShape, step: StepShape) -> bool:
    """Return whether two steps use the same targets; order shows nowhere, and what is malformed is not judged."""
    return all(
        left is not None and right is not None and None not in left and {*left} == {*right}
        for left, right in ((before.active, step.active), (before.paths, step.paths))
    )


def duration_outlier(shape: Shape) -> Iterator[Problem]:
    """duration-outlier (warning): a duration that looks like seconds among milliseconds.

    'duration' is in milliseconds. A step that lasts a hundredth of what its siblings last flashes by unseen; most
    likely it was meant in seconds. It is judged against the middle duration of the scenario.

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
    for scenario in shape.scenarios:
        for step in _likely_seconds(scenario):
            milliseconds = (step.duration or 0) * 1000
            yield Problem(
                rule="duration-outlier",
                severity=Severity.WARNING,
                message=f"{step.duration} ms is over 100 times shorter than the steps around it: "
                f"if it was meant in seconds, write {milliseconds}",
                place=Place((*step.pointer, "duration")),
                suggestion=str(milliseconds),
            )


def _likely_seconds(scenario: ScenarioShape) -> list[StepShape]:
    """Return the steps that last a hundredth of the median duration, or less: likely seconds, not milliseconds."""
    timed = [step for step in scenario.steps if step.duration]
    durations = sorted([step.duration or 0 for step in timed])
    limit = durations[len(durations) // 2] / _FAR if durations else 0
    return [step for step in timed if (step.duration or 0) < limit] if durations and durations[0] < limit else []


def reading_time(shape: Shape) -> Iterator[Problem]:
    """reading-time (note): a step's words need longer than it lasts.

    People read about 350 words a minute, fewer while they also look at a drawing. The words of title and description
    are counted, split at white space; in Chinese, Japanese, Thai and other scripts without spaces the characters count.
    The note gives the least duration that fits them. The player waits that long anyway, so this is advice for those who
    export the trace or set its pace.

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
    for scenario in shape.scenarios:
        in_seconds = {step.pointer for step in _likely_seconds(scenario)}
        for step in scenario.steps:
            words = reading_words(step.title) + reading_words(step.description)
            if not step.duration or step.duration * NORMAL_WPM >= words * _MINUTE or step.pointer in in_seconds:
                continue
            what = f"{plural(words, 'word')} of title and description"
            if words != len(f"{step.title} {step.description}".split()):  # a script without spaces
                what = f"title and description, which take as long to read as {plural(words, 'word')},"
            fits = -(-words * _MINUTE // (NORMAL_WPM * _TENTH)) * _TENTH
            yield Problem(
                rule="reading-time",
                severity=Severity.NOTE,
                message=f"{what} need {fits} ms at {NORMAL_WPM} words a minute, and the step lasts {step.duration} ms",
                place=Place((*step.pointer, "duration")),
                suggestion=str(fits),
            )


def no_op_change(shape: Shape) -> Iterator[Problem]:
    """no-op-change (warning): 'changes' names a state key that keeps its value.

    'changes' of a step holds the keys that it changes; all others keep their values. A key that is written with the
    value that it has already is a slip, or a line to take out.

    Fails:

        scenarios:
        - initial: {gpu: idle, queue: empty}
          steps:
          - changes: {gpu: forward k, queue: empty}

    Passes:

        scenarios:
        - initial: {gpu: idle, queue: empty}
          steps:
          - changes: {gpu: forward k}
    """
    for scenario in shape.scenarios:
        before = scenario.initial
        for step in scenario.steps:
            for key, value in (step.changes or {}).items():
                if before is not None and isinstance(value, str) and before.get(key) == value:
                    yield Problem(
                        rule="no-op-change",
                        severity=Severity.WARNING,
                        message=f"'{key}' is '{value}' already",
                        place=Place((*step.pointer, "state", key), "item"),
                    )
            before = step.state
