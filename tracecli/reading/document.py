"""A document as read: data, positions, and the limits on what it may ask for."""

from __future__ import annotations

import gc
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from tracecli.problems import (
    NONE_LEFT_OUT,
    Finding,
    LeftOut,
    Place,
    Pointer,
    Position,
    Problem,
    Range,
    RelatedFinding,
    Severity,
    Span,
)


class Limits(NamedTuple):
    """What is read without being asked twice."""

    size: int = 64 * 2**20  # bytes of a file
    depth: int = 100  # levels of containers; a mapping that holds a list is two
    # What YAML aliases may add: a node counts one, and one more for each 100 characters of its text. The default
    # lets 100,000 steps share a state, and stops an alias bomb at once. The same again for what steps may add
    # that name a target with a long label.
    expansion: int = 1_000_000
    steps: int = 250_000  # steps of a trace, over all its scenarios
    values: int = 3_000_000  # in a file, aliases not counted: what is in no text takes 30 to 300 bytes a value
    kept: int = 1000  # problems of one rule that are kept of a file; others are only counted


DEFAULT = Limits()


def beyond(limit: str) -> str:
    """Return the end of a sentence that says what is passed: that it is a limit, and how people raise it.

    Args:
        limit: A name of `Limits`; the command line takes it from a variable of this name, whatever the command.
    """
    return f"the limit (TRACE_MAX_{limit.upper()} raises it)"


class Node:
    """Where a value is in the text, and where the values in it are."""

    __slots__ = ("anchor", "below", "end", "key", "start")

    below: Mapping[Any, Node] | Sequence[Node] | None
    anchor: Node | None

    def __init__(self, start: int, end: int, key: tuple[int, int] | None = None) -> None:
        """Make a node without anything below it.

        Args:
            start: Offset of the value's first character.
            end: Offset after its last one; -1 while it is being read.
            key: Where its key starts and ends, if it has one.
        """
        self.start = start
        self.end = end
        self.key = key
        self.below = None  # the values of a mapping by key, or of a list; None for a scalar
        self.anchor = None  # of a YAML alias: the value that it stands for, whose `below` it shares

    def span(self, place: Place) -> Span:
        """Return the characters of a place below this node.

        Where the pointer leads to nothing, that is the nearest container; a value without a key stands for its key.
        """
        *_, node = way = list(self.way(place.pointer))
        if len(way) <= len(place.pointer) or node.key is None or place.part == "value":
            return Span(node.start, node.end)
        return Span(*node.key) if place.part == "key" else Span(node.key[0], node.end)

    def way(self, pointer: Pointer) -> Iterator[Node]:
        """Yield this node and those on the way to a value, as far as the pointer leads to something."""
        node = self
        yield node
        for part in pointer:
            below, child = node.below, None
            if isinstance(below, dict):
                child = below.get(part)
            elif isinstance(below, list) and isinstance(part, int) and 0 <= part < len(below):
                child = below[part]
            if child is None:
                return
            node = child
            yield node


Finder = Callable[[Iterable[Pointer]], Node]
"""Looks pointers up in one pass; the tree that it returns has at least their nodes, as far as they exist."""


Anchors = Mapping[int, tuple[int, Span]]
"""Where a value starts → how many aliases stand for it, and where the first is."""


class Loaded(NamedTuple):
    """What reading one format gives."""

    data: object  # plain data; None when it is not readable
    problems: tuple[Problem, ...] = ()  # in document order; there may be some in a readable document
    readable: bool = True  # whether `data` says what the file says
    find: Finder = lambda _: Node(0, 0)  # in what could not be read nothing is found
    left_out: LeftOut = NONE_LEFT_OUT  # problems that were only counted
    anchors: Anchors = MappingProxyType({})  # what YAML aliases stand for: one place of the text is several in `data`


def broken(*problems: Problem, left_out: LeftOut = NONE_LEFT_OUT) -> Loaded:
    """Return what is left of a text that can't be read."""
    return Loaded(None, problems, readable=False, left_out=left_out)


_BLOCK = 1 << 12
_BREAK = re.compile(r"\r\n?|\n")


class LineTable:
    """The lines of a text.

    A line ends with LF, CRLF or CR and with nothing else (a YAML library also counts U+0085 and U+2028). The table has
    two numbers for each block of text instead of one for each line: for 50 MB it is made in 0.1 s and takes next to no
    memory, where a full table takes 1 s and 150 MB.
    """

    def __init__(self, text: str) -> None:
        """Count the line breaks of each block."""
        self._text = text
        self._blocks = [(0, 0)]  # at the start of each block: the breaks before it, and where its line starts
        for at in range(0, len(text), _BLOCK):
            self._blocks.append(self._advanced(len(self._blocks) - 1, min(at + _BLOCK, len(text))))

    def position(self, offset: int) -> Position:
        """Return line and column of a character, both from 1; an offset beyond the text is its end."""
        offset = max(0, min(offset, len(self._text)))
        breaks, start = self._advanced(min(offset // _BLOCK, len(self._blocks) - 1), offset)
        return Position(1 + breaks, 1 + offset - start)

    def line(self, number: int, skip: int = 0, most: int | None = None) -> str:
        """Return the text of a line, as `Document.line` does."""
        start = self._line_start(number)
        if start is None:
            return ""
        start += skip
        stop = len(self._text) if most is None else min(len(self._text), start + most)
        end = _BREAK.search(self._text, start, stop)
        return self._text[start : end.start() if end else stop]

    def _line_start(self, number: int) -> int | None:
        if number <= 1:
            return 0 if number == 1 else None
        block = bisect_left(self._blocks, number - 1, key=lambda numbers: numbers[0]) - 1
        missing = number - 1 - self._blocks[block][0]
        breaks = _BREAK.finditer(self._text, max(0, block * _BLOCK - 1))
        ends = (found.end() for found in breaks if found.end() > block * _BLOCK)
        return next((end for count, end in enumerate(ends, 1) if count == missing), None)

    def _advanced(self, block: int, end: int) -> tuple[int, int]:
        """Return the numbers of a block as they are further on, at `end`."""
        text, start = self._text, block * _BLOCK
        breaks, line_start = self._blocks[block]
        # A break counts where its last character is: a CR that is followed by LF is not the last.
        breaks += text.count("\n", start, end) + text.count("\r", start, end) - text.count("\r\n", start, end + 1)
        feed, back = text.rfind("\n", start, end), text.rfind("\r", start, end)
        if back >= 0 and back + 1 == end and text[end : end + 1] == "\n":
            back = text.rfind("\r", start, back)
        return breaks, max(feed + 1, back + 1) or line_start


Format = Literal["json", "yaml"]
_UNREAD = {"too-large", "link-escapes"}


@dataclass(eq=False)
class Document:
    """One file's text, its data, and what reading found."""

    name: str  # the path as the user named it
    format: Format  # what it was read as
    # Without a byte order mark. Where it is not UTF-8, as near as can be, for showing; empty when it is too large.
    text: str
    data: object  # plain dicts, lists, str, int, float, bool, None; None when not readable
    problems: tuple[Problem, ...]  # what reading found, in document order; there may be some in a readable document
    readable: bool  # False after a fault that leaves nothing to judge: encoding, syntax, a limit
    find: Finder  # looks pointers up in the text; `spans` and `locate` ask it
    left_out: LeftOut = field(default_factory=dict)  # problems of reading that were only counted
    anchors: Anchors = field(default_factory=dict)  # values that YAML aliases stand for

    @cached_property
    def _lines(self) -> LineTable:
        return LineTable(self.text)

    @property
    def unread(self) -> Problem | None:
        """Why nothing of the file was read, though it is there; None where something was."""
        return next((problem for problem in self.problems if not self.text and problem.rule in _UNREAD), None)

    @cached_property
    def faulted(self) -> frozenset[Pointer]:
        """Pointers of values and keys that could not be read as written: say no more about them or what is below.

        `data` holds a stand-in there: the text of a number out of reach, of NaN, or of what had a tag; None for an
        alias that means nothing; U+FFFD for half a surrogate pair; the text of a YAML key that is not text.
        """
        pointers: set[Pointer] = set()
        for problem in self.problems:
            if problem.severity is Severity.ERROR and problem.rule != "duplicate-key":
                pointers.add(problem.place.pointer)
        return frozenset(pointers - {()})

    def position(self, offset: int) -> Position:
        """Return line and column (from 1, in code points) of a character of `text`; beyond its end, the end's."""
        return self._lines.position(offset)

    def line(self, number: int, skip: int = 0, most: int | None = None) -> str:
        """Return the text of a line, counted from 1, without its break; nothing for a line that is not there.

        Args:
            number: Which line.
            skip: Characters to leave out at its start; not more than it has.
            most: Characters to give at the most.
        """
        return self._lines.line(number, skip, most)

    def spans(self, places: Iterable[Place]) -> dict[Place, Span]:
        """Look up the characters of many places in one pass; `Node.span` says what a place is."""
        wanted = dict.fromkeys(places)
        top = self.find([place.pointer for place in wanted if place.span is None])
        return {place: place.span or top.span(place) for place in wanted}

    def locate(self, problems: Iterable[Problem]) -> list[Finding]:
        """Look up all places of problems in one pass, and return findings in the order of the text."""
        wanted = list(problems)
        places = [problem.place for problem in wanted]
        places += [related.place for problem in wanted for related in problem.related]
        spans = self.spans(places)
        ranges = {place: Range(self.position(span.start), self.position(span.end)) for place, span in spans.items()}
        findings = []
        for problem in wanted:
            related = tuple(RelatedFinding(other.message, ranges[other.place]) for other in problem.related)
            findings.append(Finding(self.name, problem, spans[problem.place], ranges[problem.place], related))
        return sorted(findings, key=lambda finding: finding.span.start)


@contextmanager
def collector_paused() -> Iterator[None]:
    """Keep the cycle collector from walking the growing data again and again: half of the time for a large file."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
