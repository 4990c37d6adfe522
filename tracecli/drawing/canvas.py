"""A grid of terminal cells with lines of two weights, texts and meanings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby, pairwise
from operator import itemgetter

from tracecli.runs import Line, Run
from tracecli.widths import cell_width

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
    """Give what each terminal cell holds: the second one of a wide character holds nothing."""
    whole, start, reached = "", 0, 0
    for end, char in enumerate(text, 1):
        now = cell_width(text[:end])
        if reached > start and now > reached and cell_width(char):
            yield from (whole, *[""] * (reached - start - 1))
            whole, start = "", reached
        whole, reached = whole + char, now
    if reached > start:
        yield from (whole, *[""] * (reached - start - 1))


def _row(chars: list[str], meanings: list[str]) -> Line:
    end = len(chars)
    while end and chars[end - 1] == _BLANK:
        end -= 1
    pieces = groupby(zip(chars[:end], meanings, strict=False), key=itemgetter(1))
    return tuple(Run("".join(char for char, _ in piece).replace(_BLANK, " "), meaning) for meaning, piece in pieces)
