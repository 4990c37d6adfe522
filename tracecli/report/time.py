"""Model time of a loop: as lines for people, as data for programs. None of it is shown without its basis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from tracecli.errors import TraceError
from tracecli.iterations import named, spelled
from tracecli.lanes import Lane
from tracecli.model import Scenario, Trace
from tracecli.report.lanes import SOLID, Scale, label_column, lane_line
from tracecli.text import Line, Run, cell_width, line, near_names, pad, plural, visible, wrap
from tracecli.timing import facts
from tracecli.timing.graph import build
from tracecli.timing.period import Term, formula, period
from tracecli.timing.schedule import (
    Contradiction,
    Schedule,
    Share,
    contradictions,
    lanes,
    latency,
    shares,
    steady,
)

VERSION = 1
DISCLAIMER = "Model time from declared costs, not a measurement."
LIMITS = (
    "The model has program order, first-in-first-out resources, waits and queues. It has no branches, interpreter "
    "lock, interleaved coroutines, streams that slow each other, or random costs."
)


@dataclass(frozen=True, slots=True)
class Timed:
    """What is known of one scenario's loop at some costs."""

    address: str  # of the scenario
    title: str
    origin: str  # the file
    schedule: Schedule
    formula: tuple[Term, ...] | None  # None where there are too many terms
    latency: Fraction
    shares: tuple[Share, ...]  # in order of display
    handled: tuple[int | None, ...]  # the batch that each step handles: −1 for k−1, None for none
    lanes: tuple[Lane, ...]  # over some iterations
    iterations: int  # that the lanes show
    contradictions: tuple[Contradiction, ...]
    compared: bool  # whether snapshots were compared: not for other queues than the states show
    labels: dict[str, str]  # state key → label
    changed: dict[str, str]  # cost or queue → what it was set to

    @property
    def time(self) -> Fraction:
        """The time of an iteration, in the loop's unit."""
        return self.schedule.period.time

    @property
    def unit(self) -> str:
        """The unit of all times."""
        return self.schedule.loop.unit


def timed(  # noqa: PLR0913 - which loop, at which costs, and how it is called
    trace: Trace,
    scenario: Scenario,
    settings: Mapping[str, Fraction] = MappingProxyType({}),
    iterations: int = 3,
    *,
    address: str = "",
    origin: str = "",
) -> Timed:
    """Return all that there is to say of a scenario's loop.

    Args:
        trace: Its trace.
        scenario: One with timing facts.
        settings: Cost or queue → what to set it to.
        iterations: How many the lanes show.
        address: How the scenario is called; its id, if left out.
        origin: The name of the trace's file.

    Raises:
        TraceError: The scenario has no facts, or a setting is of no cost and no queue of it.
    """
    address = address or scenario.id
    if trace.timing is None or scenario.timing is None:
        raise TraceError(f"{address} has no timing facts; trace explain timing says how to write them")
    costs, queues = trace.timing["costs"], scenario.timing.get("queues", {})
    for name, value in settings.items():
        if name not in costs and name not in queues:
            near = near_names(name, [*costs, *queues])
            raise TraceError(f"{visible(name)} is not a cost and not a queue of {address}", *near)
        if name in queues and (value.denominator != 1 or value > facts.MAX_BATCHES):
            raise TraceError(f"{name} is a queue: set it to a whole number from 0 to {facts.MAX_BATCHES}")
    own = {name: value for name, value in settings.items() if name in costs}
    deep = {name: int(value) for name, value in settings.items() if name in queues}
    loop, problems = facts.read(
        trace.timing,
        {**scenario.timing, "costs": {**scenario.timing.get("costs", {}), **own}, "queues": {**queues, **deep}},
        [step.timing for step in scenario.steps],
        trace.scenarios.index(scenario),
    )
    if loop is None:
        raise TraceError(f"{address}: {visible(problems[0].message)}")
    graph = build(loop)
    schedule = steady(loop, graph, period(graph, loop.costs))
    states = [scenario.initial, *(step.state for step in scenario.steps)]
    terms = formula(graph, loop.costs)
    return Timed(
        address=address,
        title=scenario.title,
        origin=origin,
        schedule=schedule,
        formula=None if terms is None else tuple(terms),
        latency=latency(schedule),
        shares=tuple(shares(schedule)),
        handled=(batches := tuple(handled(scenario, loop))),
        lanes=tuple(lanes(schedule, iterations, batches)),
        iterations=iterations,
        contradictions=() if deep else tuple(contradictions(schedule, states)),
        compared=not deep,
        labels=dict(trace.state_labels),
        changed={name: decimal(value) for name, value in settings.items()},
    )


def timed_loops(trace: Trace, scenarios: Sequence[Scenario]) -> list[Timed]:
    """Return the loops of the scenarios that have timing facts and take time."""
    facts = [scenario for scenario in scenarios if trace.timing is not None and scenario.timing is not None]
    return [loop for loop in (timed(trace, scenario) for scenario in facts) if loop.time]


def handled(scenario: Scenario, loop: facts.Loop) -> list[int | None]:
    """Return the batch that each step handles, as its thread's own state says: −1 for k−1, None where it says none."""
    found: list[int | None] = []
    for step, own in zip(scenario.steps, loop.steps, strict=True):
        text = step.state.get(own.resource) if own else None
        batch = 0 if text is None else next(iter(named(text)), None)
        queue = facts.popped_before(loop, len(found)) if own else None
        # A batch that was popped is as old as its queue is deep, also where --set has made it deeper.
        found.append(-loop.queues[queue] if batch and queue is not None else batch)
    return found


def decimal(value: Fraction) -> str:
    """Return a time with at most three decimals: `13.4`, `6.001`, `3.333`."""
    return f"{float(round(value, 3)):,.3f}".rstrip("0").rstrip(".")


def percent(value: Fraction) -> str:
    """Return a share in whole percent."""
    return f"{round(100 * value)} %"


def time_lines(timed: Timed, width: int) -> Iterator[Line]:
    """Return what there is to say of one loop.

    Args:
        timed: The loop.
        width: Columns of a line; formulas and lanes are fitted to it.
    """
    yield line(Run(visible(timed.title), "head"), Run(f"  {visible(timed.origin)}", "quiet"))
    yield from basis_lines(timed, width)
    yield ()
    yield from _formula(timed, width)
    yield ()
    waits = plural_of(timed.latency / timed.time) if timed.time else "no time"
    yield line(
        Run(f"Latency, from choosing a batch to having handled it: {decimal(timed.latency)} {timed.unit}", "text"),
        Run(f"  ({waits})", "quiet"),
    )
    yield ()
    yield from _shares(timed)
    yield ()
    yield from lane_lines(timed, width)
    yield ()
    yield from _contradictions(timed, width)


def basis_lines(timed: Timed, width: int, *, settings: bool = True) -> Iterator[Line]:
    """Return the lines that go with every time."""
    for row in wrap(f"{DISCLAIMER} {visible(timed.schedule.loop.basis)}", width):
        yield line(Run(row, "quiet"))
    if timed.changed and settings:
        yield line(Run("Set: " + ", ".join(f"{name} = {value}" for name, value in timed.changed.items()), "text"))


def plural_of(iterations: Fraction) -> str:
    """Return `1 iteration`, `2 iterations`, `2.5 iterations`."""
    return "1 iteration" if iterations == 1 else f"{decimal(iterations)} iterations"


def _formula(timed: Timed, width: int) -> Iterator[Line]:
    costs, unit = timed.schedule.loop.costs, timed.unit
    head = f"An iteration takes {decimal(timed.time)} {unit}"
    if timed.formula is None:
        yield line(Run(f"{head}:", "text"))
        yield from _term(timed.schedule.period.decides, decimal(timed.time), width, decides=True)
        yield line(Run("The formula has too many terms to be read, so only the one that decides is shown.", "quiet"))
        return
    terms = sorted(timed.formula, key=lambda term: -term.value(costs))
    yield line(Run(f"{head}, the largest of" if len(terms) > 1 else f"{head}:", "text"))
    column = max(len(decimal(term.value(costs))) for term in terms)
    largest = max(term.value(costs) for term in terms)
    for term in terms:
        value = term.value(costs)
        yield from _term(term, decimal(value).rjust(column), width, decides=value == largest and len(terms) > 1)


def _term(term: Term, value: str, width: int, *, decides: bool) -> Iterator[Line]:
    """Return a term, broken before ` + ` where it does not fit its line."""
    lead = f"  {value}  "
    mark = "  ← decides" if decides else ""
    rows = [""]
    for index, part in enumerate(str(term).split(" + ")):
        piece = f"{' + ' if index else ''}{part}"
        if rows[-1] and cell_width(lead + rows[-1] + piece + mark) > width:
            rows.append(piece.lstrip())
        else:
            rows[-1] += piece
    for index, row in enumerate(rows):
        last = index == len(rows) - 1
        yield line(
            Run(lead if not index else " " * cell_width(lead), "head" if decides else "text"),
            Run(row, "head" if decides else "text"),
            Run(mark if last else "", "changed"),
        )


def _shares(timed: Timed) -> Iterator[Line]:
    yield line(Run("In an iteration", "head"))
    column = max((cell_width(visible(share.label)) for share in timed.shares), default=0)
    for share in timed.shares:
        rest = "waits" if share.thread else "idle"
        words = f"works {percent(share.busy):>5}  {rest} {percent(1 - share.busy):>5}"
        yield line(Run(f"  {pad(visible(share.label), column)}  {words}", "text"))
    for thread in timed.schedule.runaway:
        label = visible(timed.schedule.loop.resources[thread].label)
        yield line(Run(f"  {label} runs away: nothing makes it wait for the slowest part", "warning"))


_LABEL = 20  # columns of a lane's label, at most


def lane_lines(timed: Timed, width: int) -> Iterator[Line]:
    """Return the lanes in model time, one line each."""
    end = timed.time * timed.iterations
    if not end:
        return
    column = label_column(timed.lanes, _LABEL)
    scale = Scale(column, max(10, width - column - 4), 0, end)
    yield line(Run(f"{plural(timed.iterations, 'iteration')}, 0 to {decimal(end)} {timed.unit}", "head"))
    for lane in timed.lanes:
        yield line(Run("  ", "text"), *lane_line(lane, scale))
    yield line(Run(f"  {SOLID[0]} and {SOLID[1]}: operations of even and of odd batches", "quiet"))


def _contradictions(timed: Timed, width: int) -> Iterator[Line]:
    if not timed.compared:
        yield line(Run("States were not compared: they show other queues than those that were set.", "quiet"))
        return
    if not timed.schedule.loop.in_flight:
        yield line(Run("States were not compared: in_flight says of none what its text names.", "quiet"))
        return
    count = len(timed.contradictions)
    cells = ", ".join(timed.labels.get(key, key) for key in timed.schedule.loop.in_flight)
    if not count:
        for row in wrap(f"What the states of {visible(cells)} name is in flight then, at these costs.", width):
            yield line(Run(row, "text"))
        return
    yield line(Run(f"{plural(count, 'state')} {'does' if count == 1 else 'do'} not hold at these costs", "warning"))
    for found in timed.contradictions:
        text = f"step {found.step}, {visible(timed.labels[found.key])}: {contradiction(found)}"
        for index, row in enumerate(wrap(text, width - 4)):
            yield line(Run(f"{'    ' if index else '  '}{row}", "text"))


def contradiction(found: Contradiction) -> str:
    """Return a sentence about a state that does not hold."""
    actual = " and ".join(map(spelled, found.actual)) or "nothing"
    always = ", at any costs above zero" if found.always else ""
    return f"{visible(found.value) or '(empty)'}; in flight is {actual}{always}"


def headline(left: Timed, right: Timed) -> str:
    """Return the sentence that people want of two loops."""
    said = [f"{decimal(left.time)} → {decimal(right.time)} {left.unit} an iteration"]
    if right.time:
        ratio = left.time / right.time
        said[0] += f", {decimal(round(ratio, 2))} × as fast" if ratio != 1 else ", equally fast"
    shares = {share.label: share for share in right.shares if not share.thread}
    for share in left.shares:
        if not share.thread and share.label in shares:
            idle = f"{percent(1 - share.busy)} → {percent(1 - shares[share.label].busy)}"
            said.append(f"{visible(share.label)} idle {idle}")
            break
    said.append(f"latency {decimal(left.latency)} → {decimal(right.latency)} {left.unit}")
    return f"Model time from declared costs: {'; '.join(said)}."


def comparison_lines(left: Timed, right: Timed, width: int) -> Iterator[Line]:
    """Return two loops: the sentence, then each one's formula, shares and lanes."""
    for row in wrap(headline(left, right), width):
        yield line(Run(row, "head"))
    for timed in (left, right):
        yield ()
        yield from time_lines(timed, width)


def sweep_lines(name: str, rows: Sequence[tuple[Fraction, Sequence[Timed]]], width: int) -> Iterator[Line]:
    """Return a table over values of one cost: the time of each loop, the ratio of two, and how idle its device is."""
    first = rows[0][1]
    unit = first[0].unit
    yield from basis_lines(first[0], width, settings=False)
    yield ()
    titles = [name, *(timed.address.rpartition("#")[2] for timed in first), *(("ratio",) if len(first) == 2 else ())]
    device = next((share.label for share in first[0].shares if not share.thread), None)
    titles += [f"{device} idle"] if device else []
    table = [titles]
    for value, loops in rows:
        cells = [decimal(value), *(f"{decimal(timed.time)} {unit}" for timed in loops)]
        if len(loops) == 2:
            cells.append(decimal(round(loops[0].time / loops[1].time, 2)) if loops[1].time else "")
        if device:
            cells.append(
                " → ".join(
                    percent(1 - share.busy) for timed in loops for share in timed.shares if share.label == device
                )
            )
        table.append(cells)
    widths = [max(cell_width(visible(cell)) for cell in column) for column in zip(*table, strict=True)]
    for index, cells in enumerate(table):
        text = "  ".join(pad(visible(cell), room, right=True) for cell, room in zip(cells, widths, strict=True))
        yield line(Run(text, "text" if index else "head"))


def time_data(timed: Timed) -> dict[str, Any]:
    """Return one loop as data; exact numbers are texts such as `91/10`."""
    loop, costs = timed.schedule.loop, timed.schedule.loop.costs
    terms = None if timed.formula is None else [_term_data(term, timed) for term in timed.formula]
    return {
        "address": timed.address,
        "title": timed.title,
        "unit": loop.unit,
        "basis": loop.basis,
        "note": f"{DISCLAIMER} {LIMITS}",
        "costs": {name: _number(cost) for name, cost in costs.items()},
        "queues": dict(loop.queues),
        "set": timed.changed,
        "iteration": _number(timed.time),
        "decides": _term_data(timed.schedule.period.decides, timed),
        "formula": None if timed.formula is None else f"max({', '.join(map(str, timed.formula))})",
        "terms": terms,
        "latency": _number(timed.latency),
        "shares": [
            {"label": share.label, "thread": share.thread, "busy": _number(share.busy), "idle": _number(1 - share.busy)}
            for share in timed.shares
        ],
        "runsAway": list(timed.schedule.runaway),
        "lanes": [
            {
                "label": lane.label,
                "bars": [
                    {
                        "start": _number(Fraction(bar.start)),
                        "end": _number(Fraction(bar.end)),
                        "value": bar.value,
                        "iteration": bar.iteration,
                    }
                    for bar in lane.bars
                ],
            }
            for lane in timed.lanes
        ],
        "statesCompared": timed.compared,
        "contradictions": [
            {
                "step": found.step,
                "key": found.key,
                "value": found.value,
                "names": list(found.says),
                "inFlight": list(found.actual),
                "atAnyCosts": found.always,
            }
            for found in timed.contradictions
        ],
    }


def _term_data(term: Term, timed: Timed) -> dict[str, Any]:
    return {
        "text": str(term),
        "costs": dict(term.costs),
        "iterations": term.iterations,
        "value": _number(term.value(timed.schedule.loop.costs)),
    }


def _number(value: Fraction) -> dict[str, Any]:
    return {"exact": str(value), "value": float(value)}
