"""A loop as a timed event graph: each event happens at the latest of its predecessors, plus what it takes.

A predecessor is of the same iteration or of an earlier one; how many iterations earlier is the edge's *lag*. Decisions
have no place in such a graph, and that is why its time an iteration is exact (Baccelli, Cohen, Olsder, Quadrat:
Synchronization and Linearity, 1992, chapter 2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from tracecli.timing.facts import Loop, StepFacts, Wait, popped_before


class Event(NamedTuple):
    """The end of an operation."""

    name: str  # for messages
    resource: str  # a thread for a step's events, else what the work runs on
    step: int | None  # the step that does it, zero-based; None for a work
    work: str | None  # None for a step's events
    cost: str | None  # what it takes, by name; None takes no time
    preds: tuple[tuple[int, int], ...]  # (event, lag)


@dataclass(frozen=True, slots=True)
class Graph:
    """The events of one iteration."""

    events: tuple[Event, ...]
    order: tuple[int, ...]  # every event after its predecessors of the same iteration
    snapshot: Mapping[int, int]  # step → the event at which its snapshot holds: the end of its wait, or its own end
    waits: frozenset[int]  # the steps whose snapshot is an instant of a wait
    starts: Mapping[str, int]  # work → the event that starts it
    ends: Mapping[str, int]  # work → its own event
    puts: Mapping[str, int]  # queue → the event that puts a batch into it
    pops: Mapping[str, int]  # queue → the event that pops one
    first: Mapping[str, int]  # thread → its first event of an iteration
    last: Mapping[str, int]  # thread → its last one

    def thread_pred(self, event: int) -> tuple[int, int]:
        """Return the event of the same thread before an event of a step, and its lag."""
        own = self.events[event].resource
        return next(
            pred
            for pred in self.events[event].preds
            if self.events[pred[0]].step is not None and self.events[pred[0]].resource == own
        )

    def durations(self, costs: Mapping[str, Fraction]) -> list[Fraction]:
        """Return what each event takes."""
        return [costs[event.cost] if event.cost is not None else Fraction(0) for event in self.events]


class DeadlockError(ValueError):
    """Some events wait for each other within one iteration."""

    def __init__(self, ring: list[Event]) -> None:
        super().__init__("a ring of waits")
        self.ring = ring


def build(loop: Loop) -> Graph:
    """Build the graph of a loop whose facts are checked.

    Raises:
        DeadlockError: If no order of the events exists.
    """
    builder = _Builder(loop)
    for index, facts in enumerate(loop.steps):
        if facts is not None:
            builder.add_step(index, facts)
    return builder.finish()


class _Builder:
    """Gathers events and their predecessors. Works have the first numbers, since waits refer to later ones too."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.events = [Event(name, work.resource, None, name, work.takes, ()) for name, work in loop.work.items()]
        self.preds: list[list[tuple[int, int]]] = [[] for _ in self.events]
        self.ends = {name: number for number, name in enumerate(loop.work)}
        self.starts: dict[str, int] = {}
        self.puts: dict[str, int] = {}
        self.pops: dict[str, int] = {}
        self.first: dict[str, int] = {}
        self.last: dict[str, int] = {}
        self.snapshot: dict[int, int] = {}
        self.waits: set[int] = set()

    def add_step(self, index: int, facts: StepFacts) -> None:
        """Add up to three events of a step: its wait, its own work, and the wait for what it started."""
        if facts.pops is not None or facts.waits:
            number = self.add_event(index, facts.resource, waits=facts.waits)
            if facts.pops is not None:
                self.pops[facts.pops] = number
        own = self.add_event(index, facts.resource, cost=facts.takes)
        if facts.puts is not None:
            self.puts[facts.puts] = own
        for name in facts.starts:
            self.starts[name] = own
            self.preds[self.ends[name]].append((own, 0))
        if facts.until:
            self.add_event(index, facts.resource, waits=facts.until)
        self.snapshot.setdefault(index, own)

    def add_event(self, step: int, thread: str, *, cost: str | None = None, waits: tuple[Wait, ...] = ()) -> int:
        """Add an event after the thread's last one; the snapshot of a step that waits is that of its last wait."""
        number = len(self.events)
        self.events.append(Event(f"step {step + 1}", thread, step, None, cost, ()))
        self.preds.append([(self.last[thread], 0)] if thread in self.last else [])
        self.first.setdefault(thread, number)
        self.last[thread] = number
        for wait in waits:
            lag = self.loop.queues[popped_before(self.loop, step) or ""] if wait.back is None else wait.back
            self.preds[number].append((self.ends[wait.work], lag))
            self.snapshot[step] = number
            self.waits.add(step)
        return number

    def finish(self) -> Graph:
        """Add what holds between steps: queues, the way back to the first step, and the order on each resource."""
        for queue, number in self.pops.items():
            self.preds[number].append((self.puts[queue], self.loop.queues[queue]))
        for thread, number in self.first.items():
            self.preds[number].append((self.last[thread], 1))
        served: dict[str, list[int]] = {}
        for name in self.starts:  # in the order in which they start
            served.setdefault(self.loop.work[name].resource, []).append(self.ends[name])
        for ends in served.values():
            for before, number in pairwise(ends):
                self.preds[number].append((before, 0))
            self.preds[ends[0]].append((ends[-1], 1))
        for name, work in self.loop.work.items():
            self.preds[self.ends[name]].extend((self.ends[wait.work], wait.back or 0) for wait in work.waits)
        events = tuple(
            event._replace(preds=tuple(dict.fromkeys(found)))
            for event, found in zip(self.events, self.preds, strict=True)
        )
        return Graph(
            events=events,
            order=_order(events),
            snapshot=self.snapshot,
            waits=frozenset(self.waits),
            starts=self.starts,
            ends=self.ends,
            puts=self.puts,
            pops=self.pops,
            first=self.first,
            last=self.last,
        )


def _order(events: tuple[Event, ...]) -> tuple[int, ...]:
    """Return a topological order over the edges of one iteration."""
    missing = [sum(lag == 0 for _, lag in event.preds) for event in events]
    following: list[list[int]] = [[] for _ in events]
    for number, event in enumerate(events):
        for before, lag in event.preds:
            if lag == 0:
                following[before].append(number)
    order = [number for number, count in enumerate(missing) if count == 0]
    for number in order:
        for after in following[number]:
            missing[after] -= 1
            if missing[after] == 0:
                order.append(after)
    if len(order) < len(events):
        raise DeadlockError(_ring(events, set(range(len(events))).difference(order)))
    return tuple(order)


def _ring(events: tuple[Event, ...], stuck: set[int]) -> list[Event]:
    """Return a ring among events each of which has a predecessor among them, in the order of waiting."""
    number, seen = min(stuck), list[int]()
    while number not in seen:
        seen.append(number)
        number = next(before for before, lag in events[number].preds if lag == 0 and before in stuck)
    return [events[number] for number in seen[seen.index(number) :]]
