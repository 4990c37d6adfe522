"""Where the parts of a frame lie; the same for every step of a scenario, so that nothing jumps."""

from __future__ import annotations

from dataclasses import dataclass

from tracecli.export.svgfigure import Figure
from tracecli.export.svglegend import Entry, Row, rows
from tracecli.export.svgruler import HEIGHT
from tracecli.export.svgtable import Table, table_of
from tracecli.export.svgwrap import wrapped
from tracecli.model import Scenario, Trace
from tracecli.playback import Moment, moment

MARGIN = 24
LEAST_WIDTH = 800
POSITION = 100  # breadth kept for `Step 4 of 6`

TRACE_TITLE = (12, 17)  # font size, from line to line
SCENARIO_TITLE = (18, 24)
STEP_TITLE = (16, 22)
DESCRIPTION = (14, 20)
FOOT = (11.5, 16)
LIMITS = "Limitations"

_GAP = 16


@dataclass(frozen=True, slots=True)
class Plan:
    """Borders and lines.

    Attributes:
        width: Breadth of the frame.
        height: Height of the frame.
        inner: Breadth between the margins.
        head: Lines of the trace's and the scenario's title.
        ruler: Upper border of the ruler.
        words: Upper border of the step's words.
        figure: Left and upper border of the drawing.
        legend: The legend's entries in their places.
        table: The state.
        foot: Upper border of the caption.
        caption: Lines of the caption and of the limitations.
    """

    width: float
    height: float
    inner: float
    head: tuple[tuple[str, ...], tuple[str, ...]]
    ruler: float
    words: float
    figure: tuple[float, float]
    legend: list[Row]
    table: Table
    foot: float
    caption: tuple[tuple[str, ...], ...]


def plan_of(trace: Trace, scenario: Scenario, figure: Figure, entries: list[Entry]) -> Plan:
    """Lay out the frames of a scenario, large enough for each of its steps.

    Args:
        trace: The trace.
        scenario: The scenario.
        figure: Its drawing.
        entries: Its legend.
    """
    width = max(LEAST_WIDTH, figure.width + 2 * (MARGIN - figure.edge))
    inner = width - 2 * MARGIN
    moments = [moment(trace, scenario, index) for index in range(len(scenario.steps) + 1)]
    head = (
        wrapped(trace.title, inner - POSITION, TRACE_TITLE[0]),
        wrapped(scenario.title, inner, SCENARIO_TITLE[0], bold=True),
    )
    ruler = MARGIN + len(head[0]) * TRACE_TITLE[1] + len(head[1]) * SCENARIO_TITLE[1] + _GAP / 2
    words = ruler + HEIGHT + _GAP
    drawing = words + max(words_height(now, inner) for now in moments) + _GAP / 2
    legend, below = rows(entries, MARGIN, drawing + figure.height, inner)
    values = [value for now in moments for value in now.values]
    table = table_of(values, (MARGIN, below + (_GAP if values else 0)), inner)
    foot = table.end + _GAP
    caption = foot_lines(trace, inner)
    height = foot + sum(len(lines) for lines in caption) * FOOT[1] + (_GAP if caption else 0)
    return Plan(
        width, height, inner, head, ruler, words, ((width - figure.width) / 2, drawing), legend, table, foot, caption
    )


def step_lines(now: Moment, width: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the lines of a step's title and of its description."""
    title = f"{now.index}. {now.title}" if now.index else now.title
    return wrapped(title, width, STEP_TITLE[0], bold=True), wrapped(now.description, width, DESCRIPTION[0])


def words_height(now: Moment, width: float) -> float:
    """Give the height of a step's title and description."""
    title, description = step_lines(now, width)
    return len(title) * STEP_TITLE[1] + len(description) * DESCRIPTION[1]


def foot_lines(trace: Trace, width: float) -> tuple[tuple[str, ...], ...]:
    """Give the lines of the caption and of the limitations, with a heading; what a trace lacks is missing."""
    limits = trace.limitations
    counted = (
        " ".join(f"({index}) {text}" for index, text in enumerate(limits, 1)) if len(limits) > 1 else "".join(limits)
    )
    texts = [trace.caption, LIMITS if limits else None, counted]
    return tuple(wrapped(text, width, FOOT[0]) for text in texts if text)
