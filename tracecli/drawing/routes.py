"""One layout for every renderer: cells of the nodes and, in tracks of the channels between them, the edges' ways.

A lattice line is a column (x) or a row (y) of `lattice`: odd ones hold nodes, even ones are channels. An edge's way is
a list of places that alternate between rows and columns; each place is a track on a line that no other edge uses there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeVar

from tracecli.drawing.graph import Cell, Graph
from tracecli.drawing.lattice import Point, ways
from tracecli.drawing.tracks import Together, assign, segments

N = TypeVar("N", int, float)
Box = tuple[N, N, N, N]
"""Left, upper, right and lower border of a node."""


class Place(NamedTuple):
    """Where a straight piece of an edge runs.

    Attributes:
        line: The lattice row of a horizontal piece, the lattice column of a vertical one.
        track: Its place across the line, from 0: from above, or from the left.
        tracks: How many pieces share the line there.
    """

    line: int
    track: int
    tracks: int


@dataclass(frozen=True, slots=True)
class Route:
    """The way of one edge.

    Attributes:
        key: The edge's key.
        start: Index of the node that it leaves.
        end: Index of the node that it enters.
        flat: Whether the first piece is horizontal; the pieces alternate.
        leaves: Step (−1 or 1) along the first piece's axis out of the start.
        enters: Step along the last piece's axis into the end.
        pieces: At least one.
    """

    key: str
    start: int
    end: int
    flat: bool
    leaves: int
    enters: int
    pieces: tuple[Place, ...]

    @property
    def flat_end(self) -> bool:
        """Tell whether the last piece is horizontal."""
        return self.flat == (len(self.pieces) % 2 == 1)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything lies, without any measure yet.

    Attributes:
        graph: What is laid out.
        cells: Each node's cell.
        columns: The number of lattice columns.
        rows: The number of lattice rows.
        routes: One for each edge.
        across: Lattice columns that a horizontal piece passes from side to side.
        down: Lattice rows that a vertical piece passes from top to bottom.
    """

    graph: Graph
    cells: tuple[Cell, ...]
    columns: int
    rows: int
    routes: tuple[Route, ...]
    across: frozenset[int]
    down: frozenset[int]

    def tracks(self, *, flat: bool) -> dict[int, int]:
        """Give the most tracks on each lattice row (`flat`) or column that has any."""
        most: dict[int, int] = {}
        for route in self.routes:
            for place in route.pieces[flat != route.flat :: 2]:
                most[place.line] = max(most.get(place.line, 0), place.tracks)
        return most


def _always(_one: int, _two: int) -> bool:
    return True


def lay_out(graph: Graph, cells: Sequence[Cell], *, room: int = 1, together: Together = _always) -> Layout:
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
            tuple(Place(piece.line, piece.track, piece.tracks) for piece in chain),
        )
        for edge, way, chain in zip(graph.edges, found, chains, strict=True)
    )
    columns, rows = (2 * max(axis) + 3 for axis in zip(*cells, strict=True)) if cells else (0, 0)
    across, down = (frozenset(line for way in found for line in _crossed(way, flat=flat)) for flat in (True, False))
    return Layout(graph, tuple(cells), columns, rows, routes, across, down)


def _crossed(way: Sequence[Point], *, flat: bool) -> Iterator[int]:
    """Give the lattice columns that a way passes from side to side, or the rows from top to bottom."""
    along = 0 if flat else 1
    for one, _, two in zip(way, way[1:], way[2:], strict=False):
        if abs(two[along] - one[along]) == 2:
            yield (one[along] + two[along]) // 2


def corners(route: Route, at: Callable[[Place, bool], N], start: Box[N], end: Box[N]) -> list[tuple[N, N]]:
    """Give the corners of an edge from border to border.

    Args:
        route: The edge's way.
        at: Measure of a place; the second argument tells whether the piece is horizontal, so that this is a y.
        start: The node that the edge leaves, as left, upper, right and lower border.
        end: The node that it enters.
    """
    flats = [route.flat == (index % 2 == 0) for index in range(len(route.pieces))]
    chain = [_border(start, flat=route.flat, far=route.leaves > 0)]
    chain += [at(place, flat) for place, flat in zip(route.pieces, flats, strict=True)]
    chain.append(_border(end, flat=flats[-1], far=route.enters < 0))
    return [
        (one, two) if route.flat == (index % 2 == 0) else (two, one) for index, (one, two) in enumerate(pairwise(chain))
    ]


def _border(box: Box[N], *, flat: bool, far: bool) -> N:
    left, upper, right, lower = box
    if flat:
        return right if far else left
    return lower if far else upper
