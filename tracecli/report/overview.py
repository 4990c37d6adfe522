"""A scenario at a glance: its steps, its state as lanes, the targets that each step uses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from tracecli.escaping import visible
from tracecli.model import Kind, Scenario, State, Trace
from tracecli.report.lanes import Stretch, fits, grids, header, lane, listed, row, stretches
from tracecli.runs import Line, Run, line
from tracecli.widths import pad, wrap

_MARKS = {Kind.NODE: "●", Kind.EDGE: "→"}
_Row = tuple[str, Kind, Sequence[int]]
"""A target's label, its kind, and the steps that use it."""

_MOST_BLOCKS = 4  # a table broken more often is no glance any more: runs are listed instead


def seconds(milliseconds: int) -> str:
    """Give playback time as `17.0 s`, from a minute on as `2 min 5.0 s`."""
    minutes, rest = divmod(milliseconds, 60_000)
    return f"{minutes:,} min {rest / 1000:.1f} s" if minutes else f"{rest / 1000:.1f} s"


def states(scenario: Scenario) -> list[State]:
    """Give the state at every moment, the initial one first."""
    return [scenario.initial, *(step.state for step in scenario.steps)]


def overview(trace: Trace, scenario: Scenario, *, address: str, origin: str, width: int) -> Iterator[Line]:
    """Give the lines of the overview.

    Args:
        trace: The whole trace.
        scenario: The scenario shown.
        address: Its address, quoted for the shell.
        origin: Where the trace comes from, as shown to people.
        width: Columns to fill at the most; titles and values listed as runs may be longer.
    """
    yield from _head(trace, scenario, origin, width)
    yield ()
    yield from _steps(scenario)
    yield ()
    yield from _state(trace, scenario, width)
    yield from _targets(trace, scenario, width)
    yield from _foot(trace, scenario, address, width)


def _head(trace: Trace, scenario: Scenario, origin: str, width: int) -> Iterator[Line]:
    yield line(Run(visible(scenario.title), "head"))
    yield line(Run(f"{visible(trace.title)} · {visible(origin)}", "quiet"))
    time = seconds(sum(step.duration for step in scenario.steps))
    yield line(Run(f"{len(scenario.steps):,} steps · {time} of playback, which is not latency", "quiet"))
    yield from _wrapped(scenario.description, width, "text")


def _wrapped(text: str, width: int, meaning: str) -> Iterator[Line]:
    for part in wrap(visible(text), width):
        yield line(Run(part, meaning))


def _steps(scenario: Scenario) -> Iterator[Line]:
    last = len(str(len(scenario.steps)))
    times = [seconds(step.duration) for step in scenario.steps]
    room = max(map(len, times))
    for number, (step, time) in enumerate(zip(scenario.steps, times, strict=True), 1):
        pin = f"  ({step.id})" if step.id else ""
        yield line(
            Run(f"{number:>{last}}  {time:>{room}}  ", "quiet"), Run(visible(step.title), "text"), Run(pin, "quiet")
        )


def _state(trace: Trace, scenario: Scenario, width: int) -> Iterator[Line]:
    labels = [visible(label) for label in trace.state_labels.values()]
    moments = states(scenario)
    rows = [(label, [state[key] for state in moments]) for label, key in zip(labels, trace.state_labels, strict=True)]
    blocks = list(grids(labels, len(moments), width))
    lanes = [one for one in rows if len(blocks) <= _MOST_BLOCKS and fits(one[1], blocks)]
    in_lanes = {label for label, _ in lanes}
    for grid in blocks if lanes else ():
        yield header("State", grid)
        yield from (lane(label, values, grid) for label, values in lanes)
    for label, values in rows:
        if label not in in_lanes:
            yield from listed(label, values)
    if rows:
        yield ()


def _targets(trace: Trace, scenario: Scenario, width: int) -> Iterator[Line]:
    uses = _uses(scenario)
    rows = [(visible(target.label), target.kind, uses[key]) for key, target in trace.targets.items() if key in uses]
    if not rows:
        return
    labels = [label for label, _, _ in rows]
    blocks = list(grids(labels, len(scenario.steps) + 1, width))
    if len(blocks) > _MOST_BLOCKS:
        yield from _numbered(rows)
        return
    for grid in blocks:
        yield header("Targets used", grid)
        for label, kind, steps in rows:
            marks = dict.fromkeys(steps, _MARKS[kind])
            cells = "".join(pad(marks.get(step, ""), grid.cell) for step in range(grid.first, grid.last + 1))
            yield row(label, cells, "active", grid)
    yield ()


def _numbered(rows: Sequence[_Row]) -> Iterator[Line]:
    """Give the targets of a long scenario with the numbers of the steps that use them."""
    yield line(Run("Targets used", "head"))
    for label, kind, steps in rows:
        runs = ([step for _, step in run] for _, run in groupby(enumerate(steps), lambda pair: pair[1] - pair[0]))
        used = ", ".join(str(Stretch(run[0], run[-1], _MARKS[kind])) for run in runs)
        yield line(Run(f"  {label}  ", "text"), Run(used, "active"))
    yield ()


def _uses(scenario: Scenario) -> Mapping[str, Sequence[int]]:
    """Give the steps in which each target is active or travelled; the targets that are never are left out."""
    uses: dict[str, list[int]] = defaultdict(list)
    for number, step in enumerate(scenario.steps, 1):
        for key in (*step.active, *step.paths):
            uses[key].append(number)
    return uses


def _foot(trace: Trace, scenario: Scenario, address: str, width: int) -> Iterator[Line]:
    unused = [visible(trace.targets[key].label) for key in scenario.unselected]
    if unused:
        yield from _wrapped(f"Not in this scenario: {', '.join(unused)}", width, "text")
    if trace.caption:
        yield from _wrapped(trace.caption, width, "quiet")
    yield line(Run(f"trace play {address} plays it", "quiet"))


def overview_data(trace: Trace, scenario: Scenario, *, address: str) -> dict[str, object]:
    """Give the overview as data for JSON: steps, state as runs, targets with the steps that use them.

    Args:
        trace: The whole trace.
        scenario: The scenario shown.
        address: Its address.
    """
    moments, uses = states(scenario), _uses(scenario)
    return {
        "address": address,
        "id": scenario.id,
        "title": scenario.title,
        "description": scenario.description,
        "playbackMilliseconds": sum(step.duration for step in scenario.steps),
        "steps": [
            _step_data(number, step.id, step.title, step.duration) for number, step in enumerate(scenario.steps, 1)
        ],
        "state": [
            {"key": key, "label": label, "runs": _runs_data([state[key] for state in moments])}
            for key, label in trace.state_labels.items()
        ],
        "targets": [
            {"key": target.key, "kind": target.kind.value, "label": target.label, "steps": uses.get(target.key, [])}
            for target in trace.targets.values()
        ],
        "unselected": list(scenario.unselected),
    }


def _step_data(number: int, pin: str | None, title: str, duration: int) -> dict[str, object]:
    named = {} if pin is None else {"id": pin}
    return {"number": number, **named, "title": title, "duration": duration}


def _runs_data(values: Sequence[str]) -> list[dict[str, object]]:
    return [{"first": one.first, "last": one.last, "value": one.value} for one in stretches(values)]
