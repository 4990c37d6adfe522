"""Looks by meaning. This is the one place that knows a colour or a glyph.

Colours are of the first eight and only those that can be read on black and on white alike (a test measures it);
everything else is said by weight, reversal and dimness. Nothing is told by colour alone: a glyph or a word says it too.
"""

from __future__ import annotations

from typing import NamedTuple

from rich.box import ASCII, HEAVY, ROUNDED, Box
from rich.style import Style

STYLES: dict[str, Style] = {
    "text": Style(),
    "quiet": Style(dim=True),
    "title": Style(bold=True, dim=False),
    "position": Style(bold=True),
    "border": Style(dim=True),
    "strong-border": Style(bold=True),
    "active": Style(bold=True, reverse=True),
    "path": Style(bold=True, color="magenta"),
    "changed": Style(bold=True, color="magenta", dim=False),
    "was": Style(),
    "hidden": Style(bold=True),
    "node": Style(),
    "edge": Style(dim=True),
    "label": Style(color="magenta"),
    "hit": Style(underline=True, bold=True),
    "key": Style(bold=True),
    "link": Style(underline=True),
    "chosen": Style(reverse=True),
    "message": Style(bold=True),
    "problem": Style(bold=True, color="red"),
}
"""Meaning → style."""

_RULE = Box("────\n    \n────\n    \n────\n────\n    \n    \n")
_HEAVY_RULE = Box("━━━━\n    \n━━━━\n    \n━━━━\n━━━━\n    \n    \n")
_ASCII_RULE = Box("----\n    \n----\n    \n----\n----\n    \n    \n", ascii=True)
_ASCII_HEAVY_RULE = Box("====\n    \n====\n    \n====\n====\n    \n    \n", ascii=True)
_ASCII_HEAVY = Box("+==+\n|  |\n|==|\n|  |\n|==|\n|==|\n|  |\n+==+\n", ascii=True)


class Glyphs(NamedTuple):
    """The marks of a frame, each one column wide, each beside a word."""

    done: str
    now: str
    to_come: str
    play: str
    pause: str
    end: str
    node: str
    path: str
    leads: str
    changed: str
    chosen: str
    here: str
    between: str
    cut: str
    up: str
    down: str
    box: Box
    heavy: Box
    rule: Box
    heavy_rule: Box


UNICODE = Glyphs(
    done="●", now="◉", to_come="○", play="▶", pause="‖", end="■", node="●", path="»", leads="→", changed="◆",
    chosen="▸", here="▲", between="│", cut="…", up="↑", down="↓",
    box=ROUNDED, heavy=HEAVY, rule=_RULE, heavy_rule=_HEAVY_RULE,
)  # fmt: skip
PLAIN = Glyphs(
    done="#", now="@", to_come=".", play=">", pause="=", end="!", node="*", path=">", leads="->", changed="*",
    chosen=">", here="^", between="|", cut="~", up="^", down="v",
    box=ASCII, heavy=_ASCII_HEAVY, rule=_ASCII_RULE, heavy_rule=_ASCII_HEAVY_RULE,
)  # fmt: skip
