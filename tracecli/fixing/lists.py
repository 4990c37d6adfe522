"""Values and lists in the notation of their document.

A list in brackets is rewritten as a whole, laid out as it was. A list of dashes is edited line by line, because people
write comments beside and between its entries: one that stays keeps its line, and no comment is lost.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from tracecli.problems import Pointer, Span
from tracecli.reading import Document
from tracecli.reading.yaml_text import Value, in_quotes, is_plain, is_printable, written

_WIDTH = 120  # columns that entries in one row fill before the row is broken

_QUOTES = re.compile(r"(?:[:,\[{]|^[ ]*-)[ \t]+(['\"])", re.MULTILINE)
_LINE_END = re.compile(r"[\r\n]|\Z")
_INDENT = re.compile(r"[ \t]*")
_COLON = re.compile(r"[ \t]*:[ \t]*")
_COMMENT = re.compile(r"[ \t]*(#[^\r\n]*)?")
_DASH = re.compile(r"([ ]*)(-[ \t]+)(?:&\S+[ \t]+)?")


class Edit(NamedTuple):
    """Put `text` in place of the characters from `start` up to, but without, `end`: offsets in code points."""

    start: int
    end: int
    text: str


class NotByPositionError(Exception):
    """A repair can't be made by position without touching more than its value: it is left to a person."""


class Notation:
    """How a document writes values, and where its lines are."""

    def __init__(self, document: Document) -> None:
        """Look at a document."""
        self.document = document
        self.text = document.text
        self._json = document.format == "json"

    @cached_property
    def line_break(self) -> str:
        """The document's own line break."""
        if "\r\n" in self.text:
            return "\r\n"
        return "\r" if "\r" in self.text and "\n" not in self.text else "\n"

    @cached_property
    def _ascii(self) -> bool:
        return self.text.isascii() and "\\u" in self.text

    @cached_property
    def _quote(self) -> str:
        found = _QUOTES.search(self.text)
        return found[1] if found else '"'

    def written(self, value: Value, like: str, *, flow: bool) -> str:
        """Write a value.

        Args:
            value: What to write.
            like: What is there now, or beside it: its quotes are kept.
            flow: Whether it is within brackets or braces.
        """
        if self._json:
            return json.dumps(value, ensure_ascii=self._ascii)
        if not isinstance(value, str):
            return written(value)
        quote = like[:1] if like[:1] in ("'", '"') else self._quote if not is_plain(value, flow=flow) else ""
        if not quote:
            return value
        if quote == "'" and is_printable(value):
            return "'" + value.replace("'", "''") + "'"
        return in_quotes(value, ascii_only=self._ascii)

    def line_start(self, at: int) -> int:
        """Return the offset of the first character of the line around `at`."""
        return at - self.document.position(at).column + 1

    def line_end(self, at: int) -> int:
        """Return the offset after the last character of the line around `at`, before its break."""
        found = _LINE_END.search(self.text, at)
        return found.start() if found else len(self.text)

    def next_line(self, at: int) -> int:
        """Return the offset of the first character of the next line, or the end of the text."""
        end = self.line_end(at)
        width = 2 if self.text.startswith("\r\n", end) else 1
        return min(end + width, len(self.text))

    def indent(self, at: int) -> str:
        """Return the spaces and tabs that the line around `at` begins with."""
        found = _INDENT.match(self.text, self.line_start(at))
        return found[0] if found else ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of plain values, as a document writes it."""

    notation: Notation
    span: Span  # the whole list
    entries: Sequence[Span]  # of a list to follow, the first is enough
    key: Span | None  # the key before it, if it has one

    @property
    def in_brackets(self) -> bool:
        """Whether it is all of JSON's, or a flow list of YAML; not a list of dashes, and not an alias."""
        return self.notation.text[self.span.start] == "["

    def entry(self, index: int) -> str:
        """Return an entry as it is written."""
        return self.notation.text[self.entries[index].start : self.entries[index].end]


def changed(listing: Listing, old: Sequence[Value], new: Sequence[Value], model: Listing | None) -> list[Edit]:
    """Return the edits that turn a list into another.

    Args:
        listing: The list.
        old: Its values.
        new: The values that it is to have.
        model: A list of the document that has entries, to follow where this one has none.

    Raises:
        NotByPositionError: A comment or an anchor would be lost.
    """
    if old == new and list(map(type, old)) == list(map(type, new)):
        return []
    if listing.in_brackets:
        if old:
            return [_rewritten(listing, old, new)]
        return _filled(listing, new, model)
    if listing.notation.text.startswith("*", listing.span.start):  # an alias: its entries are elsewhere, and shared
        parts = [listing.notation.written(value, "", flow=True) for value in new]
        return [Edit(*listing.span, f"[{', '.join(parts)}]")]
    if not old or listing.notation.text[listing.span.start] != "-":
        raise NotByPositionError
    return _changed_lines(listing, old, new)


def _rewritten(listing: Listing, old: Sequence[Value], new: Sequence[Value]) -> Edit:
    notation, text, span, entries = listing.notation, listing.notation.text, listing.span, listing.entries
    opening = text[span.start + 1 : entries[0].start]
    closing = text[entries[-1].end : span.end - 1]
    between = [text[one.end : other.start] for one, other in pairwise(entries)]
    if any(piece.strip(", \t\r\n") for piece in (opening, closing, *between)):
        raise NotByPositionError  # a comment, or an anchor of an entry
    if not new:
        return Edit(span.start, span.end, "[]")
    separator = between[0] if between else f",{opening}" if _is_broken(opening) else ", "
    known = {(type(value), value): listing.entry(index) for index, value in enumerate(old)}
    parts = []
    for index, value in enumerate(new):
        like = listing.entry(min(index, len(old) - 1))
        parts.append(known.get((type(value), value)) or notation.written(value, like, flow=True))
    column = notation.document.position(entries[0].start).column
    was_too_long = notation.document.position(span.end).column > _WIDTH
    row = _row(parts, separator, column, None if was_too_long else notation.line_break)
    return Edit(span.start, span.end, f"[{opening}{row}{closing}]")


def _row(parts: Sequence[str], separator: str, start: int, line_break: str | None) -> str:
    """Join entries, and break the row where it gets too long.

    Args:
        parts: The entries as they are written; at least one.
        separator: What to put between two of them.
        start: The column of the first.
        line_break: How to break the row; None if it must not be broken.
    """
    pieces, column = [parts[0]], start + len(parts[0])
    for part in parts[1:]:
        column += len(separator) + len(part)
        if column > _WIDTH and line_break and not _is_broken(separator):
            pieces.append(f",{line_break}{' ' * (start - 1)}{part}")
            column = start + len(part)
        else:
            pieces.append(separator + part)
    return "".join(pieces)


def _is_broken(text: str) -> bool:
    return "\n" in text or "\r" in text


def _filled(listing: Listing, new: Sequence[Value], model: Listing | None) -> list[Edit]:
    """Write an empty list as the document writes its other lists."""
    notation, span = listing.notation, listing.span
    if "#" in notation.text[span.start : span.end]:
        raise NotByPositionError
    like = model.entry(0) if model else ""
    if model and not model.in_brackets:
        edits = _filled_lines(listing, [notation.written(value, like, flow=False) for value in new], model)
        if edits:
            return edits
    parts = [notation.written(value, like, flow=True) for value in new]
    if model and model.in_brackets and _is_broken(notation.text[model.span.start : model.entries[0].start]):
        deeper = notation.indent(model.entries[0].start).removeprefix(notation.indent(model.span.start))
        margin = notation.line_break + notation.indent(span.start)
        return [Edit(span.start, span.end, f"[{','.join(margin + deeper + part for part in parts)}{margin}]")]
    column = 1 + notation.document.position(span.start).column
    row = _row(parts, ", ", column, notation.line_break if column <= _WIDTH else None)
    return [Edit(span.start, span.end, f"[{row}]")]


def _filled_lines(listing: Listing, parts: Sequence[str], model: Listing) -> list[Edit]:
    """Write an empty list with dashes; no edits where there is no place for that."""
    notation, text, key = listing.notation, listing.notation.text, listing.key
    first = model.entries[0].start
    dash = _DASH.fullmatch(text, notation.line_start(first), first)
    if not dash or not key or not model.key:
        return []
    colon = _COLON.fullmatch(text, key.end, listing.span.start)
    end = notation.line_end(listing.span.end)
    if not colon or not _COMMENT.fullmatch(text, listing.span.end, end):
        return []
    position = notation.document.position
    deeper = len(dash[1]) - position(model.key.start).column
    margin = notation.line_break + " " * max(0, position(key.start).column + deeper) + dash[2]
    after_colon = colon.start() + colon[0].index(":") + 1
    return [Edit(after_colon, listing.span.end, ""), Edit(end, end, "".join(margin + part for part in parts))]


def _changed_lines(listing: Listing, old: Sequence[Value], new: Sequence[Value]) -> list[Edit]:
    """Change a list of dashes: entries are replaced where they are, and lines come and go."""
    notation = listing.notation
    edits = []
    if not new:
        colon = _COLON.match(notation.text, listing.key.end) if listing.key else None
        if not colon:
            raise NotByPositionError
        at = colon.start() + colon[0].index(":") + 1
        edits.append(Edit(at, at, " []"))
    for start, stop, added in differences(old, new):
        middle = min(stop, start + len(added))
        for index, value in zip(range(start, middle), added, strict=False):
            place = listing.entries[index]
            edits.append(Edit(place.start, place.end, notation.written(value, listing.entry(index), flow=False)))
        edits += [_without_line(listing, index) for index in range(middle, stop)]
        if rest := added[middle - start :]:
            edits.append(_with_lines(listing, middle, rest))
    return edits


def differences(old: Sequence[Value], new: Sequence[Value]) -> Iterator[tuple[int, int, list[Value]]]:
    """Find where two lists differ; every entry that still fits the order stays.

    Yields:
        In order: the index of the first entry that goes, the index after the last, and the values that come instead.
    """
    indices: dict[tuple[type, Value], list[int]] = defaultdict(list)
    for index in range(len(old) - 1, -1, -1):
        indices[type(old[index]), old[index]].append(index)
    at = 0
    added: list[Value] = []
    for value in new:
        known = indices[type(value), value]
        while known and known[-1] < at:
            known.pop()
        if not known:
            added.append(value)
            continue
        if added or known[-1] > at:
            yield at, known[-1], added
        at, added = known.pop() + 1, []
    if added or at < len(old):
        yield at, len(old), added


def _dash(listing: Listing, index: int) -> re.Match[str]:
    """Return what is before an entry on its line: indentation and dash."""
    start = listing.entries[index].start
    found = _DASH.fullmatch(listing.notation.text, listing.notation.line_start(start), start)
    if not found:
        raise NotByPositionError  # the entry is not on lines of its own
    return found


def _without_line(listing: Listing, index: int) -> Edit:
    """Take a line out; of one with a comment after the entry, the comment stays."""
    notation, end = listing.notation, listing.entries[index].end
    dash = _dash(listing, index)
    rest = _COMMENT.match(notation.text, end)
    if rest and rest[1]:
        return Edit(dash.start(2), rest.start(1), "")
    if not rest or rest.end() != notation.line_end(end):
        raise NotByPositionError
    return Edit(dash.start(), notation.next_line(end), "")


def _with_lines(listing: Listing, index: int, added: Sequence[Value]) -> Edit:
    """Add lines before the entry at an index, or after the last one."""
    notation = listing.notation
    near = max(0, index - 1)
    dash = _dash(listing, near)
    rows = [dash[1] + dash[2] + notation.written(value, listing.entry(near), flow=False) for value in added]
    if not index:
        return Edit(dash.start(), dash.start(), "".join(row + notation.line_break for row in rows))
    end = notation.line_end(listing.entries[near].end)
    return Edit(end, end, "".join(notation.line_break + row for row in rows))


def find_model(data: object, key: str | int) -> Pointer | None:
    """Find a list of plain values that has some, to follow: the first under the same key, else the first of all.

    Args:
        data: A document's.
        key: The last part of the pointer of the list that is to be filled.
    """
    first = None
    stack: list[tuple[Pointer, object]] = [((), data)]
    while stack:
        pointer, value = stack.pop()
        if isinstance(value, dict):
            stack += [((*pointer, name), held) for name, held in reversed(value.items())]
        elif isinstance(value, list) and value:
            if not any(isinstance(held, (dict, list)) for held in value):
                if pointer[-1:] == (key,):
                    return pointer
                first = first or pointer
            stack += [((*pointer, index), value[index]) for index in range(len(value) - 1, -1, -1)]
    return first
