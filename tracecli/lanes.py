"""Lanes: what is worth seeing as a row over steps or over time. Renderers know nothing else of where they come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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


def _works(trace: Trace, scenarios: Sequence[Scenario]) -> Iterator[tuple[str, list[str]]]:
    """Yield the label of each lane with quiet values, and in how many steps each scenario works: `2 of 6`."""
    for key, quiet in shown_keys(trace).items():
        if quiet and scenarios:
            counts = [(sum(step.state[key] not in quiet for step in one.steps), len(one.steps)) for one in scenarios]
            yield trace.state_labels[key], [f"{works} of {steps}" for works, steps in counts]


def counted(trace: Trace, scenarios: Sequence[Scenario]) -> list[str]:
    """Return for each lane with quiet values how many steps work: `GPU: serial works in 2 of 6 steps, overlap in 6`."""
    found = []
    for label, counts in _works(trace, scenarios):
        first, *others = [f"{one.id} {{}} {count}" for one, count in zip(scenarios, counts, strict=True)]
        found.append(", ".join([f"{label}: {first.format('works in')} steps", *(one.format("in") for one in others)]))
    return found


def counted_together(trace: Trace, scenarios: Sequence[Scenario]) -> str:
    """Return the same in one sentence, shorter where there are many lanes; nothing where none has quiet values."""
    works = list(_works(trace, scenarios))
    if len(works) <= 2:
        return " ".join(f"{sentence}." for sentence in counted(trace, scenarios))
    sides = " → ".join(one.id for one in scenarios)
    return f"Steps that work, {sides}: " + "; ".join(f"{label} {' → '.join(counts)}" for label, counts in works) + "."
