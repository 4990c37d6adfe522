"""What duration-outlier and reading-time share."""

from __future__ import annotations

from tracecli.checking.lenient import ScenarioShape, StepShape

_WORDS_A_MINUTE = 350
_MINUTE = 60_000  # milliseconds
_TENTH = 100  # milliseconds: durations are advised to a tenth of a second
_FAR = 100  # a duration in seconds is a thousandth of its siblings'; a tenth of that distance is still no accident


def word_count(step: StepShape) -> int:
    """Count the words of title and description, split at white space."""
    return len(step.title.split()) + len(step.description.split())


def needed(words: int) -> int:
    """Give the least duration in milliseconds, in whole tenths of a second, in which so many words can be read."""
    return -(-words * _MINUTE // (_WORDS_A_MINUTE * _TENTH)) * _TENTH


def is_enough(duration: int, words: int) -> bool:
    """Tell whether so many words can be read in a duration, to the millisecond."""
    return duration * _WORDS_A_MINUTE >= words * _MINUTE


def likely_seconds(scenario: ScenarioShape) -> list[StepShape]:
    """Give the steps whose durations look like seconds among milliseconds: a hundredth of the middle one, or less."""
    durations = sorted(step.duration for step in scenario.steps if step.duration)
    if not durations:
        return []
    limit = durations[len(durations) // 2] / _FAR
    return [step for step in scenario.steps if step.duration and step.duration < limit] if durations[0] < limit else []
