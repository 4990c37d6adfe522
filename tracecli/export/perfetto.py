"""Chrome trace events, for the timeline of Perfetto or chrome://tracing.

Trace Event Format (the document "Trace Event Format" of Chromium), as Perfetto's JSON importer reads it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from tracecli.export.data import defused
from tracecli.export.svg_lanes import formula_text
from tracecli.model import Scenario, Trace
from tracecli.playback import chosen, path_words, seen
from tracecli.report.overview import stretches
from tracecli.report.time import DISCLAIMER, Timed, timed_loops
from tracecli.text import one_line, paragraphs, visible

VERSION = 1
_STEPS = "Steps"
_BRIEF = 2000  # characters of caption and limitations that each step repeats
_ORDER = "a teaching order, not latency"

Event = dict[str, Any]


def export(trace: Trace, scenario: Scenario | None = None) -> str:
    """Return a scenario, or each scenario of a trace as a process, from step 1.

    Args:
        trace: The trace.
        scenario: The one to show; all of them without it.
    """
    events: list[Event] = []
    pid = 1
    for order, one in enumerate(chosen(trace, scenario)):
        process = _Process(trace, one, pid, order)
        events += process.events()
        pid = process.tids.stop
    for loop in timed_loops(trace, chosen(trace, scenario)):
        found = list(_model_time(loop, pid, len(trace.scenarios) + pid))
        events += found
        pid = max(event["tid"] for event in found) + 1
    whole = {"traceEvents": events, "displayTimeUnit": "ms", "metadata": _metadata(trace)}
    return defused(json.dumps(whole, indent=2, ensure_ascii=False)) + "\n"  # a viewer shows \\u2212 as it is written


def _name(text: str) -> str:
    return visible(one_line(text))


def _prose(text: str) -> str:
    return "\n".join(map(visible, paragraphs(text)))


def _metadata(trace: Trace) -> dict[str, object]:
    return {
        "version": VERSION,
        "title": trace.title,
        "description": trace.description,
        "language": trace.language,
        "order": _ORDER,
        "caption": trace.caption or "",
        "limitations": list(trace.limitations),
    }


_MICROSECONDS = {"ns": Fraction(1, 1000), "us": Fraction(1), "ms": Fraction(1000), "s": Fraction(1_000_000)}


def _model_time(loop: Timed, pid: int, order: int) -> Iterator[Event]:
    """Yield a loop's lanes in model time as one more process; units that are none are shown as milliseconds."""
    scale = _MICROSECONDS.get(loop.unit, Fraction(1000))
    about: Event = {"ph": "M", "pid": pid}
    warning = {"basis": f"{DISCLAIMER} {_prose(loop.schedule.loop.basis)}", "iteration": formula_text(loop)}
    name = f"{loop.address}: {_name(loop.title)} (model time from declared costs, not a measurement)"
    yield about | {"name": "process_name", "tid": pid + 1, "args": {"name": name}}
    yield about | {"name": "process_sort_index", "tid": pid + 1, "args": {"sort_index": order}}
    for tid, lane in enumerate(loop.lanes, pid + 1):
        yield about | {"name": "thread_name", "tid": tid, "args": {"name": _name(lane.label)}}
        yield about | {"name": "thread_sort_index", "tid": tid, "args": {"sort_index": tid - pid}}
        for bar in lane.bars:
            start, end = (float(at * scale) for at in (bar.start, bar.end))
            event = {"ph": "X", "cat": "model", "name": _name(bar.value), "pid": pid, "tid": tid, "args": warning}
            yield event | {"ts": round(start, 3), "dur": round(end - start, 3)}


class _Process:
    """A scenario as a process: a thread for its steps, then one for each state key."""

    def __init__(self, trace: Trace, scenario: Scenario, pid: int, order: int) -> None:
        self._trace = trace
        self._scenario = scenario
        self._pid = pid
        self._order = order
        # No thread has its process's number, which would make it the main thread, shown apart from the others.
        self.tids = range(pid + 1, pid + 2 + len(trace.state_labels))
        # Microseconds at which each step begins, and the last one ends.
        self._starts = list(accumulate((step.duration * 1000 for step in scenario.steps), initial=0))

        self._warnings = {"caption": _prose(trace.caption or ""), "limitations": [*map(_prose, trace.limitations)]}
        # Each step that a user selects says what it must not be taken for; a long warning is in the first step only, or
        # the file would have it as often as there are steps.
        self._brief = len(trace.caption or "") + sum(map(len, trace.limitations)) <= _BRIEF

    def events(self) -> Iterator[Event]:
        """Return the names first, then the slices, thread by thread."""
        yield from self._names()
        yield from self._steps()
        for tid, key in zip(self.tids[1:], self._trace.state_labels, strict=True):
            yield from self._values(tid, key)

    def _names(self) -> Iterator[Event]:
        scenario = self._scenario
        title = f"{scenario.id}: {_name(scenario.title)} ({_ORDER})"
        yield self._about("process_name", self.tids[0], name=title)
        yield self._about("process_sort_index", self.tids[0], sort_index=self._order)
        if self._trace.caption:
            yield self._about("process_labels", self.tids[0], labels=_name(self._trace.caption))
        labels = (_STEPS, *map(_name, self._trace.state_labels.values()))
        for index, (tid, label) in enumerate(zip(self.tids, labels, strict=True)):
            yield self._about("thread_name", tid, name=label)
            yield self._about("thread_sort_index", tid, sort_index=index)

    def _about(self, what: str, tid: int, **facts: object) -> Event:
        return {"ph": "M", "name": what, "pid": self._pid, "tid": tid, "args": facts}

    def _steps(self) -> Iterator[Event]:
        flows = self._flows()
        for index, step in enumerate(self._scenario.steps):
            event = self._slice(self.tids[0], "step", step.title, index, index)
            yield event | flows[index] | {"args": self._step_args(index)}

    def _step_args(self, index: int) -> dict[str, object]:
        step, targets = self._scenario.steps[index], self._trace.targets
        return {
            "step": index + 1,
            "description": _prose(step.description),
            "active": [_name(targets[key].label) for key in step.active],
            "paths": [_name(path_words(self._trace, targets[key])) for key in step.paths],
            **(self._warnings if index == 0 or self._brief else {}),
        }

    def _flows(self) -> Sequence[Event]:
        """Return the ends of the arrows at each step: one leads to every step that travels paths, from the one before.

        A slice has room for one `bind_id`, so steps that follow each other in this way are one flow.
        """
        travels = [bool(step.paths) and index > 0 for index, step in enumerate(self._scenario.steps)]
        flows: list[Event] = []
        flow = 0
        for index, arrives in enumerate(travels):
            leaves = index + 1 < len(travels) and travels[index + 1]
            flow += leaves and not arrives
            bound = {"bind_id": f"{self._pid:#x}{flow:06x}"} if arrives or leaves else {}
            flows.append(bound | {name: True for name, here in (("flow_in", arrives), ("flow_out", leaves)) if here})
        return flows

    def _values(self, tid: int, key: str) -> Iterator[Event]:
        quiet = (self._trace.lanes or {}).get(key, ())
        for run in stretches([step.state[key] for step in self._scenario.steps]):
            if run.value in quiet:
                continue  # a gap: what does not work must not look like work
            steps = str(run.first + 1) if run.first == run.last else f"{run.first + 1}–{run.last + 1}"
            yield self._slice(tid, "state", run.value, run.first, run.last) | {"args": {"key": key, "steps": steps}}

    def _slice(self, tid: int, category: str, name: str, first: int, last: int) -> Event:
        start, end = self._starts[first], self._starts[last + 1]
        return {
            "ph": "X",
            "cat": category,
            "name": _name(seen(name)),  # a slice without a name would be shown as "[No name]"
            "pid": self._pid,
            "tid": tid,
            "ts": start,
            "dur": end - start,
        }
