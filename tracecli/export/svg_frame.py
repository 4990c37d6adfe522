"""The parts of a frame, and where they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil

from tracecli.drawing.labels import text_width
from tracecli.export.svg_parts import (
    BOLD,
    Entry,
    Figure,
    direction,
    figure_of,
    number,
    row_markup,
    rows,
    text_block,
    wrapped,
)
from tracecli.export.svg_parts import Row as SvglegendRow
from tracecli.model import Scenario, Trace
from tracecli.playback import Moment, Value, moment, seen

# ---- export.svgruler
# The steps as a ruler: a tick each, numbered as far as there is room.

HEIGHT = 30
_DOWN = 8  # from the upper border to the line
_TICK = 5  # half the height of a tick
_DOT = 6
_NUMBER = 22  # from the line to the baseline of the numbers
_ROOM = 28  # between two numbers
_TIGHT = 6  # between two ticks
_STRIDES = (1, 2, 5)


def _places(steps: int, x: float, width: float) -> list[float]:
    gap = (width - 2 * _DOT) / max(1, steps - 1)
    return [x + _DOT + gap * index for index in range(steps)]


def _stride(steps: int, width: float, room: float) -> int:
    """Give the least of 1, 2, 5, 10, 20, 50, … such that every so many steps there is `room` for something."""
    scale = 1
    while True:
        for stride in _STRIDES:
            if stride * scale * width / max(1, steps - 1) >= room:
                return stride * scale
        scale *= 10


def ruler_ground(steps: int, place: tuple[float, float], width: float) -> Iterator[str]:
    """Give the line, its ticks and their numbers.

    Args:
        steps: How many.
        place: Left and upper border.
        width: Breadth.
    """
    y = place[1] + _DOWN
    xs = _places(steps, place[0], width)
    ticks, numbers = _stride(steps, width, _TIGHT), _stride(steps, width, _ROOM)
    upright = "".join(f"M{number(xs[index])} {number(y - _TICK)}v{2 * _TICK}" for index in _shown(steps, ticks))
    yield f'<path class="ruler" d="M{number(xs[0])} {number(y)}H{number(xs[-1])}{upright}"/>'
    for index in _shown(steps, numbers):
        yield text_block("tick", (str(index + 1),), (xs[index], y + _NUMBER), 0, "middle")


def _shown(steps: int, stride: int) -> Iterator[int]:
    """Give the indexes of steps 1, 5, 10, 15, … for a stride of 5."""
    return (index for index in range(steps) if index == 0 or (index + 1) % stride == 0)


def ruler_at(step: int, steps: int, place: tuple[float, float], width: float) -> str:
    """Give what shows that step `step` is reached; nothing at step 0, the initial state."""
    if step == 0:
        return ""
    y, xs = place[1] + _DOWN, _places(steps, place[0], width)
    passed = f'<path class="passed" d="M{number(xs[0])} {number(y)}H{number(xs[step - 1])}"/>'
    return f'{passed}<circle class="here" cx="{number(xs[step - 1])}" cy="{number(y)}" r="{_DOT}"/>'


# ---- export.svgtable
# The state as a table: a row a key, as high as its longest value needs, so that nothing moves from step to step.

SIZE, LINE = 13, 18
_PAD = 5
_MARK = 18  # breadth of the column of marks
_GAP = 16
_LABELS = 0.3  # the most of the breadth that labels take
_FAIR = 0.35  # the least of the rest that values take, and what held before


@dataclass(frozen=True, slots=True)
class Columns:
    """Borders from left to right.

    Attributes:
        left: Left border of the table.
        label: Of the labels.
        value: Of the values.
        was: Of what held before.
        right: Right border of the table.
    """

    left: float
    label: float
    value: float
    was: float
    right: float


@dataclass(frozen=True, slots=True)
class Row:
    """A state key's place.

    Attributes:
        y: Upper border.
        height: Height.
    """

    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Table:
    """Where everything lies.

    Attributes:
        columns: Borders of the columns.
        rows: State key → its row.
        end: Lower border.
    """

    columns: Columns
    rows: dict[str, Row]
    end: float


def table_of(values: Iterable[Value], place: tuple[float, float], width: float) -> Table:
    """Lay out a table that holds all of `values`, which may have a key many times.

    Args:
        values: What has to find room; the first ones give the order of the rows.
        place: Left and upper border.
        width: Breadth.
    """
    x, y = place
    distinct = list(dict.fromkeys(values))
    columns = _columns(distinct, x, width)
    lines: dict[str, int] = {}
    for value in distinct:
        lines[value.key] = max(lines.get(value.key, 1), *map(len, _texts(columns, value)))
    rows: dict[str, Row] = {}
    for key, most in lines.items():
        rows[key] = Row(y, most * LINE + 2 * _PAD)
        y += rows[key].height
    return Table(columns, rows, y)


def _columns(values: Sequence[Value], x: float, width: float) -> Columns:
    """Share the breadth between values and what held before as their longest texts are long."""
    labels = ceil(max((text_width(value.label, SIZE) for value in values), default=0)) + 1
    now = max((text_width(seen(value.value), SIZE) * BOLD for value in values), default=1)
    was = max((text_width(_was(value), SIZE) for value in values), default=1)
    left = x + _MARK + min(labels, width * _LABELS) + _GAP
    share = min(max(now / (now + was), _FAIR), 1 - _FAIR)
    return Columns(x, x + _MARK, left, left + (x + width - left) * share, x + width)


def _was(value: Value) -> str:
    return "" if value.before is None else f"was {seen(value.before)}"


def _texts(columns: Columns, value: Value) -> tuple[Sequence[str], Sequence[str], Sequence[str]]:
    """Give the lines of a row: label, value, and what held before."""
    return (
        wrapped(value.label, columns.value - columns.label - _GAP, SIZE),
        wrapped(seen(value.value), columns.was - columns.value - _GAP, SIZE, bold=True),
        wrapped(_was(value), columns.right - columns.was - _PAD, SIZE),
    )


def table_ground(table: Table, values: Sequence[Value]) -> Iterator[str]:
    """Give what stays from step to step: the labels, and a rule above each row.

    Args:
        table: The layout.
        values: A value for each key.
    """
    columns = table.columns
    for value in values:
        row = table.rows[value.key]
        across = number(columns.right - columns.left)
        yield f'<path class="rule" d="M{number(columns.left)} {number(row.y)}h{across}"/>'
        yield text_block("key", _texts(columns, value)[0], (columns.label, _first(row)), LINE)


def value_markup(table: Table, value: Value) -> str:
    """Give a value in its row; a changed one with a mark, in bold, with what held before."""
    columns, row = table.columns, table.rows[value.key]
    label, now, was = _texts(columns, value)
    first = _first(row)
    if value.before is None:
        return text_block("value", now, (columns.value, first), LINE)
    return "".join(
        (
            _changed(columns, row),
            text_block("key", label, (columns.label, first), LINE),
            text_block("value changed", now, (columns.value, first), LINE),
            text_block("was", was, (columns.was, first), LINE),
        )
    )


def _changed(columns: Columns, row: Row) -> str:
    x, y = number(columns.left), number(row.y + 1)
    ground = f'x="{x}" y="{y}" width="{number(columns.right - columns.left)}" height="{number(row.height - 2)}"'
    mark = f"M{number(columns.left + 8)} {number(row.y + _PAD + LINE / 2 - 5)}l5 5-5 5-5-5z"
    return f'<rect class="changed-ground" {ground}/><path class="changed-mark" d="{mark}"/>'


def _first(row: Row) -> float:
    """Give the baseline of a row's first line."""
    return row.y + _PAD + LINE * 0.74


# ---- export.svgplan
# Where the parts of a frame lie; the same for every step of a scenario, so that nothing jumps.

MARGIN = 24
LEAST_WIDTH = 800
POSITION = 100  # breadth kept for `Step 4 of 6`

TRACE_TITLE = (12, 17)  # font size, from line to line
SCENARIO_TITLE = (18, 24)
STEP_TITLE = (16, 22)
DESCRIPTION = (14, 20)
FOOT = (11.5, 16)
LIMITS = "Limitations"

_PLAN_GAP = 16


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
    legend: list[SvglegendRow]
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
    ruler = MARGIN + len(head[0]) * TRACE_TITLE[1] + len(head[1]) * SCENARIO_TITLE[1] + _PLAN_GAP / 2
    words = ruler + HEIGHT + _PLAN_GAP
    drawing = words + max(words_height(now, inner) for now in moments) + _PLAN_GAP / 2
    legend, below = rows(entries, MARGIN, drawing + figure.height, inner)
    values = [value for now in moments for value in now.values]
    table = table_of(values, (MARGIN, below + (_PLAN_GAP if values else 0)), inner)
    foot = table.end + _PLAN_GAP
    caption = foot_lines(trace, inner)
    height = foot + sum(len(lines) for lines in caption) * FOOT[1] + (_PLAN_GAP if caption else 0)
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


# ---- export.svgwords
# A step's words in a narrow column: title, description, edges travelled, values changed.

_TITLE, _TEXT = (14, 19), (12, 16)  # font size, from line to line
_INDENT = 16
_WORDS_GAP = 4


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of one kind.

    Attributes:
        name: Their class.
        texts: The lines.
        step: From line to line.
        mark: Path of a mark in front, drawn from the middle of the first line; empty for none.
    """

    name: str
    texts: tuple[str, ...]
    step: int
    mark: str = ""


_CHANGED = "m0-4 4 4-4 4-4-4z"
_TRAVELLED = "m-1-1.2h6v-2.8l5 4-5 4v-2.8h-6z"


def words_of(now: Moment, numbers: Mapping[str, str], width: float) -> list[Lines]:
    """Give what a step says.

    Args:
        now: The step; of the initial state every value is given, of others those that changed.
        numbers: Key of an edge → its number in the picture, for those that have one.
        width: Breadth of the column.
    """
    title = f"{now.index}. {now.title}" if now.index else now.title
    paths = [f"{numbers.get(edge.key, '')} {edge.label}" for edge in now.paths]
    return [
        Lines("row-title", wrapped(title, width, _TITLE[0], bold=True), _TITLE[1]),
        *([Lines("row-text", wrapped(now.description, width, _TEXT[0]), _TEXT[1])] if now.index else []),
        *(_marked("row-path", path, width, _TRAVELLED) for path in paths),
        *(_marked("row-value", _value(value), width, _CHANGED) for value in now.changed),
        *(_marked("row-value", _value(value), width, "") for value in (now.values if not now.index else ())),
    ]


def _marked(name: str, text: str, width: float, mark: str) -> Lines:
    return Lines(name, wrapped(text, width - _INDENT, _TEXT[0], bold=True), _TEXT[1], mark)


def _value(value: Value) -> str:
    before = "" if value.before is None else f" (was {seen(value.before)})"
    return f"{value.label}: {seen(value.value)}{before}"


def height_of(words: Iterable[Lines]) -> float:
    """Give the height of a column."""
    return sum(len(lines.texts) * lines.step + _WORDS_GAP for lines in words)


def column(words: Iterable[Lines], x: float, y: float) -> Iterator[str]:
    """Give a column as elements; `x` and `y` are its left and upper border."""
    for lines in words:
        indent = _INDENT if lines.name in {"row-path", "row-value"} else 0
        if lines.mark:
            yield f'<path class="row-mark" d="M{number(x + 3)} {number(y + lines.step / 2)}{lines.mark}"/>'
        yield text_block(lines.name, lines.texts, (x + indent, y + lines.step * 0.74), lines.step)
        y += len(lines.texts) * lines.step + _WORDS_GAP


# ---- export.svgframe
# The parts of a frame as elements: what stays, and what belongs to a step.

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
