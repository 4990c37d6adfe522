"""One side of a comparison, and how its places are named."""

from __future__ import annotations

from dataclasses import dataclass

from tracecli.comparing.changes import Spot
from tracecli.model import Scenario, Step, Trace
from tracecli.problems import Pointer


@dataclass(frozen=True, slots=True)
class Side:
    """A scenario and the trace that it belongs to."""

    trace: Trace
    scenario: Scenario


@dataclass(frozen=True, slots=True)
class Places:
    """Makes the spots of one scenario.

    Attributes:
        scenario: The scenario.
        prefix: Pointer to it.
    """

    scenario: Scenario
    prefix: Pointer

    def whole(self, *rest: str) -> Spot:
        """Give the scenario, or a property of it."""
        return Spot((*self.prefix, *rest), self.scenario.id)

    def step(self, number: int, *rest: str) -> Spot:
        """Give a step, or a property of it; numbers from 1."""
        return Spot((*self.prefix, "steps", number - 1, *rest), self.scenario.id, number)

    def state(self, number: int, key: str) -> Spot:
        """Give a state value, that of the initial state for 0."""
        if number:
            return self.step(number, "state", key)
        return Spot((*self.prefix, "initial", key), self.scenario.id, 0)

    def anchor(self, number: int) -> str:
        """Give what names a step however the others change: its id, else its title; nothing for the initial state."""
        if not number:
            return ""
        step = self[number]
        return step.id or step.title

    def __getitem__(self, number: int) -> Step:
        """Give a step by its number, from 1."""
        return self.scenario.steps[number - 1]


def places(side: Side) -> Places:
    """Give the places of a side."""
    at = next(index for index, scenario in enumerate(side.trace.scenarios) if scenario.id == side.scenario.id)
    return Places(side.scenario, ("scenarios", at))
