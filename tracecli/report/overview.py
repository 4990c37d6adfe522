"""A scenario at a glance: its steps, its state as lanes, the targets that each step uses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from tracecli.model import Kind, Scenario, State, Trace
from tracecli.text import Line, Run, cell_width, cut, line, pad, visible, wrap

# ---- report.lanes
# Values over steps as lanes: equal neighbours joined, and where they don't fit, listed as runs.

_LEAST = 3  # columns of a moment: two digits, or a mark, and a gap
_MOST = 12  # wider, a short scenario falls apart on a wide terminal


class Stretch(NamedTuple):
    """A run of equal values over neighbouring moments.

    Attributes:
        first: The first moment, zero-based; 0 is the initial state.
        last: The last moment, included.
        value: What holds there.
    """

    first: int
    last: int
    value: str

    def __str__(self) -> str:
        """Give `3` or `0–2`."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


def stretches(values: Sequence[str]) -> list[Stretch]:
    """Join equal neighbours.

    Args:
        values: One value a moment, the initial state first.
    """
    found: list[Stretch] = []
    for value, group in groupby(values):
        first = found[-1].last + 1 if found else 0
        found.append(Stretch(first, first + sum(1 for _ in group) - 1, value))
    return found


class Grid(NamedTuple):
    """Columns for moments beside a column of labels.

    Attributes:
        label: Columns of a label.
        cell: Columns of a moment.
        first: First moment of this block.
        last: Last moment of this block.
    """

    label: int
    cell: int
    first: int
    last: int


def grids(labels: Sequence[str], moments: int, width: int) -> Iterator[Grid]:
    """Give the blocks that a table of moments is broken into so that each fits `width` columns.

    Args:
        labels: What stands in front of the rows.
        moments: How many there are, the initial state included.
        width: Columns of the whole table.
    """
    label = min(max(map(cell_width, labels), default=0), max(8, width * 2 // 5))
    least = max(_LEAST, len(str(moments - 1)) + 1)
    room = max(least, width - label - 2)
    each = max(1, min(moments, room // least))
    cell = max(least, min(_MOST, room // each))
    for first in range(0, moments, each):
        yield Grid(label, cell, first, min(moments, first + each) - 1)


def header(title: str, grid: Grid) -> Line:
    """Give the row of moment numbers."""
    numbers = "".join(pad(str(n), grid.cell) for n in range(grid.first, grid.last + 1))
    return line(Run(pad(cut(title, grid.label), grid.label) + "  ", "head"), Run(numbers.rstrip(), "quiet"))


def fits(values: Sequence[str], blocks: Sequence[Grid]) -> bool:
    """Say whether each value fits the columns of its run in every block that it reaches."""
    return all(
        cell_width(visible(stretch.value)) < (stretch.last - stretch.first + 1) * grid.cell
        for grid in blocks
        for stretch in stretches(values[grid.first : grid.last + 1])
    )


def lane(label: str, values: Sequence[str], grid: Grid) -> Line:
    """Give one key's row: each value once, a rule after it for as long as it holds."""
    cells = []
    for stretch in stretches(values[grid.first : grid.last + 1]):
        columns = (stretch.last - stretch.first + 1) * grid.cell
        text = visible(stretch.value)
        rule = columns - cell_width(text) - 2
        cells.append(f"{text} {'─' * rule} " if rule > 0 else pad(text, columns))
    return row(label, "".join(cells), "text", grid)


def row(label: str, cells: str, meaning: str, grid: Grid) -> Line:
    """Give a line of the table, without blanks at its end."""
    text = cells.rstrip()
    shown = cut(label, grid.label)
    return line(Run(f"{pad(shown, grid.label)}  " if text else shown, "text"), Run(text, meaning))


def listed(label: str, values: Sequence[str]) -> Iterator[Line]:
    """Give one key's runs, one a line, for values that are too long for a lane."""
    yield line(Run(label, "head"))
    found = stretches(values)
    room = max((len(str(stretch)) for stretch in found), default=0)
    for stretch in found:
        yield line(Run(f"  {stretch!s:<{room}}  ", "quiet"), Run(visible(stretch.value), "text"))


# ---- report.overview
# A scenario at a glance: its steps, its state as lanes, the targets that each step uses.

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
