"""The state as a table: a row a key, as high as its longest value needs, so that nothing moves from step to step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from tracecli.drawing.textwidths import text_width
from tracecli.export.svgtext import number, text_block
from tracecli.export.svgwrap import BOLD, wrapped
from tracecli.export.words import seen
from tracecli.playback import Value

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
