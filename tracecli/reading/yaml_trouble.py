"""What a YAML parser said when it gave up, with a view of the text around."""

from __future__ import annotations

import re
from typing import NamedTuple

from tracecli.problems import Span

_TO_BREAK = re.compile(r"[^\r\n]*")
_STOP = re.compile(r"[\[\]{},]")
_COMMENT = re.compile(r"(?:^|\s)#.*")


class Trouble(NamedTuple):
    """Where a parser gave up.

    Attributes:
        text: The whole text.
        at: Offset where it gave up.
        since: Offset where the thing that it was reading begins.
    """

    text: str
    at: int
    since: int

    @property
    def char(self) -> str:
        """The character where it gave up; nothing at the end of the text."""
        return self.text[self.at : self.at + 1]

    @property
    def here(self) -> Span:
        """That character's place."""
        return Span(self.at, min(self.at + 1, len(self.text)))

    def one_before(self) -> Span:
        """Give the place of the last character before that is no blank."""
        end = len(self.text[: self.at].rstrip())
        return Span(end - 1, end)

    def to_line_end(self, start: int) -> Span:
        """Give the rest of a line from `start`, without a comment and blanks at its end."""
        found = _TO_BREAK.match(self.text, start)
        line = found[0] if found else ""
        return Span(start, start + len(_COMMENT.sub("", line).rstrip()))

    def to_value_end(self, start: int) -> Span:
        """Give the same, but only up to what ends a value in brackets that close on this line."""
        span = self.to_line_end(start)
        if self.text[start : span.end].endswith(","):  # the next entry is on the next line
            span = Span(start, span.end - 1)
        ends: list[int] = []
        depth = 0
        for found in _STOP.finditer(self.text, *span):
            depth += {"[": 1, "{": 1, ",": 0}.get(found[0], -1)
            if depth < 0:
                end = min([*ends, found.start()])
                return Span(start, start + len(self.text[start:end].rstrip()))
            if not depth and found[0] == ",":
                ends.append(found.start())
        return span

    def line_start(self, at: int) -> int:
        """Give where the line around `at` begins."""
        start = 1 + self.text.rfind("\n", 0, at)
        return max(start, 1 + self.text.rfind("\r", start, at))

    def before(self) -> str:
        """Give what stands before `at` on its line."""
        return self.text[self.line_start(self.at) : self.at]

    def line_above(self) -> str:
        """Give the nearest line above that is more than blanks and comments, if it is not far away."""
        end = self.line_start(self.at)
        for _ in range(20):
            end = len(self.text[:end].rstrip())
            start = self.line_start(end)
            line = self.text[start:end].strip()
            if not line.startswith("#"):
                return line
            end = start
        return ""
