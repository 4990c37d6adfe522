"""Rows that show a whole scenario at once: a tick a step, and the history of what is watched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from tracecli.runs import Line, Run, line
from tracecli.terminal.theme import Glyphs
from tracecli.widths import cell_width, cut, pad

_WIDEST = 14  # columns of a step in a history: values of most traces fit, and short scenarios stay compact


def ticks(glyphs: Glyphs, index: int, last: int, room: int) -> Line:
    """Give a tick a step, the present one marked; in a long scenario a tick stands for several steps.

    Args:
        glyphs: The marks.
        index: The present step; 0 is before the first tick.
        last: The number of steps.
        room: Columns there are.
    """
    count = min(last, room)
    if count < 1:
        return ()
    now = -1 if index == 0 else (index - 1) * (count - 1) // max(1, last - 1)
    marks = (Run(glyphs.done * max(0, now), "quiet"), Run(glyphs.now if now >= 0 else "", "position"))
    return line(*marks, Run(glyphs.to_come * (count - 1 - now), "quiet"))


def history_row(glyphs: Glyphs, row: Sequence[str], index: int, room: int) -> Iterator[Line]:
    """Give a history as a bar over all moments, runs of equal values joined, and under it where we are.

    A scenario with more moments than columns shows the part around the present moment.

    Args:
        glyphs: The marks.
        row: What is watched, at every moment, escaped.
        index: The present moment.
        room: Columns there are.
    """
    cell = max(1, min(_WIDEST, room // len(row)))
    shown = min(len(row), room // cell)
    first = max(0, min(index - shown // 2, len(row) - shown))
    yield tuple(_bar(glyphs, row, range(first, first + shown), cell, index))
    yield _here(glyphs, row, index, (index - first) * cell, room)


def _bar(glyphs: Glyphs, row: Sequence[str], window: range, cell: int, index: int) -> Iterator[Run]:
    for value, run in groupby(window, key=row.__getitem__):
        moments = list(run)
        inside = cut(value, len(moments) * cell - 1) if cell > 1 or len(moments) > 3 else ""
        meaning = "changed" if index in moments else "text"
        yield Run(glyphs.between, "quiet")
        yield Run(pad(inside, len(moments) * cell - 1), meaning)


def _here(glyphs: Glyphs, row: Sequence[str], index: int, column: int, room: int) -> Line:
    """Give the mark under the present moment, with words on the side that has room for them."""
    since = index
    while since > 0 and row[since - 1] == row[index]:
        since -= 1
    words = f"step {index}: {row[index] or 'not active'}"
    if since < index:
        words += f" since {f'step {since}' if since else 'the beginning'}"
    if column + 2 + cell_width(words) <= room or column < room // 2:
        return line(Run(f"{' ' * column}{glyphs.here} {cut(words, room - column - 2)}", "position"))
    return line(Run(f"{pad(cut(words, column - 1), column - 1, right=True)} {glyphs.here}", "position"))
