"""Lines of running text, broken by estimated breadth: an SVG cannot break lines by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from tracecli.drawing.textwidths import text_width
from tracecli.escaping import visible
from tracecli.widths import cell_width

BOLD = 1.08  # bold letters of common sans-serif fonts run this much wider
_BREAK = re.compile(r"\r\n?|\n")
_BLANKS = re.compile("[ \u2000-\u2006\u2008-\u200a\u3000]+")  # not those that forbid a break
_JOINER = "\u200d"


@lru_cache(maxsize=8192)
def wrapped(text: str, width: float, size: float, *, bold: bool = False) -> tuple[str, ...]:
    """Give the lines of a text, at least one, with visible escapes for what cannot be seen.

    Args:
        text: The text; a line break in it begins a new line.
        width: The breadth of a line.
        size: The font size.
        bold: Whether the letters are bold.
    """
    room = width / (BOLD if bold else 1)
    parts = (visible(part.replace("\t", " ")) for part in _BREAK.split(text))
    return tuple(line for part in parts for line in _lines(part, room, size)) or ("",)


def _lines(text: str, room: float, size: float) -> Iterator[str]:
    blank = text_width(" ", size)
    line, used = "", 0.0
    for word in filter(None, _BLANKS.split(text)):
        wide = text_width(word, size)
        if line and used + blank + wide <= room:
            line, used = f"{line} {word}", used + blank + wide
            continue
        if line:
            yield line
        *full, line = [word] if wide <= room else _pieces(word, room, size)
        yield from full
        used = text_width(line, size)
    if line:
        yield line


def _pieces(word: str, room: float, size: float) -> Iterator[str]:
    """Give a word that is too long for a line in pieces; a character keeps what is joined to it."""
    start, used = 0, 0.0
    for index, char in enumerate(word):
        wide = text_width(char, size)
        joined = cell_width(char) == 0 or word[index - 1] == _JOINER
        if used + wide > room and index > start and not joined:
            yield word[start:index]
            start, used = index, 0.0
        used += wide
    yield word[start:]
