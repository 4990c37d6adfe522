"""YAML's block lists: an entry a line, behind a dash."""

from __future__ import annotations

import re

from tracecli.fixing.edits import Edit, Refused
from tracecli.fixing.lists import Listing, exchanged
from tracecli.fixing.steps import Gap
from tracecli.fixing.textlines import line_end, line_start, next_line

_DASH = re.compile(r"([ ]*)(-[ \t]+)(?:&\S+[ \t]+)?")
_REST = re.compile(r"[ \t]*(#[^\r\n]*)?")
_COLON = re.compile(r"[ \t]*:")


def change(listing: Listing, gap: Gap) -> list[Edit]:
    """Give the edits for one gap of a list that has entries.

    Raises:
        Refused: An entry does not stand on lines of its own.
    """
    edits, rest = exchanged(listing, gap, flow=False)
    if rest.stop - rest.start == len(listing.entries):
        edits.append(_emptied(listing))
    edits += [_without(listing, index) for index in range(rest.start, rest.stop)]
    if rest.added:
        edits.append(_longer(listing, rest))
    return edits


def _dash(listing: Listing, index: int) -> re.Match[str]:
    """Give what stands in front of an entry: indentation and dash."""
    start = listing.entries[index].start
    found = _DASH.fullmatch(listing.document.text, line_start(listing.document, start), start)
    if not found:
        raise Refused
    return found


def _without(listing: Listing, index: int) -> Edit:
    """Take a line out; of one with a comment behind the entry, the comment stays."""
    document, end = listing.document, listing.entries[index].end
    dash = _dash(listing, index)
    rest = _REST.match(document.text, end)
    if rest and rest[1]:
        return Edit(dash.start(2), rest.start(1), "")
    if not rest or rest.end() != line_end(document, end):
        raise Refused
    return Edit(dash.start(), next_line(document, end), "")


def _emptied(listing: Listing) -> Edit:
    """Write that there is nothing, behind the key."""
    colon = _COLON.match(listing.document.text, listing.key.end) if listing.key else None
    if not colon:
        raise Refused
    return Edit(colon.end(), colon.end(), " []")


def _longer(listing: Listing, gap: Gap) -> Edit:
    near = max(0, gap.start - 1)
    dash, line_break = _dash(listing, near), listing.notation.line_break
    rows = [dash[1] + dash[2] + listing.written(value, near, flow=False) for value in gap.added]
    if not gap.start:
        return Edit(dash.start(), dash.start(), "".join(f"{row}{line_break}" for row in rows))
    end = line_end(listing.document, listing.entries[near].end)
    return Edit(end, end, "".join(f"{line_break}{row}" for row in rows))
