"""Values and declarations of an author's drawing: kept only if nothing in them can reach out of the file."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator

from tracecli.export.ownallowed import FUNCTIONS, PROPERTIES
from tracecli.export.svgtext import element_id

# No backslash (CSS escapes would hide a name), no braces, semicolons, at-signs, angle brackets or ampersands: what is
# kept can stand in an attribute and in a style sheet, of XML and of HTML, as it is.
_PLAIN = re.compile(r"""[\w\s#.,%()'"+*/!-]*""")
_WORD = f"{string.ascii_letters}{string.digits}-_"
_LOCAL = re.compile(r"""url\(\s*(["']?)\#([^"'()\s]+)\1\s*\)""", re.IGNORECASE)
_ANY_URL = re.compile(r"url\s*\((?!#)", re.IGNORECASE)
_IMPORTANT = re.compile(r" ?! ?important$", re.IGNORECASE)
_QUOTED = re.compile(r""""[^"]*"|'[^']*'""")


def clean_value(value: str, prefix: str) -> str | None:
    """Give a value with its references to ids led to the prefixed ones, or None if it may not stay.

    Args:
        value: Of an attribute or of a CSS property.
        prefix: Begins every id.
    """
    text = " ".join(value.split())
    if not _PLAIN.fullmatch(text) or "/*" in text or not _is_whole(text):
        return None
    if any(name.lower() not in FUNCTIONS for name in _functions(text)):
        return None
    local = _LOCAL.sub(lambda match: f"url(#{element_id(prefix, match[2])})", text)
    return None if _ANY_URL.search(local) else local


def _is_whole(text: str) -> bool:
    """Tell whether quotes and parentheses are closed: an open one would take in the rules that follow in a sheet."""
    bare = _QUOTED.sub("", text)
    depth = 0
    for char in bare:
        depth += (char == "(") - (char == ")")
        if depth < 0 or char in "\"'":
            return False
    return depth == 0


def _functions(text: str) -> Iterator[str]:
    """Give what stands in front of each parenthesis; not by an expression, whose time could grow with the square."""
    for piece in text.split("(")[:-1]:
        word = piece.rstrip()
        if name := word[len(word.rstrip(_WORD)) :]:
            yield name


def declarations(text: str, prefix: str) -> Iterator[tuple[str, str]]:
    """Give the properties and values of `fill: red; stroke: none` that may stay; an `!important` is left out.

    Args:
        text: Without braces.
        prefix: Begins every id.
    """
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        name = name.strip().lower()
        plain = _IMPORTANT.sub("", " ".join(value.split()))
        kept = clean_value(plain, prefix) if colon and name in PROPERTIES else None
        if kept:
            yield name, kept
