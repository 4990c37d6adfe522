"""The little of JSON's grammar that several modules need to step through a text."""

from __future__ import annotations

import re
from collections.abc import Iterator

_BLANKS = re.compile(r"[ \t\n\r]*+")
_TO_BRACKET = re.compile(r'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+")*+([\[\]{}])', re.DOTALL)


def skip_blanks(text: str, at: int) -> int:
    """Give the offset of the next character that is no blank, or of the end."""
    found = _BLANKS.match(text, at)
    return found.end() if found else at


def brackets(text: str, end: int | None = None) -> Iterator[int]:
    """Give the offsets of all brackets that are not in strings, up to `end` or to a string that has no end."""
    stop = len(text) if end is None else end
    at = 0
    while found := _TO_BRACKET.match(text, at, stop):
        at = found.end()
        yield at - 1
