"""A drawing in pixels, for SVG and the web page."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil
from typing import NamedTuple

from tracecli.drawing.labels import (
    XY,
    LabelLines,
    LabelPlace,
    place_labels,
    text_width,
    two_lines,
    ways_to_write,
)
from tracecli.drawing.layout import Cell, cells_of, graph_of
from tracecli.drawing.routing import Box, Layout, Route, Track, corners, lay_out, least_length
from tracecli.errors import TraceError
from tracecli.model import Trace
from tracecli.text import one_line, visible

NODE_FONT = 14
NODE_LINE = 18
VALUE_FONT = 12  # of the state that a node carries
VALUE_LINE = 15

_ONE_LINE = 130  # a node's label up to this width stays on one line
_PAD_X, _PAD_Y = 14, 12
_MIN_WIDTH, _MIN_HEIGHT = 96, 44
_LANE = 16  # between two edges side by side
_ARROW = 40  # the shortest edge between two nodes
_LABELS_ABOVE = 20  # between a row with edges from node to node, whose labels are above them, and edges along it
_NOTHING = 28  # between two nodes with no edge between them


def _node_width(text: str) -> float:
    return text_width(text, NODE_FONT)


class _Label(NamedTuple):
    """What is written in a node."""

    lines: tuple[str, ...]
    room: int  # width kept for the state that the node shows; 0 where it shows none
    value_lines: int

    @property
    def width(self) -> int:
        return max(ceil(max(map(_node_width, self.lines))), self.room)

    @property
    def height(self) -> int:
        return NODE_LINE * len(self.lines) + VALUE_LINE * self.value_lines


def _label(text: str, values: Collection[str]) -> _Label:
    """Return a node's label, with room for any of the values that it may show: at most two lines of each."""
    lines = (text,) if _node_width(text) <= _ONE_LINE else two_lines(text, _node_width)
    if not values:
        return _Label(lines, 0, 0)
    widest = max(text_width(visible(one_line(value)), VALUE_FONT) for value in values)
    room = ceil(max(*map(_node_width, lines), min(widest, _ONE_LINE), _MIN_WIDTH - 2 * _PAD_X))
    return _Label(lines, room, 1 if widest <= room else 2)


def shown_values(trace: Trace, key: str) -> dict[str, None]:
    """Return every value that a state key has in a trace, in order of appearance."""
    states = (state for one in trace.scenarios for state in (one.initial, *(step.state for step in one.steps)))
    return dict.fromkeys(state[key] for state in states)


@dataclass(slots=True)
class LatticeSizes:
    """Pixels of the lattice lines, which may grow until the edges' labels have room."""

    columns: list[int]
    rows: list[int]

    def starts(self) -> tuple[list[int], list[int]]:
        """Return the left border of each column and the upper border of each row."""
        return list(accumulate(self.columns, initial=0)), list(accumulate(self.rows, initial=0))


def _least_sizes(layout: Layout, labels: Sequence[_Label]) -> LatticeSizes:
    """Return the least sizes that hold the nodes' labels, and keep edges side by side apart."""
    across, down = layout.tracks(flat=False), layout.tracks(flat=True)
    columns = [_channel(layout.columns, line, across, layout.across) for line in range(layout.columns)]
    rows = [_channel(layout.rows, line, down, layout.down) for line in range(layout.rows)]
    for (column, row), label in zip(layout.cells, labels, strict=True):
        x, y = 2 * column + 1, 2 * row + 1
        columns[x] = max(columns[x], label.width + 2 * _PAD_X, _MIN_WIDTH, _LANE * (across.get(x, 0) + 1))
        rows[y] = max(rows[y], label.height + 2 * _PAD_Y, _MIN_HEIGHT, _LANE * (down.get(y, 0) + 1))
    for line in down:
        if line % 2 and line - 1 in down:
            rows[line - 1] += _LABELS_ABOVE
    return LatticeSizes(columns, rows)


def _channel(lines: int, line: int, tracks: dict[int, int], crossed: frozenset[int]) -> int:
    if line % 2:
        return 0
    lanes = _LANE * (tracks[line] + 1) if line in tracks else 0
    if line in (0, lines - 1):
        return lanes
    return max(lanes, _ARROW if line in crossed else _NOTHING)


_AROUND = 22  # beyond a label's width along its line: for the arrowhead and to breathe
_ABOVE = 12  # beyond its height


@dataclass(frozen=True, slots=True)
class _Wish:
    """A line that should grow."""

    flat: bool  # whether it is a row
    line: int  # lattice row or column
    size: int  # by how much
    cost: float  # how much larger the picture gets, about


def _grow(
    sizes: LatticeSizes,
    cells: Sequence[Cell],
    failed: Sequence[tuple[Route, list[XY], list[LabelLines]]],
    turn: int,
) -> None:
    """Give every label that found no room a wider channel, by what its cheapest piece lacks.

    Nodes grow only where three edges or more lead from one to the next.

    Args:
        sizes: What grows.
        cells: Each node's cell.
        failed: The edges without a label: route, corners, ways to write the label.
        turn: How often this was tried. Where a piece is long enough but has others around it, rows and columns grow in
            turn.
    """
    most: dict[tuple[bool, int], int] = {}
    for route, points, choices in failed:
        wishes = _wishes(route, cells, points, choices, rows=turn % 2 == 0)
        wish = min(wishes, key=lambda wish: wish.cost)
        most[wish.flat, wish.line] = max(most.get((wish.flat, wish.line), 0), wish.size)
    for (flat, line), size in most.items():
        (sizes.rows if flat else sizes.columns)[line] += size


def _wishes(
    route: Route, cells: Sequence[Cell], points: Sequence[XY], choices: Sequence[LabelLines], *, rows: bool
) -> Iterator[_Wish]:
    for index, track in enumerate(route.pieces):
        flat = route.flat == (index % 2 == 0)
        axis = 0 if flat else 1
        length = abs(points[index + 1][axis] - points[index][axis])
        along = _along(route, cells, index, axis)
        for label in choices:
            along_need, side_need = label.width + _AROUND, label.height + _ABOVE
            if not flat:
                along_need, side_need = side_need, along_need
            lack = along_need - length
            if lack > 0:
                yield _Wish(not flat, along, lack, lack + side_need / 4)
            elif flat == rows:
                yield _Wish(flat, _beside(track), side_need, side_need)
            else:
                yield _Wish(not flat, along, along_need // 2, along_need)


def _beside(track: Track) -> int:
    """Return the channel that a piece is in, or the one next to it; between edges from node to node their own line."""
    if track.line % 2 == 0 or 0 < track.number < track.tracks - 1:
        return track.line
    return track.line + (1 if track.number else -1)


def _along(route: Route, cells: Sequence[Cell], index: int, axis: int) -> int:
    """Return a channel that a piece passes, or ends in."""
    pieces = route.pieces
    start = pieces[index - 1].line if index else 2 * cells[route.start][axis] + 1
    end = pieces[index + 1].line if index + 1 < len(pieces) else 2 * cells[route.end][axis] + 1
    low, high = min(start, end), max(start, end)
    return low + 1 if low % 2 and low < high else low - low % 2


_ROUNDS = 600  # tries to place a label, for all labels together
_MAX_ROUNDS = 16
_TIGHTENED = 40  # edges up to which it pays to take room back
_PARTS = 4


@dataclass(frozen=True, slots=True)
class _Fit:
    """A layout in pixels."""

    boxes: list[Box[int]]  # of each node
    lines: dict[str, list[XY]]  # edge key → the corners of its line
    labels: dict[str, LabelPlace]  # edge key → its label; those without room are missing


def _fit(layout: Layout, least: LatticeSizes, choices: dict[str, list[LabelLines]]) -> _Fit:
    """Let the channels grow until every label has room, or the rounds are over.

    Args:
        layout: What is drawn.
        least: The least sizes.
        choices: Edge key → the ways to write its label.
    """
    sizes = LatticeSizes(least.columns[:], least.rows[:])
    rounds = max(2, min(_MAX_ROUNDS, _ROUNDS // max(1, len(choices))))
    for turn in range(rounds):
        found = _tried(layout, sizes, choices)
        failed = [
            (route, found.lines[route.key], choices[route.key])
            for route in layout.routes
            if route.key not in found.labels
        ]
        if not failed:
            break
        _grow(sizes, layout.cells, failed, turn)
    if sizes != least and len(choices) <= _TIGHTENED:
        _tighten(layout, sizes, least, choices)
    return _tried(layout, sizes, choices)


def _tried(layout: Layout, sizes: LatticeSizes, choices: dict[str, list[LabelLines]]) -> _Fit:
    lefts, tops = sizes.starts()
    boxes = [(lefts[2 * x + 1], tops[2 * y + 1], lefts[2 * x + 2], tops[2 * y + 2]) for x, y in layout.cells]

    def at(track: Track, flat: bool) -> int:  # noqa: FBT001 - called by position, as `corners` says
        across, starts = (sizes.rows, tops) if flat else (sizes.columns, lefts)
        return starts[track.line] + round(across[track.line] * (track.number + 1) / (track.tracks + 1))

    lines = {route.key: corners(route, at, boxes[route.start], boxes[route.end]) for route in layout.routes}
    return _Fit(boxes, lines, place_labels(boxes, lines, choices))


def _tighten(layout: Layout, sizes: LatticeSizes, least: LatticeSizes, choices: dict[str, list[LabelLines]]) -> None:
    """Take back of each column and row what the labels that have room can do without."""
    placed = len(_tried(layout, sizes, choices).labels)
    for grown, floors in ((sizes.columns, least.columns), (sizes.rows, least.rows)):
        for line, floor in enumerate(floors):
            spare = grown[line] - floor
            for part in range(_PARTS) if spare else ():
                grown[line] = floor + spare * part // _PARTS
                if len(_tried(layout, sizes, choices).labels) >= placed:
                    break
            else:
                grown[line] = floor + spare


_MARGIN = 16
_ROOM = 3  # edges side by side between two nodes
_MAX_EDGES = 2000
_MAX_CROSSED = 1_000_000  # cells that the edges pass, all together


@dataclass(frozen=True, slots=True)
class PictureNode:
    """A node's rectangle."""

    key: str  # of the target
    id: str  # of the target
    x: int  # left border
    y: int  # upper border
    width: int
    height: int
    lines: tuple[str, ...]  # its label; escape it for the notation at hand
    room: int = 0  # width of a line below the label, for the state that the node shows; 0: it shows none
    value_lines: int = 0  # how many lines are kept for it


@dataclass(frozen=True, slots=True)
class PictureEdge:
    """An edge's line from border to border; the head's point is the last one."""

    key: str  # of the target
    id: str  # of the target
    points: tuple[XY, ...]  # its corners; each is straight above, below or beside the one before


@dataclass(frozen=True, slots=True)
class PictureLabel:
    """The label of an edge."""

    key: str  # of the edge
    x: int  # left border of what it covers
    y: int  # upper border
    width: int  # estimated, rather too large than too small
    height: int
    lines: tuple[str, ...]  # its text
    anchor: str  # which side of the text is fixed: `start`, `middle` or `end`


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole drawing, in pixels from its upper left corner."""

    width: int
    height: int
    nodes: tuple[PictureNode, ...]  # in the order declared
    edges: tuple[PictureEdge, ...]  # those whose ends are known, in the order declared
    labels: tuple[PictureLabel, ...]  # at most one for each edge
    unplaced: tuple[str, ...]  # keys of edges whose label found no room, to be listed beside a crowded picture


def picture_of(trace: Trace) -> Picture:
    """Return the drawing of a trace. The same trace gives the same numbers, whatever fonts are installed.

    Raises:
        TraceError: It has more edges than a picture can hold, or they are too long: time and memory would have no end.
    """
    graph = graph_of(trace)
    cells = cells_of(graph)
    crossed = sum(least_length(cells, edge) for edge in graph.edges)
    for number, most, what in (
        (len(graph.edges), _MAX_EDGES, "edges"),
        (crossed, _MAX_CROSSED, "cells that its edges pass"),
    ):
        if number > most:
            raise TraceError(
                f"the drawing is too large: it has {number:,} {what}, and may have {most:,}",
                "--drawing FILE shows a drawing of your own; `trace export markdown` needs none",
            )
    layout = lay_out(graph, cells, room=_ROOM)
    labels = {key: visible(one_line(target.label)) for key, target in trace.targets.items()}
    texts = [
        _label(labels[node.key], shown_values(trace, node.shows) if node.shows is not None else ())
        for node in (trace.targets[one.key] for one in graph.nodes)
    ]
    choices = {edge.key: ways_to_write(labels[edge.key]) for edge in graph.edges}
    found = _fit(layout, _least_sizes(layout, texts), choices)
    left, upper, right, lower = _bounds(found)
    x, y = _MARGIN - left, _MARGIN - upper
    return Picture(
        right + x + _MARGIN,
        lower + y + _MARGIN,
        tuple(
            PictureNode(node.key, node.id, *_moved(box, x, y), *text)
            for node, text, box in zip(graph.nodes, texts, found.boxes, strict=True)
        ),
        tuple(
            PictureEdge(key, trace.targets[key].id, tuple((x + px, y + py) for px, py in points))
            for key, points in found.lines.items()
        ),
        tuple(
            PictureLabel(key, *_moved(label.rect, x, y), label.lines, label.anchor)
            for key, label in ((key, found.labels[key]) for key in found.lines if key in found.labels)
        ),
        tuple(key for key in found.lines if key not in found.labels),
    )


def _bounds(found: _Fit) -> Box[int]:
    bends = [(x, y, x, y) for points in found.lines.values() for x, y in points]
    rects = [*found.boxes, *(label.rect for label in found.labels.values()), *bends]
    if not rects:
        return 0, 0, 0, 0
    lefts, uppers, rights, lowers = zip(*rects, strict=True)
    return min(lefts), min(uppers), max(rights), max(lowers)


def _moved(box: Box[int], x: int, y: int) -> tuple[int, int, int, int]:
    """Return x, y, width and height of a rectangle moved by (x, y)."""
    left, upper, right, lower = box
    return left + x, upper + y, right - left, lower - upper
