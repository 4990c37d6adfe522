"""A document's data without the values that could not be read as written."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any

from tracecli.problems import Pointer


def blanked(data: Any, pointers: Iterable[Pointer]) -> Any:
    """Put None in place of some values, so that nothing is judged by what stands in for them.

    Args:
        data: A document's. It stays as it is: only what leads to those values is copied, once each.
        pointers: The values. One that lies in another, or does not exist, counts for nothing.
    """
    made: dict[Pointer, Any] = {(): copy(data)}
    for pointer in sorted(pointers, key=len):
        holder = _holder(made, pointer)
        if _has(holder, pointer[-1]):
            holder[pointer[-1]] = None
    return made[()]


def _holder(made: dict[Pointer, Any], pointer: Pointer) -> Any:
    """Give our own copy of the container that a value is in; None where there is none."""
    for length in range(1, len(pointer)):
        way, above = pointer[:length], made[pointer[: length - 1]]
        if way not in made:
            made[way] = copy(above[way[-1]]) if _has(above, way[-1]) else None
    return made[pointer[:-1]]


def _has(holder: Any, key: str | int) -> bool:
    return key in holder if isinstance(holder, dict) else isinstance(holder, list) and key in range(len(holder))
