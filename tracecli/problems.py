"""What reading, rules, reports and the terminal all speak of: places, problems, findings.

A `Problem` says what is wrong and where in the *structure* of a document. A `Finding` is a problem whose place has been
looked up in the text, which happens in one place (`reading.document.Document.locate`) and only when it is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Literal, NamedTuple

Pointer = tuple[str | int, ...]
"""The way from the top of a document to a value: keys of mappings and zero-based indices of lists."""

Part = Literal["value", "key", "item"]
"""Which part of a pointer's end is meant: the value, the key before it, or both together."""


class Severity(IntEnum):
    """How much a problem matters. The order is meant: `Severity.ERROR > Severity.NOTE`."""

    NOTE = 0
    WARNING = 1
    ERROR = 2

    def __str__(self) -> str:
        """Return the word that reports use: `note`, `warning` or `error`."""
        return self.name.lower()


class Span(NamedTuple):
    """A stretch of a document's text."""

    start: int  # offset of the first character, zero-based, in code points
    end: int  # offset after the last character. Equal to `start` where nothing can be marked


class Position(NamedTuple):
    """A place as people count it: line and column from 1, the column in code points."""

    line: int
    column: int


class Place(NamedTuple):
    """Where a problem is, before it is looked up."""

    pointer: Pointer = ()  # the value meant. For a missing key, the mapping that lacks it
    part: Part = "value"  # the value itself, its key, or both
    # Set by readers that know the characters already (syntax, a second key of one name); it then wins over the
    # pointer.
    span: Span | None = None


class Fix(NamedTuple):
    """A safe repair: what it does, in words, and the values to write."""

    title: str  # an imperative of a few words
    # New data for pointers; the fixer writes them in the document's own notation and layout.
    replace: tuple[tuple[Pointer, object], ...]


class Related(NamedTuple):
    """A second place that explains a problem, with a sentence about it such as `launch is declared`."""

    message: str
    place: Place


class Problem(NamedTuple):
    """One fault of a document."""

    rule: str  # the rule's id, which is its name
    severity: Severity  # how much it matters
    # One sentence in plain words, without a line number. May hold text of the document as it stands: the caller
    # shows it escapes it.
    message: str
    place: Place  # where it is
    related: tuple[Related, ...] = ()  # other places worth seeing
    suggestion: str | None = None  # what to write instead, when there is one good candidate
    fix: Fix | None = None  # the same as something a machine can apply


LeftOut = Mapping[tuple[Severity, str, bool], int]
"""How many problems were counted and not kept: by severity, rule, and whether there is a fix."""

NONE_LEFT_OUT: LeftOut = MappingProxyType({})


class Problems:
    """The problems of one file: the first of each rule, and the number of all others.

    A problem takes a thousand times the room of the two characters that may cause it.
    """

    def __init__(self, most: int) -> None:
        """Begin with none.

        Args:
            most: How many of a rule are kept.
        """
        self.kept: list[Problem] = []
        self.left_out: Counter[tuple[Severity, str, bool]] = Counter()
        self._most = most
        self._counts: Counter[tuple[Severity, str]] = Counter()

    def add(self, problem: Problem) -> None:
        """Keep a problem, or only count it."""
        kind = problem.severity, problem.rule
        self._counts[kind] += 1
        if self._counts[kind] <= self._most:
            self.kept.append(problem)
        else:
            self.left_out[(*kind, problem.fix is not None)] += 1


class Range(NamedTuple):
    """A span as positions; `end` is exclusive and on the line where the marked text ends."""

    start: Position
    end: Position


class RelatedFinding(NamedTuple):
    """A related place, looked up."""

    message: str
    range: Range


class Finding(NamedTuple):
    """A problem with its place in a file."""

    path: str  # the file as the user named it
    problem: Problem  # what is wrong
    span: Span  # the characters, for excerpts and edits
    range: Range  # the same as lines and columns
    related: tuple[RelatedFinding, ...] = ()  # the problem's related places, in order
