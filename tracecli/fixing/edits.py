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


class Refused(Exception):  # noqa: N818 -- no error: this repair is left to a person
    """A repair that can't be made by position without touching more than its value."""


def ordered(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Give the edits of one repair in the order of the text, each once.

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
