"""A drawing in pixels, for SVG and the web page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import ceil

from tracecli.drawing.labels import text_width, two_lines, wraps
from tracecli.drawing.layout import Cell, cells_of, graph_of
from tracecli.drawing.routing import Box, Layout, Place, Route, corners, lay_out
from tracecli.model import Target, Trace

# ---- drawing.pixelsizes
# How broad each lattice column and row is in a picture, in pixels.

NODE_FONT = 14
NODE_LINE = 18
LABEL_FONT = 12
LABEL_LINE = 15

_ONE_LINE = 130  # a node's label up to this breadth stays on one line
_PAD_X, _PAD_Y = 14, 12
_LEAST_WIDTH, _LEAST_HEIGHT = 96, 44
_LANE = 16  # between two edges side by side
_ARROW = 40  # the shortest edge between two nodes
_LABELS_ABOVE = 20  # between a row with edges from node to node, whose labels stand above them, and edges along it
_NOTHING = 28  # between two nodes with no edge between them


def node_lines(label: str) -> tuple[str, ...]:
    """Give the lines of a node's label: two for a long one."""
    if _node_width(label) <= _ONE_LINE:
        return (label,)
    return two_lines(label, _node_width)


def _node_width(text: str) -> float:
    return text_width(text, NODE_FONT)


@dataclass(slots=True)
class Grid:
    """Breadths of the lattice columns and rows, which may grow until the edges' labels have room.

    Attributes:
        columns: Breadth of each lattice column.
        rows: Height of each lattice row.
    """

    columns: list[int]
    rows: list[int]

    def starts(self) -> tuple[list[int], list[int]]:
        """Give the left border of each column and the upper border of each row."""
        return list(accumulate(self.columns, initial=0)), list(accumulate(self.rows, initial=0))

    def boxes(self, layout: Layout) -> list[Box[int]]:
        """Give the borders of each node: left, upper, right, lower."""
        lefts, tops = self.starts()
        return [(lefts[2 * x + 1], tops[2 * y + 1], lefts[2 * x + 2], tops[2 * y + 2]) for x, y in layout.cells]


class Measure:
    """Gives x or y of a piece of an edge."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._lefts, self._tops = grid.starts()

    def __call__(self, place: Place, flat: bool) -> int:  # noqa: FBT001 - called by position, as `corners` says
        """Give the middle of the piece's track; `flat` asks for y."""
        sizes, starts = (self._grid.rows, self._tops) if flat else (self._grid.columns, self._lefts)
        return starts[place.line] + round(sizes[place.line] * (place.track + 1) / (place.tracks + 1))


def grid_of(layout: Layout, labels: Sequence[Sequence[str]]) -> Grid:
    """Give the least breadths that hold the nodes' labels, given as lines, and keep edges side by side apart."""
    across, down = layout.tracks(flat=False), layout.tracks(flat=True)
    columns = [_channel(layout.columns, line, across, layout.across) for line in range(layout.columns)]
    rows = [_channel(layout.rows, line, down, layout.down) for line in range(layout.rows)]
    for (column, row), lines in zip(layout.cells, labels, strict=True):
        x, y = 2 * column + 1, 2 * row + 1
        wide = ceil(max(map(_node_width, lines))) + 2 * _PAD_X
        columns[x] = max(columns[x], wide, _LEAST_WIDTH, _LANE * (across.get(x, 0) + 1))
        rows[y] = max(rows[y], NODE_LINE * len(lines) + 2 * _PAD_Y, _LEAST_HEIGHT, _LANE * (down.get(y, 0) + 1))
    for line in down:
        if line % 2 and line - 1 in down:
            rows[line - 1] += _LABELS_ABOVE
    return Grid(columns, rows)


def _channel(lines: int, line: int, tracks: dict[int, int], crossed: frozenset[int]) -> int:
    if line % 2:
        return 0
    lanes = _LANE * (tracks[line] + 1) if line in tracks else 0
    if line in (0, lines - 1):
        return lanes
    return max(lanes, _ARROW if line in crossed else _NOTHING)


# ---- drawing.obstacles
# What a label in a picture must not touch.

_BUCKET = 160  # side of the squares by which near things are found

Rect = tuple[int, int, int, int]
"""Left, upper, right and lower border."""


class Obstacles:
    """Rectangles, found by place."""

    def __init__(self, own_gap: int) -> None:
        """Start with nothing; a label keeps `own_gap` from what belongs to its own edge."""
        self._own_gap = own_gap
        self._buckets: dict[tuple[int, int], list[tuple[Rect, int, str]]] = {}

    def add(self, rect: Rect, gap: int, owner: str = "") -> None:
        """Put something there that all but its owner's label keep `gap` from."""
        for bucket in _buckets(_wider(rect, gap)):
            self._buckets.setdefault(bucket, []).append((rect, gap, owner))

    def free(self, rect: Rect, owner: str) -> bool:
        """Tell whether the owner's label could lie in `rect`."""
        return not any(
            _touch(rect, _wider(other, self._own_gap if whose == owner else gap))
            for bucket in _buckets(rect)
            for other, gap, whose in self._buckets.get(bucket, ())
        )


def _wider(rect: Rect, gap: int) -> Rect:
    return rect[0] - gap, rect[1] - gap, rect[2] + gap, rect[3] + gap


def _touch(one: Rect, two: Rect) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def _buckets(rect: Rect) -> Iterator[tuple[int, int]]:
    left, upper, right, lower = (side // _BUCKET for side in rect)
    return ((x, y) for x in range(left, right + 1) for y in range(upper, lower + 1))


# ---- drawing.pixellabels
# Where the labels of edges lie in a picture: beside their own lines, touching nothing.

_FROM_NODE, _FROM_LINE, _FROM_OWN, _FROM_LABEL = 5, 7, 3, 6
_FROM_HEAD = 7  # beside an upright line, where the arrowhead would touch the text

_BROAD = 120  # a label of two lines broader than this may have a third

XY = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tag:
    """A label on some lines.

    Attributes:
        lines: Its text.
        width: Its breadth.
        height: Its height.
    """

    lines: tuple[str, ...]
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a label lies.

    Attributes:
        lines: Its text.
        rect: What it covers.
        anchor: Which side of its text is fixed: `start` right of a line, `end` left of it, else `middle`.
    """

    lines: tuple[str, ...]
    rect: Rect
    anchor: str


def tags(label: str) -> list[Tag]:
    """Give the ways to write a label, the one with the fewest lines first."""
    found = wraps(label, lambda text: text_width(text, LABEL_FONT), _BROAD)
    return [
        Tag(lines, ceil(max(text_width(line, LABEL_FONT) for line in lines)), LABEL_LINE * len(lines))
        for lines in found
    ]


def place(boxes: Sequence[Box[int]], lines: dict[str, list[XY]], choices: dict[str, list[Tag]]) -> dict[str, Spot]:
    """Give the labels that have room; each touches no node, no line and no other label.

    Args:
        boxes: The nodes.
        lines: Edge key → the corners of its line.
        choices: Edge key → the ways to write its label.
    """
    obstacles = Obstacles(_FROM_OWN)
    for box in boxes:
        obstacles.add(box, _FROM_NODE)
    for key, corners in lines.items():
        for (x1, y1), (x2, y2) in pairwise(corners):
            obstacles.add((min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)), _FROM_LINE, key)
    found: dict[str, Spot] = {}
    for key in sorted(lines, key=lambda key: _reach(lines[key])):
        spot = next((spot for spot in _spots(lines[key], choices[key]) if obstacles.free(spot.rect, key)), None)
        if spot:
            found[key] = spot
            obstacles.add(spot.rect, _FROM_LABEL)
    return found


def _reach(corners: Sequence[XY]) -> int:
    return max(abs(x2 - x1) + abs(y2 - y1) for (x1, y1), (x2, y2) in pairwise(corners))


def _spots(corners: Sequence[XY], choices: Sequence[Tag]) -> Iterator[Spot]:
    pieces = sorted(pairwise(corners), key=_worth, reverse=True)
    for tag in choices:
        for (x1, y1), (x2, y2) in pieces:
            low, high = (min(x1, x2), min(y1, y2)), (max(x1, x2), max(y1, y2))
            yield from _beside_flat(low, high[0], tag) if y1 == y2 else _beside_upright(low, high[1], tag)


def _worth(piece: tuple[XY, XY]) -> int:
    """Long pieces come first, horizontal ones before others: text runs along with them."""
    (x1, y1), (x2, y2) = piece
    return 2 * abs(x2 - x1) + abs(y2 - y1)


def _beside_flat(low: XY, right: int, tag: Tag) -> Iterator[Spot]:
    (left, y), room = low, right - low[0] - tag.width
    for part in (2, 4, 4 / 3) if room >= 0 else ():
        x = left + round(room / part)
        for top in (y - _FROM_OWN - tag.height, y + _FROM_OWN):
            yield Spot(tag.lines, (x, top, x + tag.width, top + tag.height), "middle")


def _beside_upright(low: XY, lower: int, tag: Tag) -> Iterator[Spot]:
    (x, upper), room = low, lower - low[1] - tag.height
    for part in (2, 4, 4 / 3) if room >= 0 else ():
        top = upper + round(room / part)
        right, left = x + _FROM_HEAD, x - _FROM_HEAD
        yield Spot(tag.lines, (right, top, right + tag.width, top + tag.height), "start")
        yield Spot(tag.lines, (left - tag.width, top, left, top + tag.height), "end")


# ---- drawing.growing
# More room in the channels of a picture where a label found none.

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


# ---- drawing.pixelfit
# Channels broad enough for the labels of all edges, and no broader than they need.

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


# ---- drawing.pixels
# A drawing in pixels, for SVG and the web page: nodes, edges and labels that touch nothing they do not belong to.

_MARGIN = 16
_ROOM = 3  # edges side by side between two nodes


@dataclass(frozen=True, slots=True)
class PictureNode:
    """A node's rectangle.

    Attributes:
        key: Key of the target.
        id: Id of the element.
        x: Left border.
        y: Upper border.
        width: Breadth.
        height: Height.
        lines: Its label, as the trace has it: escape it for the notation at hand.
    """

    key: str
    id: str
    x: int
    y: int
    width: int
    height: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PictureEdge:
    """An edge's line from border to border; the head's point is the last one.

    Attributes:
        key: Key of the target.
        id: Id of the element.
        points: Its corners; each lies straight above, below or beside the one before.
    """

    key: str
    id: str
    points: tuple[XY, ...]


@dataclass(frozen=True, slots=True)
class PictureLabel:
    """The label of an edge.

    Attributes:
        key: Key of the edge.
        x: Left border of what it covers.
        y: Upper border.
        width: Breadth, estimated rather too large than too small.
        height: Height.
        lines: Its text, as the trace has it.
        anchor: Which side of the text is fixed: `start`, `middle` or `end`.
    """

    key: str
    x: int
    y: int
    width: int
    height: int
    lines: tuple[str, ...]
    anchor: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole drawing, in pixels from its upper left corner.

    Attributes:
        width: Breadth.
        height: Height.
        nodes: In the order declared.
        edges: Those whose ends are known, in the order declared.
        labels: At most one for each edge.
        unplaced: Keys of edges whose label found no room, to be listed beside the picture; none but in a throng.
    """

    width: int
    height: int
    nodes: tuple[PictureNode, ...]
    edges: tuple[PictureEdge, ...]
    labels: tuple[PictureLabel, ...]
    unplaced: tuple[str, ...]


def picture_of(trace: Trace) -> Picture:
    """Give the drawing of a trace. The same trace gives the same numbers, whatever fonts are installed."""
    graph = graph_of(trace)
    layout = lay_out(graph, cells_of(graph), room=_ROOM)
    texts = [node_lines(node.label) for node in graph.nodes]
    choices = {edge.key: tags(trace.targets[edge.key].label) for edge in graph.edges}
    found = fit(layout, grid_of(layout, texts), choices)
    left, upper, right, lower = _bounds(found)
    x, y = _MARGIN - left, _MARGIN - upper
    return Picture(
        right + x + _MARGIN,
        lower + y + _MARGIN,
        tuple(_node(node, text, box, x, y) for node, text, box in zip(graph.nodes, texts, found.boxes, strict=True)),
        tuple(
            PictureEdge(key, trace.targets[key].id, tuple((x + px, y + py) for px, py in points))
            for key, points in found.lines.items()
        ),
        tuple(_label(key, found.spots[key], x, y) for key in found.lines if key in found.spots),
        tuple(key for key in found.lines if key not in found.spots),
    )


def _bounds(found: Fit) -> Box[int]:
    corners = [(x, y, x, y) for points in found.lines.values() for x, y in points]
    rects = [*found.boxes, *(spot.rect for spot in found.spots.values()), *corners]
    if not rects:
        return 0, 0, 0, 0
    lefts, uppers, rights, lowers = zip(*rects, strict=True)
    return min(lefts), min(uppers), max(rights), max(lowers)


def _node(node: Target, lines: tuple[str, ...], box: Box[int], x: int, y: int) -> PictureNode:
    left, upper, right, lower = box
    return PictureNode(node.key, node.id, left + x, upper + y, right - left, lower - upper, lines)


def _label(key: str, spot: Spot, x: int, y: int) -> PictureLabel:
    left, upper, right, lower = spot.rect
    return PictureLabel(key, left + x, upper + y, right - left, lower - upper, spot.lines, spot.anchor)
