"""Lists in brackets: all of JSON's, and YAML's flow lists."""

from __future__ import annotations

from tracecli.fixing.edits import Edit, Refused
from tracecli.fixing.lists import WIDTH, Listing, exchanged
from tracecli.fixing.steps import Gap
from tracecli.fixing.textlines import line_start


def change(listing: Listing, gap: Gap) -> list[Edit]:
    """Give the edits for one gap of a list that has entries.

    Raises:
        Refused: A comment would go with an entry.
    """
    edits, rest = exchanged(listing, gap, flow=True)
    if rest.stop > rest.start:
        edits.append(_without(listing, rest))
    elif rest.added:
        edits.append(_longer(listing, rest))
    return edits


def _without(listing: Listing, gap: Gap) -> Edit:
    entries = listing.entries
    if gap.stop - gap.start == len(entries):
        edit = Edit(listing.span.start, listing.span.end, "[]")
    elif gap.start:
        edit = Edit(entries[gap.start - 1].end, entries[gap.stop - 1].end, "")
    else:
        edit = Edit(entries[0].start, entries[gap.stop].start, "")
    if listing.document.format == "yaml" and "#" in listing.document.text[edit.start : edit.end]:
        raise Refused
    return edit


def _longer(listing: Listing, gap: Gap) -> Edit:
    entries, document = listing.entries, listing.document
    between = _between(listing)
    if not gap.start:
        values = [listing.written(value, 0, flow=True) + between for value in gap.added]
        return Edit(entries[0].start, entries[0].start, "".join(values))
    last = entries[gap.start - 1]
    column = document.position(last.end).column
    breaks = column <= WIDTH and "\n" not in between and "\r" not in between
    row = "," + listing.notation.line_break + " " * (entries[0].start - line_start(document, entries[0].start))
    parts: list[str] = []
    for value in gap.added:
        written = listing.written(value, gap.start - 1, flow=True)
        column += len(between) + len(written)
        broken = breaks and column > WIDTH
        parts += row if broken else between, written
        column = len(row) + len(written) if broken else column
    return Edit(last.end, last.end, "".join(parts))


def _between(listing: Listing) -> str:
    """Give what stands between two entries: as between the first two, or as the one entry is set apart."""
    text, entries = listing.document.text, listing.entries
    if len(entries) > 1:
        found = text[entries[0].end : entries[1].start]
        return found if found.count(",") == 1 and not found.strip(", \t\r\n") else ", "
    lead = text[listing.span.start + 1 : entries[0].start]
    return f",{lead}" if lead.isspace() and ("\n" in lead or "\r" in lead) else ", "
