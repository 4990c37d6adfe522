"""The least detailed map: the names of the nodes in rows, the active ones marked."""

from __future__ import annotations

from collections.abc import Mapping

from tracecli.runs import Line, Run, line
from tracecli.widths import cell_width, cut, pad

_MARKS = {True: "● ", False: "· "}
_LEAST = 8  # columns of a name below which it can't be told from others
_SPACE = 2  # columns between two names


def names(labels: Mapping[str, str], active: frozenset[str], width: int, height: int) -> tuple[Line, ...] | None:
    """Give the names in as many columns as fit, or None when there is no room for all of them.

    Args:
        labels: Node key → escaped label, in the order of reading.
        active: Keys of the nodes at work.
        width: The most columns of a line.
        height: The most lines.
    """
    if not labels or height < 1:
        return None
    least = -(-len(labels) // height)
    if (width + _SPACE) // least <= _SPACE + len(_MARKS[True]):  # a throng is turned away unmeasured, in every frame
        return None
    longest = max(map(cell_width, labels.values()))
    columns = min(len(labels), max(least, (width + _SPACE) // (longest + len(_MARKS[True]) + _SPACE)))
    room = min(longest, (width + _SPACE) // columns - _SPACE - len(_MARKS[True]))
    if room < min(longest, _LEAST):
        return None
    entries = [_entry(label, room, on=key in active) for key, label in labels.items()]
    return tuple(_row(entries[start : start + columns]) for start in range(0, len(entries), columns))


def _entry(label: str, room: int, *, on: bool) -> Run:
    return Run(_MARKS[on] + pad(cut(label, room), room + _SPACE), "active" if on else "node")


def _row(entries: list[Run]) -> Line:
    *others, last = entries
    return line(*others, Run(last.text.rstrip(), last.meaning))
