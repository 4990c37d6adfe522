"""The best way through a band of weighed pairs that keeps both orders (Needleman and Wunsch 1970, gaps free)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tracecli.comparing.anchors import Indices

_LEFT, _UP, _PAIR = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Row:
    """The weighed pairs of one left step: with the right steps `first` … `first + len(gains) - 1` of the gap."""

    first: int
    gains: list[float]


def best_path(rows: Sequence[Row]) -> list[Indices]:
    """Give the pairs, in order, whose sum of gains is greatest."""
    choices: list[bytearray] = []
    above, above_first, base = [0.0], 0, 0.0  # values of the row above from `above_first` on; `base` in front of them
    for row in rows:
        values: list[float] = []
        choice = bytearray(len(row.gains))
        corner = _value(above, above_first, base, row.first - 1)
        base = value = corner
        for offset, gain in enumerate(row.gains):
            upper = _value(above, above_first, base, row.first + offset)
            if gain and corner + gain > max(value, upper):
                value, choice[offset] = corner + gain, _PAIR
            elif upper >= value:
                value, choice[offset] = upper, _UP
            corner = upper
            values.append(value)
        above, above_first = values, row.first
        choices.append(choice)
    return _walk_back(rows, choices)


def _value(values: Sequence[float], first: int, base: float, column: int) -> float:
    if column < first:
        return base
    return values[min(column - first, len(values) - 1)]


def _walk_back(rows: Sequence[Row], choices: Sequence[bytearray]) -> list[Indices]:
    pairs: list[Indices] = []
    place = len(rows) - 1
    column = rows[-1].first + len(rows[-1].gains) - 1
    while place >= 0 and column >= 0:
        row = rows[place]
        column = min(column, row.first + len(row.gains) - 1)
        choice = choices[place][column - row.first] if column >= row.first else _UP
        if choice == _PAIR:
            pairs.append((place, column))
        place -= choice != _LEFT
        column -= choice != _UP
    pairs.reverse()
    return pairs
