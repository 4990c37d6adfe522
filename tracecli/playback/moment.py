"""All that a viewer sees at one step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tracecli.model import Scenario, Step, Target, Trace

INITIAL_TITLE = "Initial state"


class Value(NamedTuple):
    """One state key at a moment.

    Attributes:
        key: The state key.
        label: What people read.
        value: What holds now.
        before: What held at the moment before, or None where it is the same or there is no moment before.
    """

    key: str
    label: str
    value: str
    before: str | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """A scenario at one step.

    Attributes:
        index: 0 for the initial state, else the step's number.
        last: The number of steps.
        title: The step's title; words of our own for the initial state.
        description: The step's description; the scenario's for the initial state.
        step: The step, or None for the initial state.
        nodes: The nodes at work, in the step's order.
        paths: The edges travelled, in the step's order.
        values: The full state, in the order of display.
    """

    index: int
    last: int
    title: str
    description: str
    step: Step | None
    nodes: tuple[Target, ...]
    paths: tuple[Target, ...]
    values: tuple[Value, ...]

    @property
    def changed(self) -> tuple[Value, ...]:
        """Give the values that this step changed."""
        return tuple(value for value in self.values if value.before is not None)


def _values(trace: Trace, scenario: Scenario, index: int) -> tuple[Value, ...]:
    now = scenario.steps[index - 1].state if index else scenario.initial
    before = scenario.steps[index - 2].state if index > 1 else scenario.initial
    return tuple(
        Value(key, label, now[key], before[key] if before[key] != now[key] else None)
        for key, label in trace.state_labels.items()
    )


def moment(trace: Trace, scenario: Scenario, index: int) -> Moment:
    """Give what a viewer sees at `index`: 0 is the initial state, then the steps from 1.

    Costs as much as one step is large, however long the scenario.

    Raises:
        IndexError: If the scenario has no such step.
    """
    last = len(scenario.steps)
    if not 0 <= index <= last:
        raise IndexError(index)
    values = _values(trace, scenario, index)
    if index == 0:
        return Moment(0, last, INITIAL_TITLE, scenario.description, None, (), (), values)
    step = scenario.steps[index - 1]
    nodes = tuple(trace.targets[key] for key in step.active)
    paths = tuple(trace.targets[key] for key in step.paths)
    return Moment(index, last, step.title, step.description, step, nodes, paths, values)


def ends(trace: Trace, edge: Target) -> tuple[str, str] | None:
    """Give the labels of the nodes that an edge leaves and enters, or None where the trace does not say."""
    if edge.start is None or edge.end is None:
        return None
    return trace.targets[edge.start].label, trace.targets[edge.end].label
