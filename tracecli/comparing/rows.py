"""An alignment in the order in which people read it: line by line, left and right beside each other."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Literal

from tracecli.comparing.alignment import Alignment

Mark = Literal["pair", "moved", "split", "merge", "left", "right"]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of an alignment; numbers from 1.

    Attributes:
        mark: What the line says. `left` and `right` are steps that the other side lacks.
        left: Numbers of left steps: none, one, or the two halves of a merge.
        right: Numbers of right steps: none, one, or the two halves of a split.
        confidence: Of the pair, from 0 to 1; 0 where there is none.
    """

    mark: Mark
    left: tuple[int, ...]
    right: tuple[int, ...]
    confidence: float = 0.0


def rows(alignment: Alignment) -> list[Row]:
    """Give all lines; a moved step stands where the right has it."""
    moved = {pair.left for pair in alignment.moves}
    lines = paired_rows(alignment)
    kept = [line for line in lines if line.left[-1] not in moved]
    lefts = deque(Row("left", (number,), ()) for number in alignment.only_left)
    away = [line for line in lines if line.left[-1] in moved]
    away += (Row("right", (), (number,)) for number in alignment.only_right)
    rights = deque(sorted(away, key=lambda row: row.right))
    result: list[Row] = []
    for row in kept:
        while lefts and lefts[0].left < row.left:
            result.append(lefts.popleft())
        while rights and rights[0].right < row.right:
            result.append(rights.popleft())
        result.append(row)
    return [*result, *lefts, *rights]


def paired_rows(alignment: Alignment) -> list[Row]:
    """Give the lines of all pairs, in the left's order."""
    moved = {pair.left for pair in alignment.moves}
    splits = {split.whole: split.halves for split in alignment.splits}
    merges = {merge.whole: merge.halves for merge in alignment.merges}
    result: list[Row] = []
    for pair in alignment.pairs:
        left = merges.get(pair.right, (pair.left,))
        right = splits.get(pair.left, (pair.right,))
        mark: Mark = (
            "split" if len(right) > 1 else "merge" if len(left) > 1 else "moved" if pair.left in moved else "pair"
        )
        result.append(Row(mark, left, right, pair.confidence))
    return result
