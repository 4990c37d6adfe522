"""State compared over the aligned moments: which values differ, and in which runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tracecli.comparing.alignment import Alignment
from tracecli.model import Scenario, State

Moment = tuple[int, int]
"""Numbers of two aligned moments, left and right; (0, 0) are the initial states."""


@dataclass(frozen=True, slots=True)
class Run:
    """A longest stretch of neighbouring aligned moments in which one key has the same two values, which differ.

    Attributes:
        key: The state key.
        left: Its value on the left.
        right: Its value on the right.
        first: The first moment.
        last: The last moment.
    """

    key: str
    left: str
    right: str
    first: Moment
    last: Moment


@dataclass(frozen=True, slots=True)
class StateDifference:
    """How the states of two scenarios differ.

    Attributes:
        keys: The state keys that both have, in the left's order.
        only_left: State keys that only the left has.
        only_right: State keys that only the right has.
        moments: The aligned moments, in the left's order.
        differing: How many cells (a key at a moment) differ.
        runs: By key, then in the left's order.
    """

    keys: tuple[str, ...]
    only_left: tuple[str, ...]
    only_right: tuple[str, ...]
    moments: tuple[Moment, ...]
    differing: int
    runs: tuple[Run, ...]

    @property
    def cells(self) -> int:
        """How many cells were compared."""
        return len(self.keys) * len(self.moments)


def state_at(scenario: Scenario, number: int) -> State:
    """Give the state after a step, or the initial state for 0."""
    return scenario.steps[number - 1].state if number else scenario.initial


def compare_state(left: Scenario, right: Scenario, alignment: Alignment) -> StateDifference:
    """Compare two scenarios at their initial states and after each pair of aligned steps."""
    keys = tuple(key for key in left.initial if key in right.initial)
    moments = ((0, 0), *((pair.left, pair.right) for pair in alignment.pairs))
    cells = [(state_at(left, i), state_at(right, j)) for i, j in moments]
    runs = tuple(run for key in keys for run in _runs(key, moments, [(a[key], b[key]) for a, b in cells]))
    return StateDifference(
        keys=keys,
        only_left=tuple(key for key in left.initial if key not in right.initial),
        only_right=tuple(key for key in right.initial if key not in left.initial),
        moments=moments,
        differing=sum(run.last[0] - run.first[0] + 1 for run in runs),
        runs=runs,
    )


def _runs(key: str, moments: Sequence[Moment], values: Sequence[tuple[str, str]]) -> Iterator[Run]:
    start = 0
    for index in range(1, len(moments) + 1):
        if index < len(moments) and values[index] == values[start] and _neighbours(moments[index - 1], moments[index]):
            continue
        left, right = values[start]
        if left != right:
            yield Run(key, left, right, moments[start], moments[index - 1])
        start = index


def _neighbours(one: Moment, other: Moment) -> bool:
    """An unaligned or moved step between two moments ends a run."""
    return other == (one[0] + 1, one[1] + 1)
