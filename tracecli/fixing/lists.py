"""What the two ways to write a list have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tracecli.fixing.edits import Edit
from tracecli.fixing.notation import Notation
from tracecli.fixing.steps import Gap, Value
from tracecli.problems import Span
from tracecli.reading import Document

WIDTH = 120
"""Columns that a line of entries fills at the most before it is broken."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of a document, as it stands there.

    Attributes:
        document: The document.
        notation: How it writes values.
        span: The whole list.
        entries: Its entries.
        key: The key in front of it, if it has one.
    """

    document: Document
    notation: Notation
    span: Span
    entries: Sequence[Span]
    key: Span | None

    def entry(self, index: int) -> str:
        """Give an entry as it is written."""
        return self.document.text[self.entries[index].start : self.entries[index].end]

    def written(self, value: Value, index: int, *, flow: bool) -> str:
        """Write a value as the entry at an index is written."""
        return self.notation.written(value, self.entry(index), flow=flow)


Change = Callable[[Listing, Gap], list[Edit]]


def exchanged(listing: Listing, gap: Gap, *, flow: bool) -> tuple[list[Edit], Gap]:
    """Write as many of the new entries as there is room for in place of old ones.

    Returns:
        The edits, and what is left of the gap: entries that go, or entries that come, never both.
    """
    many = min(gap.stop - gap.start, len(gap.added))
    edits = []
    for index, value in enumerate(gap.added[:many], gap.start):
        place = listing.entries[index]
        edits.append(Edit(place.start, place.end, listing.written(value, index, flow=flow)))
    return edits, Gap(gap.start + many, gap.stop, gap.added[many:])
