"""Where everything of a map is, in terminal cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, groupby, pairwise
from operator import itemgetter

from tracecli.drawing.routing import Box, Layout, Place, Route, corners
from tracecli.text import Line, Run, cell_width, graphemes

# ---- drawing.canvas
# A grid of terminal cells with lines of two weights, texts and meanings.

Spot = tuple[int, int]
"""(column, row) of a terminal cell, from 0."""

# An arms code has a digit of base 3 for each arm of a cell: 0 no arm, 1 light, 2 heavy. The string holds the
# box-drawing character of every code (Unicode chart U+2500).
UP, RIGHT, DOWN, LEFT = 1, 3, 9, 27
_GLYPHS = " ╵╹╶└┖╺┕┗╷│╿┌├┞┍┝┡╻╽┃┎┟┠┏┢┣╴┘┚─┴┸╼┶┺┐┤┦┬┼╀┮┾╄┒┧┨┰╁╂┲╆╊╸┙┛╾┵┹━┷┻┑┥┩┭┽╃┯┿╇┓┪┫┱╅╉┳╈╋"
_BLANK = "\0"  # tells untouched cells from the blanks of a text; no escaped text holds it
_ROUND = {"┌": "╭", "┐": "╮", "└": "╰", "┘": "╯"}


@cache
def joined(one: int, two: int) -> int:
    """Give the arms code that has the heavier of two arms in each direction."""
    return sum(max(one // digit % 3, two // digit % 3) * digit for digit in (UP, RIGHT, DOWN, LEFT))


def trail(points: Iterable[Spot]) -> dict[Spot, int]:
    """Give the light arms of a line through `points`, each straight above, below or beside the one before."""
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
    """Cells that can be drawn on; each has a character and a meaning."""

    def __init__(self, width: int, height: int) -> None:
        """Make `width` times `height` blank cells."""
        self.width, self.height = width, height
        self._chars = [[_BLANK] * width for _ in range(height)]
        self._meanings = [["quiet"] * width for _ in range(height)]
        self._arms: dict[Spot, int] = {}

    def copy(self) -> Canvas:
        """Give a canvas of its own with the same cells."""
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
            self._chars[y][x] = _ROUND.get(glyph, glyph) if meaning == "edge" else glyph
            self._meanings[y][x] = meaning

    def text(self, spot: Spot, text: str, meaning: str) -> None:
        """Write an escaped text; a wide character takes two cells, a combining one shares the cell before."""
        x, y = spot
        cells = list(text) if text.isascii() else list(_cells(text))
        self._chars[y][x : x + len(cells)] = cells
        self._meanings[y][x : x + len(cells)] = [meaning] * len(cells)

    def blank(self, x: int, y: int, width: int) -> bool:
        """Tell whether `width` cells from (x, y) lie on the canvas and are blank."""
        inside = 0 <= y < self.height and x >= 0 and x + width <= self.width
        return inside and self._chars[y][x : x + width].count(_BLANK) == width

    def rows(self) -> tuple[Line, ...]:
        """Give the finished lines without blanks at their ends."""
        return tuple(map(_row, self._chars, self._meanings))


def _cells(text: str) -> Iterator[str]:
    """Yield what each terminal cell holds: the second one of a wide character holds nothing."""
    for cluster, columns in graphemes(text):
        if columns:
            yield from (cluster, *[""] * (columns - 1))


def _row(chars: list[str], meanings: list[str]) -> Line:
    end = len(chars)
    while end and chars[end - 1] == _BLANK:
        end -= 1
    pieces = groupby(zip(chars[:end], meanings, strict=False), key=itemgetter(1))
    return tuple(Run("".join(char for char, _ in piece).replace(_BLANK, " "), meaning) for meaning, piece in pieces)


# ---- drawing.charsizes
# How many terminal cells each lattice column and row takes, and where the pieces of edges lie in them.

_ARROW = 3  # columns of the shortest arrow between two boxes; one less between two lines


@dataclass(frozen=True, slots=True)
class Form:
    """One way to draw a map.

    Attributes:
        boxed: Whether nodes are boxes of three lines or more; else they are one line in brackets.
        lines: The most lines of a label.
        pad: Blanks on each side of a label.
        most: The most columns of a label; what is longer is cut.
        portrait: Whether columns and rows of the grid change places.
        full: Whether edges are drawn that are not travelled.
        room: How many edges the side of a node takes, each on a line of its own.
    """

    boxed: bool
    lines: int = 1
    pad: int = 1
    most: int = 28
    portrait: bool = False
    full: bool = True
    room: int = 1


@dataclass(frozen=True, slots=True)
class Axis:
    """The lattice columns, or the rows, in terminal cells.

    Attributes:
        sizes: Cells of each line.
        border: Cells at both ends of a node that no edge ends at.
        first: The first cell.
    """

    sizes: tuple[int, ...]
    border: int
    first: int = 0

    @property
    def total(self) -> int:
        """Give the cells of all lines."""
        return sum(self.sizes)

    def starts(self) -> tuple[int, ...]:
        """Give the first cell of each line."""
        return tuple(accumulate(self.sizes, initial=self.first))

    def offset(self, place: Place) -> int:
        """Give how far behind its line's first cell a piece of an edge lies."""
        border = self.border if place.line % 2 else 0
        return border + (self.sizes[place.line] - 2 * border) * (place.track + 1) // (place.tracks + 1)


def columns_of(layout: Layout, form: Form, labels: Sequence[Sequence[str]]) -> Axis:
    """Give the narrowest columns that hold the labels, given as lines, and keep any two tracks apart."""
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
    """Give the lowest rows that hold the labels and every track."""
    tracks = layout.tracks(flat=True)
    sizes = [0 if line % 2 else tracks.get(line, int(line in layout.down)) for line in range(layout.rows)]
    for (_, row), lines in zip(layout.cells, labels, strict=True):
        line = 2 * row + 1
        sizes[line] = max(sizes[line], max(len(lines), tracks.get(line, 0)) + 2 * form.boxed)
    return Axis(tuple(sizes), border=int(form.boxed))


def spread(axis: Axis, wishes: Sequence[int], room: int) -> Axis:
    """Give `room` cells more to the inner channels, fairly, to each at most its wish.

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


# ---- drawing.chartrails
# Edges as lines of terminal cells with an arrowhead.

# At rest and travelled, by where the edge comes to lead; none of them is taken for a picture by any font.
_HEADS = {(1, 0): ("▷", "►"), (-1, 0): ("◁", "◄"), (0, 1): ("▽", "▼"), (0, -1): ("△", "▲")}


@dataclass(frozen=True, slots=True)
class Trail:
    """An edge in terminal cells.

    Attributes:
        arms: Its cells with their light arms, without the head's.
        head: The cell of the arrowhead.
        light: The arrowhead of an edge at rest.
        solid: The arrowhead of an edge travelled.
        corners: Where its line starts, bends and ends.
        label: Its escaped label.
    """

    arms: dict[Spot, int]
    head: Spot
    light: str
    solid: str
    corners: tuple[Spot, ...]
    label: str


def trail_of(route: Route, form: Form, points: Sequence[Spot], label: str) -> Trail:
    """Give the cells of an edge.

    In a box the line starts on the border, and a head from above or below stands on it, which saves a line.

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


# ---- drawing.charplan
# Where everything of a map lies in terminal cells.

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
