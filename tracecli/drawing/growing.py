"""More room in the channels of a picture where a label found none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tracecli.drawing.graph import Cell
from tracecli.drawing.pixellabels import XY, Tag
from tracecli.drawing.pixelsizes import Grid
from tracecli.drawing.routes import Place, Route

_AROUND = 22  # beyond a label's breadth along its line: for the arrowhead and to breathe
_ABOVE = 12  # beyond its height


@dataclass(frozen=True, slots=True)
class _Wish:
    """A line that should grow.

    Attributes:
        flat: Whether it is a row.
        line: Lattice row or column.
        size: By how much.
        cost: How much larger the picture gets, about.
    """

    flat: bool
    line: int
    size: int
    cost: float


def grow(grid: Grid, cells: Sequence[Cell], failed: Sequence[tuple[Route, list[XY], list[Tag]]], turn: int) -> None:
    """Give every label that found no room a broader channel, by what its cheapest piece lacks.

    Nodes grow only where three edges or more lead from one to the next.

    Args:
        grid: What grows.
        cells: Each node's cell.
        failed: The edges without a label: route, corners, ways to write the label.
        turn: How often this was tried. Where a piece is long enough but beset, rows and columns grow in turn.
    """
    most: dict[tuple[bool, int], int] = {}
    for route, corners, choices in failed:
        wishes = _wishes(route, cells, corners, choices, rows=turn % 2 == 0)
        wish = min(wishes, key=lambda wish: wish.cost)
        most[wish.flat, wish.line] = max(most.get((wish.flat, wish.line), 0), wish.size)
    for (flat, line), size in most.items():
        (grid.rows if flat else grid.columns)[line] += size


def _wishes(
    route: Route, cells: Sequence[Cell], corners: Sequence[XY], choices: Sequence[Tag], *, rows: bool
) -> Iterator[_Wish]:
    for index, place in enumerate(route.pieces):
        flat = route.flat == (index % 2 == 0)
        axis = 0 if flat else 1
        length = abs(corners[index + 1][axis] - corners[index][axis])
        along = _along(route, cells, index, axis)
        for tag in choices:
            along_need, side_need = tag.width + _AROUND, tag.height + _ABOVE
            if not flat:
                along_need, side_need = side_need, along_need
            lack = along_need - length
            if lack > 0:
                yield _Wish(not flat, along, lack, lack + side_need / 4)
            elif flat == rows:
                yield _Wish(flat, _beside(place), side_need, side_need)
            else:
                yield _Wish(not flat, along, along_need // 2, along_need)


def _beside(place: Place) -> int:
    """Give the channel that a piece runs in, or the one next to it; between edges from node to node their own line."""
    if place.line % 2 == 0 or 0 < place.track < place.tracks - 1:
        return place.line
    return place.line + (1 if place.track else -1)


def _along(route: Route, cells: Sequence[Cell], index: int, axis: int) -> int:
    """Give a channel that a piece passes, or ends in."""
    pieces = route.pieces
    start = pieces[index - 1].line if index else 2 * cells[route.start][axis] + 1
    end = pieces[index + 1].line if index + 1 < len(pieces) else 2 * cells[route.end][axis] + 1
    low, high = min(start, end), max(start, end)
    return low + 1 if low % 2 and low < high else low - low % 2
