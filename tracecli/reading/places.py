"""Where the values and keys of a document are, in a form that both readers give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from tracecli.problems import Part, Place, Pointer, Problem, Span


class Spot(NamedTuple):
    """Where a value is, and its key if it has one."""

    value: Span
    key: Span | None

    def span(self, part: Part) -> Span:
        """Give the characters of a part; a value without a key stands for its key."""
        if self.key is None or part == "value":
            return self.value
        return self.key if part == "key" else Span(self.key.start, self.value.end)


Finder = Callable[[Iterable[Pointer]], Mapping[Pointer, Spot]]
"""Finds pointers in one pass; gives the spots of those that exist and of every container above them."""


def nowhere(pointers: Iterable[Pointer]) -> Mapping[Pointer, Spot]:  # noqa: ARG001 -- the signature of a Finder
    """Find nothing: of a document that could not be read."""
    return {}


def span_of(place: Place, spots: Mapping[Pointer, Spot]) -> Span:
    """Give the characters of a place; of its nearest container where the pointer does not exist."""
    if place.span is not None:
        return place.span
    if place.pointer in spots:
        return spots[place.pointer].span(place.part)
    above = (place.pointer[:length] for length in range(len(place.pointer) - 1, -1, -1))
    return next((spots[pointer].value for pointer in above if pointer in spots), Span(0, 0))


class Loaded(NamedTuple):
    """What reading one format gives.

    Attributes:
        data: Plain data; None when it is not readable.
        problems: What was found.
        readable: Whether `data` says what the file says.
        find: Looks up where things are.
    """

    data: object
    problems: tuple[Problem, ...] = ()
    readable: bool = True
    find: Finder = nowhere


def broken(*problems: Problem) -> Loaded:
    """Give what is left of a text that can't be read."""
    return Loaded(None, problems, readable=False)
