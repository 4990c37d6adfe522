"""Lanes: what is worth seeing as a row over steps or over time. Renderers know nothing else of where they come from."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from tracecli.iterations import named
from tracecli.model import Scenario, Trace
from tracecli.text import cell_width, cut, number_range, one_line, pad, visible

_LEAST_COLUMN = 8  # terminal columns of a column in monospaced text


class Bar(NamedTuple):
    """A stretch of a lane with one value."""

    start: Fraction | int  # in steps, or in units of model time
    end: Fraction | int
    value: str
    quiet: bool = False  # it does not work here: hatched, never as solid as work
    iteration: int | None = None  # the first one that the value names: 0 for k, −1 for k−1; None: none
    second: int | None = None  # the next one that it names


class Lane(NamedTuple):
    """A row of bars, in order and without overlaps; a gap is a time without a value."""

    label: str
    bars: tuple[Bar, ...]


def shown_keys(trace: Trace) -> dict[str, tuple[str, ...]]:
    """Return the state keys that are lanes, in order of display, each with its quiet values."""
    return dict(trace.lanes) if trace.lanes is not None else dict.fromkeys(trace.state_labels, ())


def state_lanes(trace: Trace, scenario: Scenario, columns: Sequence[int] | None = None) -> list[Lane]:
    """Return the lanes of a scenario over its moments; equal neighbours are one bar.

    Args:
        trace: The trace, which says what is worth a lane.
        scenario: The scenario.
        columns: For each column the moment whose state holds in it, 0 being the initial state; column i is from i to
            i + 1. Left out: each moment is a column.
    """
    columns = range(len(scenario.steps) + 1) if columns is None else columns
    return [
        Lane(trace.state_labels[key], _bars([_state(scenario, step)[key] for step in columns], quiet))
        for key, quiet in shown_keys(trace).items()
    ]


def _state(scenario: Scenario, step: int) -> dict[str, str]:
    return dict(scenario.steps[step - 1].state if step else scenario.initial)


def _bars(values: Sequence[str], quiet: Sequence[str]) -> tuple[Bar, ...]:
    bars: list[Bar] = []
    for column, value in enumerate(values):
        if bars and bars[-1].value == value:
            bars[-1] = bars[-1]._replace(end=column + 1)
        else:
            names = [*named(value), None, None]
            bars.append(Bar(column, column + 1, value, value in quiet, names[0], names[1]))
    return tuple(bars)


def until(lane: Lane, end: int) -> Lane:
    """Return a lane without what is after `end`."""
    return lane._replace(bars=tuple(bar._replace(end=min(bar.end, end)) for bar in lane.bars if bar.start < end))


def lane_text(lane: Lane) -> str:
    """Return a lane over moments in words: `GPU: idle 0–2, forward k 3–4`."""
    return f"{lane.label}: " + ", ".join(
        f"{bar.value} {number_range(int(bar.start), int(bar.end) - 1)}" for bar in lane.bars
    )


def lane_chart(lanes: Sequence[Lane], columns: int, width: int) -> list[str]:
    """Return lanes over columns as monospaced lines, quiet values between slashes.

    Args:
        lanes: The lanes; their bars begin and end at columns.
        columns: How many columns there are.
        width: Terminal columns that a line may take, as far as each column can be read.
    """
    names = max((cell_width(visible(one_line(lane.label))) for lane in lanes), default=0)
    wide = max(_LEAST_COLUMN, (width - names - 2) // columns - 1)
    numbers = "".join(f" {number:<{wide}}" for number in range(1, columns + 1))
    lines = [f"{'':{names}} {numbers}".rstrip()]
    for lane in lanes:
        cells = []
        for bar in lane.bars:
            room = int(bar.end - bar.start) * (wide + 1) - 1
            text = cut(f" {visible(one_line(bar.value))} ", room)
            cells.append(text + ("/" if bar.quiet else " ") * (room - cell_width(text)))
        lines.append(f"{pad(visible(one_line(lane.label)), names)} |{'|'.join(cells)}|")
    return lines


def counted(trace: Trace, scenarios: Sequence[Scenario]) -> list[str]:
    """Return for each lane with quiet values how many steps work: `GPU: serial works in 2 of 6 steps, overlap in 6`."""
    found = []
    for key, quiet in shown_keys(trace).items():
        if quiet and scenarios:
            parts = [
                f"{scenario.id}{' works' if place == 0 else ''} in "
                f"{sum(step.state[key] not in quiet for step in scenario.steps)} of {len(scenario.steps)}"
                f"{' steps' if place == 0 else ''}"
                for place, scenario in enumerate(scenarios)
            ]
            found.append(f"{trace.state_labels[key]}: {', '.join(parts)}")
    return found
