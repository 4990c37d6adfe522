"""The first moment at which two scenarios go different ways."""

from __future__ import annotations

from dataclasses import dataclass

from tracecli.comparing.alignment import Alignment
from tracecli.comparing.matching import Matches
from tracecli.comparing.state import Moment, state_at
from tracecli.model import Scenario


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where two scenarios first differ in what happens; words and durations don't count.

    Attributes:
        left: Number of the left step, 0 for the initial state; None where only the right has a step there.
        right: The same on the right.
        keys: State keys whose values differ there.
        targets: Active targets or paths differ there.
    """

    left: int | None
    right: int | None
    keys: tuple[str, ...] = ()
    targets: bool = False

    @property
    def aligned(self) -> bool:
        """Both sides have the step; else it is missing, split, or elsewhere on one of them."""
        return bool(self.keys) or self.targets


def first_divergence(left: Scenario, right: Scenario, targets: Matches, alignment: Alignment) -> Divergence | None:
    """Give the first step that is not aligned in order, or whose state, active targets or paths differ."""
    keys = [key for key in left.initial if key in right.initial]
    names = targets.names()
    moved = set(alignment.moves)
    before: Moment = (-1, -1)
    for moment in [(0, 0), *((pair.left, pair.right) for pair in alignment.pairs if pair not in moved)]:
        if moment != (before[0] + 1, before[1] + 1):
            return _gap(before, moment)
        one, other = state_at(left, moment[0]), state_at(right, moment[1])
        different = tuple(key for key in keys if one[key] != other[key])
        work = moment != (0, 0) and _work(left, moment[0], names[0]) != _work(right, moment[1], names[1])
        if different or work:
            return Divergence(*moment, different, work)
        before = moment
    end = (len(left.steps) + 1, len(right.steps) + 1)
    return None if end == (before[0] + 1, before[1] + 1) else _gap(before, end)


def _gap(before: Moment, after: Moment) -> Divergence:
    """Name the first step between two neighbouring moments, on each side that has one."""
    left, right = before[0] + 1, before[1] + 1
    return Divergence(left if left < after[0] else None, right if right < after[1] else None)


def _work(scenario: Scenario, number: int, names: dict[str, int]) -> tuple[set[int], set[int]]:
    step = scenario.steps[number - 1]
    return {names[key] for key in step.active}, {names[key] for key in step.paths}
