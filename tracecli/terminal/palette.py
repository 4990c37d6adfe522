"""Looks by meaning, in words: the one place that knows a colour. Rich's styles and plain SGR codes are made from it.

Colours are of the first eight and only those that can be read on black and on white alike (a test measures it);
everything else is said by weight, reversal and dimness. Nothing is told by colour alone: a glyph or a word says it too.
"""

from __future__ import annotations

LOOKS: dict[str, str] = {
    "text": "",
    "quiet": "dim",
    "title": "bold",
    "head": "bold",
    "position": "bold",
    "border": "dim",
    "strong-border": "bold",
    "active": "bold reverse",
    "path": "bold magenta",
    "changed": "bold magenta",
    "was": "",
    "hidden": "bold",
    "node": "",
    "edge": "dim",
    "label": "magenta",
    "hit": "bold underline",
    "key": "bold",
    "link": "underline",
    "chosen": "reverse",
    "message": "bold",
    "error": "bold red",
    "warning": "bold magenta",
    "note": "bold",
    "place": "bold",
    "rule": "bold",
    "excerpt": "",
    "mark": "bold",
    "left": "bold red",
    "right": "bold magenta",
}
"""Meaning → words for its style: `bold`, `dim`, `underline`, `reverse`, and a colour."""

CODES: dict[str, int] = {"bold": 1, "dim": 2, "underline": 4, "reverse": 7, "red": 31, "magenta": 35}
"""The same words as SGR parameters (ECMA-48, 8.3.117)."""
