"""The palette as Rich's styles, and the glyphs: this is the one place that knows a glyph."""

from __future__ import annotations

from typing import NamedTuple

from rich.box import ASCII, HEAVY, ROUNDED, Box
from rich.style import Style

from tracecli.terminal.palette import CODES, LOOKS

_WEIGHTS = ("bold", "dim", "underline", "reverse")


def _style(look: str) -> Style:
    words = set(look.split())
    # What is bold is never dim, not even within something dim: terminals show both together as neither.
    dim = True if "dim" in words else False if "bold" in words else None
    return Style(
        color=next(iter((words & CODES.keys()).difference(_WEIGHTS)), None),
        bold="bold" in words or None,
        dim=dim,
        underline="underline" in words or None,
        reverse="reverse" in words or None,
    )


STYLES: dict[str, Style] = {meaning: _style(look) for meaning, look in LOOKS.items()}
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
