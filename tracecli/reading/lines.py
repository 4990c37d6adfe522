"""Offsets ↔ lines and columns.

A line ends with LF, CRLF or CR and with nothing else (a YAML library also counts U+0085 and U+2028). The table holds
two numbers for each block of text instead of one for each line: for 50 MB it is made in 0.1 s and takes next to no
memory, where a full table takes 1 s and 150 MB.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import accumulate

from tracecli.problems import Position

_BLOCK = 1 << 12
_BREAK = re.compile(r"\r\n?|\n")


class Lines:
    """The lines of a text."""

    def __init__(self, text: str) -> None:
        """Count the breaks of each block."""
        self._text = text
        blocks = range(0, len(text), _BLOCK)
        self._before = list(accumulate((self._breaks(at, min(at + _BLOCK, len(text))) for at in blocks), initial=0))
        self._starts = [0]
        for at in blocks:
            self._starts.append(self._line_start(at, min(at + _BLOCK, len(text)), self._starts[-1]))

    def position(self, offset: int) -> Position:
        """Give line and column of a character, both from 1; an offset beyond the text is its end."""
        offset = max(0, min(offset, len(self._text)))
        block = min(offset // _BLOCK, len(self._before) - 1)
        line = 1 + self._before[block] + self._breaks(block * _BLOCK, offset)
        return Position(line, 1 + offset - self._line_start(block * _BLOCK, offset, self._starts[block]))

    def line(self, number: int, skip: int = 0, most: int | None = None) -> str:
        """Give the text of a line, counted from 1, without its break; nothing for a line that is not there.

        Args:
            number: Which line.
            skip: Characters to leave out at its start; not more than it has.
            most: Characters to give: a line may have millions, and be asked for once a finding.
        """
        start = self._offset(number)
        if start is None:
            return ""
        start += skip
        stop = len(self._text) if most is None else min(len(self._text), start + most)
        end = _BREAK.search(self._text, start, stop)
        return self._text[start : end.start() if end else stop]

    def _offset(self, number: int) -> int | None:
        if number <= 1:
            return 0 if number == 1 else None
        block = bisect_left(self._before, number - 1) - 1
        missing = number - 1 - self._before[block]
        breaks = _BREAK.finditer(self._text, max(0, block * _BLOCK - 1))
        ends = (found.end() for found in breaks if found.end() > block * _BLOCK)
        return next((end for count, end in enumerate(ends, 1) if count == missing), None)

    def _breaks(self, start: int, end: int) -> int:
        """Count the breaks whose last character is in the stretch: a CR that is followed by LF is not the last."""
        count = self._text.count
        return count("\n", start, end) + count("\r", start, end) - count("\r\n", start, end + 1)

    def _line_start(self, start: int, end: int, known: int) -> int:
        """Give where the line that holds `end` begins, if it begins after `start`, else what is known."""
        text = self._text
        feed = text.rfind("\n", start, end)
        back = text.rfind("\r", start, end)
        if back >= 0 and back + 1 == end and text[end : end + 1] == "\n":
            back = text.rfind("\r", start, back)
        return max(feed, back) + 1 if max(feed, back) >= 0 else known
