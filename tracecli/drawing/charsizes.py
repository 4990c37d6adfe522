"""Where everything of a map is, in terminal cells, and a canvas of such cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import accumulate, groupby, pairwise
from operator import itemgetter

from tracecli.drawing.routing import Box, Layout, Route, Track, corners
from tracecli.text import Line, Run, cell_width, graphemes

Spot = tuple[int, int]
"""(column, row) of a terminal cell, from 0."""

# An arms code has a digit of base 3 for each arm of a cell: 0 no arm, 1 light, 2 heavy. The string holds the
# box-drawing character of every code (Unicode chart U+2500).
UP, RIGHT, DOWN, LEFT = 1, 3, 9, 27
_GLYPHS = " ╵╹╶└┖╺┕┗╷│╿┌├┞┍┝┡╻╽┃┎┟┠┏┢┣╴┘┚─┴┸╼┶┺┐┤┦┬┼╀┮┾╄┒┧┨┰╁╂┲╆╊╸┙┛╾┵┹━┷┻┑┥┩┭┽╃┯┿╇┓┪┫┱╅╉┳╈╋"
_BLANK = "\0"  # an untouched cell, unlike the spaces of a text; no escaped text holds it
_ROUND = {"┌": "╭", "┐": "╮", "└": "╰", "┘": "╯"}
_OWN = {"edge": _ROUND, "absent": {"─": "┄", "│": "┆"}}  # meaning → its own characters for lines


@cache
def joined(one: int, two: int) -> int:
    """Return the arms code that has the heavier of two arms in each direction."""
    return sum(max(one // digit % 3, two // digit % 3) * digit for digit in (UP, RIGHT, DOWN, LEFT))


def trail(points: Iterable[Spot]) -> dict[Spot, int]:
    """Return the light arms of a line through `points`, each straight above, below or beside the one before."""
    arms: dict[Spot, int] = {}
    for (x1, y1), (x2, y2) in pairwise(points):
        low, high = ((x1, y1), (x2, y2)) if (x1, y1) <= (x2, y2) else ((x2, y2), (x1, y1))
        across, down = (1, 0) if y1 == y2 else (0, 1)
        forward, back = (RIGHT, LEFT) if across else (DOWN, UP)
        for step in range(high[0] - low[0] + high[1] - low[1] + 1):
            spot = low[0] + step * across, low[1] + step * down
            code = forward * (spot != high) + back * (spot != low)
            arms[spot] = joined(arms.get(spot, 0), code)
    return arms


class Canvas:
    """Terminal cells to draw on; each has a character and a meaning."""

    def __init__(self, width: int, height: int) -> None:
        """Make `width` times `height` empty cells."""
        self.width, self.height = width, height
        self._chars = [[_BLANK] * width for _ in range(height)]
        self._meanings = [["quiet"] * width for _ in range(height)]
        self._arms: dict[Spot, int] = {}

    def copy(self) -> Canvas:
        """Return another canvas with the same cells."""
        other = Canvas(0, 0)
        other.width, other.height = self.width, self.height
        other._chars, other._meanings = [row[:] for row in self._chars], [row[:] for row in self._meanings]
        other._arms = self._arms.copy()
        return other

    def lines(self, arms: Mapping[Spot, int], meaning: str, *, weight: int = 1) -> None:
        """Draw lines by their light arms, joined with what is there; `weight` 2 makes them heavy."""
        for (x, y), code in arms.items():
            self._arms[x, y] = whole = joined(self._arms.get((x, y), 0), code * weight)
            glyph = _GLYPHS[whole]
            self._chars[y][x] = _OWN.get(meaning, {}).get(glyph, glyph)
            self._meanings[y][x] = meaning

    def text(self, spot: Spot, text: str, meaning: str) -> None:
        """Write an escaped text; a wide character takes two cells, a combining one shares the cell before."""
        x, y = spot
        cells: list[str] = []
        accents = ""  # without a letter before them
        for cluster, columns in graphemes(text):
            if columns:  # the second cell of a wide character holds nothing
                cells += [accents + cluster, *[""] * (columns - 1)]
            accents = "" if columns else accents + cluster
        self._chars[y][x : x + len(cells)] = cells
        self._meanings[y][x : x + len(cells)] = [meaning] * len(cells)

    def blank(self, x: int, y: int, width: int) -> bool:
        """Return whether `width` cells from (x, y) are on the canvas and untouched."""
        inside = 0 <= y < self.height and x >= 0 and x + width <= self.width
        return inside and self._chars[y][x : x + width].count(_BLANK) == width

    def rows(self) -> tuple[Line, ...]:
        """Return the finished lines without spaces at their ends."""
        return tuple(map(_row, self._chars, self._meanings))


def _row(chars: list[str], meanings: list[str]) -> Line:
    end = len(chars)
    while end and chars[end - 1] == _BLANK:
        end -= 1
    pieces = groupby(zip(chars[:end], meanings, strict=False), key=itemgetter(1))
    return tuple(Run("".join(char for char, _ in piece).replace(_BLANK, " "), meaning) for meaning, piece in pieces)


_ARROW = 3  # columns of the shortest arrow between two boxes; one less between two lines


@dataclass(frozen=True, slots=True)
class Form:
    """One way to draw a map."""

    boxed: bool  # nodes are boxes of three lines or more; else they are one line in brackets
    lines: int = 1  # of a label at most
    pad: int = 1  # spaces on each side of a label
    most: int = 28  # columns of a label; what is longer is cut
    value: int = 28  # columns of the state that a node shows; 0 where none is shown
    portrait: bool = False  # columns and rows of the grid change places
    full: bool = True  # edges are drawn that are not travelled, too
    room: int = 1  # how many edges the side of a node takes, each on a line of its own


@dataclass(frozen=True, slots=True)
class Axis:
    """The lattice columns, or the rows, in terminal cells."""

    sizes: tuple[int, ...]  # cells of each line
    border: int  # cells at both ends of a node that no edge ends at
    first: int = 0  # where they begin

    @property
    def total(self) -> int:
        """The cells of all lines."""
        return sum(self.sizes)

    def starts(self) -> tuple[int, ...]:
        """Return the first cell of each line."""
        return tuple(accumulate(self.sizes, initial=self.first))

    def offset(self, track: Track) -> int:
        """Return how far after its line's first cell a track is."""
        border = self.border if track.line % 2 else 0
        return border + (self.sizes[track.line] - 2 * border) * (track.number + 1) // (track.tracks + 1)


def columns_of(layout: Layout, form: Form, labels: Sequence[Sequence[str]]) -> Axis:
    """Return the narrowest columns that hold the labels, given as lines, and keep any two tracks apart."""
    tracks = layout.tracks(flat=False)
    sizes = [_gap(layout, form, line, tracks.get(line, 0)) for line in range(layout.columns)]
    for (column, _), lines in zip(layout.cells, labels, strict=True):
        line = 2 * column + 1
        inner = max(2 * form.pad + max(map(cell_width, lines)), 2 * tracks.get(line, 0) - 1)
        sizes[line] = max(sizes[line], inner + 2)
    return Axis(tuple(sizes), border=1)


def _gap(layout: Layout, form: Form, line: int, tracks: int) -> int:
    if line % 2:
        return 0
    if tracks:
        return 2 * tracks + 1
    return _ARROW - (not form.boxed) if line in layout.across else int(0 < line < layout.columns - 1)


def rows_of(layout: Layout, form: Form, labels: Sequence[Sequence[str]]) -> Axis:
    """Return the lowest rows that hold the labels and every track."""
    tracks = layout.tracks(flat=True)
    sizes = [0 if line % 2 else tracks.get(line, int(line in layout.down)) for line in range(layout.rows)]
    for (_, row), lines in zip(layout.cells, labels, strict=True):
        line = 2 * row + 1
        sizes[line] = max(sizes[line], max(len(lines), tracks.get(line, 0)) + 2 * form.boxed)
    return Axis(tuple(sizes), border=int(form.boxed))


def spread(axis: Axis, wishes: Sequence[int], room: int) -> Axis:
    """Share `room` more cells among the inner channels, fairly, to each at most its wish.

    Args:
        axis: Columns or rows.
        wishes: How many cells more each line can use.
        room: Cells that are left.
    """
    sizes = list(axis.sizes)
    left = {line: wishes[line] for line in range(2, len(sizes) - 1, 2)}
    while room > 0 and left:
        for line in list(left)[:room]:
            sizes[line], left[line], room = sizes[line] + 1, left[line] - 1, room - 1
        left = {line: wish for line, wish in left.items() if wish}
    return Axis(tuple(sizes), axis.border, axis.first)


# At rest and travelled, by the direction; no font takes one of them for a picture.
_HEADS = {(1, 0): ("▷", "►"), (-1, 0): ("◁", "◄"), (0, 1): ("▽", "▼"), (0, -1): ("△", "▲")}


@dataclass(frozen=True, slots=True)
class Trail:
    """An edge in terminal cells."""

    arms: dict[Spot, int]  # its cells with their light arms, without the head's
    head: Spot  # the cell of the arrowhead
    light: str  # the arrowhead at rest
    solid: str  # the arrowhead of an edge that is travelled
    corners: tuple[Spot, ...]  # where its line starts, bends and ends
    label: str  # escaped


def trail_of(route: Route, form: Form, points: Sequence[Spot], label: str) -> Trail:
    """Return the cells of an edge.

    The line starts on the border of a box, and a head from above or below is on it, which saves a line.

    Args:
        route: The edge's way.
        form: How nodes look.
        points: Its corners, from border to border.
        label: Its escaped label.
    """
    toward = (route.enters, 0) if route.flat_end else (0, route.enters)
    arms = trail(points)
    if not form.boxed:
        del arms[points[0]]
    arms.pop(points[-1], None)
    x, y = points[-1]
    head = (x, y) if form.boxed and not route.flat_end else (x - toward[0], y - toward[1])
    arms.pop(head, None)
    light, solid = _HEADS[toward]
    return Trail(arms, head, light, solid, (*points[:-1], head), label)


_LONG = 16  # columns more that a channel with arrows across takes where there is room: labels fit then
_AIR = 2  # lines more, and columns more without such arrows


@dataclass(frozen=True, slots=True)
class MapPlan:
    """A map for one size; columns and lines count from 0."""

    form: Form
    width: int  # columns; the drawing is in their middle
    height: int  # lines
    nodes: dict[str, Box[int]]  # node key → left, upper, right and lower border
    labels: dict[str, tuple[str, ...]]  # node key → the lines of its label, escaped
    trails: dict[str, Trail]  # edge key → its line
    values: dict[str, int] = field(default_factory=dict)  # node key → columns of the state that it shows


def fitted(
    layout: Layout, form: Form, labels: Sequence[tuple[str, ...]], names: Mapping[str, str], size: tuple[int, int]
) -> MapPlan | None:
    """Return the map of a layout, or None where it does not fit.

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
    lefts, tops = columns.starts(), rows.starts()
    boxes = [(lefts[2 * x + 1], tops[2 * y + 1], lefts[2 * x + 2] - 1, tops[2 * y + 2] - 1) for x, y in layout.cells]

    def at(track: Track, flat: bool) -> int:  # noqa: FBT001 - called by position, as `corners` says
        axis, starts = (rows, tops) if flat else (columns, lefts)
        return starts[track.line] + axis.offset(track)

    nodes = {node.key: box for node, box in zip(layout.graph.nodes, boxes, strict=True)}
    lines = {node.key: label for node, label in zip(layout.graph.nodes, labels, strict=True)}
    trails = {
        route.key: trail_of(route, form, corners(route, at, boxes[route.start], boxes[route.end]), names[route.key])
        for route in layout.routes
    }
    return MapPlan(form, size[0], rows.total, nodes, lines, trails)


def _wishes(axis: Axis, crossed: frozenset[int], most: int) -> list[int]:
    """Return how much wider each channel may get: `most` with arrows straight across, less the emptier it is."""
    return [most if line in crossed else max(1, min(size, _AIR)) for line, size in enumerate(axis.sizes)]
