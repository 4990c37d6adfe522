"""A terminal recording, asciicast version 2: the player's own frames, one a step.

https://docs.asciinema.org/manual/asciicast/v2/ -- times are seconds since the beginning, in version 3 since the event
before. Version 2 is what most players read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tracecli.export.data import defused
from tracecli.model import Scenario, Trace
from tracecli.playback import initial_stay_ms, stay_ms
from tracecli.text import NORMAL_WPM, one_line, visible

_HIDE, _SHOW = "\x1b[?25l", "\x1b[?25h"
_CLEAR = "\x1b[H\x1b[2J"


@dataclass(frozen=True, slots=True)
class Recorder:
    """The terminal of a recording."""

    # Step number → rows, with their SGR codes and without line breaks; 0 is the poster, the number after the last step
    # the end.
    frame: Callable[[int], Sequence[str]]
    width: int  # columns
    height: int  # rows


def export(trace: Trace, scenario: Scenario, recorder: Recorder, *, wpm: int = NORMAL_WPM, speed: float = 1.0) -> str:
    """Return a scenario as a recording: a poster for players that stand still at first, the steps from 1, the end.

    Args:
        trace: The trace.
        scenario: The scenario.
        recorder: What draws a step, and how large.
        wpm: A step stays at least as long as its words need at this many words a minute; 0: durations alone.
        speed: Above 1 is faster.
    """
    lines = [defused(json.dumps(_header(trace, scenario, recorder)))]
    lines.append(_event(0, "o", _HIDE + _drawn(recorder, 0)))
    now = initial_stay_ms(scenario, wpm, speed)  # milliseconds: whole numbers add up without error
    for number, step in enumerate(scenario.steps, 1):
        # The marker first: a player that jumps to it then draws the frame after it.
        lines.append(_event(now, "m", visible(f"{number}. {one_line(step.title)}")))
        lines.append(_event(now, "o", _drawn(recorder, number)))
        now += stay_ms(step, wpm, speed)
    # The prompt comes back below the screen.
    end = _drawn(recorder, len(scenario.steps) + 1)
    lines.append(_event(now, "o", f"{end}{_SHOW}\x1b[{recorder.height + 1};1H"))
    return "".join(f"{line}\n" for line in lines)


def _drawn(recorder: Recorder, number: int) -> str:
    return _CLEAR + "\r\n".join(recorder.frame(number))


def _header(trace: Trace, scenario: Scenario, recorder: Recorder) -> dict[str, object]:
    return {
        "version": 2,
        "width": recorder.width,
        "height": recorder.height,
        "title": visible(one_line(scenario.title)),
        "env": {"TERM": "xterm-256color"},
        "caption": trace.caption or "",
        "limitations": list(trace.limitations),
    }


def _event(milliseconds: int, kind: str, text: str) -> str:
    return f'[{milliseconds // 1000}.{milliseconds % 1000:03}, "{kind}", {defused(json.dumps(text))}]'
