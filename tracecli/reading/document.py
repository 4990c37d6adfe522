"""A document as read: data and where it stands in the text."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Literal

from tracecli.problems import Finding, Place, Pointer, Position, Problem, Range, RelatedFinding, Severity, Span
from tracecli.reading.lines import Lines
from tracecli.reading.places import Finder, nowhere, span_of

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
        """Give line and column (from 1, in code points) of a character of `text`; beyond its end, the end's."""
        return self._lines.position(offset)

    def line(self, number: int, skip: int = 0, most: int | None = None) -> str:
        """Give the text of a line, counted from 1, without its break; nothing for a line that is not there.

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
