"""A document as read: data, positions, and the limits on what it may ask for."""

from __future__ import annotations

import gc
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from itertools import accumulate
from typing import Literal, NamedTuple

from tracecli.problems import Finding, Part, Place, Pointer, Position, Problem, Range, RelatedFinding, Severity, Span


class Limits(NamedTuple):
    """What is read without being asked twice."""

    size: int = 64 * 2**20  # bytes of a file
    depth: int = 100  # levels of containers; a mapping that holds a list is two
    # What YAML aliases may add: a node counts one, and one more for each 100 characters of its text. The default
    # lets 100,000 steps share a state, and stops an alias bomb at once. The same again for what steps may add
    # that name a target with a long label.
    expansion: int = 1_000_000
    steps: int = 250_000  # steps of a trace, over all its scenarios
    faults: int = 100_000  # how many faults are worth listing; with more, nothing else of the file is judged


DEFAULT = Limits()


def beyond(limit: str) -> str:
    """Return the end of a sentence that says what is passed: that it is a limit, and how people raise it.

    Args:
        limit: A name of `Limits`; the command line takes it from a variable of this name, whatever the command.
    """
    return f"the limit (TRACE_MAX_{limit.upper()} raises it)"


class Spot(NamedTuple):
    """Where a value is, and its key if it has one."""

    value: Span
    key: Span | None

    def span(self, part: Part) -> Span:
        """Return the characters of a part; a value without a key stands for its key."""
        if self.key is None or part == "value":
            return self.value
        return self.key if part == "key" else Span(self.key.start, self.value.end)


Finder = Callable[[Iterable[Pointer]], Mapping[Pointer, Spot]]
"""Finds pointers in one pass; gives the spots of those that exist and of every container above them."""


def nowhere(pointers: Iterable[Pointer]) -> Mapping[Pointer, Spot]:  # noqa: ARG001 -- the signature of a Finder
    """Find nothing: of a document that could not be read."""
    return {}


def span_of(place: Place, spots: Mapping[Pointer, Spot]) -> Span:
    """Return the characters of a place; of its nearest container where the pointer does not exist."""
    if place.span is not None:
        return place.span
    if place.pointer in spots:
        return spots[place.pointer].span(place.part)
    above = (place.pointer[:length] for length in range(len(place.pointer) - 1, -1, -1))
    return next((spots[pointer].value for pointer in above if pointer in spots), Span(0, 0))


class Loaded(NamedTuple):
    """What reading one format gives."""

    data: object  # plain data; None when it is not readable
    problems: tuple[Problem, ...] = ()  # what was found
    readable: bool = True  # whether `data` says what the file says
    find: Finder = nowhere  # looks up where things are


def broken(*problems: Problem) -> Loaded:
    """Return what is left of a text that can't be read."""
    return Loaded(None, problems, readable=False)


# A line ends with LF, CRLF or CR and with nothing else (a YAML library also counts U+0085 and U+2028). The table holds
# two numbers for each block of text instead of one for each line: for 50 MB it is made in 0.1 s and takes next to no
# memory, where a full table takes 1 s and 150 MB.

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
        """Return line and column of a character, both from 1; an offset beyond the text is its end."""
        offset = max(0, min(offset, len(self._text)))
        block = min(offset // _BLOCK, len(self._before) - 1)
        line = 1 + self._before[block] + self._breaks(block * _BLOCK, offset)
        return Position(line, 1 + offset - self._line_start(block * _BLOCK, offset, self._starts[block]))

    def line(self, number: int, skip: int = 0, most: int | None = None) -> str:
        """Return the text of a line, counted from 1, without its break; nothing for a line that is not there.

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
        """Return where the line that holds `end` begins, if it begins after `start`, else what is known."""
        text = self._text
        feed = text.rfind("\n", start, end)
        back = text.rfind("\r", start, end)
        if back >= 0 and back + 1 == end and text[end : end + 1] == "\n":
            back = text.rfind("\r", start, back)
        return max(feed, back) + 1 if max(feed, back) >= 0 else known


Format = Literal["json", "yaml"]
_UNREAD = {"too-large", "link-escapes"}


class Document:
    """One file's text, its data, and what reading found.

    Attributes:
        name: The path as the user named it.
        format: What it was read as.
        text: Without a byte order mark. Where it is not UTF-8, as near as can be, for showing; empty when too large.
        data: Plain dicts, lists, str, int, float, bool, None; None when not readable.
        readable: False after a fault that leaves nothing to judge: encoding, syntax, a limit.
        problems: What reading found, in document order. There may be some in a readable document.
        find: Looks pointers up in the text; `spans` and `locate` ask it.
    """

    def __init__(  # noqa: PLR0913, PLR0917 -- the seven things that a reader gives
        self,
        name: str,
        format: Format,  # noqa: A002 -- the word that people use for it
        text: str,
        data: object,
        readable: bool,  # noqa: FBT001 -- a fact, not a switch
        problems: tuple[Problem, ...] = (),
        find: Finder = nowhere,
    ) -> None:
        """Keep what was read."""
        self.name = name
        self.format = format
        self.text = text
        self.data = data
        self.readable = readable
        self.problems = problems
        self.find = find

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.text)

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
        errors = (problem for problem in self.problems if problem.severity is Severity.ERROR)
        return frozenset(error.place.pointer for error in errors if error.rule != "duplicate-key") - {()}

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
        """Look up the characters of many places in one pass.

        A pointer that does not exist gives its nearest container that does.
        """
        wanted = dict.fromkeys(places)
        spots = self.find([place.pointer for place in wanted if place.span is None])
        return {place: span_of(place, spots) for place in wanted}

    def locate(self, problems: Iterable[Problem]) -> list[Finding]:
        """Look up all places of problems in one pass, and give findings in the order of the text."""
        wanted = list(problems)
        places = [problem.place for problem in wanted]
        places += [related.place for problem in wanted for related in problem.related]
        spans = self.spans(places)
        findings = [self._finding(problem, spans) for problem in wanted]
        return sorted(findings, key=lambda finding: finding.span.start)

    def _finding(self, problem: Problem, spans: dict[Place, Span]) -> Finding:
        related = [RelatedFinding(other.message, self._range(spans[other.place])) for other in problem.related]
        span = spans[problem.place]
        return Finding(self.name, problem, span, self._range(span), tuple(related))

    def _range(self, span: Span) -> Range:
        return Range(self.position(span.start), self.position(span.end))


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
