"""Labels of nodes and edges in a picture: their width, their lines, their places."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence

from tracecli.text import cell_width

# ---- drawing.textwidths
# How broad a text is in a sans-serif font, near enough to leave room for it without any font at hand.

# Advance widths in thousandths of the font size, from the metrics of Helvetica (Adobe Core 14 AFM files).
_ADVANCES = {
    width: frozenset(chars)
    for width, chars in {
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
    }.items()
}
_WIDTHS = {char: width for width, chars in _ADVANCES.items() for char in chars}
_WIDE, _OTHER = 1000, 600
_SLACK = 1.12  # common substitutes such as DejaVu Sans and Verdana run wider


def text_width(text: str, size: float) -> float:
    """Give the estimated breadth of one line, rather too much than too little.

    Args:
        text: The line.
        size: Font size; the answer has the same unit.
    """
    return sum(map(_advance, text)) * size * _SLACK / 1000


def _advance(char: str) -> int:
    known = _WIDTHS.get(char)
    if known is not None:
        return known
    return (0, _OTHER, _WIDE)[cell_width(char)]


# ---- drawing.wrapping
# Labels of edges on one line or several of about equal breadth.

_WORDS = 12  # words up to which the evenest parting is looked for


def wraps(label: str, measure: Callable[[str], float], most: float) -> list[tuple[str, ...]]:
    """Give the label on one line, on two, and on three if two are broad; as evenly as its words allow.

    Args:
        label: One line.
        measure: Gives how broad a text is.
        most: The breadth up to which two lines are enough.
    """
    words = label.split()
    if len(words) < 2 or len(words) > _WORDS * 3:
        return [(label,)]
    found: list[tuple[str, ...]] = [(label,), _even(words, 2, measure)]
    if len(words) > 2 and max(map(measure, found[1])) > most:
        found.append(_even(words, 3, measure))
    return found


def _even(words: list[str], lines: int, measure: Callable[[str], float]) -> tuple[str, ...]:
    """Part the words where the broadest line is narrowest; of equal partings the one with the longer first lines."""
    if lines == 1 or len(words) == 1:
        return (" ".join(words),)
    choices = [(" ".join(words[:cut]), *_even(words[cut:], lines - 1, measure)) for cut in range(len(words) - 1, 0, -1)]
    return min(choices, key=lambda choice: max(map(measure, choice)))


# ---- drawing.nodelabels
# Labels of nodes in few lines.

_PARTS = re.compile(r"[^\s_./:-]*[\s_./:-]*")  # a long name of code may be parted after its joints too


def two_lines(label: str, measure: Callable[[str], float]) -> tuple[str, ...]:
    """Part `label` in two so that the longer line is as short as can be; a label without joints stays whole.

    Args:
        label: One line.
        measure: Gives how broad a text is.
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
    """Give the first of the best places to part: the first line only grows and the second shrinks, so few are tried."""

    def left(end: int) -> float:
        return measure(_parted(label, end)[0])

    def right(end: int) -> float:
        return measure(_parted(label, end)[1])

    crossing = bisect_left(ends, 0.0, key=lambda end: left(end) - right(end))
    least = min(max(left(end), right(end)) for end in ends[max(0, crossing - 1) : crossing + 1])
    return min(crossing, bisect_left(ends, -least, key=lambda end: -right(end)))
