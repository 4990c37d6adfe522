"""Lists of names, rewritten in the notation of their document."""

from __future__ import annotations

import json
import re
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from tracecli.problems import Pointer, Span
from tracecli.reading import Document
from tracecli.reading.yaml_text import in_quotes, is_plain, is_printable, written

_END = re.compile(r"[\r\n]|\Z")
_BLANKS = re.compile(r"[ \t]*")


def line_start(document: Document, at: int) -> int:
    """Return the offset of the first character of the line that holds `at`."""
    return at - document.position(at).column + 1


def line_end(document: Document, at: int) -> int:
    """Return the offset behind the last character of the line that holds `at`, before its break."""
    found = _END.search(document.text, at)
    return found.start() if found else len(document.text)


def next_line(document: Document, at: int) -> int:
    """Return the offset of the first character of the next line, or the end of the text."""
    end = line_end(document, at)
    width = 2 if document.text.startswith("\r\n", end) else 1
    return min(end + width, len(document.text))


def indentation(document: Document, at: int) -> str:
    """Return the spaces that the line which holds `at` begins with."""
    found = _BLANKS.match(document.text, line_start(document, at))
    return found[0] if found else ""


Value = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Gap:
    """A place between two entries that stay."""

    start: int  # index of the first entry of the old list that goes
    stop: int  # index behind the last one; the entry there, if any, stays
    added: tuple[Value, ...]  # what comes instead


def gaps(old: Sequence[Value], new: Sequence[Value]) -> Iterator[Gap]:
    """Return the places where two lists differ, in order. Every entry that still fits the order stays."""
    places: dict[tuple[type, Value], list[int]] = defaultdict(list)
    for index in range(len(old) - 1, -1, -1):
        places[type(old[index]), old[index]].append(index)
    at = 0
    added: list[Value] = []
    for value in new:
        known = places[type(value), value]
        while known and known[-1] < at:
            known.pop()
        if not known:
            added.append(value)
            continue
        if added or known[-1] > at:
            yield Gap(at, known[-1], tuple(added))
        at, added = known.pop() + 1, []
    if added or at < len(old):
        yield Gap(at, len(old), tuple(added))


_QUOTES = re.compile(r"(?:[:,\[{]|^[ ]*-)[ \t]+(['\"])", re.MULTILINE)


class Notation:
    """How a document writes values."""

    def __init__(self, document: Document) -> None:
        """Look at a document."""
        self._text = document.text
        self._json = document.format == "json"

    @cached_property
    def line_break(self) -> str:
        """The document's own line break."""
        if "\r\n" in self._text:
            return "\r\n"
        return "\r" if "\r" in self._text and "\n" not in self._text else "\n"

    @cached_property
    def _ascii(self) -> bool:
        return self._text.isascii() and "\\u" in self._text

    @cached_property
    def _quote(self) -> str:
        found = _QUOTES.search(self._text)
        return found[1] if found else '"'

    def written(self, value: Value, like: str, *, flow: bool) -> str:
        """Write a value.

        Args:
            value: What to write.
            like: What stands there now, or beside it: its quotes are kept.
            flow: Whether it stands within brackets or braces.
        """
        if self._json:
            return json.dumps(value, ensure_ascii=self._ascii)
        return self._yaml_text(value, like, flow=flow) if isinstance(value, str) else written(value)

    def _yaml_text(self, text: str, like: str, *, flow: bool) -> str:
        quote = like[:1] if like[:1] in ("'", '"') else self._quote if not is_plain(text, flow=flow) else ""
        if not quote:
            return text
        if quote == "'" and is_printable(text):
            return "'" + text.replace("'", "''") + "'"
        return in_quotes(text, ascii_only=self._ascii)


class Edit(NamedTuple):
    """Put `text` in place of the characters from `start` up to, but without, `end`: offsets in code points."""

    start: int
    end: int
    text: str


class Refused(Exception):  # noqa: N818 -- no error: this repair is left to a person
    """A repair that can't be made by position without touching more than its value."""


def ordered(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Return the edits of one repair in the order of the text, each once.

    Raises:
        Refused: Two of them overlap.
    """
    row = sorted(set(edits))
    if any(_overlap(*pair) for pair in pairwise(row)):
        raise Refused
    return tuple(row)


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Apply edits that don't overlap, in any order."""
    parts: list[str] = []
    at = 0
    for edit in sorted(edits):
        parts += text[at : edit.start], edit.text
        at = edit.end
    return "".join([*parts, text[at:]])


class Claims:
    """Which values and characters are taken: of two repairs at one place the first wins."""

    def __init__(self) -> None:
        """Begin with nothing taken."""
        self._values: set[Pointer] = set()
        self._holders: set[Pointer] = set()
        self._edits: list[Edit] = []

    def take(self, pointers: Sequence[Pointer], edits: Sequence[Edit]) -> bool:
        """Take all of it, or nothing and tell so when any of it is taken."""
        if not all(map(self._free, pointers)) or any(map(self._clash, edits)):
            return False
        for pointer in pointers:
            self._values.add(pointer)
            self._holders.update(pointer[:length] for length in range(len(pointer)))
        for edit in edits:
            insort(self._edits, edit)
        return True

    def _free(self, pointer: Pointer) -> bool:
        lies_in_taken = any(pointer[:length] in self._values for length in range(len(pointer) + 1))
        return not lies_in_taken and pointer not in self._holders

    def _clash(self, edit: Edit) -> bool:
        at = bisect_left(self._edits, edit)
        around = self._edits[max(0, at - 1) : at + 1]
        return any(_overlap(edit, other) for other in around)


def _overlap(one: Edit, other: Edit) -> bool:
    return one.start == other.start or (one.start < other.end and other.start < one.end)


WIDTH = 120
"""Columns that a line of entries fills at the most before it is broken."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of a document, as it stands there."""

    document: Document  # the document
    notation: Notation  # how it writes values
    span: Span  # the whole list
    entries: Sequence[Span]  # its entries
    key: Span | None  # the key before it, if it has one

    def entry(self, index: int) -> str:
        """Return an entry as it is written."""
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


def change(listing: Listing, gap: Gap) -> list[Edit]:
    """Return the edits for one gap of a list that has entries.

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
    """Return what stands between two entries: as between the first two, or as the one entry is set apart."""
    text, entries = listing.document.text, listing.entries
    if len(entries) > 1:
        found = text[entries[0].end : entries[1].start]
        return found if found.count(",") == 1 and not found.strip(", \t\r\n") else ", "
    lead = text[listing.span.start + 1 : entries[0].start]
    return f",{lead}" if lead.isspace() and ("\n" in lead or "\r" in lead) else ", "


_DASH = re.compile(r"([ ]*)(-[ \t]+)(?:&\S+[ \t]+)?")
_REST = re.compile(r"[ \t]*(#[^\r\n]*)?")
_COLON = re.compile(r"[ \t]*:")


def dashes_change(listing: Listing, gap: Gap) -> list[Edit]:
    """Return the edits for one gap of a list that has entries.

    Raises:
        Refused: An entry does not stand on lines of its own.
    """
    edits, rest = exchanged(listing, gap, flow=False)
    if rest.stop - rest.start == len(listing.entries):
        edits.append(_emptied(listing))
    edits += [_dashes_without(listing, index) for index in range(rest.start, rest.stop)]
    if rest.added:
        edits.append(_dashes_longer(listing, rest))
    return edits


def _dash(listing: Listing, index: int) -> re.Match[str]:
    """Return what stands before an entry: indentation and dash."""
    start = listing.entries[index].start
    found = _DASH.fullmatch(listing.document.text, line_start(listing.document, start), start)
    if not found:
        raise Refused
    return found


def _dashes_without(listing: Listing, index: int) -> Edit:
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


def _dashes_longer(listing: Listing, gap: Gap) -> Edit:
    near = max(0, gap.start - 1)
    dash, line_break = _dash(listing, near), listing.notation.line_break
    rows = [dash[1] + dash[2] + listing.written(value, near, flow=False) for value in gap.added]
    if not gap.start:
        return Edit(dash.start(), dash.start(), "".join(f"{row}{line_break}" for row in rows))
    end = line_end(listing.document, listing.entries[near].end)
    return Edit(end, end, "".join(f"{line_break}{row}" for row in rows))


def model(data: object, key: str | int) -> Pointer | None:
    """Find a list of plain values that has some: the first under the same key, else the first of all.

    Args:
        data: A document's.
        key: The last part of the pointer of the list that is to be filled.
    """
    first = None
    for pointer in _lists(data):
        if pointer[-1:] == (key,):
            return pointer
        first = first or pointer
    return first


def _lists(data: object) -> Iterator[Pointer]:
    stack: list[tuple[Pointer, object]] = [((), data)]
    while stack:
        pointer, value = stack.pop()
        if isinstance(value, dict):
            stack += [((*pointer, name), held) for name, held in reversed(value.items())]
        elif isinstance(value, list) and value:
            if not any(isinstance(held, (dict, list)) for held in value):
                yield pointer
            stack += [((*pointer, index), value[index]) for index in range(len(value) - 1, -1, -1)]


_DASHES = re.compile(r"([ ]*)(-[ \t]+)")
_FILLING_COLON = re.compile(r"[ \t]*:[ \t]*")
_ONLY_COMMENT = re.compile(r"[ \t]*(#[^\r\n]*)?")


def filled(listing: Listing, added: Sequence[Value], model: Listing | None) -> list[Edit]:
    """Return the edits that fill an empty list.

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
    """Return whether its first entry stands on another line than its bracket."""
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
    """Return the edits that write a block list; none where there is no place for one."""
    document = listing.document
    first = model.entries[0].start
    dash = _DASHES.match(document.text, line_start(document, first))
    colon = _FILLING_COLON.match(document.text, listing.key.end) if listing.key else None
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
