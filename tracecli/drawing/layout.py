"""Which grid cell each node has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from math import ceil, sqrt

from tracecli.model import Kind, Target, Trace

# ---- drawing.graph
# What of a trace can be drawn: its nodes, and the edges whose ends are known.

Cell = tuple[int, int]
"""(column, row) on the grid, from 0."""


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge between two nodes, given by their place in `Graph.nodes`.

    Attributes:
        key: Key of the edge in the trace.
        start: Index of the node that it leaves.
        end: Index of the node that it enters; may be the same.
    """

    key: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes and edges in the order declared."""

    nodes: tuple[Target, ...]
    edges: tuple[Edge, ...]


def graph_of(trace: Trace) -> Graph:
    """Give the graph of a trace; edges without known ends are not in it."""
    nodes = tuple(target for target in trace.targets.values() if target.kind is Kind.NODE)
    place = {node.key: index for index, node in enumerate(nodes)}
    edges = tuple(
        Edge(target.key, place[target.start], place[target.end])
        for target in trace.targets.values()
        if target.start is not None and target.end is not None
    )
    return Graph(nodes, edges)


# ---- drawing.layers
# Nodes in layers along the edges: cycles broken, longest paths, few crossings (Sugiyama, Tagawa, Toda 1981).

_SWEEPS = 4  # orders settle after two or three; one more costs nothing worth saving

Pair = tuple[int, int]
"""Indexes of the nodes that an edge leaves and enters."""


def layered(count: int, pairs: Sequence[Pair]) -> list[list[int]]:
    """Give the nodes 0 … count−1 in layers, so that edges lead to later layers but for those that close a cycle.

    A node stands one layer after the last of its predecessors; one without any stands just before its first successor.
    """
    forward = _acyclic(count, pairs)
    layer = _longest_paths(count, forward)
    layers: list[list[int]] = [[] for _ in range(max(layer, default=-1) + 1)]
    for node in range(count):
        layers[layer[node]].append(node)
    return _uncrossed([each for each in layers if each], forward)


def _acyclic(count: int, pairs: Sequence[Pair]) -> list[Pair]:
    """Leave out self loops and the edges that lead back to a node from which the search came."""
    nexts = _neighbours(count, pairs)
    done, open_ = [False] * count, [False] * count
    kept: list[Pair] = []
    for root in range(count):
        stack = [] if done[root] else [(root, iter(nexts[root]))]
        open_[root] = bool(stack)
        while stack:
            node, rest = stack[-1]
            child = next(rest, None)
            if child is None:
                stack.pop()
                done[node], open_[node] = True, False
            elif not open_[child]:
                kept.append((node, child))
                if not done[child]:
                    open_[child] = True
                    stack.append((child, iter(nexts[child])))
    return kept


def _neighbours(count: int, pairs: Sequence[Pair]) -> list[list[int]]:
    nexts: list[list[int]] = [[] for _ in range(count)]
    for start, end in pairs:
        nexts[start].append(end)
    return nexts


def _longest_paths(count: int, pairs: Sequence[Pair]) -> list[int]:
    nexts = _neighbours(count, pairs)
    waiting = [0] * count
    for _, end in pairs:
        waiting[end] += 1
    sources = [node for node in range(count) if not waiting[node]]
    layer, queue = [0] * count, list(sources)
    for node in queue:
        for child in nexts[node]:
            layer[child] = max(layer[child], layer[node] + 1)
            waiting[child] -= 1
            if not waiting[child]:
                queue.append(child)
    for node in sources:
        layer[node] = min((layer[child] - 1 for child in nexts[node]), default=0)
    return layer


def _uncrossed(layers: list[list[int]], pairs: Sequence[Pair]) -> list[list[int]]:
    """Order each layer by the mean position of its neighbours in the layers before, then after, some times over."""
    count = sum(map(len, layers))
    nexts, befores = _neighbours(count, pairs), _neighbours(count, [(end, start) for start, end in pairs])
    position = [0.0] * count
    for layer in layers:
        _number(layer, position)
    for _ in range(_SWEEPS):
        for sweep, near in ((layers[1:], befores), (layers[-2::-1], nexts)):
            for layer in sweep:
                mean = {node: _mean([position[other] for other in near[node]], position[node]) for node in layer}
                layer.sort(key=mean.__getitem__)
                _number(layer, position)
    return layers


def _number(layer: list[int], position: list[float]) -> None:
    for index, node in enumerate(layer):
        position[node] = index - (len(layer) - 1) / 2


def _mean(values: list[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


# ---- drawing.settling
# Better cells for a small graph: move and swap nodes while that shortens and straightens its edges.

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


# ---- drawing.cells
# Which grid cell each node has: the author's `at`, else an arrangement along the edges, else the order declared.

_CELLS_ABREAST = 4  # boxes side by side that fit in 80 columns and in the width of a page
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
    return max(_CELLS_ABREAST, ceil(sqrt(1.6 * nodes)))


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
