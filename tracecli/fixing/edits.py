"""Changes of a text by position, and which of them get in each other's way."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from tracecli.problems import Pointer


class Edit(NamedTuple):
    """Put `text` in place of the characters from `start` up to, but without, `end`: offsets in code points."""

    start: int
    end: int
    text: str


class RefusedError(Exception):
    """A repair can't be made by position without touching more than its value: it is left to a person."""


def ordered(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Return the edits of one repair in the order of the text, each once.

    Raises:
        RefusedError: Two of them overlap.
    """
    row = sorted(set(edits))
    if any(_overlap(*pair) for pair in pairwise(row)):
        raise RefusedError
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
        self._holders: set[Pointer] = set()  # containers of taken values
        self._edits: list[Edit] = []  # in the order of the text

    def take(self, pointers: Sequence[Pointer], edits: Sequence[Edit]) -> bool:
        """Take all of it; or nothing, and return False, where any of it is taken."""
        for pointer in pointers:
            is_within = any(pointer[:length] in self._values for length in range(len(pointer) + 1))
            if is_within or pointer in self._holders:
                return False
        for edit in edits:
            at = bisect_left(self._edits, edit)
            if any(_overlap(edit, other) for other in self._edits[max(0, at - 1) : at + 1]):
                return False
        for pointer in pointers:
            self._values.add(pointer)
            self._holders.update(pointer[:length] for length in range(len(pointer)))
        for edit in edits:
            insort(self._edits, edit)
        return True


def _overlap(one: Edit, other: Edit) -> bool:
    return one.start == other.start or (one.start < other.end and other.start < one.end)
