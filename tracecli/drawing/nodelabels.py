"""Labels of nodes in few lines."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence

_PARTS = re.compile(r"[^\s_./:-]*[\s_./:-]*")  # a long name of code may be parted after its joints too


def two_lines(label: str, measure: Callable[[str], float]) -> tuple[str, ...]:
    """Part `label` in two so that the longer line is as short as can be; a label without joints stays whole.

    Args:
        label: One line.
        measure: Gives how broad a text is.
    """
    first, last = len(label) - len(label.lstrip()), len(label.rstrip())
    ends = [end for part in _PARTS.finditer(label) if first < (end := part.end()) < last]
    if not ends:
        return (label,)
    best = _parted(label, ends[_evenest(label, ends, measure)])
    return best if max(map(measure, best)) < measure(label) else (label,)


def _parted(label: str, end: int) -> tuple[str, str]:
    return label[:end].rstrip(), label[end:].lstrip()


def _evenest(label: str, ends: Sequence[int], measure: Callable[[str], float]) -> int:
    """Give the first of the best places to part: the first line only grows and the second shrinks, so few are tried."""

    def left(end: int) -> float:
        return measure(_parted(label, end)[0])

    def right(end: int) -> float:
        return measure(_parted(label, end)[1])

    crossing = bisect_left(ends, 0.0, key=lambda end: left(end) - right(end))
    least = min(max(left(end), right(end)) for end in ends[max(0, crossing - 1) : crossing + 1])
    return min(crossing, bisect_left(ends, -least, key=lambda end: -right(end)))
