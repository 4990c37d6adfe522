"""Where the labels of edges lie in a picture: beside their own lines, touching nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from tracecli.drawing.obstacles import Obstacles, Rect
from tracecli.drawing.pixelsizes import LABEL_FONT, LABEL_LINE
from tracecli.drawing.routes import Box
from tracecli.drawing.textwidths import text_width
from tracecli.drawing.wrapping import wraps

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
