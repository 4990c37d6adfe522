"""What an alignment says: which step of one scenario is which of the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pair:
    """Two steps that belong together; numbers from 1.

    Attributes:
        left: Number of the left step.
        right: Number of the right step.
        confidence: From 0 to 1; 1 where an id pins the pair, or title, active targets and paths are the same.
    """

    left: int
    right: int
    confidence: float


@dataclass(frozen=True, slots=True)
class Split:
    """One step that the other side tells in two neighbouring ones; numbers from 1.

    The pair of the step and the second half is among the alignment's pairs: after both, the same should hold.
    """

    whole: int
    halves: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Alignment:
    """How the steps of two scenarios belong together; numbers from 1.

    Attributes:
        pairs: In the left's order, moved ones among them.
        moves: The pairs that do not keep the order of the others.
        splits: Left steps that the right tells in two.
        merges: Right steps that the left tells in two.
        only_left: Left steps without a counterpart.
        only_right: Right steps without a counterpart.
        weighed: How many pairs of steps had to be weighed to find this.
    """

    pairs: tuple[Pair, ...]
    moves: tuple[Pair, ...]
    splits: tuple[Split, ...]
    merges: tuple[Split, ...]
    only_left: tuple[int, ...]
    only_right: tuple[int, ...]
    weighed: int

    def mirrored(self) -> Alignment:
        """Give the same with left and right exchanged."""
        return Alignment(
            pairs=_mirrored(self.pairs),
            moves=_mirrored(self.moves),
            splits=self.merges,
            merges=self.splits,
            only_left=self.only_right,
            only_right=self.only_left,
            weighed=self.weighed,
        )


def _mirrored(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    turned = [Pair(pair.right, pair.left, pair.confidence) for pair in pairs]
    return tuple(sorted(turned, key=lambda pair: pair.left))
