"""Labels of edges beside the picture, in columns: for edges that are drawn as numbers, or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from tracecli.drawing.textwidths import text_width
from tracecli.export.svgtext import number, text_block
from tracecli.export.svgwrap import wrapped

SIZE, LINE = 12, 16
_MARK = 26  # breadth of the column of numbers
_GAP = 20
_ROW_GAP = 3
_LEAST, _MOST = 120, 232  # breadth of a column
_PAD = 4


class Entry(NamedTuple):
    """An edge to list.

    Attributes:
        key: Key of the edge.
        mark: Its number in the picture, or nothing.
        words: What is said about it.
    """

    key: str
    mark: str
    words: str


@dataclass(frozen=True, slots=True)
class Row:
    """An entry in its place.

    Attributes:
        key: Key of the edge.
        mark: Its number, or nothing.
        lines: Its words.
        x: Left border.
        y: Upper border.
        width: Breadth of the column.
    """

    key: str
    mark: str
    lines: tuple[str, ...]
    x: float
    y: float
    width: float


def rows(entries: Sequence[Entry], x: float, y: float, width: float) -> tuple[list[Row], float]:
    """Lay the entries out, down each column; give them and the lower border.

    Args:
        entries: What to list.
        x: Left border.
        y: Upper border.
        width: Breadth of all columns.
    """
    if not entries:
        return [], y
    most = max(text_width(words, SIZE) for _, _, words in entries) + _MARK + 2 * _PAD
    columns = max(1, int((width + _GAP) // (min(max(most, _LEAST), _MOST) + _GAP)))
    column = (width - _GAP * (columns - 1)) / columns
    deep = ceil(len(entries) / columns)
    found: list[Row] = []
    for start in range(0, len(entries), deep):
        left = x + (column + _GAP) * (start // deep)
        found += _down(entries[start : start + deep], left, y, column)
    return found, max(row.y + LINE * len(row.lines) for row in found) + _ROW_GAP


def _down(entries: Sequence[Entry], x: float, y: float, width: float) -> Iterator[Row]:
    for key, mark, words in entries:
        lines = wrapped(words, width - _MARK - 2 * _PAD, SIZE, bold=True)
        yield Row(key, mark, lines, x, y, width)
        y += LINE * len(lines) + _ROW_GAP


def row_markup(row: Row, *, lit: bool = False) -> str:
    """Give an entry as a group."""
    height = LINE * len(row.lines)
    ground = (
        f'<rect class="ground" x="{number(row.x)}" y="{number(row.y)}" width="{number(row.width)}" '
        f'height="{height}" rx="3"/>'
    )
    first = row.y + LINE * 0.72
    mark = text_block("number", (row.mark or "–",), (row.x + _MARK - 6, first), LINE, "end")
    words = text_block("words", row.lines, (row.x + _MARK + _PAD, first), LINE)
    return f'<g class="entry{" lit" if lit else ""}">{ground}{mark}{words}</g>'
