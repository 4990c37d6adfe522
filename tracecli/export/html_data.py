"""What the player in a page is given: the trace as it is shown, and which step of one scenario is which of another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from tracecli.comparing import Matches, align
from tracecli.comparing.rows import rows
from tracecli.export.html_text import shown
from tracecli.export.svgtext import element_id
from tracecli.export.words import seen
from tracecli.model import Kind, Scenario, Target, Trace
from tracecli.playback import Moment, initial_stay_ms, moment, stay_ms

PREFIX = "t-"
"""Begins the ids of the drawing's elements."""

_MOST_PAIRS = 28
"""Pairs of scenarios that can be compared, beyond those of neighbours: all of eight scenarios."""


def page_data(trace: Trace, scenarios: Sequence[Scenario], start: int, wpm: int) -> dict[str, Any]:
    """Give the data, all texts ready to be shown.

    Args:
        trace: The trace.
        scenarios: Those in the page, in the order of their tabs.
        start: The step at which the first one opens.
        wpm: Words a minute that are read; 0: durations alone.

    Returns:
        Targets, state values and scenarios are referred to by their place in the lists; steps by number, 0 being the
        initial state; times are in milliseconds. A target with `ends` is an edge, a pair of them where they are known.
    """
    numbering = _Numbering(trace, wpm)
    return {
        "start": start,
        "labels": [shown(label) for label in trace.state_labels.values()],
        "targets": [numbering.target(target) for target in trace.targets.values()],
        "scenarios": [numbering.scenario(scenario) for scenario in scenarios],
        "values": numbering.values,
        "pairs": list(_pairs(trace, scenarios)),
    }


class _Numbering:
    """Says everything that repeats from step to step by number.

    Attributes:
        values: The state values by number.
    """

    def __init__(self, trace: Trace, wpm: int) -> None:
        self.values: list[str] = []
        self._trace, self._wpm = trace, wpm
        self._places = {key: place for place, key in enumerate(trace.targets)}
        self._numbers: dict[str, int] = {}

    def target(self, target: Target) -> dict[str, Any]:
        found = {"id": element_id(PREFIX, target.id), "label": shown(target.label)}
        if target.kind is Kind.NODE:
            return found
        both = (target.start, target.end) if target.start is not None and target.end is not None else ()
        return {**found, "ends": [self._places[key] for key in both]}

    def scenario(self, scenario: Scenario) -> dict[str, Any]:
        moments = (moment(self._trace, scenario, index) for index in range(len(scenario.steps) + 1))
        return {
            "id": scenario.id,
            "title": shown(scenario.title),
            "unused": [self._places[key] for key in scenario.unselected],
            "moments": [self._moment(scenario, now) for now in moments],
        }

    def _moment(self, scenario: Scenario, now: Moment) -> list[Any]:
        """Give title, text, how long it stays, nodes, paths and state: a list, since there are many of them."""
        return [
            shown(now.title),
            shown(now.description),
            stay_ms(now.step, self._wpm, 1) if now.step else initial_stay_ms(scenario, self._wpm, 1),
            [self._places[node.key] for node in now.nodes],
            [self._places[edge.key] for edge in now.paths],
            [self._value(value.value) for value in now.values],
        ]

    def _value(self, value: str) -> int:
        if value not in self._numbers:
            self._numbers[value] = len(self.values)
            self.values.append(shown(seen(value)))
        return self._numbers[value]


def _pairs(trace: Trace, scenarios: Sequence[Scenario]) -> Iterator[list[Any]]:
    """Give [left, right, rows] for pairs of scenarios, near ones first; a row is [mark, left steps, right steps]."""
    same = Matches({key: key for key in trace.targets}, (), ())
    for left, right in islice(_couples(len(scenarios)), max(_MOST_PAIRS, len(scenarios) - 1)):
        lines = rows(align(scenarios[left], scenarios[right], same))
        yield [left, right, [[row.mark, row.left, row.right] for row in lines]]


def _couples(count: int) -> Iterator[tuple[int, int]]:
    for apart in range(1, count):
        yield from ((left, left + apart) for left in range(count - apart))
