"""How long a step stays. The pace is the reader's: words need time, whatever duration the author wrote."""

from __future__ import annotations

from tracecli.model import Scenario, Step

NORMAL_WPM = 350
"""Words a minute: the upper end of silent reading of plain English."""

_DAY_MS = 24 * 60 * 60 * 1000  # longer waits overflow what a system's wait call takes, and nobody sits through them
_INITIAL_MS = 1000  # the initial state has no duration of its own


def reading_ms(text: str, wpm: int) -> int:
    """Give how many milliseconds the words of `text`, split at white space, need at `wpm` words a minute (0: none)."""
    return -(-len(text.split()) * 60_000 // wpm) if wpm else 0


def _scaled(milliseconds: int, speed: float) -> int:
    return round(min(milliseconds, _DAY_MS) / speed)


def stay_ms(step: Step, wpm: int, speed: float) -> int:
    """Give how many milliseconds a step stays.

    Args:
        step: The step; its title and description have to be read.
        wpm: Words a minute; 0 lets the author's duration decide alone.
        speed: Above 1 is faster. It scales the words' time too: whoever asks for faster reads faster.
    """
    return _scaled(max(step.duration, reading_ms(f"{step.title} {step.description}", wpm)), speed)


def initial_stay_ms(scenario: Scenario, wpm: int, speed: float) -> int:
    """Give how many milliseconds the initial state stays, with the scenario's description to read."""
    return _scaled(max(_INITIAL_MS, reading_ms(scenario.description, wpm)), speed)
