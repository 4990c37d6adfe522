"""What a label in a picture must not touch."""

from __future__ import annotations

from collections.abc import Iterator

_BUCKET = 160  # side of the squares by which near things are found

Rect = tuple[int, int, int, int]
"""Left, upper, right and lower border."""


class Obstacles:
    """Rectangles, found by place."""

    def __init__(self, own_gap: int) -> None:
        """Start with nothing; a label keeps `own_gap` from what belongs to its own edge."""
        self._own_gap = own_gap
        self._buckets: dict[tuple[int, int], list[tuple[Rect, int, str]]] = {}

    def add(self, rect: Rect, gap: int, owner: str = "") -> None:
        """Put something there that all but its owner's label keep `gap` from."""
        for bucket in _buckets(_wider(rect, gap)):
            self._buckets.setdefault(bucket, []).append((rect, gap, owner))

    def free(self, rect: Rect, owner: str) -> bool:
        """Tell whether the owner's label could lie in `rect`."""
        return not any(
            _touch(rect, _wider(other, self._own_gap if whose == owner else gap))
            for bucket in _buckets(rect)
            for other, gap, whose in self._buckets.get(bucket, ())
        )


def _wider(rect: Rect, gap: int) -> Rect:
    return rect[0] - gap, rect[1] - gap, rect[2] + gap, rect[3] + gap


def _touch(one: Rect, two: Rect) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def _buckets(rect: Rect) -> Iterator[tuple[int, int]]:
    left, upper, right, lower = (side // _BUCKET for side in rect)
    return ((x, y) for x in range(left, right + 1) for y in range(upper, lower + 1))
