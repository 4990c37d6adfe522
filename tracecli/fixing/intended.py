"""The data that a repair means."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tracecli.problems import Fix, Pointer


class NowhereError(Exception):
    """A pointer leads to nothing."""


def at(data: object, pointer: Pointer) -> object:
    """Give the value at a pointer.

    Raises:
        NowhereError: There is none.
    """
    for part in pointer:
        in_mapping = isinstance(data, dict) and part in data
        in_list = isinstance(data, list) and isinstance(part, int) and 0 <= part < len(data)
        if not in_mapping and not in_list:
            raise NowhereError
        data = _held(data, part)
    return data


def intended(data: object, fixes: Iterable[Fix]) -> object:
    """Give a document's data as repairs mean to have it; what does not change is shared, not copied.

    Raises:
        NowhereError: A repair is about a place that is not there.
    """
    root: list[object] = [data]
    own: dict[Pointer, object] = {(): root}
    for fix in fixes:
        for pointer, value in fix.replace:
            _put(own, (0, *pointer), value)
    return root[0]


def _put(own: dict[Pointer, object], pointer: Pointer, value: object) -> None:
    """Write into copies of the containers above a value, each copied once: an alias shares the original."""
    for length in range(1, len(pointer)):
        way = pointer[:length]
        if way not in own:
            held = at(own[way[:-1]], way[-1:])
            own[way] = held.copy() if isinstance(held, (dict, list)) else held
            _set(own[way[:-1]], way[-1], own[way])
    at(own[pointer[:-1]], pointer[-1:])
    _set(own[pointer[:-1]], pointer[-1], value)


def _held(container: Any, part: str | int) -> object:
    return container[part]


def _set(container: Any, part: str | int, value: object) -> None:
    container[part] = value
