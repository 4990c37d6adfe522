"""Two texts line by line, as `diff -u` shows them: what is left where a file can't be compared as a trace."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from tracecli.escaping import visible
from tracecli.report.difference import unified
from tracecli.runs import Line, Run, line

_BREAK = re.compile(r"\r\n|[\r\n]")
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
    rows = _BREAK.split(_without_end(text))
    spans = ("0,0", f"1,{len(rows)}") if sign == "+" else (f"1,{len(rows)}", "0,0")
    yield line(Run(f"@@ -{spans[0]} +{spans[1]} @@", "quiet"))
    for row in rows:
        yield line(Run(f"{sign}{visible(row.replace(chr(9), '    '))}", meaning))


def _without_end(text: str) -> str:
    return text.removesuffix("\n").removesuffix("\r")
