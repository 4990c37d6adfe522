"""Lists that were empty: written as the document writes its other lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tracecli.fixing.edits import Edit, Refused
from tracecli.fixing.lists import WIDTH, Listing
from tracecli.fixing.steps import Value
from tracecli.fixing.textlines import indentation, line_end, line_start

_DASHES = re.compile(r"([ ]*)(-[ \t]+)")
_COLON = re.compile(r"[ \t]*:[ \t]*")
_ONLY_COMMENT = re.compile(r"[ \t]*(#[^\r\n]*)?")


def filled(listing: Listing, added: Sequence[Value], model: Listing | None) -> list[Edit]:
    """Give the edits that fill an empty list.

    Args:
        listing: The list.
        added: What comes into it; something.
        model: Another list of the document, with entries, to follow.

    Raises:
        Refused: A comment stands in the brackets.
    """
    if "#" in listing.document.text[listing.span.start : listing.span.end]:
        raise Refused
    like = model.entry(0) if model else ""
    if model and listing.document.text[model.span.start] != "[":
        rows = [listing.notation.written(value, like, flow=False) for value in added]
        edits = _dashes(listing, rows, model)
        if edits:
            return edits
    values = [listing.notation.written(value, like, flow=True) for value in added]
    text = _rows(listing, values, model) if model and _is_broken(model) else _line(listing, values)
    return [Edit(listing.span.start, listing.span.end, text)]


def _is_broken(model: Listing) -> bool:
    """Tell whether its first entry stands on another line than its bracket."""
    position = model.document.position
    in_brackets = model.document.text[model.span.start] == "["
    return in_brackets and position(model.entries[0].start).line > position(model.span.start).line


def _rows(listing: Listing, values: Sequence[str], model: Listing) -> str:
    outer = indentation(model.document, model.span.start)
    inner = indentation(model.document, model.entries[0].start).removeprefix(outer)
    margin = listing.notation.line_break + indentation(listing.document, listing.span.start)
    return f"[{','.join(f'{margin}{inner}{value}' for value in values)}{margin}]"


def _line(listing: Listing, values: Sequence[str]) -> str:
    start = listing.document.position(listing.span.start).column
    parts, column = [values[0]], start + 1 + len(values[0])
    for value in values[1:]:
        column += 2 + len(value)
        if start <= WIDTH < column:
            parts.append(f",{listing.notation.line_break}{' ' * start}")
            column = start + len(value)
        else:
            parts.append(", ")
        parts.append(value)
    return f"[{''.join(parts)}]"


def _dashes(listing: Listing, rows: Sequence[str], model: Listing) -> list[Edit]:
    """Give the edits that write a block list; none where there is no place for one."""
    document = listing.document
    first = model.entries[0].start
    dash = _DASHES.match(document.text, line_start(document, first))
    colon = _COLON.match(document.text, listing.key.end) if listing.key else None
    rest = _ONLY_COMMENT.match(document.text, listing.span.end)
    end = line_end(document, listing.span.end)
    if not (dash and model.key and listing.key and colon and rest):
        return []
    if dash.end() != first or colon.end() != listing.span.start or rest.end() != end:
        return []
    deeper = len(dash[1]) - document.position(model.key.start).column
    margin = " " * max(0, document.position(listing.key.start).column + deeper)
    line_break = listing.notation.line_break
    text = "".join(f"{line_break}{margin}{dash[2]}{row}" for row in rows)
    return [Edit(colon.start() + colon[0].index(":") + 1, listing.span.end, ""), Edit(end, end, text)]
