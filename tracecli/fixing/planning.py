"""A repair → the edits that make it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from tracecli.fixing import brackets, dashes
from tracecli.fixing.edits import Edit, Refused, ordered
from tracecli.fixing.filling import filled
from tracecli.fixing.intended import NowhereError, at
from tracecli.fixing.lists import Listing
from tracecli.fixing.models import model
from tracecli.fixing.notation import Notation
from tracecli.fixing.steps import Value, gaps
from tracecli.problems import Fix, Place, Pointer
from tracecli.reading import Document


class Planner:
    """Turns repairs of one document into edits; looks all places up in one pass."""

    def __init__(self, document: Document, fixes: Iterable[Fix]) -> None:
        """Look up what the repairs need."""
        self._document = document
        self._notation = Notation(document)
        self._models: dict[str | int, Listing | None] = {}
        pointers = dict.fromkeys(pointer for fix in fixes for pointer, _ in fix.replace)
        self._spans = document.spans(place for pointer in pointers for place in self._places(pointer))

    def edits(self, fix: Fix) -> tuple[Edit, ...]:
        """Give the edits of a repair, in the order of the text.

        Raises:
            Refused: It can't be made by position.
        """
        return ordered(edit for pointer, value in fix.replace for edit in self._replace(pointer, value))

    def _places(self, pointer: Pointer) -> Iterator[Place]:
        yield from (Place(pointer[:length]) for length in range(len(pointer) + 1))
        yield Place(pointer, "key")
        try:
            value = at(self._document.data, pointer)
        except NowhereError:
            return
        if isinstance(value, list):
            yield from (Place((*pointer, index)) for index in range(len(value)))

    def _replace(self, pointer: Pointer, value: object) -> list[Edit]:
        try:
            old = at(self._document.data, pointer)
        except NowhereError as error:
            raise Refused from error
        if isinstance(old, list) and isinstance(value, list):
            return self._list(pointer, old, value)
        return [self._scalar(pointer, _scalar(old), _scalar(value))]

    def _scalar(self, pointer: Pointer, old: Value, value: Value) -> Edit:
        span = self._spans[Place(pointer)]
        like = self._document.text[span.start : span.end]
        if old is None and not like:
            raise Refused  # nothing stands there, and so nothing shows where a value may begin
        return Edit(span.start, span.end, self._notation.written(value, like, flow=self._in_brackets(pointer)))

    def _in_brackets(self, pointer: Pointer) -> bool:
        above = (self._spans[Place(pointer[:length])].start for length in range(len(pointer)))
        return any(self._document.text[start] in "[{" for start in above)

    def _list(self, pointer: Pointer, old: Sequence[object], new: Sequence[object]) -> list[Edit]:
        listing = self._listing(pointer, len(old))
        before, after = [*map(_scalar, old)], [*map(_scalar, new)]
        opening = self._document.text[listing.span.start]
        if not before:
            return filled(listing, after, self._model(pointer[-1])) if after and opening == "[" else []
        if opening not in "[-":
            raise Refused  # an alias: its entries stand elsewhere
        change = brackets.change if opening == "[" else dashes.change
        return [edit for gap in gaps(before, after) for edit in change(listing, gap)]

    def _listing(self, pointer: Pointer, length: int) -> Listing:
        span = self._spans[Place(pointer)]
        key = self._spans[Place(pointer, "key")]
        entries = [self._spans[Place((*pointer, index))] for index in range(length)]
        return Listing(self._document, self._notation, span, entries, None if key == span else key)

    def _model(self, key: str | int) -> Listing | None:
        if key not in self._models:
            pointer = model(self._document.data, key)
            self._models[key] = self._looked_up(pointer) if pointer is not None else None
        return self._models[key]

    def _looked_up(self, pointer: Pointer) -> Listing:
        places = Place(pointer), Place(pointer, "key"), Place((*pointer, 0))
        span, key, first = map(self._document.spans(places).__getitem__, places)
        return Listing(self._document, self._notation, span, [first], None if key == span else key)


def _scalar(value: object) -> Value:
    if isinstance(value, (dict, list)):
        raise Refused
    return cast("Value", value)
