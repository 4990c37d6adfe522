"""Text of a trace as Markdown that shows exactly that text: on GitHub, and wherever CommonMark is read."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import quote

from tracecli.escaping import visible

BREAK = re.compile(r"\r\n?|\n")
"""What an author typed to begin a line; other breaks are control characters."""

# An underscore within a word is no emphasis (CommonMark 0.31, 6.2), so names of functions stay readable.
_MARKS = re.compile(r"[\\`*\[\]{}|~$#]|(?<![^\W_])_|_(?![^\W_])")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_ENTITY = re.compile("[&<>]")
# What opens a block where a text begins: a list, a numbered list, the line under a heading, and for a CI runner a
# command.
_OPENS = re.compile(r"(?=[-+=:])|\d{1,9}(?=[.)])")

# Mentions, references, addresses and emoji are found in the text after Markdown is done, where no escape is left to
# see. An HTML comment is not shown and parts the text.
_SEAM = "<!-- -->"
_LINKED = re.compile(
    r"""@(?=\w)              # @somebody, and the middle of a mail address
    | \#(?=\d)               # #123
    | (?<![^\W_])GH(?=-\d)   # GH-123
    | :(?=//)                # https://…
    | (?<![^\W_])www(?=\.)   # www.…
    | :(?=[\w+-]+:)          # :smile:
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SCHEME = re.compile(r"https?://", re.IGNORECASE)


def inline(text: str) -> str:
    """Give text for one line; the line breaks of its author become blanks."""
    return _line(" ".join(_lines(text)).strip(" "))


def cell(text: str) -> str:
    """Give text for a cell of a table; its line breaks are kept."""
    return "<br>".join(map(_line, _lines(text)))


def paragraphs(text: str) -> str:
    """Give text as paragraphs, broken where its author broke it; nothing for a blank text."""
    blocks: list[list[str]] = [[]]
    for line in _lines(text):
        if line:
            blocks[-1].append(_line(line))
        elif blocks[-1]:
            blocks.append([])
    return "\n\n".join("\\\n".join(block) for block in blocks if block)


def link(title: str, url: str) -> str:
    """Give a link where the address is one of the web; elsewhere title and address as text."""
    if not _SCHEME.match(url):
        return f"{inline(title)}: {inline(url)}"
    address = quote(url, safe="!#$%&'*+,/:;=?@~[]-._")  # a % stays: the author has encoded what had to be
    return f"[{inline(title)}](<{address}>)"


def _lines(text: str) -> list[str]:
    return [line.strip(" \t") for line in BREAK.split(text)]


@lru_cache(maxsize=4096)  # labels and values come again in every step
def _line(line: str) -> str:
    escaped = _escaped(line)
    opened = _OPENS.match(escaped)
    return f"{opened.group()}\\{escaped[opened.end() :]}" if opened else escaped


def _escaped(text: str) -> str:
    pieces = []
    start = 0
    shown = visible(text)
    for match in _LINKED.finditer(shown):
        pieces += [_marked(shown[start : match.end()]), _SEAM]
        start = match.end()
    return "".join([*pieces, _marked(shown[start:])])


def _marked(text: str) -> str:
    text = _ENTITY.sub(lambda match: _ENTITIES[match.group()], text)
    return _MARKS.sub(r"\\\g<0>", text)
