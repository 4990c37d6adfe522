"""The frame around a drawing: titles, the ruler of steps, the step's words, the state, the caption; and where they are.

Everything has the same place in all steps of a scenario, so that nothing jumps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil

from tracecli.drawing.labels import text_width
from tracecli.export.svg_parts import (
    BOLD,
    Figure,
    LegendEntry,
    LegendRow,
    direction,
    legend_row,
    legend_rows,
    number,
    showing_node,
    text_block,
    wrapped,
)
from tracecli.model import Scenario, Trace
from tracecli.playback import Moment, Value, moment, node_states, seen

MARGIN = 24
TRACE_TITLE = (12, 17)  # font size, from line to line
SCENARIO_TITLE = (18, 24)
STEP_TITLE = (16, 22)
DESCRIPTION = (14, 20)
FOOT = (11.5, 16)
_LIMITS = "Limitations"

_MIN_WIDTH = 800
_POSITION = 100  # width kept for `Step 4 of 6`
_GAP = 16
_OUTLINED = 30  # steps whose titles a picture has at once
_BASELINE = 0.74  # of a line, from its upper border

_RULER_HEIGHT = 30
_RULER_LINE = 8  # from the upper border
_TICK = 5  # half the height of a tick
_DOT = 6
_TICK_NUMBER = 22  # from the line to the baseline of the numbers
_NUMBER_ROOM, _TICK_ROOM = 28, 6  # between two of them


def _ticks(steps: int, x: float, width: float) -> list[float]:
    gap = (width - 2 * _DOT) / max(1, steps - 1)
    return [x + _DOT + gap * index for index in range(steps)]


def _every(steps: int, width: float, room: float) -> list[int]:
    """Return the indexes of steps 1, 5, 10, 15, … at the least of the distances 1, 2, 5, 10, 20, … that has room."""
    distances = (distance * 10**power for power in range(len(str(steps)) + 3) for distance in (1, 2, 5))
    stride = next(distance for distance in distances if distance * width / max(1, steps - 1) >= room)
    return [index for index in range(steps) if index == 0 or (index + 1) % stride == 0]


def ruler_ground(steps: int, place: tuple[float, float], width: float) -> Iterator[str]:
    """Return the line, its ticks and their numbers, as far as there is room for them.

    Args:
        steps: How many.
        place: Left and upper border.
        width: Width.
    """
    y = place[1] + _RULER_LINE
    xs = _ticks(steps, place[0], width)
    ticks = _every(steps, width, _TICK_ROOM)
    upright = "".join(f"M{number(xs[index])} {number(y - _TICK)}v{2 * _TICK}" for index in ticks)
    yield f'<path class="ruler" d="M{number(xs[0])} {number(y)}H{number(xs[-1])}{upright}"/>'
    for index in _every(steps, width, _NUMBER_ROOM):
        yield text_block("tick", (str(index + 1),), (xs[index], y + _TICK_NUMBER), 0, "middle")


def ruler_at(step: int, steps: int, place: tuple[float, float], width: float) -> str:
    """Return what shows that step `step` is reached; nothing at step 0, the initial state."""
    if step == 0:
        return ""
    y, xs = place[1] + _RULER_LINE, _ticks(steps, place[0], width)
    passed = f'<path class="passed" d="M{number(xs[0])} {number(y)}H{number(xs[step - 1])}"/>'
    return f'{passed}<circle class="here" cx="{number(xs[step - 1])}" cy="{number(y)}" r="{_DOT}"/>'


TABLE_FONT, TABLE_LINE = 13, 18
_CELL_PAD = 5
_MARK = 18  # width of the column of marks
_MAX_LABELS = 0.3  # of the table's width
_MIN_SHARE = 0.35  # of the rest, for values and for what they were before


@dataclass(frozen=True, slots=True)
class StateTable:
    """The state: a row for each key, as high as its longest value needs."""

    columns: tuple[
        float, float, float, float, float
    ]  # borders: of the table, labels, values, old values, the right one
    rows: dict[str, tuple[float, float]]  # state key → upper border, height
    end: float  # lower border


def table_of(values: Iterable[Value], place: tuple[float, float], width: float) -> StateTable:
    """Lay out a table that holds all of `values`, which may have a key many times.

    Args:
        values: What has to find room; the first ones give the order of the rows.
        place: Left and upper border.
        width: Width.
    """
    x, y = place
    distinct = list(dict.fromkeys(values))
    labels = ceil(max((text_width(value.label, TABLE_FONT) for value in distinct), default=0)) + 1
    now = max((text_width(seen(value.value), TABLE_FONT) * BOLD for value in distinct), default=1)
    was = max((text_width(_was(value), TABLE_FONT) for value in distinct), default=1)
    left = x + _MARK + min(labels, width * _MAX_LABELS) + _GAP
    share = min(max(now / (now + was), _MIN_SHARE), 1 - _MIN_SHARE)
    columns = (x, x + _MARK, left, left + (x + width - left) * share, x + width)
    lines: dict[str, int] = {}
    for value in distinct:
        lines[value.key] = max(lines.get(value.key, 1), *map(len, _cells(columns, value)))
    heights = [most * TABLE_LINE + 2 * _CELL_PAD for most in lines.values()]
    tops = list(accumulate(heights, initial=y))
    return StateTable(columns, dict(zip(lines, zip(tops, heights, strict=False), strict=True)), tops[-1])


def _was(value: Value) -> str:
    return "" if value.before is None else f"was {seen(value.before)}"


def _cells(columns: Sequence[float], value: Value) -> tuple[Sequence[str], Sequence[str], Sequence[str]]:
    """Return the lines of a row: label, value, and what it was before."""
    _, label, now, was, right = columns
    return (
        wrapped(value.label, now - label - _GAP, TABLE_FONT),
        wrapped(seen(value.value), was - now - _GAP, TABLE_FONT, bold=True),
        wrapped(_was(value), right - was - _CELL_PAD, TABLE_FONT),
    )


def table_ground(table: StateTable, values: Sequence[Value]) -> Iterator[str]:
    """Return what stays from step to step: the labels, and a rule above each row.

    Args:
        table: The layout.
        values: A value for each key.
    """
    left, label, *_, right = table.columns
    for value in values:
        y, _ = table.rows[value.key]
        yield f'<path class="rule" d="M{number(left)} {number(y)}h{number(right - left)}"/>'
        first = y + _CELL_PAD + TABLE_LINE * _BASELINE
        yield text_block("key", _cells(table.columns, value)[0], (label, first), TABLE_LINE)


def value_markup(table: StateTable, value: Value) -> str:
    """Return a value in its row; a changed one with a mark, in bold, with what it was before."""
    left, label, now, was, right = table.columns
    y, height = table.rows[value.key]
    labels, values, before = _cells(table.columns, value)
    first = y + _CELL_PAD + TABLE_LINE * _BASELINE
    if value.before is None:
        return text_block("value", values, (now, first), TABLE_LINE)
    ground = f'x="{number(left)}" y="{number(y + 1)}" width="{number(right - left)}" height="{number(height - 2)}"'
    mark = f"M{number(left + 8)} {number(y + _CELL_PAD + TABLE_LINE / 2 - 5)}l5 5-5 5-5-5z"
    return (
        f'<rect class="changed-ground" {ground}/><path class="changed-mark" d="{mark}"/>'
        + text_block("key", labels, (label, first), TABLE_LINE)
        + text_block("value changed", values, (now, first), TABLE_LINE)
        + text_block("was", before, (was, first), TABLE_LINE)
    )


@dataclass(frozen=True, slots=True)
class SvgFrame:
    """What all steps of a scenario share, and where it is."""

    trace: Trace
    scenario: Scenario
    figure: Figure
    width: float
    height: float
    inner: float  # width between the margins
    head: tuple[tuple[str, ...], tuple[str, ...]]  # lines of the trace's and the scenario's title
    ruler: float  # upper border, as the following ones
    words: float
    place: tuple[float, float]  # left and upper border of the drawing
    legend: list[LegendRow]
    table: StateTable
    foot: float
    caption: tuple[tuple[str, ...], ...]  # lines of the caption and of the limitations


def frame_of(trace: Trace, scenario: Scenario, figure: Figure, entries: list[LegendEntry]) -> SvgFrame:
    """Lay out the frame of a scenario, large enough for each of its steps.

    Args:
        trace: The trace.
        scenario: The scenario.
        figure: Its drawing.
        entries: Its legend.
    """
    width = max(_MIN_WIDTH, figure.width + 2 * (MARGIN - figure.margin))
    inner = width - 2 * MARGIN
    moments = [moment(trace, scenario, index) for index in range(len(scenario.steps) + 1)]
    head = (
        wrapped(trace.title, inner - _POSITION, TRACE_TITLE[0]),
        wrapped(scenario.title, inner, SCENARIO_TITLE[0], bold=True),
    )
    ruler = MARGIN + len(head[0]) * TRACE_TITLE[1] + len(head[1]) * SCENARIO_TITLE[1] + _GAP / 2
    words = ruler + _RULER_HEIGHT + _GAP
    texts = [_step_lines(now, inner) for now in moments]
    heights = [len(one) * STEP_TITLE[1] + len(two) * DESCRIPTION[1] for one, two in texts]
    drawing = words + max(*heights, len(outline_lines(scenario, inner)) * DESCRIPTION[1]) + _GAP / 2
    legend, below = legend_rows(entries, MARGIN, drawing + figure.height, inner)
    values = [value for now in moments for value in now.values]
    table = table_of(values, (MARGIN, below + (_GAP if values else 0)), inner)
    foot = table.end + _GAP
    caption = foot_lines(trace, inner)
    height = foot + sum(len(lines) for lines in caption) * FOOT[1] + (_GAP if caption else 0)
    place = ((width - figure.width) / 2, drawing)
    return SvgFrame(
        trace, scenario, figure, width, height, inner, head, ruler, words, place, legend, table, foot, caption
    )


def _step_lines(now: Moment, width: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
    title = f"{now.index}. {now.title}" if now.index else now.title
    return wrapped(title, width, STEP_TITLE[0], bold=True), wrapped(now.description, width, DESCRIPTION[0])


def outline_lines(scenario: Scenario, width: float) -> tuple[str, ...]:
    """Return the titles of all steps as one paragraph."""
    titles = " ".join(f"{number}. {step.title}." for number, step in enumerate(scenario.steps[:_OUTLINED], 1))
    return wrapped(titles + (" …" if len(scenario.steps) > _OUTLINED else ""), width, DESCRIPTION[0])


def ground(frame: SvgFrame) -> Iterator[str]:
    """Return everything that stays from step to step."""
    yield card(frame.width, frame.height)
    over, title = frame.head
    yield paragraph("over", over, MARGIN, TRACE_TITLE[1], frame.inner)
    yield paragraph("title", title, MARGIN + len(over) * TRACE_TITLE[1], SCENARIO_TITLE[1], frame.inner)
    yield from ruler_ground(len(frame.scenario.steps), (MARGIN, frame.ruler), frame.inner)
    yield _placed(frame.figure.base, frame)
    yield from map(legend_row, frame.legend)
    yield from table_ground(frame.table, moment(frame.trace, frame.scenario, 0).values)
    yield from foot(frame.caption, frame.foot, frame.inner)


def _placed(markup: str, frame: SvgFrame) -> str:
    x, y = frame.place
    return f'<g transform="translate({number(x)} {number(y)})">{markup}</g>' if markup else ""


def lights(frame: SvgFrame, moments: Sequence[Moment]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the elements to lay over the ground, in order, and the moments at which each shows."""
    states = [node_states(frame.trace, now) for now in moments]
    shown = [{target.key for target in (*now.nodes, *now.paths)} for now in moments]
    entries = {row.key: legend_row(row, lit=True) for row in frame.legend}
    for key in {**frame.figure.lit, **entries}:
        looks: dict[str, list[int]] = {}
        for now, state, keys in zip(moments, states, shown, strict=True):
            if node := frame.figure.showing.get(key):
                looks.setdefault(showing_node(node, state[key]), []).append(now.index)
            elif key in keys:
                looks.setdefault(frame.figure.lit.get(key, ""), []).append(now.index)
        for look, steps in looks.items():
            yield _placed(look, frame) + entries.get(key, ""), tuple(steps)


def words(now: Moment, frame: SvgFrame) -> str:
    """Return what a step says: its position, its place on the ruler, title and description."""
    over = MARGIN + TRACE_TITLE[1] * _BASELINE
    far = direction(" ".join(frame.head[0])) == "rtl"  # the trace's title is at the right margin
    place, side = ((MARGIN, over), "start") if far else ((frame.width - MARGIN, over), "end")
    title, description = _step_lines(now, frame.inner)
    below = frame.words + len(title) * STEP_TITLE[1]
    return (
        text_block("position", (f"Step {now.index} of {now.last}",), place, 0, side)
        + ruler_at(now.index, now.last, (MARGIN, frame.ruler), frame.inner)
        + paragraph("step-title", title, frame.words, STEP_TITLE[1], frame.inner)
        + paragraph("description", description, below, DESCRIPTION[1], frame.inner)
    )


def card(width: float, height: float) -> str:
    """Return the ground of a whole picture."""
    return f'<rect class="card" x="0.5" y="0.5" width="{number(width - 1)}" height="{number(height - 1)}" rx="6"/>'


def paragraph(name: str, lines: tuple[str, ...], y: float, step: float, width: float) -> str:
    """Return a paragraph at the left margin, or at the right one if it is written from there."""
    first = y + step * _BASELINE
    if direction(" ".join(lines)) == "rtl":
        return text_block(name, lines, (MARGIN + width, first), step, "end")
    return text_block(name, lines, (MARGIN, first), step)


def foot_lines(trace: Trace, width: float) -> tuple[tuple[str, ...], ...]:
    """Return the lines of the caption and of the limitations, with a heading; what a trace lacks is missing."""
    limits = trace.limitations
    counted = (f"({index}) {text}" for index, text in enumerate(limits, 1)) if len(limits) > 1 else limits
    texts = [trace.caption, _LIMITS if limits else None, " ".join(counted)]
    return tuple(wrapped(text, width, FOOT[0]) for text in texts if text)


def foot(caption: tuple[tuple[str, ...], ...], y: float, width: float) -> Iterator[str]:
    """Return the caption and the limitations."""
    tops = accumulate((len(lines) * FOOT[1] for lines in caption), initial=y)
    for lines, top in zip(caption, tops, strict=False):
        yield paragraph("foot-title" if lines == (_LIMITS,) else "foot", lines, top, FOOT[1], width)


_ROW_TITLE, _ROW_TEXT = (14, 19), (12, 16)  # font size, from line to line
_INDENT = 16
_LINES_GAP = 4
_CHANGED = "m0-4 4 4-4 4-4-4z"
_TRAVELLED = "m-1-1.2h6v-2.8l5 4-5 4v-2.8h-6z"


@dataclass(frozen=True, slots=True)
class RowText:
    """A text of one kind in a sheet's row."""

    name: str  # its class
    lines: tuple[str, ...]
    step: int  # from line to line
    mark: str = ""  # path of a mark before it, drawn from the middle of the first line


def row_texts(now: Moment, numbers: Mapping[str, str], width: float) -> list[RowText]:
    """Return what a step says in a sheet's row: title, description, edges travelled, values changed.

    Args:
        now: The step; the initial state has all values, others have those that changed.
        numbers: Key of an edge → its number in the picture, for those that have one.
        width: Width of the column.
    """

    def marked(name: str, text: str, mark: str) -> RowText:
        return RowText(name, wrapped(text, width - _INDENT, _ROW_TEXT[0], bold=True), _ROW_TEXT[1], mark)

    title = f"{now.index}. {now.title}" if now.index else now.title
    found = [RowText("row-title", wrapped(title, width, _ROW_TITLE[0], bold=True), _ROW_TITLE[1])]
    if now.index:
        found.append(RowText("row-text", wrapped(now.description, width, _ROW_TEXT[0]), _ROW_TEXT[1]))
    found += [marked("row-path", f"{numbers.get(edge.key, '')} {edge.label}", _TRAVELLED) for edge in now.paths]
    for value in now.changed if now.index else now.values:
        before = "" if value.before is None else f" (was {seen(value.before)})"
        text = f"{value.label}: {seen(value.value)}{before}"
        found.append(marked("row-value", text, _CHANGED if now.index else ""))
    return found


def texts_height(texts: Iterable[RowText]) -> float:
    """Return the height of the texts below each other."""
    return sum(len(text.lines) * text.step + _LINES_GAP for text in texts)


def texts_markup(texts: Iterable[RowText], x: float, y: float) -> Iterator[str]:
    """Return texts below each other as elements; `x` and `y` are the left and the upper border."""
    for text in texts:
        indent = _INDENT if text.name in {"row-path", "row-value"} else 0
        if text.mark:
            yield f'<path class="row-mark" d="M{number(x + 3)} {number(y + text.step / 2)}{text.mark}"/>'
        yield text_block(text.name, text.lines, (x + indent, y + text.step * _BASELINE), text.step)
        y += len(text.lines) * text.step + _LINES_GAP
