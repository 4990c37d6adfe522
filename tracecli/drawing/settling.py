"""Better cells for a small graph: move and swap nodes while that shortens and straightens its edges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tracecli.drawing.graph import Cell
from tracecli.drawing.layers import Pair

_PASSES = 6  # the second or third pass finds nothing more in most graphs
_WORK = 60_000  # comparisons of two edges; about 50 ms, and more than twelve nodes need

# What a reader's eye pays, in steps from cell to cell.
_BEND = 0.8
_DETOUR = 2.5
_CROSSING = 1.5
_BACKWARD = 0.3
_ROW = 2.0  # a drawing may be wide rather than high, on a terminal above all
_COLUMN = 0.5
_HOPELESS = 3  # steps longer: straighter edges hardly ever make up for it

_ABREAST = 4  # the columns that a drawing may always have


def settled(cells: Sequence[Cell], pairs: Sequence[Pair]) -> list[Cell]:
    """Give cells for the same nodes, about as many columns and rows; the first node comes to stand top left.

    Args:
        cells: One for each node, all different.
        pairs: The edges.
    """
    board = _Board(cells, pairs)
    board.swap(0, (0, 0))
    columns, rows = max(_ABREAST, *(x + 1 for x, _ in cells)), 1 + max(y for _, y in cells)
    places = [(x, y) for y in range(rows) for x in range(columns) if (x, y) != (0, 0)]
    for _ in range(_PASSES):
        improved = [board.improve(node, place) for node in range(1, len(cells)) for place in places]
        if not any(improved):
            break
    return board.cells


class _Board:
    """Nodes on their cells."""

    def __init__(self, cells: Sequence[Cell], pairs: Sequence[Pair]) -> None:
        self.cells = list(cells)
        self._at = {cell: node for node, cell in enumerate(cells)}
        self._pairs = [pair for pair in dict.fromkeys(pairs) if pair[0] != pair[1]]
        self._of: list[list[int]] = [[] for _ in cells]
        for index, (start, end) in enumerate(self._pairs):
            self._of[start].append(index)
            self._of[end].append(index)
        self._work = _WORK

    def swap(self, node: int, cell: Cell) -> None:
        """Put `node` on `cell` and whatever stood there on the node's old cell."""
        old, other = self.cells[node], self._at.get(cell)
        del self._at[old]
        self.cells[node], self._at[cell] = cell, node
        if other is not None and other != node:
            self.cells[other], self._at[old] = old, other

    def improve(self, node: int, cell: Cell) -> bool:
        """Swap if the drawing gets better by it."""
        old, other = self.cells[node], self._at.get(cell)
        moved = set(self._of[node]) | set(self._of[other] if other is not None else ())
        if cell == old or self._work <= 0:
            return False
        steps = self._steps(moved)
        self.swap(node, cell)
        if self._steps(moved) <= steps + _HOPELESS:
            after = self._cost(moved)
            self.swap(node, old)
            if after < self._cost(moved) - 1e-6:
                self.swap(node, cell)
                return True
        else:
            self.swap(node, old)
        return False

    def _steps(self, moved: Iterable[int]) -> int:
        lines = (self._line(index) for index in moved)
        return sum(abs(x2 - x1) + abs(y2 - y1) for (x1, y1), (x2, y2) in lines)

    def _line(self, index: int) -> tuple[Cell, Cell]:
        start, end = self._pairs[index]
        return self.cells[start], self.cells[end]

    def _cost(self, moved: set[int]) -> float:
        """Give the length of all edges with bends and detours, and the crossings of those that are to move."""
        lines = [self._line(index) for index in range(len(self._pairs))]
        self._work -= len(moved) * len(lines)
        crossings = sum(_cross(*lines[one], *two) for one in moved for two in lines)
        columns, rows = len({x for x, _ in self.cells}), len({y for _, y in self.cells})
        lengths = sum(self._length(start, end) for start, end in lines)
        return lengths + _CROSSING * crossings + _ROW * rows + _COLUMN * columns

    def _length(self, start: Cell, end: Cell) -> float:
        (x1, y1), (x2, y2) = start, end
        steps = abs(x2 - x1) + abs(y2 - y1) + (_BACKWARD if x2 < x1 else 0)
        if x1 == x2 or y1 == y2:
            return steps + (0 if self._clear(start, end) else _DETOUR)
        if any(
            corner not in self._at and self._clear(start, corner) and self._clear(corner, end)
            for corner in ((x2, y1), (x1, y2))
        ):
            return steps + _BEND
        return steps + 2 * _BEND

    def _clear(self, start: Cell, end: Cell) -> bool:
        (x1, y1), (x2, y2) = (start, end) if start <= end else (end, start)
        if x1 == x2:
            return all((x1, y) not in self._at for y in range(y1 + 1, y2))
        return all((x, y1) not in self._at for x in range(x1 + 1, x2))


def _side(a: Cell, b: Cell, c: Cell) -> int:
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (turn > 0) - (turn < 0)


def _cross(a: Cell, b: Cell, c: Cell, d: Cell) -> bool:
    """Tell whether the straight lines a–b and c–d cross inside."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0
