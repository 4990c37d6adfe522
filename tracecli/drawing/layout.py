"""Which grid cell each node has: the author's `at`, else layers along the edges, else the order declared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from math import ceil, sqrt

from tracecli.model import Kind, Target, Trace

Cell = tuple[int, int]
"""(column, row) on the grid, from 0."""

Pair = tuple[int, int]
"""Indexes of the nodes that an edge leaves and enters."""

_ABREAST = 4  # boxes side by side that fit in 80 columns and in the width of a page
_SWEEPS = 4  # orders settle after two or three; one more costs nothing worth saving


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge between two nodes, given by their place in `Graph.nodes`."""

    key: str
    start: int
    end: int  # may be the same


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes and edges in the order declared."""

    nodes: tuple[Target, ...]
    edges: tuple[Edge, ...]


def graph_of(trace: Trace) -> Graph:
    """Return the graph of a trace; edges without known ends are not in it."""
    nodes = tuple(target for target in trace.targets.values() if target.kind is Kind.NODE)
    place = {node.key: index for index, node in enumerate(nodes)}
    edges = tuple(
        Edge(target.key, place[target.start], place[target.end])
        for target in trace.targets.values()
        if target.start is not None and target.end is not None
    )
    return Graph(nodes, edges)


def cells_of(graph: Graph) -> tuple[Cell, ...]:
    """Return the cell of every node of `graph`, each its own, without empty columns or rows."""
    pairs = [(edge.start, edge.end) for edge in graph.edges]
    pinned = {index: node.at for index, node in enumerate(graph.nodes) if node.at is not None}
    if pinned:
        cells = _around(pinned, len(graph.nodes), pairs)
    elif pairs:
        cells = _along(len(graph.nodes), pairs)
    else:
        cells = list(_rows(len(graph.nodes)))
    columns = {column: rank for rank, column in enumerate(sorted({column for column, _ in cells}))}
    rows = {row: rank for rank, row in enumerate(sorted({row for _, row in cells}))}
    return tuple((columns[column], rows[row]) for column, row in cells)


def _abreast(nodes: int) -> int:
    """Return the columns for so many nodes: wider than high."""
    return max(_ABREAST, ceil(sqrt(1.6 * nodes)))


def _rows(nodes: int, first: int = 0) -> Iterator[Cell]:
    """Return cells in rows that are evenly filled."""
    columns = ceil(nodes / ceil(nodes / _abreast(nodes))) if nodes else 0
    return ((index % columns, first + index // columns) for index in range(nodes))


def _along(nodes: int, pairs: Sequence[Pair]) -> list[Cell]:
    """Arrange nodes along the edges; those without any are below the others, in rows.

    Each layer has a column, from left to right and then, further down, back again: a loop closes on a short way.
    """
    joined = sorted({node for pair in pairs for node in pair})
    name = {node: index for index, node in enumerate(joined)}
    layers = layered(len(joined), [(name[start], name[end]) for start, end in pairs])
    columns = _abreast(len(joined))
    cells: dict[int, Cell] = {}
    top = 0
    for start in range(0, len(layers), columns):
        band = layers[start : start + columns]
        for index, layer in enumerate(band):
            column = index if start // columns % 2 == 0 else columns - 1 - index
            cells |= {joined[node]: (column, top + row) for row, node in enumerate(layer)}
        top += max(map(len, band))
    alone = [node for node in range(nodes) if node not in name]
    cells |= zip(alone, _rows(len(alone), top), strict=True)
    return [cells[node] for node in range(nodes)]


def layered(nodes: int, pairs: Sequence[Pair]) -> list[list[int]]:
    """Return the nodes 0 … nodes−1 in layers, so that edges lead to later layers but for those that close a cycle.

    A node is one layer after the last of its predecessors; one without any is just before its first successor. Nodes
    of a layer are ordered so that few edges cross (Sugiyama, Tagawa, Toda 1981).
    """
    forward = _acyclic(nodes, pairs)
    layer = _longest_paths(nodes, forward)
    layers: list[list[int]] = [[] for _ in range(max(layer, default=-1) + 1)]
    for node in range(nodes):
        layers[layer[node]].append(node)
    return _uncrossed([each for each in layers if each], forward)


def _acyclic(nodes: int, pairs: Sequence[Pair]) -> list[Pair]:
    """Leave out self loops and the edges that lead back to a node from which the search came."""
    nexts = _neighbours(nodes, pairs)
    done, open_ = [False] * nodes, [False] * nodes
    kept: list[Pair] = []
    for root in range(nodes):
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


def _neighbours(nodes: int, pairs: Sequence[Pair]) -> list[list[int]]:
    nexts: list[list[int]] = [[] for _ in range(nodes)]
    for start, end in pairs:
        nexts[start].append(end)
    return nexts


def _longest_paths(nodes: int, pairs: Sequence[Pair]) -> list[int]:
    nexts = _neighbours(nodes, pairs)
    waiting = [0] * nodes
    for _, end in pairs:
        waiting[end] += 1
    sources = [node for node in range(nodes) if not waiting[node]]
    layer, queue = [0] * nodes, list(sources)
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
    nodes = sum(map(len, layers))
    nexts, befores = _neighbours(nodes, pairs), _neighbours(nodes, [(end, start) for start, end in pairs])
    position = [0.0] * nodes

    def mean(node: int, near: list[list[int]]) -> float:
        return sum(position[other] for other in near[node]) / len(near[node]) if near[node] else position[node]

    def settle(layer: list[int]) -> None:
        for index, node in enumerate(layer):
            position[node] = index - (len(layer) - 1) / 2

    for layer in layers:
        settle(layer)
    for _ in range(_SWEEPS):
        for sweep, near in ((layers[1:], befores), (layers[-2::-1], nexts)):
            for layer in sweep:
                means = {node: mean(node, near) for node in layer}
                layer.sort(key=means.__getitem__)
                settle(layer)
    return layers


def _around(pinned: dict[int, Cell], nodes: int, pairs: Sequence[Pair]) -> list[Cell]:
    """Keep the pinned nodes in their cells, and put the others into the free cells nearest to their neighbours."""
    cells: dict[int, Cell] = {}
    free = _FreeCells()
    near = _neighbours(nodes, [*pairs, *((end, start) for start, end in pairs)])
    for node in [*pinned, *(node for node in range(nodes) if node not in pinned)]:
        placed = [cells[other] for other in near[node] if other in cells]
        middle = tuple(round(sum(axis) / len(axis)) for axis in zip(*placed, strict=True))
        column, row = pinned.get(node) or middle or (0, free.rows)
        cells[node] = free.take((column, row))
    return [cells[node] for node in range(nodes)]


class _FreeCells:
    """The cells not taken yet."""

    def __init__(self) -> None:
        self.rows = 0  # down to the last one with a node
        self._taken: set[Cell] = set()
        self._reach: dict[Cell, int] = {}  # all nearer cells are taken: many nodes in one cell cost no more than apart

    def take(self, wish: Cell) -> Cell:
        """Take `wish` if it is free, else a free cell near it: right and below before left and above."""
        for reach in count(self._reach.get(wish, 0)):
            self._reach[wish] = reach
            for x, y in _ring(reach):
                cell = wish[0] + x, wish[1] + y
                if min(cell) >= 0 and cell not in self._taken:
                    self._taken.add(cell)
                    self.rows = max(self.rows, cell[1] + 1)
                    return cell
        raise AssertionError  # the plane has no end


@lru_cache(maxsize=64)
def _ring(reach: int) -> list[Cell]:
    """Return the steps to all cells at a distance, the nearest first."""
    side = range(reach, -reach - 1, -1)
    around = {(x, y) for x in side for y in (reach, -reach)} | {(x, y) for x in (reach, -reach) for y in side}
    return sorted(around, key=lambda step: (abs(step[0]) + abs(step[1]), -step[0], -step[1]))
