"""The panel of state: label, value, and where it changed what it was."""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.playback import Moment, Value
from tracecli.runs import Line, Run, line
from tracecli.terminal.stage import Stage
from tracecli.widths import cell_width, pad, wrap

_MARK = 2  # columns of the mark in front of a value that changed


def state(stage: Stage, moment: Moment, width: int, *, hidden: bool = False) -> list[Line]:
    """Give the rows of the state table at `width` columns.

    Args:
        stage: The scenario, with the widths of its columns.
        moment: The step.
        width: Columns to fill at the most.
        hidden: Show what was, and a question mark for what is: the viewer predicts.
    """
    column = _value_column(stage, width)
    values = map(_asked, moment.values) if hidden else moment.values
    sign = Run("?", "hidden") if hidden else Run(stage.looks.glyphs.changed, "changed")
    return [row for value in values for row in _row(stage, value, sign, column, width)]


def one_line(stage: Stage, width: int) -> bool:
    """Tell whether `width` columns suffice for a line a row, at every step."""
    sizes = stage.columns
    return _MARK + min(sizes.labels, default=0) + 2 + sizes.value + 2 + sizes.was <= width


def _asked(value: Value) -> Value:
    return Value(value.key, value.label, "?", value.value if value.before is None else value.before)


def _value_column(stage: Stage, width: int) -> int:
    """Give the column where values start: behind the longest label with which every row still fits on one line.

    A longer label pushes only its own value to the right.
    """
    sizes = stage.columns
    room = width - _MARK - 2 - sizes.value - 2 - sizes.was
    if room < min(sizes.labels, default=0):
        room = width // 3
    return _MARK + max((label for label in sizes.labels if label <= room), default=room) + 2


def _row(stage: Stage, value: Value, sign: Run, column: int, width: int) -> Iterator[Line]:
    text = stage.looks.text
    changed = value.before is not None
    mark = Run(f"{sign.text} " if changed else "  ", sign.meaning)
    label = text(value.label)
    start = max(column, _MARK + cell_width(label) + 2)
    head: Line = (mark, Run(pad(label, start - _MARK), "text"))
    if start > column and start > width // 2:  # no room left beside such a label: the value goes below it
        first, *more = wrap(label, width - _MARK)
        yield line(mark, Run(first, "text"))
        yield from (line(Run(f"  {part}", "text")) for part in more)
        start = _MARK + 2
        head = (Run(" " * start, "text"),)
    shown = Run(text(value.value), sign.meaning if changed else "text")
    was = Run(f"was {text(value.before)}", "was") if value.before is not None else None
    after = _beside(shown, was, stage.columns.value, width - start)
    if after is not None:
        yield line(*head, *after)
    else:
        yield from _below(head, [shown, *([was] if was else [])], start, width)


def _beside(value: Run, was: Run | None, widest: int, room: int) -> Line | None:
    """Give value and what was on one line, what was in its own column if there is room, or None if it is too long."""
    used, behind = cell_width(value.text), cell_width(was.text) + 2 if was else 0
    if used + behind > room:
        return None
    if was is None:
        return line(value)
    return line(value, Run(" " * (2 + max(0, min(widest - used, room - used - behind))), "text"), was)


def _below(head: Line, runs: list[Run], start: int, width: int) -> Iterator[Line]:
    parts = [Run(part, run.meaning) for run in runs for part in wrap(run.text, max(4, width - start))]
    yield line(*head, parts[0])
    yield from (line(Run(" " * start, "text"), part) for part in parts[1:])
