"""A scenario at a glance: its steps, its state as lanes, the targets that each step uses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tracecli.lanes import Lane, counted, lane_text, state_lanes
from tracecli.model import Kind, Scenario, State, Trace
from tracecli.playback import seen
from tracecli.report.lanes import LEGEND, Scale, header_line, lane_line
from tracecli.text import (
    Line,
    Run,
    cell_width,
    cut,
    line,
    number_range,
    one_line,
    pad,
    paragraphs,
    plural,
    runs_of,
    visible,
    wrap,
)

_LEAST = 3  # columns of a moment: two digits, or a mark, and a gap
_MOST = 12  # wider, a short scenario falls apart on a wide terminal
_MOST_BLOCKS = 4  # a table broken more often can't be seen at a glance: runs are listed instead

_MARKS = {Kind.NODE: "●", Kind.EDGE: "→"}


class Stretch(NamedTuple):
    """A run of equal values over neighbouring moments."""

    first: int  # the first moment, zero-based; 0 is the initial state
    last: int  # the last moment, included
    value: str


def stretches(values: Iterable[str]) -> list[Stretch]:
    """Join equal neighbours.

    Args:
        values: One value a moment, the initial state first.
    """
    runs = runs_of(enumerate(values), lambda one, after: one[1] == after[1])
    return [Stretch(run[0][0], run[-1][0], run[0][1]) for run in runs]


class LaneGrid(NamedTuple):
    """Columns for moments beside a column of labels."""

    label: int  # columns of a label
    cell: int  # columns of a moment
    first: int  # first moment of this block
    last: int  # last moment of this block


def overview(trace: Trace, scenario: Scenario, *, address: str, origin: str, width: int) -> Iterator[Line]:
    """Yield the lines of the overview.

    Args:
        trace: The whole trace.
        scenario: The scenario shown.
        address: Its address, quoted for the shell.
        origin: Where the trace comes from, as shown to people.
        width: Columns to fill at the most; titles and values listed as runs may be longer.
    """
    total = seconds(sum(step.duration for step in scenario.steps))
    yield line(Run(_name(scenario.title), "head"))
    yield line(Run(f"{_name(trace.title)} · {visible(origin)}", "quiet"))
    yield line(Run(f"{plural(len(scenario.steps), 'step')} · {total} of playback, which is not latency", "quiet"))
    yield from _wrapped(scenario.description, width, "text")
    yield ()
    last = len(str(len(scenario.steps)))
    times = [seconds(step.duration) for step in scenario.steps]
    room = max(map(len, times))
    for number, (step, time) in enumerate(zip(scenario.steps, times, strict=True), 1):
        front, pin = f"{number:>{last}}  {time:>{room}}  ", f"  ({step.id})" if step.id else ""
        yield line(Run(front, "quiet"), Run(_name(step.title), "text"), Run(visible(pin), "quiet"))
    yield ()
    yield from _lanes(trace, scenario, width)
    yield from _state(trace, scenario, width)
    yield from _targets(trace, scenario, width)
    if unused := [one_line(trace.targets[key].label) for key in scenario.unselected]:
        yield from _wrapped(f"Not in this scenario: {', '.join(unused)}", width, "text")
    if trace.caption:
        yield from _wrapped(trace.caption, width, "quiet")
    yield line(Run(f"trace play {address} plays it", "quiet"))


def overview_data(trace: Trace, scenario: Scenario, *, address: str) -> dict[str, object]:
    """Return the overview as data for JSON: steps, state as runs, targets with the steps that use them.

    Args:
        trace: The whole trace.
        scenario: The scenario shown.
        address: Its address.
    """
    moments, uses = _states(scenario), _uses(scenario)
    steps: list[dict[str, object]] = []
    for number, step in enumerate(scenario.steps, 1):
        pin = {} if step.id is None else {"id": step.id}
        steps.append({"number": number, **pin, "title": step.title, "duration": step.duration})
    return {
        "address": address,
        "id": scenario.id,
        "title": scenario.title,
        "description": scenario.description,
        "playbackMilliseconds": sum(step.duration for step in scenario.steps),
        "steps": steps,
        "state": [
            {
                "key": key,
                "label": label,
                "runs": [run._asdict() for run in stretches([state[key] for state in moments])],
            }
            for key, label in trace.state_labels.items()
        ],
        "targets": [
            {"key": target.key, "kind": target.kind.value, "label": target.label, "steps": uses.get(target.key, [])}
            for target in trace.targets.values()
        ],
        "unselected": list(scenario.unselected),
    }


def seconds(milliseconds: int) -> str:
    """Return playback time as `17.0 s`, from a minute on as `2 min 5.0 s`."""
    minutes, rest = divmod(milliseconds, 60_000)
    return f"{minutes:,} min {rest / 1000:.1f} s" if minutes else f"{rest / 1000:.1f} s"


def _name(text: str) -> str:
    """Return a label, a title or a value as one line; one without anything to see says so."""
    return visible(one_line(seen(text)))


def _wrapped(text: str, width: int, meaning: str) -> Iterator[Line]:
    for paragraph in paragraphs(text):
        yield from (line(Run(part, meaning)) for part in wrap(visible(paragraph), width, keep=True))


def _states(scenario: Scenario) -> list[State]:
    """Return the state at every moment, the initial one first."""
    return [scenario.initial, *(step.state for step in scenario.steps)]


def _uses(scenario: Scenario) -> Mapping[str, Sequence[int]]:
    """Return the steps in which each target is active or travelled, without the targets that never are."""
    uses: dict[str, list[int]] = defaultdict(list)
    for number, step in enumerate(scenario.steps, 1):
        for key in (*step.active, *step.paths):
            uses[key].append(number)
    return uses


def _grids(title: str, labels: Iterable[str], moments: int, width: int) -> list[LaneGrid]:
    """Return the blocks that a table of moments is broken into so that each fits `width` columns.

    Args:
        title: The heading of the labels, which is never cut.
        labels: What is in front of the rows.
        moments: How many there are, the initial state included.
        width: Columns of the whole table.
    """
    label = max(cell_width(title), min(max(map(cell_width, labels), default=0), width * 2 // 5))
    least = max(_LEAST, len(str(moments - 1)) + 1)
    room = max(least, width - label - 2)
    each = max(1, min(moments, room // least))
    cell = max(least, min(_MOST, room // each))
    return [LaneGrid(label, cell, first, min(moments, first + each) - 1) for first in range(0, moments, each)]


def _header(title: str, grid: LaneGrid) -> Line:
    numbers = "".join(pad(str(n), grid.cell) for n in range(grid.first, grid.last + 1))
    return line(Run(title, "head"), Run(pad("", grid.label + 2 - cell_width(title)) + numbers.rstrip(), "quiet"))


def _lanes(trace: Trace, scenario: Scenario, width: int) -> Iterator[Line]:
    """Yield the lanes that the trace declares as bars, then in words, and in how many steps each works."""
    if not trace.lanes:
        return
    lanes = state_lanes(trace, scenario)
    last = len(scenario.steps)
    grids = _grids("Lanes", [_name(lane.label) for lane in lanes], last + 1, width)
    for grid in grids if len(grids) <= _MOST_BLOCKS else ():
        scale = Scale(grid.label + 1, grid.cell * (grid.last + 1 - grid.first), grid.first, grid.last + 1)
        yield header_line("Lanes", list(map(str, range(last + 1))), scale)
        yield from (lane_line(lane, scale) for lane in lanes)
    yield line(Run(LEGEND, "quiet"))
    for lane in lanes:
        bars = tuple(bar._replace(value=one_line(seen(bar.value))) for bar in lane.bars)
        yield from _wrapped(lane_text(Lane(one_line(lane.label), bars)), width, "text")
    for sentence in counted(trace, trace.scenarios):
        yield from _wrapped(sentence, width, "head")
    yield ()


def _state(trace: Trace, scenario: Scenario, width: int) -> Iterator[Line]:
    """Yield the state that is no lane as a table, equal neighbours joined; values that don't fit are listed as runs."""
    labels = {key: _name(label) for key, label in trace.state_labels.items() if key not in (trace.lanes or ())}
    if not labels:
        return
    states = _states(scenario)
    values = {key: [state[key] for state in states] for key in labels}
    grids = _grids("State", labels.values(), len(states), width)
    in_lanes = [key for key in labels if len(grids) <= _MOST_BLOCKS and _fit(values[key], grids)]
    for grid in grids if in_lanes else ():
        yield _header("State", grid)
        for key in in_lanes:
            cells: list[str] = []  # each value once, a rule after it for as long as it holds
            for run in stretches(values[key][grid.first : grid.last + 1]):
                columns = (run.last - run.first + 1) * grid.cell
                text = _name(run.value)
                rule = columns - cell_width(text) - 2
                cells.append(f"{text} {'─' * rule} " if rule > 0 else pad(text, columns))
            yield line(Run(f"{pad(cut(labels[key], grid.label), grid.label)}  {''.join(cells).rstrip()}", "text"))
    for key, label in labels.items():
        if key not in in_lanes:
            yield line(Run(label, "head"))
            runs = stretches(values[key])
            room = max(len(number_range(run.first, run.last)) for run in runs)
            for run in runs:
                span = number_range(run.first, run.last)
                yield line(Run(f"  {span:<{room}}  ", "quiet"), Run(_name(run.value), "text"))
    yield ()


def _fit(values: Sequence[str], grids: Iterable[LaneGrid]) -> bool:
    """Return whether each value fits the columns of its run in every block that it reaches."""
    return all(
        cell_width(_name(run.value)) < (run.last - run.first + 1) * grid.cell
        for grid in grids
        for run in stretches(values[grid.first : grid.last + 1])
    )


def _targets(trace: Trace, scenario: Scenario, width: int) -> Iterator[Line]:
    """Yield the steps that use each target: as a table, in a long scenario as numbers."""
    uses = _uses(scenario)
    rows = [(_name(target.label), target.kind, uses[key]) for key, target in trace.targets.items() if key in uses]
    if not rows:
        return
    grids = _grids("Targets used", [label for label, _, _ in rows], len(scenario.steps) + 1, width)
    if len(grids) > _MOST_BLOCKS:
        yield line(Run("Targets used", "head"))
        for label, _, steps in rows:
            runs = runs_of(steps, lambda step, after: after == step + 1)
            used = ", ".join(number_range(run[0], run[-1]) for run in runs)
            yield line(Run(f"  {label}  {used}", "text"))
        yield ()
        return
    for grid in grids:
        yield _header("Targets used", grid)
        for label, kind, steps in rows:
            row = [Run(cut(label, grid.label), "text")]  # a mark alone looks active, not the spaces before it
            end = cell_width(row[0].text)
            for step in (step for step in steps if grid.first <= step <= grid.last):
                start = grid.label + 2 + (step - grid.first) * grid.cell
                row += [Run(" " * (start - end), "text"), Run(_MARKS[kind], "active")]
                end = start + 1
            yield line(*row)
    yield ()
