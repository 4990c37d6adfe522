"""What the tests of reading share."""

from __future__ import annotations

from typing import Any

from tracecli.problems import Place, Pointer
from tracecli.reading import DEFAULT, Document, Limits, read_bytes


def read(text: str | bytes, name: str = "x.json", limits: Limits = DEFAULT) -> Document:
    """Read a document from a literal."""
    return read_bytes(text if isinstance(text, bytes) else text.encode(), name, limits=limits)


def told(document: Document) -> list[str]:
    """Give the findings as `line:column rule: message`, as an author meets them."""
    findings = document.locate(document.problems)
    return [
        f"{found.range.start.line}:{found.range.start.column} {found.problem.rule}: {found.problem.message}"
        for found in findings
    ]


def marked(document: Document) -> list[str]:
    """Give the text that each finding is about."""
    return [document.text[found.span.start : found.span.end] for found in document.locate(document.problems)]


def suggested(document: Document) -> list[str | None]:
    """Give what each finding says to write instead."""
    return [found.problem.suggestion for found in document.locate(document.problems)]


def related(document: Document) -> list[str]:
    """Give the second places of all findings as `words line:column`."""
    findings = document.locate(document.problems)
    others = [other for found in findings for other in found.related]
    return [f"{other.message} {other.range.start.line}:{other.range.start.column}" for other in others]


def pointers(data: Any, above: Pointer = ()) -> list[tuple[Pointer, Any]]:
    """Give every value of a document with its pointer."""
    below: list[tuple[str | int, Any]] = []
    if isinstance(data, dict):
        below = list(data.items())
    elif isinstance(data, list):
        below = list(enumerate(data))
    return [(above, data)] + [found for part, value in below for found in pointers(value, (*above, part))]


def text_at(document: Document, *place: Place) -> list[str]:
    """Give the text of places, looked up in one pass."""
    spans = document.spans(place)
    return [document.text[spans[one].start : spans[one].end] for one in place]
