"""All steps of a scenario on one sheet: a row each, its words and changes beside the drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tracecli.export.svgfigure import Figure, figure_of
from tracecli.export.svgframe import card, foot, paragraph
from tracecli.export.svglegend import Entry, row_markup, rows
from tracecli.export.svgpage import Page, document, own_id, prefix_of, refuse_many, told
from tracecli.export.svgplan import DESCRIPTION, FOOT, MARGIN, SCENARIO_TITLE, TRACE_TITLE, foot_lines
from tracecli.export.svgtext import number
from tracecli.export.svgwords import column, height_of, words_of
from tracecli.export.svgwrap import wrapped
from tracecli.model import Scenario, Trace
from tracecli.playback import Moment, moment

_LEAST_WIDTH = 800
_WORDS = 290  # the least breadth of a row's words
_DRAWING = 480  # what a drawing takes beside them, unless that makes it smaller than _LEAST_SCALE
_LEAST_SCALE = 0.7
_LABELLED = 600  # up to this breadth the labels of edges can still be read when the drawing is reduced
_GAP = 20


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Measures of a sheet.

    Attributes:
        figure: The drawing.
        entries: Its legend.
        scale: How much it is reduced.
        width: Breadth of the sheet.
        words: Breadth of a row's words.
    """

    figure: Figure
    entries: list[Entry]
    scale: float
    width: float
    words: float

    @property
    def inner(self) -> float:
        return self.width - 2 * MARGIN


def sheet(trace: Trace, scenario: Scenario, own: Figure | None = None) -> str:
    """Give the initial state and every step as rows of one picture.

    Args:
        trace: The trace.
        scenario: The scenario.
        own: The author's own drawing; ours without it.

    Raises:
        TraceError: For too many steps.
    """
    refuse_many(scenario, "a sheet")
    prefix = prefix_of(scenario)
    figure, entries = (own, []) if own else figure_of(trace, prefix, _LABELLED)
    measures = _measured(figure, entries)
    drawing = own_id(prefix, "drawing")
    height, parts = _laid(trace, scenario, measures, drawing)
    steps = "; ".join(f"{index}. {step.title}" for index, step in enumerate(scenario.steps, 1))
    page = Page(scenario.title, told(trace, f"{scenario.description} {steps}."), measures.width, height, figure.style)
    defined = f'<defs><g id="{drawing}">{figure.base}</g></defs>' if figure.base else ""
    return document(trace, scenario, page, [defined, card(measures.width, height), *parts])


def _measured(figure: Figure, entries: list[Entry]) -> _Sheet:
    scale = min(1, max(_LEAST_SCALE, _DRAWING / figure.width)) if figure.width else 1
    drawn = (figure.width - 2 * figure.edge) * scale + _GAP if figure.width else 0
    width = max(_LEAST_WIDTH, 2 * MARGIN + _WORDS + drawn)
    return _Sheet(figure, entries, scale, width, width - 2 * MARGIN - drawn)


def _laid(trace: Trace, scenario: Scenario, measures: _Sheet, drawing: str) -> tuple[float, list[str]]:
    """Give the height of everything, and the elements."""
    y: float = MARGIN
    parts: list[str] = []
    for name, text, (size, step) in (
        ("over", trace.title, TRACE_TITLE),
        ("title", scenario.title, SCENARIO_TITLE),
        ("description", scenario.description, DESCRIPTION),
    ):
        lines = wrapped(text, measures.inner, size, bold=name == "title")
        parts.append(paragraph(name, lines, y, step, measures.inner))
        y += len(lines) * step
    legend, y = rows(measures.entries, MARGIN, y + _GAP / 2, measures.inner)
    parts += map(row_markup, legend)
    y += _GAP / 2
    for index in range(len(scenario.steps) + 1):
        height, row = _row(moment(trace, scenario, index), measures, y, drawing)
        parts += row
        y += height
    caption = foot_lines(trace, measures.inner)
    parts += foot(caption, y + _GAP / 2, measures.inner)
    return y + _GAP + sum(map(len, caption)) * FOOT[1] + _GAP / 2, parts


def _row(now: Moment, measures: _Sheet, y: float, drawing: str) -> tuple[float, list[str]]:
    figure = measures.figure
    words = words_of(now, {entry.key: entry.mark for entry in measures.entries}, measures.words)
    height = max(height_of(words), (figure.height - 2 * figure.edge) * measures.scale) + 2 * _GAP
    rule = f'<path class="rule" d="M{MARGIN} {number(y)}h{number(measures.inner)}"/>'
    return height, [rule, *column(words, MARGIN, y + _GAP), *_drawn(now, measures, y, drawing)]


def _drawn(now: Moment, measures: _Sheet, y: float, drawing: str) -> Iterator[str]:
    figure, scale = measures.figure, measures.scale
    if not figure.base:
        return
    x = measures.width - MARGIN - (figure.width - figure.edge) * scale
    top = y + _GAP - figure.edge * scale
    yield f'<g transform="translate({number(x)} {number(top)}) scale({scale:.4g})"><use href="#{drawing}"/>'
    lit = {target.key for target in (*now.nodes, *now.paths)}
    yield from (markup for key, markup in figure.lit.items() if key in lit)
    yield "</g>"
