"""Texts of any length inside a comment: cut where they are endless, fenced where they are lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tracecli.escaping import guard
from tracecli.report.markup import prose

_LONGEST = 600  # characters of one text; a comment is for a look, not for the whole document


def safe(text: str) -> str:
    """Give a text for a line or a table's cell; nothing in it is markup, a link or a mention."""
    return prose(cut_text(text)) or "*empty*"


def cut_text(text: str) -> str:
    """Give the first characters of a text that is too long for a comment."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def fenced(lines: Sequence[str], language: str) -> list[str]:
    """Give lines, escaped already, as a code block whose fence none of them can close."""
    longest = max((len(run) for text in lines for run in re.findall("`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return [f"{fence}{language}", *map(guard, lines), fence]
