"""The timing facts of a scenario, read from a document and checked: every name resolves, every cost is a number."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from tracecli.model import texts_of
from tracecli.problems import Place, Pointer, Problem, Related, Severity
from tracecli.text import near_names

MAX_OPERATIONS = 200
MAX_RESOURCES = 20
MAX_BATCHES = 100  # in a queue between two iterations, and iterations that a wait reaches back
MAX_COST = 10**12
LEAST_COST = Fraction(1, 10**9)
UNITS = ("ns", "us", "ms", "s", "units")

_NUMBER = re.compile(r"[0-9]{1,13}(\.[0-9]{1,9})?")
_WAIT = re.compile(r"(?P<work>\S+)(?:\s+of\s+(?:(?P<oldest>oldest)|k\s?[-−–]\s?(?P<back>[0-9]{1,4})))?")


class Resource(NamedTuple):
    """What does one thing at a time, in the order in which it was asked: a thread, a GPU stream, a copy engine."""

    label: str
    device: str | None = None  # resources that name one device are busy or idle together


class Wait(NamedTuple):
    """A wait for the end of a work."""

    work: str
    back: int | None  # how many iterations ago it was started; None: that of the batch just popped


class Work(NamedTuple):
    """Something that runs by itself once a step has started it."""

    resource: str
    takes: str | None  # a cost's name
    waits: tuple[Wait, ...]  # ends that it also needs


@dataclass(frozen=True, slots=True)
class StepFacts:
    """What a step does, in this order: pop, wait, take time, put, start, wait again."""

    resource: str  # the thread that runs the step
    pops: str | None = None
    waits: tuple[Wait, ...] = ()
    takes: str | None = None
    puts: str | None = None
    starts: tuple[str, ...] = ()
    until: tuple[Wait, ...] = ()


@dataclass(frozen=True, slots=True)
class Loop:
    """One scenario's loop, with every name resolved."""

    unit: str  # of all costs
    basis: str  # where the costs come from; shown wherever a time is shown
    costs: Mapping[str, Fraction]  # in the order declared
    resources: Mapping[str, Resource]  # in order of display
    work: Mapping[str, Work]
    queues: Mapping[str, int]  # queue → batches in it between two iterations
    in_flight: Mapping[str, tuple[str, ...]]  # state key → the works, or the one queue, whose batches its text names
    steps: tuple[StepFacts | None, ...]  # by step from 0; None takes no time
    again: int | None = None  # from this step on (one-based), the scenario is in the next iteration


def number(text: str) -> Fraction | None:
    """Return a cost that a user typed, such as `0.25`, exactly; None if it is not one."""
    return _cost(Fraction(text)) if _NUMBER.fullmatch(text) else None


def _cost(value: Any) -> Fraction | None:
    """Return a cost as it was written; a float's shortest form is what the document says."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        return None
    if isinstance(value, float) and not 0 <= value <= MAX_COST:  # NaN is neither
        return None
    if not 0 <= value <= MAX_COST:
        return None
    exact = Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
    return exact if exact == 0 or exact >= LEAST_COST else None


def read(
    timing: Mapping[str, Any], scenario: Mapping[str, Any], steps: Sequence[Mapping[str, Any] | None], index: int
) -> tuple[Loop | None, list[Problem]]:
    """Read the facts of one scenario.

    Args:
        timing: The trace's `timing`, of the schema's shape.
        scenario: The scenario's `timing`, likewise.
        steps: The `timing` of each step; None where it has none.
        index: The scenario's place in `scenarios`, zero-based, for the places of problems.

    Returns:
        The loop, or None when there is a problem.
    """
    reader = _Reader(timing, scenario, ("scenarios", index))
    loop = reader.loop(steps)
    return (None if reader.problems else loop), reader.problems


class _Reader:
    """Reads one scenario, and gathers what is wrong."""

    def __init__(self, timing: Mapping[str, Any], scenario: Mapping[str, Any], at: Pointer) -> None:
        self.problems: list[Problem] = []
        self.timing, self.scenario, self.at = timing, scenario, at
        self.costs = {**timing["costs"]}
        self.resources: Mapping[str, Any] = timing["resources"]
        self.work: Mapping[str, Any] = scenario.get("work", {})
        self.queues: Mapping[str, Any] = scenario.get("queues", {})

    def problem(self, rule: str, at: Pointer, message: str, *near: str, part: Any = "value") -> None:
        ask = f". Did you mean {' or '.join(repr(name) for name in near)}?" if near else ""
        suggestion = near[0] if len(near) == 1 else None
        self.problems.append(Problem(rule, Severity.ERROR, message + ask, Place(at, part), suggestion=suggestion))

    def known(self, rule: str, name: str, names: Collection[str], at: Pointer) -> bool:
        """Return whether a name is declared, and say so where it is not."""
        if name in names:
            return True
        self.problem(rule, at, f"'{name}' is not a declared {rule.removeprefix('unknown-')}", *near_names(name, names))
        return False

    def loop(self, steps: Sequence[Mapping[str, Any] | None]) -> Loop:
        costs = self.read_costs()
        own = (*self.at, "timing")
        thread = self.scenario["thread"]
        self.known("unknown-resource", thread, self.resources, (*own, "thread"))
        queues = {}
        for name, batches in self.queues.items():
            at = (*own, "queues", name)
            queues[name] = int(batches) if 0 <= batches <= MAX_BATCHES else 0
            if not 0 <= batches <= MAX_BATCHES:
                self.problem("wrong-value", at, f"a queue holds 0 to {MAX_BATCHES} batches between two iterations")
            if name in costs:
                self.problem("wrong-value", at, f"'{name}' is a cost too: --set could mean either", part="key")
        work = {name: self.read_work(raw, (*own, "work", name)) for name, raw in self.work.items()}
        facts = tuple(
            None if raw is None else self.read_step(raw, thread, (*self.at, "steps", step, "timing"))
            for step, raw in enumerate(steps)
        )
        again = self.scenario.get("again")
        if again is not None and not 2 <= again <= len(steps):
            self.problem("wrong-value", (*own, "again"), f"'again' is a step from 2 to {len(steps)}")
        elif again is not None:
            for step in range(again - 1, len(steps)):
                if facts[step]:
                    at = (*self.at, "steps", step, "timing")
                    self.problem(
                        "wrong-value", at, f"step {step + 1} is step {step + 2 - again} again: its facts are there"
                    )
        in_flight = dict(self.read_in_flight((*own, "in_flight")))
        loop = Loop(
            unit=self.timing["unit"],
            basis=self.timing["basis"],
            costs=costs,
            resources={
                name: Resource(raw) if isinstance(raw, str) else Resource(raw["label"], raw.get("device"))
                for name, raw in self.resources.items()
            },
            work=work,
            queues=queues,
            in_flight=in_flight,
            steps=facts,
            again=again,
        )
        self.check_whole(loop)
        return loop

    def read_costs(self) -> dict[str, Fraction]:
        places: dict[str, Pointer] = {name: ("timing", "costs", name) for name in self.costs}
        for name, value in self.scenario.get("costs", {}).items():
            at = (*self.at, "timing", "costs", name)
            if self.known("unknown-cost", name, self.timing["costs"], at):
                self.costs[name], places[name] = value, at
        costs = {}
        for name, value in self.costs.items():
            cost = _cost(value)
            if cost is None:
                self.problem(
                    "wrong-value", places[name], "a cost is 0, or a number from 0.000000001 to 1,000,000,000,000"
                )
            costs[name] = cost or Fraction(0)
        if len(self.resources) > MAX_RESOURCES:
            self.problem(
                "too-large", ("timing", "resources"), f"at most {MAX_RESOURCES} resources, not {len(self.resources)}"
            )
        return costs

    def read_work(self, raw: Mapping[str, Any], at: Pointer) -> Work:
        self.known("unknown-resource", raw["resource"], self.resources, (*at, "resource"))
        takes = raw.get("takes")
        if takes is not None:
            self.known("unknown-cost", takes, self.costs, (*at, "takes"))
        return Work(raw["resource"], takes, tuple(self.read_waits(raw.get("waits"), (*at, "waits"), popped=None)))

    def read_step(self, raw: Mapping[str, Any], thread: str, at: Pointer) -> StepFacts:
        resource = raw.get("resource", thread)
        if "resource" in raw:
            self.known("unknown-resource", resource, self.resources, (*at, "resource"))
        for key, rule, names in (
            ("pops", "unknown-queue", self.queues),
            ("takes", "unknown-cost", self.costs),
            ("puts", "unknown-queue", self.queues),
        ):
            if key in raw:
                self.known(rule, raw[key], names, (*at, key))
        starts = texts_of(raw.get("starts"))
        for name, place in _places(raw.get("starts"), (*at, "starts")):
            self.known("unknown-work", name, self.work, place)
        return StepFacts(
            resource,
            raw.get("pops"),
            tuple(self.read_waits(raw.get("waits"), (*at, "waits"), popped=True)),
            raw.get("takes"),
            raw.get("puts"),
            starts,
            tuple(self.read_waits(raw.get("until"), (*at, "until"), popped=True)),
        )

    def read_waits(self, raw: Any, at: Pointer, *, popped: bool | None) -> Iterator[Wait]:
        for text, place in _places(raw, at):
            match = _WAIT.fullmatch(text.strip())
            if match is None:
                self.problem("wrong-value", place, "a wait is NAME, NAME of k−1, or NAME of oldest")
            elif self.known("unknown-work", match["work"], self.work, place):
                back = int(match["back"] or 0)
                if back > MAX_BATCHES:
                    self.problem("wrong-value", place, f"a wait reaches back at most {MAX_BATCHES} iterations")
                elif match["oldest"] and not popped:
                    self.problem("wrong-value", place, "only a step can wait for the oldest batch: the one it popped")
                else:
                    yield Wait(match["work"], None if match["oldest"] else back)

    def read_in_flight(self, at: Pointer) -> Iterator[tuple[str, tuple[str, ...]]]:
        for key, raw in self.scenario.get("in_flight", {}).items():
            names = texts_of(raw)
            if len(names) != 1 or names[0] not in self.queues:
                for name, place in _places(raw, (*at, key)):
                    self.known("unknown-work", name, {**self.work, **self.queues}, place)
            yield key, names

    def check_whole(self, loop: Loop) -> None:
        """Check what no single fact shows: who starts a work, who serves a resource, what a queue is given."""
        count = sum(step is not None for step in loop.steps) + len(loop.work)
        if count > MAX_OPERATIONS:
            message = f"at most {MAX_OPERATIONS} operations a scenario, not {count:,}"
            self.problem("too-large", (*self.at, "timing"), message)
        if not self.problems:  # these need names that resolve
            self.check_starts(loop)
            self.check_queues(loop)

    def check_starts(self, loop: Loop) -> None:
        threads = {step.resource for step in loop.steps if step}
        started: dict[str, Pointer] = {}
        served: dict[str, str] = {}  # resource → the thread that gives it work
        for index, step in enumerate(loop.steps):
            at = (*self.at, "steps", index, "timing", "starts")
            for name in step.starts if step else ():
                resource = loop.work[name].resource
                if name in started:
                    message = f"'{name}' is started twice in an iteration; the second one needs a name of its own"
                    first = Related("started here first", Place(started[name]))
                    self.problems.append(Problem("wrong-value", Severity.ERROR, message, Place(at), (first,)))
                started.setdefault(name, at)
                if resource in threads:
                    message = f"'{resource}' runs steps, so work needs another resource"
                    self.problem("wrong-value", (*self.at, "timing", "work", name, "resource"), message)
                elif step and served.setdefault(resource, step.resource) != step.resource:
                    message = f"two threads start work on '{resource}', so its order is not fixed"
                    self.problem("wrong-value", at, message)
        for name in loop.work:
            if name not in started:
                self.problem("unknown-work", (*self.at, "timing", "work", name), f"no step starts '{name}'", part="key")

    def check_queues(self, loop: Loop) -> None:
        moved: dict[tuple[str, str], int] = {}
        for index, step in enumerate(loop.steps):
            if step is None:
                continue
            at = (*self.at, "steps", index, "timing")
            for verb, queue in (("pops", step.pops), ("puts", step.puts)):
                if queue is not None and moved.setdefault((verb, queue), index) != index:
                    message = f"step {moved[verb, queue] + 1} {verb} '{queue}' too; only one batch an iteration can be"
                    self.problem("timing-queue", (*at, verb), message)
            if popped_before(loop, index) is None and any(wait.back is None for wait in (*step.waits, *step.until)):
                message = "'oldest' is the batch that the thread popped last, and no step before this one pops any"
                self.problem("timing-queue", at, message)
        for name, batches in loop.queues.items():
            pop, put = moved.get(("pops", name)), moved.get(("puts", name))
            if pop is None or put is None:
                missing = "pops a batch from" if pop is None else "puts a batch into"
                at = (*self.at, "timing", "queues", name)
                self.problem("timing-queue", at, f"no step {missing} '{name}'", part="key")
            elif not batches and pop <= put and loop.steps[pop].resource == loop.steps[put].resource:  # type: ignore[union-attr]
                at = (*self.at, "steps", pop, "timing", "pops")
                self.problem("timing-queue", at, f"'{name}' is empty here: step {put + 1} puts the first batch into it")


def popped_before(loop: Loop, index: int) -> str | None:
    """Return the queue that the thread of a step popped last, in that step or before it in the same iteration."""
    thread = loop.steps[index].resource  # type: ignore[union-attr]
    for step in reversed(loop.steps[: index + 1]):
        if step and step.resource == thread and step.pops is not None:
            return step.pops
    return None


def _places(raw: Any, at: Pointer) -> Iterator[tuple[str, Pointer]]:
    """Yield each text of a text or a list, with its place."""
    if isinstance(raw, str):
        yield raw, at
    for index, text in enumerate(raw if isinstance(raw, list | tuple) else ()):
        yield text, (*at, index)
