"""Labels of the edges travelled, where the map has blank room beside their lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tracecli.drawing.canvas import Canvas, Spot
from tracecli.drawing.chartrails import Trail
from tracecli.drawing.nodelabels import two_lines
from tracecli.widths import cell_width

Piece = tuple[Spot, Spot]


def write_label(canvas: Canvas, trail: Trail) -> bool:
    """Write the label of an edge beside its line, on one line of text or two; tell whether there was room.

    A label covers nothing and keeps a blank from whatever stands left and right of it.
    """
    pieces = sorted(pairwise(trail.corners), key=_length, reverse=True)
    for lines in dict.fromkeys(((trail.label,), two_lines(trail.label, cell_width))):
        width, height = max(map(cell_width, lines)), len(lines)
        for x, y in (spot for piece in pieces for spot in _spots(piece, width, height)):
            if all(_free(canvas, x, row, width) for row in range(y, y + height)):
                for row, text in enumerate(lines):
                    canvas.text((x, y + row), text, "label")
                return True
    return False


def _length(piece: Piece) -> int:
    (x1, y1), (x2, y2) = piece
    return abs(x2 - x1) + 3 * abs(y2 - y1)  # a line of text is about as high as three columns are wide


def _spots(piece: Piece, width: int, height: int) -> Iterator[Spot]:
    """Give where a text may start: above and below a horizontal piece, right and left of a vertical one."""
    (x1, x2), (y1, y2) = (sorted(axis) for axis in zip(*piece, strict=True))
    if y1 == y2:
        middle = (x1 + x2 + 1 - width) // 2
        for x in dict.fromkeys((middle, x1 + 2, x2 - 1 - width)):
            if x1 < x and x + width <= x2:
                yield x, y1 - height
                yield x, y1 + 1
    else:
        middle = (y1 + y2 + 1 - height) // 2
        for y in dict.fromkeys((middle, *range(y1 + 1, y2 + 1 - height))):
            if y1 < y and y + height <= y2:
                yield x1 + 2, y
                yield x1 - 1 - width, y


def _free(canvas: Canvas, x: int, y: int, width: int) -> bool:
    left, right = max(0, x - 1), min(canvas.width, x + width + 1)
    return x >= 0 and x + width <= canvas.width and canvas.blank(left, y, right - left)
