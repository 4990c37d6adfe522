"""The parts of a frame as elements: what stays, and what belongs to a step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from tracecli.export.svgfigure import Figure, figure_of
from tracecli.export.svglegend import row_markup
from tracecli.export.svgplan import (
    DESCRIPTION,
    FOOT,
    LIMITS,
    MARGIN,
    SCENARIO_TITLE,
    STEP_TITLE,
    TRACE_TITLE,
    Plan,
    plan_of,
    step_lines,
)
from tracecli.export.svgruler import ruler_at, ruler_ground
from tracecli.export.svgtable import table_ground
from tracecli.export.svgtext import direction, number, text_block
from tracecli.model import Scenario, Trace
from tracecli.playback import Moment, moment

_BASELINE = 0.74  # of a line, from its upper border


@dataclass(frozen=True, slots=True)
class Frame:
    """What all steps of a scenario share.

    Attributes:
        trace: The trace.
        scenario: The scenario.
        figure: Its drawing.
        plan: Where everything lies.
    """

    trace: Trace
    scenario: Scenario
    figure: Figure
    plan: Plan


def frame_of(trace: Trace, scenario: Scenario, prefix: str, own: Figure | None = None) -> Frame:
    """Give the frame of a scenario.

    Args:
        trace: The trace.
        scenario: The scenario.
        prefix: Begins every id.
        own: The author's own drawing; ours without it.
    """
    figure, entries = (own, []) if own else figure_of(trace, prefix)
    return Frame(trace, scenario, figure, plan_of(trace, scenario, figure, entries))


def paragraph(name: str, lines: tuple[str, ...], y: float, step: float, width: float) -> str:
    """Give a paragraph at the left margin, or at the right one if it is written from there."""
    first = y + step * _BASELINE
    if direction(" ".join(lines)) == "rtl":
        return text_block(name, lines, (MARGIN + width, first), step, "end")
    return text_block(name, lines, (MARGIN, first), step)


def ground(frame: Frame) -> Iterator[str]:
    """Give everything that stays from step to step."""
    plan = frame.plan
    yield card(plan.width, plan.height)
    over, title = plan.head
    yield paragraph("over", over, MARGIN, TRACE_TITLE[1], plan.inner)
    yield paragraph("title", title, MARGIN + len(over) * TRACE_TITLE[1], SCENARIO_TITLE[1], plan.inner)
    yield from ruler_ground(len(frame.scenario.steps), (MARGIN, plan.ruler), plan.inner)
    yield placed(frame.figure.base, plan.figure)
    yield from map(row_markup, plan.legend)
    yield from table_ground(plan.table, moment(frame.trace, frame.scenario, 0).values)
    yield from foot(plan.caption, plan.foot, plan.inner)


def card(width: float, height: float) -> str:
    """Give the ground of a whole picture."""
    return f'<rect class="card" x="0.5" y="0.5" width="{number(width - 1)}" height="{number(height - 1)}" rx="6"/>'


def foot(caption: tuple[tuple[str, ...], ...], y: float, width: float) -> Iterator[str]:
    """Give the caption and the limitations."""
    tops = accumulate((len(lines) * FOOT[1] for lines in caption), initial=y)
    for lines, top in zip(caption, tops, strict=False):
        yield paragraph("foot-title" if lines == (LIMITS,) else "foot", lines, top, FOOT[1], width)


def placed(markup: str, place: tuple[float, float]) -> str:
    """Give elements moved to a place."""
    return f'<g transform="translate({number(place[0])} {number(place[1])})">{markup}</g>' if markup else ""


def words(now: Moment, plan: Plan) -> str:
    """Give what a step says: its position, its place on the ruler, title and description."""
    over = MARGIN + TRACE_TITLE[1] * _BASELINE
    far = direction(" ".join(plan.head[0])) == "rtl"  # the trace's title is at the right margin
    place, side = ((MARGIN, over), "start") if far else ((plan.width - MARGIN, over), "end")
    title, description = step_lines(now, plan.inner)
    below = plan.words + len(title) * STEP_TITLE[1]
    return "".join(
        (
            text_block("position", (f"Step {now.index} of {now.last}",), place, 0, side),
            ruler_at(now.index, now.last, (MARGIN, plan.ruler), plan.inner),
            paragraph("step-title", title, plan.words, STEP_TITLE[1], plan.inner),
            paragraph("description", description, below, DESCRIPTION[1], plan.inner),
        )
    )


def lights(frame: Frame) -> Iterator[tuple[str, str]]:
    """Give each target that can be lit with the elements to lay over the ground, in the order to be laid."""
    entries = {row.key: row_markup(row, lit=True) for row in frame.plan.legend}
    for key in {**frame.figure.lit, **entries}:
        yield key, placed(frame.figure.lit.get(key, ""), frame.plan.figure) + entries.get(key, "")
