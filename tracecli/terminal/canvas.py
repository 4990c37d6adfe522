"""Lines of runs → panels → rows of Rich's segments. Text of a trace enters Rich here, never as markup.

Panels are drawn from Rich's boxes, styles and segments. Its `Console` and `Panel` would give the same rows, for twice
the import (10 ms of the first frame) and several times the work a frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.box import Box
from rich.segment import Segment
from rich.style import Style

from tracecli.playback import matches
from tracecli.runs import Line, Run, plain
from tracecli.terminal.looks import Looks
from tracecli.terminal.theme import STYLES

Row = list[Segment]


class Part(NamedTuple):
    """A titled part of the screen."""

    title: Line
    lines: Sequence[Line]


class Border(NamedTuple):
    """What is drawn around a part.

    Attributes:
        box: The characters.
        meaning: The style's name.
        padding: Blanks inside, at the left and the right.
        open: Leave out the lower border.
    """

    box: Box
    meaning: str = "border"
    padding: int = 1
    open: bool = False

    def inside(self, width: int) -> int:
        """Give the columns that are free inside."""
        return width - 2 - 2 * self.padding


def _style(meaning: str, looks: Looks) -> Style | None:
    """Give the style of a meaning; `link ADDRESS` is a hyperlink."""
    name, _, address = meaning.partition(" ")
    style = STYLES[name]
    return style + Style(link=address) if address and looks.links else style or None


def _marked(runs: Line, needle: str) -> Iterator[Run]:
    """Give a line's runs with what was searched for as runs of their own."""
    start = 0
    found = matches(plain(runs), needle)
    for run in runs:
        at = 0
        for begin, end in found:
            first, last = max(at, begin - start), min(len(run.text), end - start)
            if first < last:
                yield Run(run.text[at:first], run.meaning)
                yield Run(run.text[first:last], "hit")
                at = last
        yield Run(run.text[at:], run.meaning)
        start += len(run.text)


def _row(runs: Line, looks: Looks, needle: str, indent: int = 0) -> Row:
    found = _marked(runs, needle) if needle else runs
    row = [Segment(run.text, _style(run.meaning, looks)) for run in found if run.text]
    return [Segment(" " * indent), *row] if indent else row


def rows(lines: Sequence[Line], looks: Looks, width: int, *, needle: str = "") -> list[Row]:
    """Give lines as rows of exactly `width` columns."""
    return [Segment.adjust_line_length(_row(runs, looks, needle), width) for runs in lines]


def panel(part: Part, border: Border, looks: Looks, width: int, needle: str = "") -> list[Row]:
    """Give a part with its border as rows of `width` columns, two rows more than the part has lines (one, if open)."""
    box, style, inside = border.box, STYLES[border.meaning], width - 2
    left, right = Segment(box.mid_left, style), Segment(box.mid_right, style)
    drawn = [_top(part.title, border, looks, width)]
    for runs in part.lines:
        row = _row(runs, looks, needle, border.padding)
        drawn.append([left, *Segment.adjust_line_length(row, inside), right])
    if not border.open:
        drawn.append([Segment(box.get_bottom([inside]), style)])
    return drawn


def _top(title: Line, border: Border, looks: Looks, width: int) -> Row:
    box, style = border.box, STYLES[border.meaning]
    words = Segment.adjust_line_length(_row(title, looks, ""), width - 6, pad=False)
    rest = width - 5 - Segment.get_line_length(words)
    start, end = Segment(f"{box.top_left}{box.top}", style), Segment(f"{box.top * rest}{box.top_right}", style)
    return [start, Segment(" "), *words, Segment(" "), end]


def beside(left: list[Row], right: list[Row]) -> list[Row]:
    """Give two blocks of one height side by side."""
    return [a + b for a, b in zip(left, right, strict=True)]


def blank(width: int, count: int) -> list[Row]:
    """Give empty rows."""
    return [[Segment(" " * width)] for _ in range(count)]


def plain_row(row: Row) -> str:
    """Give a row as text alone, without the blanks at its end."""
    return "".join(segment.text for segment in row).rstrip()


def plain_rows(frame: Sequence[Row]) -> Iterator[str]:
    """Give rows as text alone."""
    return map(plain_row, frame)
