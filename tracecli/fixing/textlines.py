"""Where the lines of a document begin and end."""

from __future__ import annotations

import re

from tracecli.reading import Document

_END = re.compile(r"[\r\n]|\Z")
_BLANKS = re.compile(r"[ \t]*")


def line_start(document: Document, at: int) -> int:
    """Give the offset of the first character of the line that holds `at`."""
    return at - document.position(at).column + 1


def line_end(document: Document, at: int) -> int:
    """Give the offset behind the last character of the line that holds `at`, before its break."""
    found = _END.search(document.text, at)
    return found.start() if found else len(document.text)


def next_line(document: Document, at: int) -> int:
    """Give the offset of the first character of the next line, or the end of the text."""
    end = line_end(document, at)
    width = 2 if document.text.startswith("\r\n", end) else 1
    return min(end + width, len(document.text))


def indentation(document: Document, at: int) -> str:
    """Give the blanks that the line which holds `at` begins with."""
    found = _BLANKS.match(document.text, line_start(document, at))
    return found[0] if found else ""
