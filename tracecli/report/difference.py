"""What would change in a text, as a unified diff for people."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tracecli.comparing.sequences import common
from tracecli.escaping import visible
from tracecli.runs import Line, Run, line

_CONTEXT = 3  # lines around a change
_BREAK = re.compile(r"\r\n|[\r\n]")


class _Change(NamedTuple):
    """Lines that differ: zero-based, the ends exclusive."""

    left: int
    left_end: int
    right: int
    right_end: int


def unified(before: str, after: str, path: str) -> Iterator[Line]:
    """Give the lines of a unified diff, escaped for people; nothing where nothing changes.

    Args:
        before: The old text.
        after: The new one.
        path: What the file is called.
    """
    old, new = _BREAK.split(before), _BREAK.split(after)
    changes = list(_changes(old, new))
    if changes:
        yield line(Run(f"--- {visible(path)}", "head"))
        yield line(Run(f"+++ {visible(path)}", "head"))
    for hunk in _hunks(changes):
        yield from _hunk(old, new, hunk)


def _changes(old: Sequence[str], new: Sequence[str]) -> Iterator[_Change]:
    left = right = 0
    for i, j in [*common(old, new), (len(old), len(new))]:
        if i > left or j > right:
            yield _Change(left, i, right, j)
        left, right = i + 1, j + 1


def _hunks(changes: Sequence[_Change]) -> Iterator[list[_Change]]:
    hunk: list[_Change] = []
    for change in changes:
        if hunk and change.left - hunk[-1].left_end > 2 * _CONTEXT:
            yield hunk
            hunk = []
        hunk.append(change)
    if hunk:
        yield hunk


def _hunk(old: Sequence[str], new: Sequence[str], changes: Sequence[_Change]) -> Iterator[Line]:
    start = max(0, changes[0].left - _CONTEXT)
    end = min(len(old), changes[-1].left_end + _CONTEXT)
    shift = changes[0].right - changes[0].left
    longer = changes[-1].right_end - changes[-1].left_end - shift
    left, right = f"-{start + 1},{end - start}", f"+{start + shift + 1},{end - start + longer}"
    yield line(Run(f"@@ {left} {right} @@", "quiet"))
    at = start
    for change in changes:
        yield from _rows(" ", old[at : change.left], "text")
        yield from _rows("-", old[change.left : change.left_end], "left")
        yield from _rows("+", new[change.right : change.right_end], "right")
        at = change.left_end
    yield from _rows(" ", old[at:end], "text")


def _rows(mark: str, rows: Sequence[str], meaning: str) -> Iterator[Line]:
    """Show lines; tabs as four blanks, since indentation is what they mean here."""
    return (line(Run(f"{mark}{visible(row.replace(chr(9), '    '))}", meaning)) for row in rows)
