"""The time of an iteration: the maximum cycle ratio of the event graph, and as a formula of named costs.

The period is never measured by simulating: with costs of 6 against 6.001, sixty iterations have not settled yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import NamedTuple

from tracecli.timing.graph import Graph

MAX_CYCLES = 5000  # of which a formula is made
MAX_TERMS = 60  # of a formula that anybody reads


class Term(NamedTuple):
    """What one cycle of waits costs: the sum of its costs over the iterations that it spans."""

    costs: tuple[tuple[str, int], ...]  # cost → how often it is paid, in the order declared
    iterations: int

    def __str__(self) -> str:
        """Return the term as people write it, `(schedule + 2·launch + forward) / 2`."""
        total = " + ".join(name if times == 1 else f"{times}·{name}" for name, times in self.costs) or "0"
        if self.iterations == 1:
            return total
        return f"{total} / {self.iterations}" if len(self.costs) < 2 else f"({total}) / {self.iterations}"

    def value(self, costs: Mapping[str, Fraction]) -> Fraction:
        """Return the term at given costs."""
        return sum((costs[name] * times for name, times in self.costs), Fraction(0)) / self.iterations


class Period(NamedTuple):
    """The time of an iteration."""

    time: Fraction
    decides: Term  # the cycle that takes this long
    cycle: tuple[int, ...]  # its events


def term_of(graph: Graph, cycle: list[tuple[int, int]], costs: Mapping[str, Fraction]) -> Term:
    """Return the term of a cycle.

    Args:
        graph: The loop's events.
        cycle: (event, lag of the edge that enters it) of each event.
        costs: All costs; their order is the term's.
    """
    paid = Counter(graph.events[event].cost for event, _ in cycle)
    return Term(tuple((name, paid[name]) for name in costs if paid[name]), sum(lag for _, lag in cycle))


def period(graph: Graph, costs: Mapping[str, Fraction]) -> Period:
    """Return the time of an iteration at given costs, exactly.

    A guess is raised to the ratio of any cycle that exceeds it, until none does: Newton's method for the maximum cycle
    ratio. Each guess is a real cycle's, so the last one is the answer, and there are finitely many.
    """
    durations = graph.durations(costs)
    scale = lcm(*(duration.denominator for duration in durations), 1)
    whole = [int(duration * scale) for duration in durations]
    # A thread's own order is a cycle of one iteration, so there always is one to begin with.
    cycle = _thread_cycle(graph)
    while True:
        top, iterations = sum(whole[event] for event, _ in cycle), sum(lag for _, lag in cycle)
        better = _longer_cycle(graph, [value * iterations for value in whole], top)
        if better is None:
            events = tuple(event for event, _ in cycle)
            return Period(Fraction(top, iterations * scale), term_of(graph, cycle, costs), events)
        cycle = better


def _thread_cycle(graph: Graph) -> list[tuple[int, int]]:
    thread, number = next(iter(graph.last.items()))
    own = [index for index, event in enumerate(graph.events) if event.step is not None and event.resource == thread]
    return [(index, 1 if index == own[0] else 0) for index in own] or [(number, 1)]


def _longer_cycle(graph: Graph, weights: list[int], each: int) -> list[tuple[int, int]] | None:
    """Return a cycle whose weights exceed `each` times its lag, or None: Bellman-Ford for longest paths.

    Within a pass, events come in the order of one iteration, so only edges with a lag need another pass.
    """
    far = [0] * len(weights)
    via: list[tuple[int, int] | None] = [None] * len(weights)
    while True:
        changed = False
        for event in graph.order:
            for before, lag in graph.events[event].preds:
                reach = far[before] + weights[event] - each * lag
                if reach > far[event]:
                    far[event], via[event], changed = reach, (before, lag), True
        if not changed:
            return None
        if cycle := _cycle_in(via):
            return cycle


def _cycle_in(via: list[tuple[int, int] | None]) -> list[tuple[int, int]] | None:
    """Return a cycle among the chosen predecessors, if there is one; with longest paths it exceeds the guess."""
    state = [0] * len(via)  # 0 not seen, else the number of the walk that saw it
    for start in range(len(via)):
        event, walk = start, start + 1
        while state[event] == 0 and (step := via[event]) is not None:
            state[event] = walk
            event = step[0]
        if state[event] == walk:
            cycle = []
            at = event
            while True:
                before, lag = via[at]  # type: ignore[misc]
                cycle.append((at, lag))
                at = before
                if at == event:
                    return cycle[::-1]
        state[event] = state[event] or walk
    return None


def formula(graph: Graph, costs: Mapping[str, Fraction]) -> list[Term] | None:
    """Return the terms whose largest is the period at any costs, or None where there are too many to read.

    A term is left out when it never exceeds another one, or the average of two others. The order is by iterations,
    then by how many costs.
    """
    found = formula_events(graph, costs)
    return None if found is None else list(found)


def formula_events(graph: Graph, costs: Mapping[str, Fraction]) -> dict[Term, int] | None:
    """Return the terms of the formula, each with an event of a cycle that takes as long; None as for `formula`."""
    found: dict[Term, int] = {}
    for count, cycle in enumerate(_cycles(graph)):
        if count >= MAX_CYCLES:
            return None
        found.setdefault(term_of(graph, cycle, costs), cycle[0][0])
    kept: list[tuple[Term, list[int]]] = []
    for term in sorted(found, key=lambda term: -sum(times for _, times in term.costs) / term.iterations):
        vector = _vector(term, costs)
        if not any(_covers(other, whole, term, vector) for other, whole in kept):
            kept.append((term, vector))
        if len(kept) > MAX_TERMS:
            return None
    kept.sort(key=lambda pair: (pair[0].iterations, sum(pair[1]), pair[1]))
    for pair in kept[::-1]:
        rest = [other for other in kept if other is not pair]
        if any(_covers(*_average(one, two), *pair) for one, two in combinations(rest, 2)):
            kept = rest
    return {term: found[term] for term, _ in kept}


def _average(one: tuple[Term, list[int]], two: tuple[Term, list[int]]) -> tuple[Term, list[int]]:
    """Return the average of two terms, as far as comparing needs it."""
    (left, of_left), (right, of_right) = one, two
    paid = [a * right.iterations + b * left.iterations for a, b in zip(of_left, of_right, strict=True)]
    return Term((), 2 * left.iterations * right.iterations), paid


def _vector(term: Term, costs: Mapping[str, Fraction]) -> list[int]:
    paid = dict(term.costs)
    return [paid.get(name, 0) for name in costs]


def _covers(more: Term, of_more: list[int], less: Term, of_less: list[int]) -> bool:
    return all(a * less.iterations >= b * more.iterations for a, b in zip(of_more, of_less, strict=True))


def _cycles(graph: Graph) -> Iterator[list[tuple[int, int]]]:
    """Yield every elementary cycle once, as (event, lag of the edge that enters it): Johnson's algorithm (1975)."""
    following: list[list[tuple[int, int]]] = [[] for _ in graph.events]
    for event, facts in enumerate(graph.events):
        for before, lag in facts.preds:
            following[before].append((event, lag))
    for start in range(len(following)):
        inside = _component(following, start)
        yield from _cycles_through(start, [[edge for edge in edges if edge[0] in inside] for edges in following])


def _cycles_through(start: int, following: list[list[tuple[int, int]]]) -> Iterator[list[tuple[int, int]]]:
    """Yield the cycles through an event; a stack of its own, since a loop may have more events than calls may nest."""
    blocked, waiting = {start}, dict[int, set[int]]()
    path, branches, closed = [(start, 0)], [iter(following[start])], [False]
    while branches:
        for after, lag in branches[-1]:
            if after == start:
                closed[-1] = True
                yield [(start, lag), *path[1:]]
            elif after not in blocked:
                blocked.add(after)
                path.append((after, lag))
                branches.append(iter(following[after]))
                closed.append(False)
                break
        else:
            branches.pop()
            here, _ = path.pop()
            if closed.pop():
                _unblock(here, blocked, waiting)
                if closed:
                    closed[-1] = True
            else:
                for after, _ in following[here]:
                    waiting.setdefault(after, set()).add(here)


def _unblock(event: int, blocked: set[int], waiting: dict[int, set[int]]) -> None:
    freed = [event]
    while freed:
        event = freed.pop()
        blocked.discard(event)
        freed.extend(waiting.pop(event, ()))


def _component(following: list[list[tuple[int, int]]], start: int) -> set[int]:
    """Return the events numbered from `start` on that lie on a cycle through it."""
    down = _reachable(following, start, start)
    back: list[list[tuple[int, int]]] = [[] for _ in following]
    for event in down:
        for after, lag in following[event]:
            if after in down:
                back[after].append((event, lag))
    up = _reachable(back, start, start)
    return up if any(after in up for event in up for after, _ in following[event]) else set()


def _reachable(following: list[list[tuple[int, int]]], start: int, least: int) -> set[int]:
    seen, rest = {start}, [start]
    while rest:
        for after, _ in following[rest.pop()]:
            if after >= least and after not in seen:
                seen.add(after)
                rest.append(after)
    return seen
