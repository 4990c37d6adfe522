"""A list to follow: how a document writes lists that have entries."""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.problems import Pointer


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
