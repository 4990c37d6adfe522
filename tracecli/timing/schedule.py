"""When each operation runs: from the start, and in the steady state; busy shares, latency, lanes and snapshots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import NamedTuple

from tracecli.iterations import named, spelled
from tracecli.lanes import Bar, Lane
from tracecli.timing.facts import Loop
from tracecli.timing.graph import Graph
from tracecli.timing.period import Period


def simulate(graph: Graph, durations: Sequence[Fraction], iterations: int) -> list[list[Fraction]]:
    """Return when each event happens from a start with everything at rest: a list for each iteration.

    What iterations before the first would have done is there at time 0.
    """
    times: list[list[Fraction]] = []
    for n in range(iterations):
        row = [Fraction(0)] * len(graph.events)
        for event in graph.order:
            earliest = [
                (row if lag == 0 else times[n - lag])[before] for before, lag in graph.events[event].preds if lag <= n
            ]
            row[event] = max(earliest, default=Fraction(0)) + durations[event]
        times.append(row)
    return times


@dataclass(frozen=True, slots=True)
class Schedule:
    """The steady state: an event happens at its own time and then every `period.time`."""

    loop: Loop
    graph: Graph
    period: Period
    durations: tuple[Fraction, ...]
    times: tuple[Fraction, ...]  # when iteration k's event happens; the first thread begins iteration k at 0
    runaway: tuple[str, ...]  # threads that nothing holds back at these costs, while others take longer

    def begins(self, event: int) -> Fraction:
        """Return when the operation of an event begins to run."""
        return self.times[event] - self.durations[event]


def steady(loop: Loop, graph: Graph, period: Period) -> Schedule:
    """Return the steady state, which is the eigenvector of the graph: no warm-up is simulated.

    Where the slowest part of a loop does not hold back another part, that one is drawn at the pace of the slowest, and
    its thread is named as running away.
    """
    durations = graph.durations(loop.costs)
    scale = lcm(*(value.denominator for value in durations), period.time.denominator)
    pace = int(period.time * scale)
    weights = [int(value * scale) for value in durations]
    far: list[int | None] = [None] * len(weights)
    _extend(graph, weights, pace, far, period.cycle[0])
    held = [value is not None for value in far]
    while None in far:  # upstream of the slowest part: as late as it can be without delaying what is placed
        event = next(number for number in graph.order if far[number] is None)
        own: list[int | None] = [None] * len(weights)
        _extend(graph, weights, pace, own, event)
        late = [value - reach for value, reach in zip(far, own, strict=True) if value is not None and reach is not None]
        move = min(late, default=0)
        for number, reach in enumerate(own):
            if reach is not None and far[number] is None:
                far[number] = reach + move
    placed = [value for value in far if value is not None]
    thread = next(iter(graph.first))
    start = placed[graph.last[thread]] - pace
    times = tuple(Fraction(value - start, scale) for value in placed)
    runaway = tuple(name for name, last in graph.last.items() if not held[last])
    return Schedule(loop, graph, period, tuple(durations), times, runaway)


def _extend(graph: Graph, weights: Sequence[int], pace: int, far: list[int | None], source: int) -> None:
    """Fill in the longest distances from a source."""
    far[source] = 0
    changed = True
    while changed:
        changed = False
        for event in graph.order:
            for before, lag in graph.events[event].preds:
                reached = far[before]
                if reached is None:
                    continue
                reach = reached + weights[event] - pace * lag
                here = far[event]
                if here is None or reach > here:
                    far[event], changed = reach, True


def unheld(graph: Graph) -> list[str]:
    """Return the threads that start work and wait for none of it, directly or through others, at any costs."""
    found = []
    for thread, last in graph.last.items():
        works = {event for name, event in graph.ends.items() if graph.events[graph.starts[name]].resource == thread}
        before, rest = set[int](), [last]
        while rest:
            for number, _ in graph.events[rest.pop()].preds:
                if number not in before:
                    before.add(number)
                    rest.append(number)
        if works and not works & before:
            found.append(thread)
    return found


class Share(NamedTuple):
    """How much of an iteration a device works."""

    label: str  # of the device's resources
    busy: Fraction  # 0 to 1
    thread: bool  # it runs steps; the rest of its time it waits


def shares(schedule: Schedule) -> list[Share]:
    """Return the busy share of each device, in order of display; a resource that names no device is one."""
    period = schedule.period.time
    devices: dict[str, list[str]] = {}
    for name, resource in schedule.loop.resources.items():
        devices.setdefault(
            f"device {resource.device}" if resource.device is not None else f"resource {name}", []
        ).append(name)
    found = []
    for names in devices.values():
        events = [
            number
            for number, event in enumerate(schedule.graph.events)
            if event.resource in names and schedule.durations[number]
        ]
        if not any(event.resource in names for event in schedule.graph.events):
            continue
        spans = [(schedule.begins(number), schedule.durations[number]) for number in events]
        busy = _covered(spans, period) / period if period else Fraction(0)
        label = schedule.loop.resources[names[0]].device if len(names) > 1 else schedule.loop.resources[names[0]].label
        found.append(Share(label or names[0], busy, names[0] in schedule.graph.first))
    return found


def _covered(spans: Sequence[tuple[Fraction, Fraction]], period: Fraction) -> Fraction:
    """Return how much of a period the spans cover together, each repeated every period.

    Args:
        spans: (start, length) of each.
        period: More than 0.
    """
    pieces = []
    for start, length in spans:
        if length >= period:
            return period
        begin = start % period
        pieces.append((begin, min(begin + length, period)))
        if begin + length > period:
            pieces.append((Fraction(0), begin + length - period))
    total = reached = Fraction(0)
    for begin, end in sorted(pieces):
        total += max(Fraction(0), end - max(begin, reached))
        reached = max(reached, end)
    return total


def latency(schedule: Schedule) -> Fraction:
    """Return the time from choosing a batch to having handled it.

    It begins with the first thread's iteration, and ends with the iteration in which the last step's thread handles
    that batch: as many iterations later as the waits and queues before it reach back.
    """
    graph, loop = schedule.graph, schedule.loop
    behind: dict[str, int] = {}
    puts = {step.puts: step.resource for step in loop.steps if step and step.puts}
    for step in loop.steps:  # threads in the order of their first steps
        if step is None:
            continue
        own = behind.get(step.resource, 0)
        if step.pops is not None:
            giver = puts.get(step.pops, step.resource)
            own = max(own, loop.queues[step.pops] + (behind.get(giver, 0) if giver != step.resource else 0))
        back = [wait.back for wait in (*step.waits, *step.until) if wait.back is not None]
        behind[step.resource] = max([own, *back])
    last = [step.resource for step in loop.steps if step][-1]
    return schedule.times[graph.last[last]] + behind[last] * schedule.period.time


def lanes(schedule: Schedule, iterations: int, handles: Sequence[int | None] = ()) -> list[Lane]:
    """Return a lane for each resource over some iterations of the steady state, from 0 in the loop's unit.

    Args:
        schedule: The steady state.
        iterations: How many iterations of the first thread to show.
        handles: For each step, the batch that it handles: −1 for k−1, None for none. Left out: the iteration's own.
    """
    period, end = schedule.period.time, schedule.period.time * iterations
    found = []
    for name, resource in schedule.loop.resources.items():
        events = [number for number, event in enumerate(schedule.graph.events) if event.resource == name]
        bars = []
        for number in events:
            event, length = schedule.graph.events[number], schedule.durations[number]
            if not length:
                continue
            n = -_floor(schedule.times[number] / period)
            while (start := schedule.begins(number) + n * period) < end:
                if start + length > 0:
                    of_step = handles[event.step] if event.step is not None and event.step < len(handles) else 0
                    batch = None if of_step is None else n + of_step
                    label = f"{event.cost} {spelled(batch)}" if batch is not None else str(event.cost)
                    bars.append(Bar(max(start, Fraction(0)), min(start + length, end), label, iteration=batch))
                n += 1
        if events:
            found.append(Lane(resource.label, tuple(sorted(bars, key=lambda bar: bar.start))))
    return found


def _floor(value: Fraction) -> int:
    return value.numerator // value.denominator


class Contradiction(NamedTuple):
    """A state value that names other batches than are in flight."""

    step: int  # 0 for the initial state, else from 1
    key: str
    value: str
    says: tuple[int, ...]  # batches that the value names: −1 for k−1
    actual: tuple[int, ...]  # batches in flight at the moment of the step, or when its wait begins
    always: bool  # at any costs above zero, not only at these


def contradictions(schedule: Schedule, states: Sequence[Mapping[str, str]]) -> list[Contradiction]:
    """Compare what states say is in flight with the steady state.

    A step that waits is judged at an instant of its wait, one that makes all its cells true together; every other one
    at its end. Work that begins or ends exactly then may be named or not.

    Args:
        schedule: The steady state at the costs to judge by.
        states: The initial state, then each step's.
    """
    return [found for step, state in enumerate(states) for found in _judge(schedule, step, state)]


def _judge(schedule: Schedule, step: int, state: Mapping[str, str]) -> list[Contradiction]:
    """Return the contradictions of one snapshot, at the instant that leaves fewest of them."""
    watched = {key: works for key, works in schedule.loop.in_flight.items() if key in state}
    if not watched or not schedule.period.time:
        return []
    moment = _Moment(schedule, step)
    says = {key: set(named(state[key])) for key in watched}
    best: list[tuple[str, set[int]]] | None = None
    for instant in moment.instants():
        wrong = []
        for key, names in watched.items():
            surely, perhaps = moment.in_flight(names, instant)
            if not surely <= says[key] <= surely | perhaps:
                wrong.append((key, surely | perhaps))
        if best is None or len(wrong) < len(best):
            best = wrong
    return [
        Contradiction(
            step,
            key,
            state[key],
            tuple(sorted(says[key])),
            tuple(sorted(actual)),
            moment.never(watched[key], says[key]),
        )
        for key, actual in best or ()
    ]


class _Moment:
    """The moment of a snapshot: an event of a thread, and the instants at which the snapshot may hold."""

    def __init__(self, schedule: Schedule, step: int) -> None:
        self.schedule = schedule
        graph, loop = schedule.graph, schedule.loop
        self.iteration = 0  # after k
        if loop.again is not None and step >= loop.again:
            self.iteration, step = 1, step - loop.again + 1
        facts = loop.steps[step - 1] if step else None
        self.thread = facts.resource if facts else next(iter(graph.first))
        own = [
            index
            for index in graph.snapshot
            if index < step and graph.events[graph.snapshot[index]].resource == self.thread
        ]
        if own:
            self.event = graph.snapshot[own[-1]]
            if own[-1] != step - 1 or step - 1 not in graph.waits:  # the end of the last step that has facts
                self.event = max(number for number, event in enumerate(graph.events) if event.step == own[-1])
        else:
            self.event, self.iteration = graph.last[self.thread], self.iteration - 1
        self.ends_step = (
            bool(own) and own[-1] == step - 1
        )  # else the step has no facts, and its moment is the one before
        self.entered = (self.event, self.iteration)
        if self.ends_step and step - 1 in graph.waits:
            event, lag = graph.thread_pred(self.event)
            self.entered = (event, self.iteration - lag)

    def time(self, event: int, iteration: int) -> Fraction:
        return self.schedule.times[event] + iteration * self.schedule.period.time

    def instants(self) -> list[Fraction]:
        """Return the instants between which nothing changes, the first one first, and some between them."""
        begin, end = self.time(*self.entered), self.time(self.event, self.iteration)
        if begin == end:
            return [end]
        marks = {begin, end}
        for time in self.schedule.times:
            first = -_floor((time - begin) / self.schedule.period.time)
            while (mark := time + first * self.schedule.period.time) < end:
                marks.add(mark)
                first += 1
        ordered = sorted(marks)
        return ordered + [(one + two) / 2 for one, two in pairwise(ordered)]

    def happened(self, event: int, iteration: int, instant: Fraction) -> bool | None:
        """Return whether a thread's event has happened; None where another thread's happens just then."""
        if self.schedule.graph.events[event].resource == self.thread:
            return (iteration, event) <= (self.iteration, self.event)
        time = self.time(event, iteration)
        return None if time == instant else time < instant

    def in_flight(self, names: tuple[str, ...], instant: Fraction) -> tuple[set[int], set[int]]:
        """Return the batches in flight at an instant, and those that begin or end to be so just then."""
        surely, perhaps = set[int](), set[int]()
        for batch, begun, ended in self.flights(names, instant):
            if begun is not False and ended is not True:
                (perhaps if begun is None or ended is None else surely).add(batch)
        return surely, perhaps - surely

    def flights(self, names: tuple[str, ...], instant: Fraction) -> Iterator[tuple[int, bool | None, bool | None]]:
        """Yield (batch, begun, ended) of every batch that may be in flight; None means: just then."""
        graph, period = self.schedule.graph, self.schedule.period.time
        for name in names:
            if name in self.schedule.loop.queues:
                held = self.schedule.loop.queues[name]
                for batch in range(self.iteration - held - 1, self.iteration + 2):
                    yield (
                        batch,
                        self.happened(graph.puts[name], batch, instant),
                        self.happened(graph.pops[name], batch + held, instant),
                    )
                continue
            end = graph.ends[name]
            batch = -_floor((self.schedule.times[end] - instant) / period)  # the first one that has not ended before
            while (begun := self.happened(graph.starts[name], batch, instant)) is not False:
                if self.ends_step and (batch, graph.starts[name]) == (self.iteration, self.event):
                    begun = None  # the step ends with starting it
                yield batch, begun, None if self.time(end, batch) == instant else False
                batch += 1

    def never(self, names: tuple[str, ...], says: set[int]) -> bool:
        """Return whether what a value says is impossible at any costs above zero, as far as order alone shows it."""
        graph = self.schedule.graph
        position = (self.iteration, self.event)
        if any(name in self.schedule.loop.queues for name in names):
            return (
                graph.events[graph.puts[names[0]]].resource
                == graph.events[graph.pops[names[0]]].resource
                == self.thread
            )
        if any(graph.events[graph.starts[name]].resource != self.thread for name in names):
            return False
        leaving = _least_lags(graph, self.event)
        for name in names:  # in flight for certain, and not named
            start, end = graph.starts[name], graph.ends[name]
            # The newest batch begun before now; older ones may have ended.
            begun = start < self.event or (start == self.event and not self.ends_step)
            batch = self.iteration if begun else self.iteration - 1
            lag = leaving[end]
            if batch not in says and lag is not None and self.iteration + lag <= batch:
                return True
        entered, iteration = self.entered
        for batch in says:  # named, and for certain not in flight
            states = []
            for name in names:
                lag = _least_lags(graph, graph.ends[name])[entered]
                unborn = (batch, graph.starts[name]) > position
                states.append(unborn or (lag is not None and batch + lag <= iteration))
            if all(states):
                return True
        return False


def _least_lags(graph: Graph, source: int) -> list[int | None]:
    """Return for each event the fewest iterations after which it can't come before `source`; None: it may."""
    least: list[int | None] = [None] * len(graph.events)
    least[source] = 0
    changed = True
    while changed:
        changed = False
        for event in graph.order:
            for before, lag in graph.events[event].preds:
                via = least[before]
                here = least[event]
                if via is not None and (here is None or via + lag < here):
                    least[event], changed = via + lag, True
    return least
