"""A scenario made ready to be drawn: what is measured once instead of in every frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from tracecli.drawing.charmap import draw_map
from tracecli.model import Scenario, Target, Trace
from tracecli.playback import Moment, Subject, changes, ends, history, hits, moment
from tracecli.runs import Line
from tracecli.terminal.looks import Looks
from tracecli.widths import cell_width

_LONGEST = 2000  # characters of a title: no screen has as many columns
_TALL = 1000  # lines: no screen has as many


class Columns(NamedTuple):
    """Widths of the state table over a whole scenario, so that rows stay where they are from step to step.

    Attributes:
        labels: Of each label, in the order of display.
        value: Of the widest value.
        was: Of the widest `was …`.
    """

    labels: tuple[int, ...]
    value: int
    was: int


Counterpart = Callable[[Trace, Scenario, int, Scenario], int]
"""(trace, scenario, step, other scenario) → the other's step that does the same; 0 is the initial state."""


class Links(NamedTuple):
    """How scenarios hang together with each other and with the command line.

    Attributes:
        counterpart: Finds the aligned step of another scenario; without it, the step of the same number is taken.
        address: (scenario id, step) → what names it on the command line; without it, none is shown.
    """

    counterpart: Counterpart | None = None
    address: Callable[[str, int], str] | None = None


class Stage:
    """A scenario of a trace, for one kind of terminal.

    Attributes:
        trace: The trace.
        scenario: The scenario on the screen.
        looks: What the terminal can show.
    """

    def __init__(self, trace: Trace, scenario: Scenario, looks: Looks, links: Links | None = None) -> None:
        """Set the stage."""
        self._links = links or Links()
        self.trace = trace
        self.scenario = scenario
        self.looks = looks
        self._histories: dict[Subject, tuple[str, ...]] = {}
        self._told: dict[Subject, tuple[str, ...]] = {}
        self._hits: dict[str, tuple[int, ...]] = {}

    def moment(self, index: int) -> Moment:
        """Give what is to be seen at a step."""
        return moment(self.trace, self.scenario, index)

    def history(self, subject: Subject) -> tuple[str, ...]:
        """Give what a subject is at every moment."""
        if subject not in self._histories:
            self._histories[subject] = history(self.trace, self.scenario, subject)
        return self._histories[subject]

    def told(self, subject: Subject) -> tuple[str, ...]:
        """Give the same as it can be shown."""
        if subject not in self._told:
            self._told[subject] = tuple(map(self.looks.text, self.history(subject)))
        return self._told[subject]

    def changes(self, subject: Subject) -> tuple[int, ...]:
        """Give the moments at which a subject changes."""
        return changes(self.history(subject))

    def hits(self, needle: str) -> tuple[int, ...]:
        """Give the moments that hold what is searched for."""
        if needle not in self._hits:
            self._hits[needle] = hits(self.scenario, needle)
        return self._hits[needle]

    def counterpart(self, other: Scenario, index: int) -> int:
        """Give the step of another scenario that does what this one's step does."""
        if index == 0 or self._links.counterpart is None:
            return index
        return self._links.counterpart(self.trace, self.scenario, index, other)

    def address(self, index: int) -> str:
        """Give what names a step on the command line, or nothing."""
        return self.looks.text(self._links.address(self.scenario.id, index)) if self._links.address else ""

    def set_for(self, trace: Trace, scenario: Scenario) -> Stage:
        """Give the stage for another scenario, or for another version of the trace, on the same terminal."""
        return Stage(trace, scenario, self.looks, self._links)

    def route(self, edge: Target) -> tuple[str, str]:
        """Give an edge in words: its ends, or nothing where the trace does not say, and its label."""
        label, both = self.looks.text(edge.label), ends(self.trace, edge)
        return (f" {self.looks.glyphs.leads} ".join(map(self.looks.text, both)) if both else ""), label

    def map(self, moment: Moment, width: int, height: int) -> Sequence[Line] | None:
        """Give the map of the nodes at a step, or None where it does not fit."""
        active = frozenset(target.key for target in moment.nodes)
        paths = frozenset(target.key for target in moment.paths)
        drawn = draw_map(self.trace, active, paths, width, height)
        return None if drawn is None else [self.looks.lines(runs) for runs in drawn]

    def has_map(self, width: int) -> bool:
        """Tell whether there is a map of that width, were there lines enough; the same for all steps, and kept."""
        return draw_map(self.trace, frozenset(), frozenset(), width, _TALL) is not None

    @cached_property
    def titles(self) -> tuple[str, str]:
        """Give the titles of trace and scenario as they can be shown, as far as any screen reaches."""
        return self.looks.text(self.trace.title[:_LONGEST]), self.looks.text(self.scenario.title[:_LONGEST])

    @cached_property
    def caption(self) -> str:
        """Give the caption as it can be shown; a trace that has none gets a remark of ours."""
        return self.looks.text(self.trace.caption or "Playback time is not latency.")

    @cached_property
    def columns(self) -> Columns:
        """Measure the state table."""
        text = self.looks.text
        seen: dict[str, int] = {}
        replaced = 0
        for before, after in self._pairs():
            for key, value in before.items():
                if value not in seen:
                    seen[value] = cell_width(text(value))
                if after[key] != value:
                    replaced = max(replaced, seen[value])
        for value in self.scenario.steps[-1].state.values():
            seen.setdefault(value, cell_width(text(value)))
        labels = tuple(cell_width(text(label)) for label in self.trace.state_labels.values())
        return Columns(labels, max(seen.values(), default=0), replaced + len("was "))

    def _pairs(self) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
        before = dict(self.scenario.initial)
        for step in self.scenario.steps:
            after = dict(step.state)
            yield before, after
            before = after

    @cached_property
    def longest(self) -> str:
        """Give the longest description, by which room is kept."""
        return max((self.scenario.description, *(step.description for step in self.scenario.steps)), key=len)

    @cached_property
    def busiest(self) -> int:
        """Give the number of the step with the most active targets."""
        steps = self.scenario.steps
        return 1 + max(range(len(steps)), key=lambda index: (len(steps[index].paths), len(steps[index].active)))
