"""Which grid cell each node has: the author's `at`, else an arrangement along the edges, else the order declared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count
from math import ceil, sqrt

from tracecli.drawing.graph import Cell, Graph
from tracecli.drawing.layers import Pair, layered
from tracecli.drawing.settling import settled

_ABREAST = 4  # boxes side by side that fit in 80 columns and in the width of a page
_SETTLED = 24  # nodes up to which moving single ones pays; beyond it costs too long


def cells_of(graph: Graph) -> tuple[Cell, ...]:
    """Give the cell of every node of `graph`, each its own, without empty columns or rows."""
    pairs = [(edge.start, edge.end) for edge in graph.edges]
    pinned = {index: node.at for index, node in enumerate(graph.nodes) if node.at is not None}
    if pinned:
        cells = _around(pinned, len(graph.nodes), pairs)
    elif pairs:
        cells = _along(len(graph.nodes), pairs)
    else:
        cells = list(_rows(len(graph.nodes)))
    return tuple(_dense(cells))


def _dense(cells: Sequence[Cell]) -> list[Cell]:
    columns = {column: rank for rank, column in enumerate(sorted({column for column, _ in cells}))}
    rows = {row: rank for rank, row in enumerate(sorted({row for _, row in cells}))}
    return [(columns[column], rows[row]) for column, row in cells]


def _abreast(nodes: int) -> int:
    """Give the columns for so many nodes: wider than high."""
    return max(_ABREAST, ceil(sqrt(1.6 * nodes)))


def _rows(nodes: int, first: int = 0) -> Iterator[Cell]:
    """Give cells in rows that are evenly filled."""
    columns = ceil(nodes / ceil(nodes / _abreast(nodes))) if nodes else 0
    return ((index % columns, first + index // columns) for index in range(nodes))


def _along(nodes: int, pairs: Sequence[Pair]) -> list[Cell]:
    """Arrange along the edges; nodes without any stand beneath in rows."""
    joined = sorted({node for pair in pairs for node in pair})
    name = {node: index for index, node in enumerate(joined)}
    inner = [(name[start], name[end]) for start, end in pairs]
    found = _folded(layered(len(joined), inner), _abreast(len(joined)))
    cells = [found[node] for node in range(len(joined))]
    if len(joined) <= _SETTLED:
        cells = settled(cells, inner)
    alone = [node for node in range(nodes) if node not in name]
    below = _rows(len(alone), 1 + max(row for _, row in cells))
    return [cell for _, cell in sorted(zip([*joined, *alone], [*cells, *below], strict=True))]


def _folded(layers: Sequence[Sequence[int]], columns: int) -> dict[int, Cell]:
    """Give each layer a column, from left to right and then, further down, back again: a loop closes on a short way."""
    cells: dict[int, Cell] = {}
    top = 0
    for start in range(0, len(layers), columns):
        band = layers[start : start + columns]
        height = max(map(len, band))
        for index, layer in enumerate(band):
            column = index if start // columns % 2 == 0 else columns - 1 - index
            for row, node in enumerate(layer):
                cells[node] = (column, top + row)
        top += height
    return cells


def _around(pinned: dict[int, Cell], nodes: int, pairs: Sequence[Pair]) -> list[Cell]:
    """Keep the pinned nodes at their cells and give the others the free cells nearest to their neighbours."""
    cells: dict[int, Cell] = {}
    free = _Free()
    near: dict[int, list[int]] = {}
    for start, end in pairs:
        near.setdefault(start, []).append(end)
        near.setdefault(end, []).append(start)
    for node in [*pinned, *(node for node in range(nodes) if node not in pinned)]:
        wish = pinned.get(node) or _middle([cells[other] for other in near.get(node, []) if other in cells])
        cells[node] = free.take(wish or (0, free.rows))
    return [cells[node] for node in range(nodes)]


def _middle(neighbours: Sequence[Cell]) -> Cell | None:
    if not neighbours:
        return None
    columns, rows = zip(*neighbours, strict=True)
    return round(sum(columns) / len(columns)), round(sum(rows) / len(rows))


class _Free:
    """The cells not taken yet."""

    def __init__(self) -> None:
        self.rows = 0
        self._taken: set[Cell] = set()
        self._reach: dict[Cell, int] = {}  # all nearer cells are taken: many nodes in one cell cost no more than apart

    def take(self, wish: Cell) -> Cell:
        """Take `wish` if it is free, else a free cell near it: right and below before left and above."""
        for reach in count(self._reach.get(wish, 0)):
            self._reach[wish] = reach
            for cell in _ring(wish, reach):
                if cell not in self._taken:
                    self._taken.add(cell)
                    self.rows = max(self.rows, cell[1] + 1)
                    return cell
        raise AssertionError  # the plane has no end


def _ring(middle: Cell, reach: int) -> Iterator[Cell]:
    for x, y in _around_zero(reach):
        if middle[0] + x >= 0 and middle[1] + y >= 0:
            yield middle[0] + x, middle[1] + y


@lru_cache(maxsize=64)
def _around_zero(reach: int) -> list[Cell]:
    side = range(reach, -reach - 1, -1)
    around = {(x, y) for x in side for y in (reach, -reach)} | {(x, y) for x in (reach, -reach) for y in side}
    return sorted(around, key=lambda step: (abs(step[0]) + abs(step[1]), -step[0], -step[1]))
