"""All steps of a scenario in motion, by style sheets alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracecli.export.svgfigure import Figure
from tracecli.export.svgframe import Frame, frame_of, ground, lights, words
from tracecli.export.svgmotion import Motion
from tracecli.export.svgpage import Page, document, prefix_of, refuse_many, told
from tracecli.export.svgtable import value_markup
from tracecli.model import Scenario, Trace
from tracecli.playback import NORMAL_WPM, Moment, Value, moment, stay_ms


def animated(
    trace: Trace, scenario: Scenario, own: Figure | None = None, *, wpm: int = NORMAL_WPM, speed: float = 1.0
) -> str:
    """Give all steps of a scenario in motion, over and over.

    Args:
        trace: The trace.
        scenario: The scenario.
        own: The author's own drawing; ours without it.
        wpm: A step stays at least as long as its words need at this many words a minute; 0: durations alone.
        speed: Above 1 is faster.

    Raises:
        TraceError: For more steps than a browser can set in motion.
    """
    refuse_many(scenario, "an animated SVG")
    prefix = prefix_of(scenario)
    frame = frame_of(trace, scenario, prefix, own)
    motion = Motion([stay_ms(step, wpm, speed) for step in scenario.steps], prefix)
    moments = [moment(trace, scenario, index) for index in range(1, len(scenario.steps) + 1)]
    parts = [*map(_anchor, moments), '<g class="show">', *ground(frame), *_moving(frame, motion, moments), "</g>"]
    steps = "; ".join(f"{now.index}. {now.title}" for now in moments)
    shown, style = told(trace, f"{scenario.description} {steps}."), f"{frame.figure.style}\n{motion.style()}"
    return document(trace, scenario, Page(scenario.title, shown, frame.plan.width, frame.plan.height, style), parts)


def _anchor(now: Moment) -> str:
    """Give what `file.svg#step-3` names; it stands before the picture, so that a rule can reach from it to there."""
    return f'<g id="step-{now.index}"/>'


def _moving(frame: Frame, motion: Motion, moments: Sequence[Moment]) -> Iterator[str]:
    lit: dict[str, list[int]] = {}
    values: dict[Value, list[int]] = {}
    for now in moments:
        for key in dict.fromkeys(target.key for target in (*now.nodes, *now.paths)):
            lit.setdefault(key, []).append(now.index)
        for value in now.values:
            values.setdefault(value, []).append(now.index)
    yield from (motion.shown(lit.get(key, ()), markup) for key, markup in lights(frame))
    yield from (motion.shown((now.index,), words(now, frame.plan)) for now in moments)
    yield from (motion.shown(steps, value_markup(frame.plan.table, value)) for value, steps in values.items())
