"""Ways of the edges over a lattice: cells at odd columns and rows, the channels between them at even ones.

A cell that holds a node can't be passed; everything else can. A cheapest-path search weighs length, bends, company and
crossings with the ways that were found before (Lee 1961, with the usual weights of a maze router).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise

from tracecli.drawing.graph import Cell, Edge

Point = tuple[int, int]
"""(column, row) of the lattice: cell (c, r) lies at (2c+1, 2r+1)."""

_BEND = 2.0
_COMPANY = 0.8  # each way that already runs along: one more track in that channel
_CROSSING = 1.0  # half a crossing: a way that only ends or bends there may well not be cut
_OUTSIDE = 0.25  # a step around the drawing, which makes it larger
_CROWDED = 6.0  # a side of a node that has no room for one more edge
_PATIENCE = 150_000  # points looked at for all edges together, so that the cost grows no faster than the edges
_LEAST = 100

_MOVES = ((1, 0), (0, 1), (-1, 0), (0, -1))


def ways(cells: Sequence[Cell], edges: Sequence[Edge], room: int) -> list[list[Point]]:
    """Give each edge's way as the lattice points from node to node, one step apart.

    Args:
        cells: Each node's cell.
        edges: The edges between these nodes.
        room: How many edges the left or right side of a node takes without crowding.
    """
    lattice = _Lattice(cells, room, max(_LEAST, _PATIENCE // max(1, len(edges))))
    found: list[list[Point]] = [[] for _ in edges]
    for index in sorted(range(len(edges)), key=lambda index: _length(cells, edges[index])):
        found[index] = lattice.lead(edges[index])
        lattice.note(found[index])
    return found


def _length(cells: Sequence[Cell], edge: Edge) -> int:
    (x1, y1), (x2, y2) = cells[edge.start], cells[edge.end]
    return abs(x2 - x1) + abs(y2 - y1)


class _Lattice:
    def __init__(self, cells: Sequence[Cell], room: int, patience: int) -> None:
        self._points = [(2 * column + 1, 2 * row + 1) for column, row in cells]
        self._nodes = set(self._points)
        self._right = 2 * max((column for column, _ in cells), default=-1) + 2
        self._bottom = 2 * max((row for _, row in cells), default=-1) + 2
        self._room, self._patience = room, patience
        self._along: dict[tuple[Point, int], int] = {}  # (point, 0 horizontal, 1 vertical) → ways through it
        self._steps: dict[tuple[Point, Point], int] = {}  # (upper left, lower right) → ways along this step

    def note(self, way: Sequence[Point]) -> None:
        """Remember a way, so that later ones keep clear of it."""
        for one, two in pairwise(way):
            step = (one, two) if one < two else (two, one)
            self._steps[step] = self._steps.get(step, 0) + 1
            for point in (one, two):
                place = point, int(one[0] == two[0])
                self._along[place] = self._along.get(place, 0) + 1

    def lead(self, edge: Edge) -> list[Point]:
        """Find the cheapest way of an edge."""
        start, end = self._points[edge.start], self._points[edge.end]
        if start == end:
            return self._loop(start)
        return self._search(start, end) or self._around(start, end)

    def _loop(self, at: Point) -> list[Point]:
        """Lead a self loop around the corner of its node where the fewest others run."""
        x, y = at
        corners = [[at, (x + dx, y), (x + dx, y + dy), (x, y + dy), at] for dy in (-1, 1) for dx in (1, -1)]
        return min(corners, key=lambda way: sum(self._company(a, b) for a, b in pairwise(way)))

    def _search(self, start: Point, end: Point) -> list[Point] | None:
        """Look for the cheapest way by A*; None when patience ends."""
        heap: list[tuple[float, float, int, Point, int]] = [(0.0, 0.0, 0, start, -1)]
        best: dict[tuple[Point, int], float] = {}
        back: dict[tuple[Point, int], tuple[Point, int]] = {}
        for looked in range(self._patience):
            _, cost, _, point, heading = heappop(heap)
            if point == end:
                return _walk(back, (point, heading))
            if cost > best.get((point, heading), cost):
                continue
            for turn, target, price in self._nexts(point, heading, end):
                there, total = (target, turn), cost + price
                if total < best.get(there, total + 1):
                    best[there], back[there] = total, (point, heading)
                    rest = abs(end[0] - target[0]) + abs(end[1] - target[1])
                    heappush(heap, (total + rest, total, 4 * looked + turn, target, turn))
        return None

    def _nexts(self, point: Point, heading: int, end: Point) -> Iterator[tuple[int, Point, float]]:
        x, y = point
        for turn, (dx, dy) in enumerate(_MOVES):
            target = x + dx, y + dy
            inside = 0 <= target[0] <= self._right and 0 <= target[1] <= self._bottom
            turned_back = heading >= 0 and abs(turn - heading) == 2
            if not inside or turned_back or (target in self._nodes and target != end):
                continue
            bend = _BEND if heading not in (-1, turn) else 0.0
            crossed = _CROSSING * self._along.get((target, 1 - turn % 2), 0) if target != end else 0.0
            yield turn, target, 1 + bend + crossed + self._company(point, target) + self._edge_of_drawing(target)

    def _company(self, one: Point, two: Point) -> float:
        others = self._steps.get((one, two) if one < two else (two, one), 0)
        crowded = _CROWDED if one[1] == two[1] and one[1] % 2 and others >= self._room else 0.0
        return _COMPANY * others + crowded

    def _edge_of_drawing(self, point: Point) -> float:
        return _OUTSIDE if point[0] in (0, self._right) or point[1] in (0, self._bottom) else 0.0

    def _around(self, start: Point, end: Point) -> list[Point]:
        """Lead through channels alone: out below, along, beside the end's column, and in from below."""
        beside = end[0] - 1 if end[0] > start[0] else end[0] + 1
        corners = [(start[0], start[1] + 1), (beside, start[1] + 1), (beside, end[1] + 1), (end[0], end[1] + 1), end]
        way = [start]
        for corner in corners:
            while way[-1] != corner:
                x, y = way[-1]
                way.append((x + (corner[0] > x) - (corner[0] < x), y + (corner[1] > y) - (corner[1] < y)))
        return way


def _walk(back: dict[tuple[Point, int], tuple[Point, int]], place: tuple[Point, int]) -> list[Point]:
    way = [place[0]]
    while place in back:
        place = back[place]
        way.append(place[0])
    return way[::-1]
