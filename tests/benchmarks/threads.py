"""Real threads, queues and sleeps against the formula: `python -m tests.benchmarks.threads`.

Each thread and each resource of a loop is a thread of this process, work is handed over in queues, and a cost is a
sleep. The measured time of an iteration should be within 5 % of the model's on a machine that is not busy.
"""

from __future__ import annotations

import sys
import threading
import time
from queue import SimpleQueue
from typing import Any

from tests.support.timing_loops import named, steady
from tracecli.timing.facts import Loop, StepFacts, Wait

_UNIT = 0.01  # seconds a unit of the trace's time, so that sleeps are long against their error
_ITERATIONS = 30
_WARM_UP = 10
LOOPS = ("sglang-serial", "sglang-overlap", "vllm-async", "trtllm-overlap", "lmdeploy-prefetch")


class _Program:
    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.ended = {(work, n): threading.Event() for work in loop.work for n in range(_ITERATIONS)}
        self.inbox: dict[str, SimpleQueue[Any]] = {work.resource: SimpleQueue() for work in loop.work.values()}
        self.queues: dict[str, SimpleQueue[int]] = {name: SimpleQueue() for name in loop.queues}
        self.began: list[float] = []
        self.popped = 0

    def pay(self, cost: str | None) -> None:
        if cost is not None:
            time.sleep(float(self.loop.costs[cost]) * _UNIT)

    def wait(self, wait: Wait, n: int, popped: int) -> None:
        batch = popped if wait.back is None else n - wait.back
        if batch >= 0:
            self.ended[wait.work, batch].wait()

    def serve(self, resource: str) -> None:
        while (order := self.inbox[resource].get()) is not None:
            work, n = order
            for wait in self.loop.work[work].waits:
                self.wait(wait, n, 0)
            self.pay(self.loop.work[work].takes)
            self.ended[work, n].set()

    def step(self, step: StepFacts, n: int) -> None:
        if step.pops is not None:
            self.popped = self.queues[step.pops].get()
        for wait in step.waits:
            self.wait(wait, n, self.popped)
        self.pay(step.takes)
        if step.puts is not None:
            self.queues[step.puts].put(n)
        for work in step.starts:
            self.inbox[self.loop.work[work].resource].put((work, n))
        for wait in step.until:
            self.wait(wait, n, self.popped)

    def run(self) -> float:
        """Return the time of an iteration, in the trace's unit."""
        for name, batches in self.loop.queues.items():
            for n in range(-batches, 0):
                self.queues[name].put(n)
        servers = [threading.Thread(target=self.serve, args=(name,)) for name in self.inbox]
        for server in servers:
            server.start()
        for n in range(_ITERATIONS):
            self.began.append(time.perf_counter())
            for step in filter(None, self.loop.steps):
                self.step(step, n)
        for inbox in self.inbox.values():
            inbox.put(None)
        for server in servers:
            server.join()
        span = self.began[-1] - self.began[_WARM_UP]
        return span / (_ITERATIONS - 1 - _WARM_UP) / _UNIT


def main() -> None:
    """Write a table: the model, the measurement, and their ratio."""
    sys.stdout.write("| loop | model | measured | ratio |\n|---|--:|--:|--:|\n")
    for name in LOOPS:
        loop = named(name)
        model, measured = float(steady(loop).period.time), _Program(loop).run()
        sys.stdout.write(f"| {name} | {model:.2f} | {measured:.2f} | {measured / model:.3f} |\n")


if __name__ == "__main__":
    main()
