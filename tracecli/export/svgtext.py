"""Untrusted text as XML: nothing in it opens a tag, ends an attribute, or is a character that XML 1.0 cannot carry."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tracecli.escaping import visible

_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_ENTITY = re.compile("[&<>\"']")
_COMMAND = re.compile(r"#(?=#\[|#vso\[)", re.IGNORECASE)  # CI runners obey these anywhere in a line of a log
_BEYOND = re.compile("[\ufffe\uffff]")  # https://www.w3.org/TR/xml/#charsets; `visible` shows all others it excludes
_UNSAFE = re.compile(r"[^A-Za-z0-9-]")
_STRONG = {"L": "ltr", "R": "rtl", "AL": "rtl"}


def xml(text: str) -> str:
    """Give `text` for the content of an element or a quoted attribute; what cannot be seen is a visible escape."""
    shown = _BEYOND.sub(lambda match: f"\\u{ord(match.group()):04x}", visible(text))
    return _COMMAND.sub("&#35;", _ENTITY.sub(lambda match: _ENTITIES[match.group()], shown))


def element_id(prefix: str, name: str) -> str:
    """Give an id that XML, HTML and a CSS selector take as it stands; different names give different ids.

    Args:
        prefix: A letter, then letters, digits, `-` and `_`.
        name: Any text. Letters, digits and hyphens stay, `_` is `__`, everything else `_x…_` with its code point.
    """
    return prefix + _UNSAFE.sub(lambda match: "__" if match.group() == "_" else f"_x{ord(match.group()):x}_", name)


def direction(text: str) -> str:
    """Give `rtl` for a text whose first letter is written from the right, else `ltr` (UAX #9, rules P2 and P3)."""
    if text.isascii():
        return "ltr"
    from unicodedata import bidirectional  # noqa: PLC0415 - text in ASCII alone never needs it

    return next((_STRONG[kind] for kind in map(bidirectional, text) if kind in _STRONG), "ltr")


def text_block(name: str, lines: Sequence[str], place: tuple[float, float], step: float, anchor: str = "start") -> str:
    """Give lines of one text as an element.

    Args:
        name: The element's class.
        lines: The lines, as the trace has them.
        place: The fixed side of the lines, and the baseline of the first one.
        step: From line to line.
        anchor: Which side is fixed, as it looks: `start` is the left one, whichever way the text runs.
    """
    runs = direction(" ".join(lines))
    if runs == "rtl" and anchor != "middle":
        anchor = "end" if anchor == "start" else "start"
    looks = "" if anchor == "start" else f' text-anchor="{anchor}"'
    turned = ' direction="rtl"' if runs == "rtl" else ""
    (x, y), spans = place, enumerate(lines)
    rows = "".join(f'<tspan x="{number(x)}" y="{number(y + step * row)}">{xml(line)}</tspan>' for row, line in spans)
    return f'<text class="{name}"{looks}{turned}>{rows}</text>'


def number(value: float) -> str:
    """Give a coordinate with one decimal at most, written the same on every machine."""
    return f"{value:.1f}".removesuffix(".0")
