"""One step as a picture."""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.export.svgfigure import Figure
from tracecli.export.svgframe import Frame, frame_of, ground, lights, words
from tracecli.export.svgpage import Page, document, prefix_of, told
from tracecli.export.svgtable import value_markup
from tracecli.model import Scenario, Trace
from tracecli.playback import Moment, moment


def still(trace: Trace, scenario: Scenario, step: int, own: Figure | None = None) -> str:
    """Give one step as a picture; stills of one scenario are of one size.

    Args:
        trace: The trace.
        scenario: The scenario.
        step: Its number; 0 is the initial state.
        own: The author's own drawing; ours without it.
    """
    frame, now = frame_of(trace, scenario, prefix_of(scenario), own), moment(trace, scenario, step)
    title = f"{now.index}. {now.title}" if now.index else now.title
    plan, shown = frame.plan, told(trace, now.description)
    page = Page(f"{scenario.title} – {title}", shown, plan.width, plan.height, frame.figure.style)
    return document(trace, scenario, page, _parts(frame, now))


def _parts(frame: Frame, now: Moment) -> Iterator[str]:
    lit = {target.key for target in (*now.nodes, *now.paths)}
    yield from ground(frame)
    yield from (markup for key, markup in lights(frame) if key in lit)
    yield words(now, frame.plan)
    yield from (value_markup(frame.plan.table, value) for value in now.values)
