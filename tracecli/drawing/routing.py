"""The edges' ways between cells, in tracks that no two share.

A lattice line is a column (x) or a row (y): odd ones hold nodes, even ones are the channels between them. A cell that
holds a node can't be passed; everything else can. A cheapest-path search weighs length, bends, company and crossings
with the ways that were found before (Lee 1961, with the usual weights of a maze router). A way then falls into straight
pieces, in turn horizontal and vertical, and each gets a track of its line that no other edge uses there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import groupby, pairwise
from math import ceil, floor
from typing import NamedTuple, TypeVar

from tracecli.drawing.layout import Cell, Edge, Graph

Point = tuple[int, int]
"""(column, row) of the lattice: cell (c, r) is at (2c+1, 2r+1)."""

_BEND = 2.0
_COMPANY = 0.8  # each way that already runs along: one more track in that channel
_CROSSING = 1.0  # half a crossing: a way that only ends or bends there may well not be cut
_OUTSIDE = 0.25  # a step around the drawing, which makes it larger
_CROWDED = 6.0  # a side of a node that has no room for one more edge
_MAX_POINTS = 150_000  # points looked at for all edges together, so that the cost grows no faster than the edges
_MIN_POINTS = 100  # for one edge

_MOVES = ((1, 0), (0, 1), (-1, 0), (0, -1))


def ways(cells: Sequence[Cell], edges: Sequence[Edge], room: int) -> list[list[Point]]:
    """Return each edge's way as the lattice points from node to node, one step apart.

    Args:
        cells: Each node's cell.
        edges: The edges between these nodes.
        room: How many edges the left or right side of a node takes without crowding.
    """
    lattice = _Lattice(cells, room, max(_MIN_POINTS, _MAX_POINTS // max(1, len(edges))))
    found: list[list[Point]] = [[] for _ in edges]
    for index in sorted(range(len(edges)), key=lambda index: least_length(cells, edges[index])):
        found[index] = lattice.lead(edges[index])
        lattice.note(found[index])
    return found


def least_length(cells: Sequence[Cell], edge: Edge) -> int:
    """Return how many cells an edge passes at least."""
    (x1, y1), (x2, y2) = cells[edge.start], cells[edge.end]
    return abs(x2 - x1) + abs(y2 - y1)


class _Lattice:
    def __init__(self, cells: Sequence[Cell], room: int, most: int) -> None:
        self._points = [(2 * column + 1, 2 * row + 1) for column, row in cells]
        self._nodes = set(self._points)
        self._right = 2 * max((column for column, _ in cells), default=-1) + 2
        self._bottom = 2 * max((row for _, row in cells), default=-1) + 2
        self._room, self._most = room, most
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
        """Look for the cheapest way by A*; None when it takes too long."""
        heap: list[tuple[float, float, int, Point, int]] = [(0.0, 0.0, 0, start, -1)]
        best: dict[tuple[Point, int], float] = {}
        back: dict[tuple[Point, int], tuple[Point, int]] = {}
        for looked in range(self._most):
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
            outside = _OUTSIDE if target[0] in (0, self._right) or target[1] in (0, self._bottom) else 0.0
            yield turn, target, 1 + bend + crossed + self._company(point, target) + outside

    def _company(self, one: Point, two: Point) -> float:
        others = self._steps.get((one, two) if one < two else (two, one), 0)
        crowded = _CROWDED if one[1] == two[1] and one[1] % 2 and others >= self._room else 0.0
        return _COMPANY * others + crowded

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


_ORDERED = 40  # pieces side by side up to which their order is chosen by crossings: the cost grows with the square

Together = Callable[[int, int], bool]
"""Whether the edges of two indexes are ever drawn together."""


@dataclass(slots=True, eq=False)
class Segment:
    """A straight piece of an edge on a lattice line."""

    edge: int  # index of its edge
    flat: bool  # horizontal
    line: int  # its lattice row if it is horizontal, else its column
    ends: tuple[float, float]  # where it starts and ends along the line, smaller first; in nodes at their border
    turns: tuple[int, int] = (0, 0)  # which way the edge goes on at each end: −1 up or left, 1 down or right, 0 nowhere
    nexts: tuple[Segment | None, Segment | None] = (None, None)  # the pieces that go on there
    track: int = 0
    tracks: int = 1  # how many tracks there are beside it
    span: tuple[float, float] = (0.0, 0.0)  # `ends`, as far as the tracks of `nexts` are known

    @property
    def place(self) -> float:
        """Where it is across its line, in lattice units."""
        return self.line + (self.track + 1) / (self.tracks + 1) - 0.5

    def measure(self) -> None:
        """Bring `span` up to date."""
        low, high = (next_.place if next_ else end for next_, end in zip(self.nexts, self.ends, strict=True))
        self.span = (low, high) if low <= high else (high, low)


def segments(edge: int, way: Sequence[Point]) -> list[Segment]:
    """Return the straight pieces of a way, in its order."""
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way)]
    turns = [index for index in range(1, len(steps)) if steps[index] != steps[index - 1]]
    corners = [way[index] for index in (0, *turns, len(way) - 1)]
    pieces = [
        _piece(edge, one, two, first=index == 0, last=index == len(corners) - 2)
        for index, (one, two) in enumerate(pairwise(corners))
    ]
    for index, piece in enumerate(pieces):
        before, after = pieces[index - 1] if index else None, pieces[index + 1] if index + 1 < len(pieces) else None
        ways = _way(corners, index, -1) if before else 0, _way(corners, index + 1, 1) if after else 0
        if sum(corners[index]) > sum(corners[index + 1]):
            before, after, ways = after, before, ways[::-1]
        piece.nexts, piece.turns = (before, after), ways
    return pieces


def _way(corners: Sequence[Point], index: int, step: int) -> int:
    here, there = corners[index], corners[index + step]
    return 1 if sum(there) > sum(here) else -1


def _piece(edge: int, one: Point, two: Point, *, first: bool, last: bool) -> Segment:
    flat = one[1] == two[1]
    start, end = (one[0], two[0]) if flat else (one[1], two[1])
    inward = 0.5 if end > start else -0.5
    ends = start + inward * first, end - inward * last
    return Segment(edge, flat, one[1] if flat else one[0], (min(ends), max(ends)))


def assign(pieces: Sequence[Segment], together: Together) -> None:
    """Give every piece its track.

    Columns come first, by where rows will be; then rows, by where columns are; then both again, so that pieces that
    only seemed to meet can share a track. The last round keeps the order that the one before relied on; where too many
    are side by side for any order, there is no second time.
    """
    upright, flat = [piece for piece in pieces if not piece.flat], [piece for piece in pieces if piece.flat]
    _round(upright, together)
    if _round(flat, together) <= _ORDERED and _round(upright, together) <= _ORDERED:
        _round(flat, together, keep=True)


def _round(pieces: Sequence[Segment], together: Together, *, keep: bool = False) -> int:
    """Give tracks to all horizontal or all vertical pieces, and return how many are side by side at most."""
    for piece in pieces:
        piece.measure()
    ranked = sorted(pieces, key=lambda piece: (piece.line, piece.span, piece.edge))
    groups = [group for _, line in groupby(ranked, lambda piece: piece.line) for group in _groups(line)]
    for group in groups:
        if len(group) > _ORDERED:
            _fill(group)
        else:
            _assign(group, together, keep=keep)
    return max(map(len, groups), default=0)


def _groups(line: Iterator[Segment]) -> Iterator[list[Segment]]:
    """Part the pieces of one line, sorted by start, where none runs on."""
    group: list[Segment] = []
    reach = 0.0
    for piece in line:
        if group and piece.span[0] > reach:
            yield group
            group = []
        reach = max(reach, piece.span[1]) if group else piece.span[1]
        group.append(piece)
    if group:
        yield group


def _assign(group: list[Segment], together: Together, *, keep: bool) -> None:
    if keep:
        group.sort(key=lambda piece: (piece.place, piece.edge))
    else:
        group = _ordered(sorted(group, key=lambda piece: piece.edge), together)
    for index, piece in enumerate(group):
        beside = (other.track + 1 for other in group[:index] if _meet(other, piece, together))
        piece.track = max(beside, default=0)
    tracks = 1 + max(piece.track for piece in group)
    for piece in group:
        piece.tracks = tracks


def _fill(group: Sequence[Segment]) -> None:
    """Give each piece, by its start, the track that is free for the longest time, or a new one."""
    ends: list[tuple[float, int]] = []
    for piece in group:
        free = bool(ends) and ends[0][0] < piece.span[0]
        piece.track = heappop(ends)[1] if free else len(ends)
        heappush(ends, (piece.span[1], piece.track))
    for piece in group:
        piece.tracks = len(ends)


def _meet(one: Segment, two: Segment, together: Together) -> bool:
    apart = one.span[0] > two.span[1] or two.span[0] > one.span[1]
    return not apart and (one.edge == two.edge or together(one.edge, two.edge))


def _ordered(group: Sequence[Segment], together: Together) -> list[Segment]:
    """Put each piece where it crosses the fewest others, the first of such places from the end."""
    order: list[Segment] = []
    for piece in group:
        others = [other if together(other.edge, piece.edge) else None for other in order]
        cost = sum(_crossings(other, piece) for other in others if other)
        best, place = cost, len(order)
        for index in range(len(order) - 1, -1, -1):
            if other := others[index]:
                cost += _crossings(piece, other) - _crossings(other, piece)
            if cost < best:
                best, place = cost, index
        order.insert(place, piece)
    return order


def _crossings(first: Segment, second: Segment) -> float:
    """Count how often two pieces cross if `first` is above or left of `second`; half where they just touch."""
    down = sum(_cuts(end, second.span) for end, turn in zip(first.span, first.turns, strict=True) if turn > 0)
    return down + sum(_cuts(end, first.span) for end, turn in zip(second.span, second.turns, strict=True) if turn < 0)


def _cuts(end: float, span: tuple[float, float]) -> float:
    if span[0] < end < span[1]:
        return 1.0
    return 0.5 if end in span else 0.0


N = TypeVar("N", int, float)
Box = tuple[N, N, N, N]
"""Left, upper, right and lower border of a node."""


class Track(NamedTuple):
    """Where a straight piece of an edge is."""

    line: int  # the lattice row of a horizontal piece, the lattice column of a vertical one
    number: int  # across the line, from 0: from above, or from the left
    tracks: int  # how many share the line there


@dataclass(frozen=True, slots=True)
class Route:
    """The way of one edge."""

    key: str
    start: int  # index of the node that it leaves
    end: int  # of the node that it enters
    flat: bool  # whether the first piece is horizontal; the pieces alternate
    leaves: int  # step (−1 or 1) along the first piece's axis out of the start
    enters: int  # step along the last piece's axis into the end
    pieces: tuple[Track, ...]  # at least one

    @property
    def flat_end(self) -> bool:
        """Whether the last piece is horizontal."""
        return self.flat == (len(self.pieces) % 2 == 1)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything is, without any measure yet."""

    graph: Graph
    cells: tuple[Cell, ...]  # of each node
    columns: int  # of the lattice
    rows: int
    routes: tuple[Route, ...]  # of each edge
    across: frozenset[int]  # lattice columns that a horizontal piece passes from side to side
    down: frozenset[int]  # lattice rows that a vertical piece passes from top to bottom

    def tracks(self, *, flat: bool) -> dict[int, int]:
        """Return the most tracks on each lattice row (`flat`) or column that has any."""
        most: dict[int, int] = {}
        for route in self.routes:
            for track in route.pieces[flat != route.flat :: 2]:
                most[track.line] = max(most.get(track.line, 0), track.tracks)
        return most


def lay_out(
    graph: Graph, cells: Sequence[Cell], *, room: int = 1, together: Together = lambda _one, _two: True
) -> Layout:
    """Lead all edges of `graph` between its nodes.

    Args:
        graph: What to lay out.
        cells: Each node's cell.
        room: How many edges the left or right side of a node takes without crowding.
        together: Whether the edges of two indexes are ever drawn together; if not, they may share a track.
    """
    found = ways(cells, graph.edges, room)
    chains = [segments(index, way) for index, way in enumerate(found)]
    assign([piece for chain in chains for piece in chain], together)
    routes = tuple(
        Route(
            edge.key,
            edge.start,
            edge.end,
            chain[0].flat,
            sum(way[1]) - sum(way[0]),
            sum(way[-1]) - sum(way[-2]),
            tuple(Track(piece.line, piece.track, piece.tracks) for piece in chain),
        )
        for edge, way, chain in zip(graph.edges, found, chains, strict=True)
    )
    columns, rows = (2 * max(axis) + 3 for axis in zip(*cells, strict=True)) if cells else (0, 0)
    passed: tuple[set[int], set[int]] = set(), set()  # lattice columns, rows
    for piece in (piece for chain in chains for piece in chain):
        low, high = piece.ends
        passed[not piece.flat].update(range(floor(low) + 1, ceil(high)))
    return Layout(graph, tuple(cells), columns, rows, routes, *map(frozenset, passed))


def corners(route: Route, at: Callable[[Track, bool], N], start: Box[N], end: Box[N]) -> list[tuple[N, N]]:
    """Return the corners of an edge from border to border.

    Args:
        route: The edge's way.
        at: Returns where a track is; the second argument is whether it is horizontal, so that this is a y.
        start: The node that the edge leaves, as left, upper, right and lower border.
        end: The node that it enters.
    """
    flats = [route.flat == (index % 2 == 0) for index in range(len(route.pieces))]
    chain = [_border(start, flat=route.flat, far=route.leaves > 0)]
    chain += [at(track, flat) for track, flat in zip(route.pieces, flats, strict=True)]
    chain.append(_border(end, flat=flats[-1], far=route.enters < 0))
    return [
        (one, two) if route.flat == (index % 2 == 0) else (two, one) for index, (one, two) in enumerate(pairwise(chain))
    ]


def _border(box: Box[N], *, flat: bool, far: bool) -> N:
    left, upper, right, lower = box
    if flat:
        return right if far else left
    return lower if far else upper
