"""The loops in tests/cases/timing, read; and a simulation of a loop by SimPy, which shares no code with ours."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import simpy
import yaml

from tracecli.timing import facts, graph, period, schedule

FOLDER = Path(__file__).parent.parent / "cases" / "timing"
FILES = ("sglang.yaml", "vllm.yaml", "vllm-runner-v1.yaml", "tensorrt-llm.yaml", "lmdeploy.yaml", "overlap.json")


@cache
def document(file: str) -> Any:
    """Return a file's data."""
    text = (FOLDER / file).read_text("utf-8")
    return json.loads(text) if file.endswith(".json") else yaml.safe_load(text)


def scenario(name: str, file: str | None = None) -> tuple[Any, int]:
    """Return a document with a scenario of this id, and the scenario's index."""
    for data in map(document, [file] if file else (*FILES, "x-item.yaml", "x-trt-early.yaml")):
        for index, raw in enumerate(data["scenarios"]):
            if raw["id"] == name:
                return data, index
    raise KeyError(name)


def loop_of(
    data: Any, index: int, queues: Mapping[str, int] | None = None, *, costs: Mapping[str, Any] | None = None
) -> facts.Loop:
    """Return a scenario's loop at other costs."""
    timing = {**data["timing"], "costs": {**data["timing"]["costs"], **(costs or {})}}
    raw = data["scenarios"][index]
    own = {**raw["timing"], "queues": {**raw["timing"].get("queues", {}), **(queues or {})}}
    loop, problems = facts.read(timing, own, [step.get("timing") for step in raw["steps"]], index)
    assert loop is not None, problems
    return loop


def named(name: str, **costs: Any) -> facts.Loop:
    """Return the loop of a scenario by its id."""
    return loop_of(*scenario(name), costs=costs)


def all_ids() -> list[str]:
    """Return the ids of the twelve loops."""
    return [raw["id"] for file in FILES for raw in document(file)["scenarios"]]


def steady(loop: facts.Loop) -> schedule.Schedule:
    """Return a loop's steady state."""
    events = graph.build(loop)
    return schedule.steady(loop, events, period.period(events, loop.costs))


def states(name: str) -> list[Mapping[str, str]]:
    """Return the states of a scenario, the initial one first."""
    data, index = scenario(name)
    raw = data["scenarios"][index]
    return [raw["initial"], *(step["state"] for step in raw["steps"])]


def simpy_times(loop: facts.Loop, iterations: int) -> dict[tuple[int | str, int], Fraction]:
    """Run a loop in SimPy, with a process for each thread and each resource.

    Returns:
        (step or work, iteration) → the time of its end.
    """
    return _World(loop, iterations).run()


class _World:
    def __init__(self, loop: facts.Loop, iterations: int) -> None:
        self.loop, self.iterations = loop, iterations
        self.env: Any = simpy.Environment()
        self.times: dict[tuple[int | str, int], Fraction] = {}
        self.ended = {(work, n): self.env.event() for work in loop.work for n in range(iterations)}
        self.inbox = {work.resource: simpy.Store(self.env) for work in loop.work.values()}
        self.queues = {name: simpy.Store(self.env) for name in loop.queues}

    def run(self) -> dict[tuple[int | str, int], Fraction]:
        for name, batches in self.loop.queues.items():
            for n in range(-batches, 0):
                self.queues[name].put(n)
        for name in {step.resource for step in self.loop.steps if step}:
            self.env.process(self.thread(name))
        for name in self.inbox:
            self.env.process(self.server(name))
        self.env.run()
        return self.times

    def end_of(self, wait: facts.Wait, n: int, popped: int = 0) -> Any:
        batch = popped if wait.back is None else n - wait.back
        return self.ended[wait.work, batch] if batch >= 0 else self.env.timeout(0)

    def thread(self, name: str) -> Any:
        popped = 0
        for n in range(self.iterations):
            for index, step in enumerate(self.loop.steps):
                if step is None or step.resource != name:
                    continue
                if step.pops is not None:
                    popped = yield self.queues[step.pops].get()
                for wait in step.waits:
                    yield self.end_of(wait, n, popped)
                yield self.env.timeout(self.loop.costs[step.takes] if step.takes else 0)
                if step.puts is not None:
                    self.queues[step.puts].put(n)
                for work in step.starts:
                    self.inbox[self.loop.work[work].resource].put((work, n))
                for wait in step.until:
                    yield self.end_of(wait, n, popped)
                self.times[index, n] = self.env.now

    def server(self, name: str) -> Any:
        while True:
            work, n = yield self.inbox[name].get()
            for wait in self.loop.work[work].waits:
                yield self.end_of(wait, n)
            takes = self.loop.work[work].takes
            yield self.env.timeout(self.loop.costs[takes] if takes else 0)
            self.times[work, n] = self.env.now
            self.ended[work, n].succeed()
