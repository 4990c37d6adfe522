"""Two texts line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from tracecli.comparing.words import common
from tracecli.text import Line, Run, line, visible

# ---- report.difference
# What would change in a text, as a unified diff for people.

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


# ---- report.linewise
# Two texts line by line, as `diff -u` shows them: what is left where a file can't be compared as a trace.

_LINEWISE_BREAK = re.compile(r"\r\n|[\r\n]")
_SNIFFED = 8000  # characters in which git, too, looks for a NUL to tell that a file is binary


def linewise(before: str | None, after: str | None, names: tuple[str, str]) -> Iterator[Line]:
    """Give the lines of a unified diff, escaped for people.

    Args:
        before: The old text; None where there was no file.
        after: The new one; None where there is none any more.
        names: What the sides are called.
    """
    texts = (before, after)
    left, right = ("/dev/null" if text is None else visible(name) for text, name in zip(texts, names, strict=True))
    if any("\0" in text[:_SNIFFED] for text in texts if text):
        yield line(Run(f"Binary files {left} and {right} differ", "text"))
        return
    yield line(Run(f"--- {left}", "head"))
    yield line(Run(f"+++ {right}", "head"))
    if before and after:
        yield from _both(before, after, (left, right))
    elif before:
        yield from _one(before, "-", "left")
    elif after:
        yield from _one(after, "+", "right")


def _both(before: str, after: str, names: tuple[str, str]) -> Iterator[Line]:
    # The last break ends a line and begins none; `unified` names one file in two lines, and here there are two.
    hunks = list(islice(unified(_without_end(before), _without_end(after), ""), 2, None))
    yield from hunks
    ended = [text.endswith(("\n", "\r")) for text in (before, after)]
    if ended[0] != ended[1]:
        yield line(Run(f"\\ No line break at the end of {names[ended.index(False)]}", "quiet"))
    elif not hunks:
        yield line(Run("\\ The difference is in line breaks or a byte order mark alone", "quiet"))


def _one(text: str, sign: str, meaning: str) -> Iterator[Line]:
    rows = _LINEWISE_BREAK.split(_without_end(text))
    spans = ("0,0", f"1,{len(rows)}") if sign == "+" else (f"1,{len(rows)}", "0,0")
    yield line(Run(f"@@ -{spans[0]} +{spans[1]} @@", "quiet"))
    for row in rows:
        yield line(Run(f"{sign}{visible(row.replace(chr(9), '    '))}", meaning))


def _without_end(text: str) -> str:
    return text.removesuffix("\n").removesuffix("\r")
