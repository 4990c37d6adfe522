r"""Rows of segments → what is written to a terminal.

Two things Rich's own writer does not do. Hyperlinks carry no random id, so the same frame is the same text. And behind
text whose width terminals disagree about, the column is set (`CSI column G`), so that a border stays where it belongs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.segment import Segment

from tracecli.terminal.canvas import Row
from tracecli.terminal.looks import Looks

# Latin, Greek, Cyrillic, punctuation, arrows, mathematics, box drawing and shapes are one column wide everywhere.
_DOUBTFUL = re.compile("[^ -~\u00a0-\u02ff\u0370-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2500-\u25fc]")


def ansi(row: Row, looks: Looks) -> str:
    """Give a row as text with SGR codes; blanks at its end are not sent, the rest of the line is erased instead."""
    kept = _trimmed(row)
    erase = "\x1b[K" if Segment.get_line_length(kept) < Segment.get_line_length(row) else ""  # not behind a full row
    return "".join(_pieces(kept, looks)) + erase


def _trimmed(row: Row) -> list[Segment]:
    kept = list(row)
    while kept and not kept[-1].style and not kept[-1].text.strip(" "):
        kept.pop()
    if kept and not kept[-1].style:
        kept[-1] = Segment(kept[-1].text.rstrip(" "))
    return kept


def _pieces(row: list[Segment], looks: Looks) -> Iterator[str]:
    column = 1
    for segment in row:
        text = segment.text
        yield _styled(segment, looks)
        column += cell_len(text)
        if not text.isascii() and _DOUBTFUL.search(text):
            yield f"\x1b[{column}G"


def _styled(segment: Segment, looks: Looks) -> str:
    style, text = segment.style, segment.text
    if not style:
        return text
    link = style.link
    if link:
        style = style.update_link(None)
    if not looks.color:
        style = style.without_color
    drawn = style.render(text, color_system=ColorSystem.STANDARD)
    return f"\x1b]8;;{link}\x1b\\{drawn}\x1b]8;;\x1b\\" if link else drawn
