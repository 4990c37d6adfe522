r"""Keys as the compiled validator gives them back, and as they are.

Its paths tell indices of lists from keys by their looks: of a key `"07"` it makes the number 7, and an empty key it
leaves out. Where that has happened it is asked again about data whose keys can't be mistaken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from tracecli.problems import Pointer

_MISTAKEN = re.compile(r"\x00|\+?[0-9]")
_FILLED = re.compile(r"\t*")  # an empty key must stay one that holds only blanks


def is_exact(data: Any, pointer: Pointer) -> bool:
    """Tell whether a path of the validator's leads to the value that it is about, and surely to no other."""
    for part in pointer:
        if isinstance(data, dict):
            if isinstance(part, int) or "" in data:
                return False
        elif not isinstance(part, int):
            return False
        data = data[part]
    return not isinstance(data, dict) or "" not in data


def marked(data: Any) -> Any:
    """Give a copy with keys that can't be mistaken; the schema thinks of them as it thinks of the true ones."""
    holder: list[Any] = [data]
    stack: list[Any] = [holder]
    while stack:  # no recursion: depth is for the reader's limit to judge
        container = stack.pop()
        for key, value in container.items() if isinstance(container, dict) else enumerate(container):
            if isinstance(value, dict):
                container[key] = {_mark(name): below for name, below in value.items()}
            elif isinstance(value, list):
                container[key] = [*value]
            else:
                continue
            stack.append(container[key])
    return holder[0]


def unmarked(pointer: Iterable[str | int]) -> Pointer:
    """Give the way to the same value with the true keys."""
    return tuple(_unmark(part) if isinstance(part, str) else part for part in pointer)


def _mark(key: str) -> str:
    if _FILLED.fullmatch(key):
        return f"{key}\t"
    return f"\x00{key}" if _MISTAKEN.match(key) else key


def _unmark(key: str) -> str:
    return key[:-1] if _FILLED.fullmatch(key) else key.removeprefix("\x00")
