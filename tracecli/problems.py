"""What reading, rules, reports and the terminal all speak of: places, problems, findings.

A `Problem` says what is wrong and where in the *structure* of a document. A `Finding` is a problem whose place has been
looked up in the text, which happens in one place (`reading.document.Document.locate`) and only when it is shown.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, NamedTuple

Pointer = tuple[str | int, ...]
"""The way from the top of a document to a value: keys of mappings and zero-based indices of lists."""

Part = Literal["value", "key", "item"]
"""Which part of a pointer's end is meant: the value, the key in front of it, or both together."""


class Severity(IntEnum):
    """How much a problem matters. The order is meant: `Severity.ERROR > Severity.NOTE`."""

    NOTE = 0
    WARNING = 1
    ERROR = 2

    def __str__(self) -> str:
        """Give the word that reports use: `note`, `warning` or `error`."""
        return self.name.lower()


class Span(NamedTuple):
    """A stretch of a document's text.

    Attributes:
        start: Offset of the first character, zero-based, in code points.
        end: Offset after the last character. Equal to `start` where nothing can be marked.
    """

    start: int
    end: int


class Position(NamedTuple):
    """A place as people count it: line and column from 1, the column in code points."""

    line: int
    column: int


class Place(NamedTuple):
    """Where a problem is, before it is looked up.

    Attributes:
        pointer: The value meant. For a missing key, the mapping that lacks it.
        part: The value itself, its key, or both.
        span: Set by readers that know the characters already (syntax, a second key of one name); it then wins over
            the pointer.
    """

    pointer: Pointer = ()
    part: Part = "value"
    span: Span | None = None


class Fix(NamedTuple):
    """A safe repair: what it does, in words, and the values to write.

    Attributes:
        title: An imperative of a few words.
        replace: New data for pointers; the fixer writes them in the document's own notation and layout.
    """

    title: str
    replace: tuple[tuple[Pointer, object], ...]


class Related(NamedTuple):
    """A second place that explains a problem, with a sentence about it such as `launch is declared`."""

    message: str
    place: Place


class Problem(NamedTuple):
    """One fault of a document.

    Attributes:
        rule: The rule's id, which is its name.
        severity: How much it matters.
        message: One sentence in plain words, without a line number. May hold text of the document as it stands:
            whoever shows it escapes it.
        place: Where it is.
        related: Other places worth seeing.
        suggestion: What to write instead, when there is one good candidate.
        fix: The same as something a machine can apply.
    """

    rule: str
    severity: Severity
    message: str
    place: Place
    related: tuple[Related, ...] = ()
    suggestion: str | None = None
    fix: Fix | None = None


class Range(NamedTuple):
    """A span as positions; `end` is exclusive and on the line where the marked text ends."""

    start: Position
    end: Position


class RelatedFinding(NamedTuple):
    """A related place, looked up."""

    message: str
    range: Range


class Finding(NamedTuple):
    """A problem with its place in a file.

    Attributes:
        path: The file as the user named it.
        problem: What is wrong.
        span: The characters, for excerpts and edits.
        range: The same as lines and columns.
        related: The problem's related places, in order.
    """

    path: str
    problem: Problem
    span: Span
    range: Range
    related: tuple[RelatedFinding, ...] = ()
