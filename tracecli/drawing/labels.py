"""Labels of nodes and edges in a picture: their estimated widths, their lines, their places."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from tracecli.text import cell_width

# Advance widths in thousandths of the font size, from the metrics of Helvetica (Adobe Core 14 AFM files).
_ADVANCES = {
    222: "ijl'",
    278: " !,./:;I[]\\ftr|",
    340: '()-`{}"',
    420: "*^",
    500: "Jcksvxyz",
    556: "#$?0123456789Labdeghnopqu_",
    584: "+<=>~−×→←",
    611: "FTZ",
    667: "&ABEKPSVXY",
    722: "CDHNRUw",
    778: "GOQ",
    833: "Mm",
    889: "%",
    944: "W",
    1015: "@",
}
_WIDTHS = {char: width for width, chars in _ADVANCES.items() for char in chars}
_WIDE, _OTHER = 1000, 600
_SLACK = 1.12  # common substitutes such as DejaVu Sans and Verdana run wider


def text_width(text: str, size: float) -> float:
    """Return the estimated width of one line, rather too much than too little.

    Args:
        text: The line.
        size: Font size; the answer has the same unit.
    """
    return sum(map(_advance, text)) * size * _SLACK / 1000


def _advance(char: str) -> int:
    known = _WIDTHS.get(char)
    return (0, _OTHER, _WIDE)[cell_width(char)] if known is None else known


_WORDS = 12  # a third of the most words for which the evenest parting is looked for


def wraps(label: str, measure: Callable[[str], float], most: float) -> list[tuple[str, ...]]:
    """Return the label on one line, on two, and on three if two are wide; as evenly as its words allow.

    Args:
        label: One line.
        measure: Returns how wide a text is.
        most: The width up to which two lines are enough.
    """
    words = label.split()
    if len(words) < 2 or len(words) > _WORDS * 3:
        return [(label,)]
    found: list[tuple[str, ...]] = [(label,), _even(words, 2, measure)]
    if len(words) > 2 and max(map(measure, found[1])) > most:
        found.append(_even(words, 3, measure))
    return found


def _even(words: list[str], lines: int, measure: Callable[[str], float]) -> tuple[str, ...]:
    """Part the words where the widest line is narrowest; of equal partings the one with the longer first lines."""
    if lines == 1 or len(words) == 1:
        return (" ".join(words),)
    choices = [(" ".join(words[:cut]), *_even(words[cut:], lines - 1, measure)) for cut in range(len(words) - 1, 0, -1)]
    return min(choices, key=lambda choice: max(map(measure, choice)))


_PARTS = re.compile(r"[^\s_./:-]*[\s_./:-]*")  # a long name of code may be parted after its joints too


def two_lines(label: str, measure: Callable[[str], float]) -> tuple[str, ...]:
    """Part `label` in two so that the longer line is as short as can be; a label without joints stays whole.

    Args:
        label: One line.
        measure: Returns how wide a text is.
    """
    first, last = len(label) - len(label.lstrip()), len(label.rstrip())
    ends = [end for part in _PARTS.finditer(label) if first < (end := part.end()) < last]
    if not ends:
        return (label,)
    best = _parted(label, ends[_evenest(label, ends, measure)])
    return best if max(map(measure, best)) < measure(label) else (label,)


def _parted(label: str, end: int) -> tuple[str, str]:
    return label[:end].rstrip(), label[end:].lstrip()


def _evenest(label: str, ends: Sequence[int], measure: Callable[[str], float]) -> int:
    """Return the first of the best places to part: the first line only grows, the second shrinks, so few are tried."""

    def left(end: int) -> float:
        return measure(_parted(label, end)[0])

    def right(end: int) -> float:
        return measure(_parted(label, end)[1])

    crossing = bisect_left(ends, 0.0, key=lambda end: left(end) - right(end))
    least = min(max(left(end), right(end)) for end in ends[max(0, crossing - 1) : crossing + 1])
    return min(crossing, bisect_left(ends, -least, key=lambda end: -right(end)))


LABEL_FONT = 12
LABEL_LINE = 15
_BUCKET = 160  # side of the squares by which near things are found

XY = tuple[int, int]
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
        """Return whether the owner's label could lie in `rect`."""
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


_FROM_NODE, _FROM_LINE, _FROM_OWN, _FROM_LABEL = 5, 7, 3, 6
_FROM_HEAD = 7  # beside an upright line, where the arrowhead would touch the text

_BROAD = 120  # a label of two lines wider than this may have a third


@dataclass(frozen=True, slots=True)
class LabelLines:
    """A label of an edge on some lines."""

    lines: tuple[str, ...]
    width: int  # pixels
    height: int


@dataclass(frozen=True, slots=True)
class LabelPlace:
    """Where the label of an edge is."""

    lines: tuple[str, ...]
    rect: Rect  # what it covers
    anchor: str  # which side of its text is fixed: `start` right of a line, `end` left of it, else `middle`


def ways_to_write(label: str) -> list[LabelLines]:
    """Return the ways to write a label, the one with the fewest lines first."""
    found = wraps(label, lambda text: text_width(text, LABEL_FONT), _BROAD)
    return [
        LabelLines(lines, ceil(max(text_width(line, LABEL_FONT) for line in lines)), LABEL_LINE * len(lines))
        for lines in found
    ]


def place_labels(
    boxes: Sequence[Rect], lines: dict[str, list[XY]], choices: dict[str, list[LabelLines]]
) -> dict[str, LabelPlace]:
    """Return the labels that have room; each touches no node, no line and no other label.

    Args:
        boxes: The nodes.
        lines: Edge key → the corners of its line.
        choices: Edge key → the ways to write its label.
    """
    obstacles = Obstacles(_FROM_OWN)
    for box in boxes:
        obstacles.add(box, _FROM_NODE)
    for key, points in lines.items():
        for (x1, y1), (x2, y2) in pairwise(points):
            obstacles.add((min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)), _FROM_LINE, key)
    found: dict[str, LabelPlace] = {}
    for key in sorted(lines, key=lambda key: _longest_piece(lines[key])):
        places = _places(lines[key], choices[key])
        if place := next((place for place in places if obstacles.free(place.rect, key)), None):
            found[key] = place
            obstacles.add(place.rect, _FROM_LABEL)
    return found


def _longest_piece(points: Sequence[XY]) -> int:
    return max(abs(x2 - x1) + abs(y2 - y1) for (x1, y1), (x2, y2) in pairwise(points))


def _places(points: Sequence[XY], choices: Sequence[LabelLines]) -> Iterator[LabelPlace]:
    pieces = sorted(pairwise(points), key=_worth, reverse=True)
    for label in choices:
        for (x1, y1), (x2, y2) in pieces:
            low, high = (min(x1, x2), min(y1, y2)), (max(x1, x2), max(y1, y2))
            yield from _beside_flat(low, high[0], label) if y1 == y2 else _beside_upright(low, high[1], label)


def _worth(piece: tuple[XY, XY]) -> int:
    """Long pieces come first, horizontal ones before others: text runs along with them."""
    (x1, y1), (x2, y2) = piece
    return 2 * abs(x2 - x1) + abs(y2 - y1)


def _beside_flat(low: XY, right: int, label: LabelLines) -> Iterator[LabelPlace]:
    (left, y), room = low, right - low[0] - label.width
    for part in (2, 4, 4 / 3) if room >= 0 else ():
        x = left + round(room / part)
        for top in (y - _FROM_OWN - label.height, y + _FROM_OWN):
            yield LabelPlace(label.lines, (x, top, x + label.width, top + label.height), "middle")


def _beside_upright(low: XY, lower: int, label: LabelLines) -> Iterator[LabelPlace]:
    (x, upper), room = low, lower - low[1] - label.height
    for part in (2, 4, 4 / 3) if room >= 0 else ():
        top = upper + round(room / part)
        right, left = x + _FROM_HEAD, x - _FROM_HEAD
        yield LabelPlace(label.lines, (right, top, right + label.width, top + label.height), "start")
        yield LabelPlace(label.lines, (left - label.width, top, left, top + label.height), "end")
