"""Pairing the steps of a gap by likeness, in a band, so that the work grows with the gap's length alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tracecli.comparing.anchors import Indices
from tracecli.comparing.features import Features
from tracecli.comparing.likeness import likeness, tie
from tracecli.comparing.path import Row, best_path

BUDGET = 64
"""Pairs weighed for each step of a gap, at the most."""

THRESHOLD = 0.45
"""Likeness that a pair must have; on the founding document nothing but the six pairs reaches it."""

VOUCHED = 0.35
"""The same for two steps that stand alone between the same neighbours (measured on the corpus of edited scenarios)."""


@dataclass(slots=True, eq=False)
class Weighing:
    """Weighs pairs of steps.

    Attributes:
        left: All steps on the left.
        right: All steps on the right.
        count: How many pairs have been weighed.
    """

    left: Sequence[Features]
    right: Sequence[Features]
    count: int = field(default=0)

    def gain(self, i: int, j: int, least: float = THRESHOLD) -> float:
        """Give what the pair is worth, a little more than its likeness; 0 up to the least allowed."""
        self.count += 1
        score = likeness(self.left[i], self.right[j])
        return score + tie(self.left[i], self.right[j]) if score > least else 0.0

    def pairs(self, lefts: Sequence[int], rights: Sequence[int]) -> list[Indices]:
        """Give the pairs of a gap that keep its order and whose gains add up to the most."""
        if len(lefts) > len(rights):
            turned = Weighing(self.right, self.left)
            pairs = turned.pairs(rights, lefts)
            self.count += turned.count
            return [(i, j) for j, i in pairs]
        rows = [self._row(lefts, rights, place) for place in range(len(lefts))]
        return [(lefts[i], rights[j]) for i, j in best_path(rows)]

    def _row(self, lefts: Sequence[int], rights: Sequence[int], place: int) -> Row:
        window = BUDGET * (len(lefts) + len(rights)) // len(lefts)
        middle = (2 * place + 1) * len(rights) // (2 * len(lefts))
        first = max(0, min(middle - window // 2, len(rights) - window))
        return Row(first, [self.gain(lefts[place], j) for j in rights[first : first + window]])
