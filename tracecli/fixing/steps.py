"""From one list to another: what stays, what goes, what comes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Value = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Gap:
    """A place between two entries that stay.

    Attributes:
        start: Index of the first entry of the old list that goes.
        stop: Index behind the last one; the entry there, if any, stays.
        added: What comes instead.
    """

    start: int
    stop: int
    added: tuple[Value, ...]


def gaps(old: Sequence[Value], new: Sequence[Value]) -> Iterator[Gap]:
    """Give the places where two lists differ, in order. Every entry that still fits the order stays."""
    places: dict[tuple[type, Value], list[int]] = defaultdict(list)
    for index in range(len(old) - 1, -1, -1):
        places[type(old[index]), old[index]].append(index)
    at = 0
    added: list[Value] = []
    for value in new:
        known = places[type(value), value]
        while known and known[-1] < at:
            known.pop()
        if not known:
            added.append(value)
            continue
        if added or known[-1] > at:
            yield Gap(at, known[-1], tuple(added))
        at, added = known.pop() + 1, []
    if added or at < len(old):
        yield Gap(at, len(old), tuple(added))
