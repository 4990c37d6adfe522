"""Colour for plain lines: SGR codes by meaning, without Rich, so that a coloured finding costs no import."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TextIO

from tracecli.runs import Line, plain
from tracecli.terminal.palette import CODES, LOOKS


def painted(line: Line, *, color: bool) -> str:
    """Give a line as text, coloured by the meanings of its runs if asked."""
    if not color:
        return plain(line)
    return "".join(_paint(run.text, _code(run.meaning)) for run in line)


@cache
def _code(meaning: str) -> str:
    return ";".join(str(CODES[word]) for word in LOOKS.get(meaning, "").split())


def _paint(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if code else text


def wants_color(choice: str, environment: Mapping[str, str], stream: TextIO) -> bool:
    """Decide whether to colour: the option first, then NO_COLOR, FORCE_COLOR, and whether it is a terminal."""
    if choice != "auto":
        return choice == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return environment["FORCE_COLOR"] != "0"
    return stream.isatty() and environment.get("TERM", "") not in ("", "dumb")
