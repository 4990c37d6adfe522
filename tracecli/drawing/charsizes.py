"""How many terminal cells each lattice column and row takes, and where the pieces of edges lie in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from tracecli.drawing.routes import Layout, Place
from tracecli.widths import cell_width

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
