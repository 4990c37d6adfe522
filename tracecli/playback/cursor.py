"""A place in a scenario that never leaves it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where the viewer is.

    Attributes:
        last: The number of steps.
        index: 0 for the initial state, else the step's number.
    """

    last: int
    index: int = 1

    @property
    def at_end(self) -> bool:
        """Tell whether this is the last step."""
        return self.index >= self.last

    def seek(self, index: int) -> Cursor:
        """Give the cursor at `index`, or at the nearest place that exists."""
        return Cursor(self.last, max(0, min(index, self.last)))

    def next(self) -> Cursor:
        """Give the cursor a step on; the last step is its own next."""
        return self.seek(self.index + 1)

    def back(self) -> Cursor:
        """Give the cursor a step back; the initial state is its own."""
        return self.seek(self.index - 1)

    def watch(self, stops: Sequence[int], *, forward: bool) -> Cursor:
        """Give the cursor at the nearest of `stops` on that side, or the same cursor when there is none.

        Args:
            stops: Places worth stopping at, in ascending order.
            forward: Towards the end, or towards the initial state.
        """
        if forward:
            after = bisect_right(stops, self.index)
            return self.seek(stops[after]) if after < len(stops) else self
        before = bisect_left(stops, self.index)
        return self.seek(stops[before - 1]) if before else self
