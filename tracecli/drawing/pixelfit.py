"""Channels broad enough for the labels of all edges, and no broader than they need."""

from __future__ import annotations

from dataclasses import dataclass

from tracecli.drawing.growing import grow
from tracecli.drawing.pixellabels import XY, Spot, Tag, place
from tracecli.drawing.pixelsizes import Grid, Measure
from tracecli.drawing.routes import Box, Layout, corners

_ROUNDS = 600  # tries to place a label, for all labels together
_MOST_ROUNDS = 16
_TIGHTENED = 40  # edges up to which it pays to take room back
_PARTS = 4


@dataclass(frozen=True, slots=True)
class Fit:
    """A layout in pixels.

    Attributes:
        boxes: The borders of each node.
        lines: Edge key → the corners of its line.
        spots: Edge key → where its label lies; those without room are missing.
    """

    boxes: list[Box[int]]
    lines: dict[str, list[XY]]
    spots: dict[str, Spot]


def fit(layout: Layout, grid: Grid, choices: dict[str, list[Tag]]) -> Fit:
    """Let the channels of `grid` grow until every label has room, or the rounds are over.

    Args:
        layout: What is drawn.
        grid: The least breadths.
        choices: Edge key → the ways to write its label.
    """
    least = Grid(grid.columns[:], grid.rows[:])
    rounds = max(2, min(_MOST_ROUNDS, _ROUNDS // max(1, len(choices))))
    for turn in range(rounds):
        found = _tried(layout, grid, choices)
        failed = [
            (route, found.lines[route.key], choices[route.key])
            for route in layout.routes
            if route.key not in found.spots
        ]
        if not failed:
            break
        grow(grid, layout.cells, failed, turn)
    if grid != least and len(choices) <= _TIGHTENED:
        _tighten(layout, grid, least, choices)
    return _tried(layout, grid, choices)


def _tried(layout: Layout, grid: Grid, choices: dict[str, list[Tag]]) -> Fit:
    boxes, at = grid.boxes(layout), Measure(grid)
    lines = {route.key: corners(route, at, boxes[route.start], boxes[route.end]) for route in layout.routes}
    return Fit(boxes, lines, place(boxes, lines, choices))


def _tighten(layout: Layout, grid: Grid, least: Grid, choices: dict[str, list[Tag]]) -> None:
    """Take back of each column and row what the labels that have room can do without."""
    placed = len(_tried(layout, grid, choices).spots)
    for sizes, floors in ((grid.columns, least.columns), (grid.rows, least.rows)):
        for line, floor in enumerate(floors):
            spare = sizes[line] - floor
            for part in range(_PARTS) if spare else ():
                sizes[line] = floor + spare * part // _PARTS
                if len(_tried(layout, grid, choices).spots) >= placed:
                    break
            else:
                sizes[line] = floor + spare
