"""Flaws of JSON that still loads: keys twice, numbers out of reach, NaN, halves of surrogate pairs.

The data is walked, not the text. A *trail* counts the members of objects instead of naming them, so that it can lead
to a value that a second key of the same name has hidden, and so that trails sort in the order of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple, cast

from tracecli.problems import Part, Place, Pointer, Problem, Severity, Span
from tracecli.reading.collector import collector_paused
from tracecli.reading.json_places import find, mend
from tracecli.reading.places import Spot
from tracecli.reading.reach import Unread, out_of_reach
from tracecli.reading.wording import doubled_key

Members = list[tuple[str, object]]
Doubled = Mapping[int, tuple[dict[str, object], Members]]

_HALF = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F]..)|.)", re.DOTALL)
_CONSTANTS = {"NaN", "Infinity", "-Infinity"}


class _Flaw(NamedTuple):
    """Where something is wrong, and the string, key or number that is; for a second key, the first one's trail."""

    trail: Pointer
    pointer: Pointer
    part: Part
    what: str
    first: Pointer | None = None


def flaws(text: str, data: object, doubled: Doubled, most: int, *, halves: bool) -> tuple[object, tuple[Problem, ...]]:
    """Give the data with stand-ins for what can't be kept, and what is wrong, in the order of the text.

    With more than `most` problems, the walk has ended early and the data is not to be used.

    Args:
        text: The JSON.
        data: What it holds; changed in place.
        doubled: Objects with a key twice, by identity, with all their members.
        most: How many problems to list; one more is given if there are more.
        halves: Whether some string holds half of a surrogate pair.
    """
    holder = [data]  # one more level, so that a value at the top has a container too
    with collector_paused():
        found = sorted(islice(_walk(holder, doubled, halves=halves), most + 1), key=lambda flaw: flaw.trail)
    trails = [flaw.trail[1:] for flaw in found] + [flaw.first[1:] for flaw in found if flaw.first]
    spots = find(text, trails, numbered=True)
    return holder[0], tuple(_problem(text, flaw, spots) for flaw in found)


def _walk(holder: list[object], doubled: Doubled, *, halves: bool) -> Iterator[_Flaw]:
    """Go through all containers, and put stand-ins where they are needed."""
    stack: list[tuple[Pointer, Pointer, Any]] = [((), (), holder)]
    while stack:
        trail, pointer, container = stack.pop()
        members = _members(container, doubled)
        if isinstance(container, dict) and (halves or id(container) in doubled):
            yield from _keys(trail, pointer, [key for key, _ in members])
        below = []
        for number, (part, value) in enumerate(members):
            kind = type(value)
            if kind is dict or kind is list:
                below.append(((*trail, number), (*pointer, _mended(part)), value))
            elif kind is Unread or (halves and kind is str and mend(cast("str", value)) is not value):
                yield _Flaw((*trail, number), (*pointer, _mended(part)), "value", cast("str", value))
                if container[part] is value:  # else a second key has hidden it
                    container[part] = _stand_in(cast("str", value))
        if halves:
            _mend_keys(container)
        stack += reversed(below)


def _members(container: Any, doubled: Doubled) -> Iterable[tuple[Any, object]]:
    if isinstance(container, list):
        return enumerate(container)
    return doubled[id(container)][1] if id(container) in doubled else container.items()


def _keys(trail: Pointer, pointer: Pointer, keys: list[str]) -> Iterator[_Flaw]:
    first: dict[str, int] = {}
    for number, key in enumerate(keys):
        if first.setdefault(key, number) != number:
            yield _Flaw((*trail, number), (*pointer, mend(key)), "key", key, (*trail, first[key]))
        if mend(key) is not key:
            yield _Flaw((*trail, number), (*pointer, mend(key)), "key", key)


def _mend_keys(container: Any) -> None:
    if isinstance(container, dict) and any(mend(key) is not key for key in container):
        mended = {mend(key): value for key, value in container.items()}
        container.clear()
        container.update(mended)


def _mended(part: str | int) -> str | int:
    return mend(part) if isinstance(part, str) else part


def _stand_in(value: str) -> str:
    return str(value) if isinstance(value, Unread) else mend(value)


def _problem(text: str, flaw: _Flaw, spots: Mapping[Pointer, Spot]) -> Problem:
    span = spots[flaw.trail[1:]].span(flaw.part)
    pointer = flaw.pointer[1:]
    if flaw.first is not None:
        return doubled_key(flaw.what, pointer, span, spots[flaw.first[1:]].span("key"), "object")
    if not isinstance(flaw.what, Unread):
        return _half(text, pointer, flaw.part, span)
    if flaw.what in _CONSTANTS:
        words = f"{flaw.what} is not JSON: write a number"
        return Problem("syntax", Severity.ERROR, words, Place(pointer, span=span))
    return out_of_reach(flaw.what, pointer, span)


def _half(text: str, pointer: Pointer, part: Part, string: Span) -> Problem:
    """Point at the first half of a surrogate pair in a string that has one."""
    escapes = _HALF.finditer(text, string.start, string.end)
    start = next((found.start() for found in escapes if found.group(1)), string.start)
    words = (
        f"{text[start : start + 6]} is half of a surrogate pair and no character: write both halves, or the character"
    )
    return Problem("encoding", Severity.ERROR, words, Place(pointer, part, Span(start, start + 6)))
