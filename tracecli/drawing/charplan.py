"""Where everything of a map lies in terminal cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tracecli.drawing.charsizes import Axis, Form, columns_of, rows_of, spread
from tracecli.drawing.chartrails import Trail, trail_of
from tracecli.drawing.routes import Box, Layout, Place, corners

_LONG = 16  # columns more that a channel with arrows across takes where there is room: labels fit then
_AIR = 2  # lines more, and columns more without such arrows


@dataclass(frozen=True, slots=True)
class Plan:
    """A map for one size; columns and lines count from 0.

    Attributes:
        form: How it is drawn.
        width: Columns; the drawing stands in their middle.
        height: Lines.
        nodes: Node key → left, upper, right and lower border.
        labels: Node key → the lines of its label, escaped.
        trails: Edge key → its line.
    """

    form: Form
    width: int
    height: int
    nodes: dict[str, Box[int]]
    labels: dict[str, tuple[str, ...]]
    trails: dict[str, Trail]


def fitted(
    layout: Layout, form: Form, labels: Sequence[tuple[str, ...]], names: Mapping[str, str], size: tuple[int, int]
) -> Plan | None:
    """Give the map of a layout, or None where it does not fit.

    Args:
        layout: What to draw.
        form: How to draw it.
        labels: The lines of each node's label, escaped.
        names: Edge key → its label, escaped.
        size: Columns and lines at most. Room that is left goes into the channels, then to both sides.
    """
    columns, rows = columns_of(layout, form, labels), rows_of(layout, form, labels)
    if columns.total > size[0] or rows.total > size[1]:
        return None
    columns = spread(columns, _wishes(columns, layout.across, _LONG), size[0] - columns.total)
    rows = spread(rows, _wishes(rows, layout.down, _AIR), size[1] - rows.total)
    columns = replace(columns, first=(size[0] - columns.total) // 2)
    boxes = _boxes(layout, columns, rows)
    nodes = {node.key: box for node, box in zip(layout.graph.nodes, boxes, strict=True)}
    lines = {node.key: label for node, label in zip(layout.graph.nodes, labels, strict=True)}
    at = _Measure(columns, rows)
    trails = {
        route.key: trail_of(route, form, corners(route, at, boxes[route.start], boxes[route.end]), names[route.key])
        for route in layout.routes
    }
    return Plan(form, size[0], rows.total, nodes, lines, trails)


def _wishes(axis: Axis, crossed: frozenset[int], most: int) -> list[int]:
    """Give how much broader each channel may get: `most` with arrows straight across, less the emptier it is."""
    return [most if line in crossed else max(1, min(size, _AIR)) for line, size in enumerate(axis.sizes)]


def _boxes(layout: Layout, columns: Axis, rows: Axis) -> list[Box[int]]:
    lefts, tops = columns.starts(), rows.starts()
    return [(lefts[2 * x + 1], tops[2 * y + 1], lefts[2 * x + 2] - 1, tops[2 * y + 2] - 1) for x, y in layout.cells]


class _Measure:
    """Gives the column or the line of a piece of an edge."""

    def __init__(self, columns: Axis, rows: Axis) -> None:
        self._columns, self._rows = columns, rows
        self._lefts, self._tops = columns.starts(), rows.starts()

    def __call__(self, place: Place, flat: bool) -> int:  # noqa: FBT001 - called by position, as `corners` says
        """Give the cell of the piece's track; `flat` asks for the line."""
        if flat:
            return self._tops[place.line] + self._rows.offset(place)
        return self._lefts[place.line] + self._columns.offset(place)
