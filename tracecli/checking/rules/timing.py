"""The rules about timing facts: names, rings of waits, queues, threads that run away, and snapshots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tracecli.checking.lenient import ScenarioShape, Shape
from tracecli.checking.messages import ask, listed, name
from tracecli.iterations import spelled
from tracecli.problems import Place, Problem, Related, Severity
from tracecli.text import near_names


def check(shape: Shape) -> Iterator[Problem]:
    """snapshot-contradiction (warning): a state names other batches than are in flight then.

    'in_flight' of a scenario's timing says which state keys name the batches of which work, or the contents of which
    queue. The facts on the steps say which batches those are at each step, at the declared costs. A step that waits is
    judged at an instant of its wait, every other one at its end; what begins or ends just then may be named or not. The
    finding says whether the state can't be at these costs, or at any costs above zero.

    Fails:

        timing:
          unit: ms
          basis: Invented.
          costs: {launch: 1, forward: 9}
          resources: {cpu: Thread, gpu: GPU}
        scenarios:
        - timing:
            thread: cpu
            work: {fwd: {resource: gpu, takes: forward}}
            in_flight: {gpu: fwd}
          steps:
          - timing: {takes: launch, starts: fwd}
            state: {gpu: forward k}
          - timing: {waits: fwd}
            state: {gpu: forward k}
          - state: {gpu: forward k}

    Passes:

        timing:
          unit: ms
          basis: Invented.
          costs: {launch: 1, forward: 9}
          resources: {cpu: Thread, gpu: GPU}
        scenarios:
        - timing:
            thread: cpu
            work: {fwd: {resource: gpu, takes: forward}}
            in_flight: {gpu: fwd}
          steps:
          - timing: {takes: launch, starts: fwd}
            state: {gpu: forward k}
          - timing: {waits: fwd}
            state: {gpu: forward k}
          - state: {gpu: idle}
    """
    timing = shape.timing
    scenarios = [scenario for scenario in shape.scenarios if scenario.timing is not None]
    if timing is None:
        for scenario in scenarios:
            message = "the trace has no 'timing' with costs and resources, and this scenario needs them"
            yield Problem("missing-key", Severity.ERROR, message, Place((*scenario.pointer, "timing"), "key"))
        return
    for scenario in scenarios:
        yield from _of_scenario(shape, timing, scenario)


def _of_scenario(shape: Shape, timing: Mapping[str, Any], scenario: ScenarioShape) -> Iterator[Problem]:
    from tracecli.timing import facts, period, schedule  # noqa: PLC0415 -- few traces have facts
    from tracecli.timing.graph import DeadlockError, build  # noqa: PLC0415

    own = (*scenario.pointer, "timing")
    if len(scenario.steps) != scenario.step_count or scenario.timing is None:
        return  # a step that is not even a mapping would shift all others
    loop, problems = facts.read(
        timing, scenario.timing, [step.timing for step in scenario.steps], int(scenario.pointer[1])
    )
    yield from problems
    labels = shape.labels or ()
    for key in scenario.timing.get("in_flight", {}):
        if key not in labels:
            near = near_names(key, labels)
            message = f"{name(key)} is not a state key{ask(near, key)}"
            only = near[0] if len(near) == 1 else None
            yield Problem("state-keys", Severity.ERROR, message, Place((*own, "in_flight", key), "key"), (), only)
    if loop is None or not any(loop.steps):
        return
    try:
        graph = build(loop)
    except DeadlockError as error:
        ring = error.ring
        places = [
            Place((*own, "work", event.work) if event.work else (*scenario.pointer, "steps", event.step or 0, "timing"))
            for event in ring
        ]
        names = [f"{name(event.work)}" if event.work else f"step {(event.step or 0) + 1}" for event in ring]
        message = f"nothing of this can happen first: {listed(dict.fromkeys(names))} wait for each other"
        related = tuple(Related(f"{one} waits", place) for one, place in zip(names[1:4], places[1:4], strict=True))
        yield Problem("timing-deadlock", Severity.ERROR, message, places[0], related)
        return
    found = schedule.steady(loop, graph, period.period(graph, loop.costs))
    for thread in found.runaway or schedule.unheld(graph):
        slowest = "the slowest part" if found.runaway else "anything that it starts"
        message = f"{name(thread)} runs away: nothing makes it wait for {slowest}"
        yield Problem("timing-unbounded", Severity.WARNING, message, Place(own, "key"))
    states = [scenario.initial, *(step.state for step in scenario.steps)]
    if any(state is None or not all(isinstance(value, str) for value in state.values()) for state in states):
        return
    for one in schedule.contradictions(found, states):  # type: ignore[arg-type]
        at = (*scenario.pointer, "initial") if one.step == 0 else (*scenario.pointer, "steps", one.step - 1, "state")
        flying = listed([spelled(batch) for batch in one.actual]) if one.actual else "nothing"
        when = (
            f"while step {one.step} waits"
            if one.step - 1 in graph.waits
            else f"at the end of step {one.step}"
            if one.step
            else "before step 1"
        )
        be = "are" if len(one.actual) > 1 else "is"
        costs = "at any costs above zero" if one.always else "at these costs"
        yield Problem(
            rule="snapshot-contradiction",
            severity=Severity.WARNING,
            message=f"{name(one.key)} is {name(one.value)}, and {when}, {flying} {be} in flight, {costs}",
            place=Place((*at, one.key)),
            related=(Related("what it speaks of", Place((*own, "in_flight", one.key), "key")),),
        )
