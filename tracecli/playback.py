"""What a viewer sees and when: moments, pace, cursor, watching and searching. Pure; knows no terminal and no clock."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from tracecli.model import Kind, Scenario, Step, Target, Trace
from tracecli.text import reading_ms

INITIAL_TITLE = "Initial state"


class Value(NamedTuple):
    """One state key at a moment."""

    key: str
    label: str
    value: str
    before: str | None = None  # at the moment before; None where it is the same or there is no moment before


@dataclass(frozen=True, slots=True)
class Moment:
    """All that a viewer sees of a scenario at one step."""

    index: int  # 0 for the initial state, else the step's number
    last: int  # the number of steps
    title: str  # our own words for the initial state
    description: str  # the scenario's for the initial state
    step: Step | None  # None for the initial state
    nodes: tuple[Target, ...]  # active, in the step's order
    paths: tuple[Target, ...]  # travelled, in the step's order; labelled with what travels there, where a step says it
    values: tuple[Value, ...]  # the full state, in the order of display

    @property
    def changed(self) -> tuple[Value, ...]:
        """The values that this step changed."""
        return tuple(value for value in self.values if value.before is not None)


def _values(trace: Trace, scenario: Scenario, index: int) -> tuple[Value, ...]:
    now = scenario.steps[index - 1].state if index else scenario.initial
    before = scenario.steps[index - 2].state if index > 1 else scenario.initial
    return tuple(
        Value(key, label, now[key], before[key] if before[key] != now[key] else None)
        for key, label in trace.state_labels.items()
    )


def moment(trace: Trace, scenario: Scenario, index: int) -> Moment:
    """Return what a viewer sees at `index`: 0 is the initial state, then the steps from 1.

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
    paths = tuple(_with_messages(trace.targets[key], step) for key in step.paths)
    return Moment(index, last, step.title, step.description, step, nodes, paths, values)


def _with_messages(edge: Target, step: Step) -> Target:
    """Return an edge with what travels on it as its label; one without ends keeps its own label in front."""
    messages = ", ".join(step.messages.get(edge.key, ()))
    if not messages:
        return edge
    return replace(edge, label=messages if edge.start is not None else f"{edge.label}: {messages}")


class NodeState(NamedTuple):
    """What a node that shows a state key looks like at a moment."""

    look: Literal["lit", "running", "idle"]  # acting now; not acting, and its value is not quiet; its value is quiet
    value: str


def node_states(trace: Trace, now: Moment) -> dict[str, NodeState]:
    """Return the state of each node that shows a state key."""
    acting = {node.key for node in now.nodes}
    values = {value.key: value.value for value in now.values}
    found = {}
    for key, target in trace.targets.items():
        if target.shows is not None:
            value = values[target.shows]
            quiet = value in (trace.lanes or {}).get(target.shows, ())
            found[key] = NodeState("lit" if key in acting else "idle" if quiet else "running", value)
    return found


def ends(trace: Trace, edge: Target) -> tuple[str, str] | None:
    """Return the labels of the nodes that an edge leaves and enters, or None where the trace does not say."""
    if edge.start is None or edge.end is None:
        return None
    return trace.targets[edge.start].label, trace.targets[edge.end].label


# The pace is the reader's: words need time, whatever duration the author wrote.
_DAY_MS = 24 * 60 * 60 * 1000  # longer waits overflow what a system's wait call takes, and no one sits through them
_INITIAL_MS = 1000  # the initial state has no duration of its own


def _scaled(milliseconds: int, speed: float) -> int:
    return round(min(milliseconds, _DAY_MS) / speed)


def stay_ms(step: Step, wpm: int, speed: float) -> int:
    """Return how many milliseconds a step stays.

    Args:
        step: The step; its title and description have to be read.
        wpm: Words a minute; 0 lets the author's duration decide alone.
        speed: Above 1 is faster. It scales the time for words too.
    """
    return _scaled(max(step.duration, reading_ms(f"{step.title} {step.description}", wpm)), speed)


def initial_stay_ms(scenario: Scenario, wpm: int, speed: float) -> int:
    """Return how many milliseconds the initial state stays, with the scenario's description to read."""
    return _scaled(max(_INITIAL_MS, reading_ms(scenario.description, wpm)), speed)


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in a scenario, and never outside it."""

    last: int  # the number of steps
    index: int = 1  # 0 for the initial state, else the step's number

    @property
    def at_end(self) -> bool:
        """Whether this is the last step."""
        return self.index >= self.last

    def seek(self, index: int) -> Cursor:
        """Return the cursor at `index`, or at the nearest place that exists."""
        return Cursor(self.last, max(0, min(index, self.last)))

    def next(self) -> Cursor:
        """Return the cursor at the next step; the last step is its own next."""
        return self.seek(self.index + 1)

    def back(self) -> Cursor:
        """Return the cursor at the previous step; the initial state is its own."""
        return self.seek(self.index - 1)

    def watch(self, stops: Sequence[int], *, forward: bool) -> Cursor:
        """Return the cursor at the nearest of `stops` on that side, or the same cursor when there is none.

        Args:
            stops: Places worth stopping at, in ascending order.
            forward: Towards the end, or towards the initial state.
        """
        if forward:
            after = bisect_right(stops, self.index)
            return self.seek(stops[after]) if after < len(stops) else self
        before = bisect_left(stops, self.index)
        return self.seek(stops[before - 1]) if before else self


What = Literal["state", "target"]


class Subject(NamedTuple):
    """Something to watch over a whole scenario."""

    what: What  # one name may be a state key and a target
    key: str
    label: str


def subjects(trace: Trace) -> tuple[Subject, ...]:
    """Return everything that can be watched: the state keys in the order of display, then the targets as declared."""
    states = [Subject("state", key, label) for key, label in trace.state_labels.items()]
    targets = [Subject("target", target.key, target.label) for target in trace.targets.values()]
    return (*states, *targets)


def find_subject(trace: Trace, name: str) -> Subject | None:
    """Return the state key or target called `name`, or None.

    A name that is both is the state key; `state:NAME` and `target:NAME` say which is meant.
    """
    for subject in subjects(trace):
        if name in {subject.key, f"{subject.what}:{subject.key}"}:
            return subject
    return None


def history(trace: Trace, scenario: Scenario, subject: Subject) -> tuple[str, ...]:
    """Return what the subject is at every moment, the initial state first.

    A state key has its values; a target is `active` (a node), `travelled` (an edge) or nothing.
    """
    if subject.what == "state":
        return (scenario.initial[subject.key], *(step.state[subject.key] for step in scenario.steps))
    if trace.targets[subject.key].kind is Kind.NODE:
        return ("", *("active" if subject.key in step.active else "" for step in scenario.steps))
    return ("", *("travelled" if subject.key in step.paths else "" for step in scenario.steps))


def changes(row: Sequence[str]) -> tuple[int, ...]:
    """Return the moments of a history at which it differs from the moment before."""
    return tuple(index for index in range(1, len(row)) if row[index] != row[index - 1])


# What people type as a hyphen: hyphens, dashes and minus signs (Unicode's Dash property, but for the swung ones).
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−⁃－﹣˗"), "-")
_ACCENTS = range(0x300, 0x370)  # combining diacritical marks: `e` finds `é` however it was composed


class Folded:
    """A text as search sees it (`k-1` finds `k−1`), with the way back to the original's characters.

    `text` has compatibility forms, case, accents and kinds of dash folded away.
    """

    __slots__ = ("_origins", "text")

    def __init__(self, original: str) -> None:
        """Fold `original` character by character."""
        pieces: list[str] = []
        self._origins: list[int] = []
        for index, char in enumerate(original):
            piece = _fold_char(char)
            pieces.append(piece)
            self._origins.extend([index] * len(piece))
        self.text = "".join(pieces)

    def find(self, needle: Folded) -> Iterator[tuple[int, int]]:
        """Yield the places of `needle` in the original as (start, end) in code points, not overlapping."""
        start = self.text.find(needle.text) if needle.text else -1
        while start >= 0:
            end = start + len(needle.text)
            yield self._origins[start], self._origins[end - 1] + 1
            start = self.text.find(needle.text, end)


def _fold_char(char: str) -> str:
    if char.isascii():
        return {"\n": " ", "\t": " ", "\r": ""}.get(char, char.lower())  # a phrase is found across line breaks
    parts = unicodedata.normalize("NFKD", char.translate(_DASHES)).casefold()
    return "".join(part for part in parts if ord(part) not in _ACCENTS).translate(_DASHES)


def matches(text: str, needle: str) -> list[tuple[int, int]]:
    """Return where `needle` is in `text`, as (start, end) in code points."""
    return list(Folded(text).find(Folded(needle)))


def hits(scenario: Scenario, needle: str) -> tuple[int, ...]:
    """Return the moments whose title, description or values hold `needle`; 0 is the initial state."""
    wanted = Folded(needle).text
    if not wanted:
        return ()
    known: dict[str, bool] = {}  # values repeat from step to step: each text is folded once

    def holds(text: str) -> bool:
        if text not in known:
            known[text] = wanted in Folded(text).text
        return known[text]

    texts = [(INITIAL_TITLE, scenario.description, *scenario.initial.values())]
    texts += [(step.title, step.description, *step.state.values()) for step in scenario.steps]
    return tuple(index for index, said in enumerate(texts) if any(map(holds, said)))


def chosen(trace: Trace, scenario: Scenario | None) -> tuple[Scenario, ...]:
    """Return the scenarios to write: the one that is named, or all of them."""
    return trace.scenarios if scenario is None else (scenario,)


def path_words(trace: Trace, edge: Target) -> str:
    """Return an edge as `Pick batch → Launch step: Hand batch to launch`; its label alone where it has no ends."""
    both = ends(trace, edge)
    return edge.label if both is None else f"{both[0]} → {both[1]}: {edge.label}"


EMPTY = "(empty)"
"""What is shown for a value without anything to see, which would look like a mistake."""


def seen(value: str) -> str:
    """Return a value, or words that say that there is nothing to see."""
    return value if value.strip() else EMPTY
