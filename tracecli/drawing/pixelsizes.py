"""How broad each lattice column and row is in a picture, in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil

from tracecli.drawing.nodelabels import two_lines
from tracecli.drawing.routes import Box, Layout, Place
from tracecli.drawing.textwidths import text_width

NODE_FONT = 14
NODE_LINE = 18
LABEL_FONT = 12
LABEL_LINE = 15

_ONE_LINE = 130  # a node's label up to this breadth stays on one line
_PAD_X, _PAD_Y = 14, 12
_LEAST_WIDTH, _LEAST_HEIGHT = 96, 44
_LANE = 16  # between two edges side by side
_ARROW = 40  # the shortest edge between two nodes
_LABELS_ABOVE = 20  # between a row with edges from node to node, whose labels stand above them, and edges along it
_NOTHING = 28  # between two nodes with no edge between them


def node_lines(label: str) -> tuple[str, ...]:
    """Give the lines of a node's label: two for a long one."""
    if _node_width(label) <= _ONE_LINE:
        return (label,)
    return two_lines(label, _node_width)


def _node_width(text: str) -> float:
    return text_width(text, NODE_FONT)


@dataclass(slots=True)
class Grid:
    """Breadths of the lattice columns and rows, which may grow until the edges' labels have room.

    Attributes:
        columns: Breadth of each lattice column.
        rows: Height of each lattice row.
    """

    columns: list[int]
    rows: list[int]

    def starts(self) -> tuple[list[int], list[int]]:
        """Give the left border of each column and the upper border of each row."""
        return list(accumulate(self.columns, initial=0)), list(accumulate(self.rows, initial=0))

    def boxes(self, layout: Layout) -> list[Box[int]]:
        """Give the borders of each node: left, upper, right, lower."""
        lefts, tops = self.starts()
        return [(lefts[2 * x + 1], tops[2 * y + 1], lefts[2 * x + 2], tops[2 * y + 2]) for x, y in layout.cells]


class Measure:
    """Gives x or y of a piece of an edge."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._lefts, self._tops = grid.starts()

    def __call__(self, place: Place, flat: bool) -> int:  # noqa: FBT001 - called by position, as `corners` says
        """Give the middle of the piece's track; `flat` asks for y."""
        sizes, starts = (self._grid.rows, self._tops) if flat else (self._grid.columns, self._lefts)
        return starts[place.line] + round(sizes[place.line] * (place.track + 1) / (place.tracks + 1))


def grid_of(layout: Layout, labels: Sequence[Sequence[str]]) -> Grid:
    """Give the least breadths that hold the nodes' labels, given as lines, and keep edges side by side apart."""
    across, down = layout.tracks(flat=False), layout.tracks(flat=True)
    columns = [_channel(layout.columns, line, across, layout.across) for line in range(layout.columns)]
    rows = [_channel(layout.rows, line, down, layout.down) for line in range(layout.rows)]
    for (column, row), lines in zip(layout.cells, labels, strict=True):
        x, y = 2 * column + 1, 2 * row + 1
        wide = ceil(max(map(_node_width, lines))) + 2 * _PAD_X
        columns[x] = max(columns[x], wide, _LEAST_WIDTH, _LANE * (across.get(x, 0) + 1))
        rows[y] = max(rows[y], NODE_LINE * len(lines) + 2 * _PAD_Y, _LEAST_HEIGHT, _LANE * (down.get(y, 0) + 1))
    for line in down:
        if line % 2 and line - 1 in down:
            rows[line - 1] += _LABELS_ABOVE
    return Grid(columns, rows)


def _channel(lines: int, line: int, tracks: dict[int, int], crossed: frozenset[int]) -> int:
    if line % 2:
        return 0
    lanes = _LANE * (tracks[line] + 1) if line in tracks else 0
    if line in (0, lines - 1):
        return lanes
    return max(lanes, _ARROW if line in crossed else _NOTHING)
