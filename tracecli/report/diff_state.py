"""State at the aligned moments: as lanes where the values fit, else as runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tracecli.comparing import Comparison
from tracecli.comparing import Run as StateRun
from tracecli.comparing.state import Moment, state_at
from tracecli.escaping import visible
from tracecli.report.diff_view import View
from tracecli.runs import Line, Run, line
from tracecli.widths import cell_width, pad

_LABEL = 30  # columns of a label in front of the moments


def state_section(comparison: Comparison, view: View) -> Iterator[Line]:
    """Give the lines of the section: keys whose values fit as lanes, then the others as runs."""
    runs: dict[str, list[StateRun]] = {}
    for run in comparison.state.runs:
        runs.setdefault(run.key, []).append(run)
    if not runs:
        return
    yield ()
    yield line(Run("State at the aligned moments", "head"))
    lanes = [] if _too_many(comparison, view) else [_lane(comparison, key) for key in runs]
    narrow = max(cell_width(name) for name in view.short) + 6
    wide = max([narrow, *(min(_LABEL, cell_width(lane.label)) + 4 for lane in lanes)])
    fronts = {lane.key: front for lane in lanes if (front := _front(lane, (wide, narrow), view.options.width))}
    for lane in lanes:
        if lane.key in fronts:
            yield from _lane_lines(lane, fronts[lane.key], view)
    for key, listed in runs.items():
        if key not in fronts:
            yield from _run_lines(comparison, key, listed, view)


def _too_many(comparison: Comparison, view: View) -> bool:
    """No lane can fit, so nobody needs to measure one: a moment takes three columns at least."""
    return len(comparison.state.moments) * 3 > view.options.width


@dataclass(frozen=True, slots=True)
class _Lane:
    """One state key over all aligned moments; texts are escaped.

    Attributes:
        key: The state key.
        label: Its label.
        moments: How each moment is called.
        values: Of both sides.
        widths: Columns that each moment takes.
    """

    key: str
    label: str
    moments: Sequence[str]
    values: tuple[Sequence[str], Sequence[str]]
    widths: Sequence[int]


def _lane(comparison: Comparison, key: str) -> _Lane:
    moments = [_moment(moment) for moment in comparison.state.moments]
    left, right = (
        [visible(state_at(side.scenario, moment[place])[key]) for moment in comparison.state.moments]
        for place, side in enumerate((comparison.left, comparison.right))
    )
    widths = [max(map(cell_width, cells)) for cells in zip(moments, left, right, strict=True)]
    return _Lane(key, _label(comparison, key), moments, (left, right), widths)


def _moment(moment: Moment) -> str:
    return str(moment[0]) if moment[0] == moment[1] else f"{moment[0]}/{moment[1]}"


def _label(comparison: Comparison, key: str) -> str:
    return visible(comparison.left.trace.state_labels[key])


def _front(lane: _Lane, fronts: Sequence[int], width: int) -> int:
    """Give the first front that leaves room for the moments, or 0."""
    cells = sum(width + 2 for width in lane.widths) - 2
    return next((front for front in fronts if front + cells <= width), 0)


def _lane_lines(lane: _Lane, front: int, view: View) -> Iterator[Line]:
    label, numbers = (
        f"  {lane.label}",
        (moment.center(width) for moment, width in zip(lane.moments, lane.widths, strict=True)),
    )
    if cell_width(label) > front - 2:
        yield line(Run(label, "text"))
        label = ""
    yield line(Run(pad(label, front), "text"), Run("  ".join(numbers).rstrip(), "quiet"))
    for name, values, others in zip(view.short, lane.values, lane.values[::-1], strict=True):
        last = len(lane.widths) - 1
        cells = [
            Run(value if place == last else pad(value, width + 2), "quiet" if value == other else "changed")
            for place, (value, other, width) in enumerate(zip(values, others, lane.widths, strict=True))
        ]
        yield line(Run(pad(f"    {name}", front), "text"), *cells)


def _run_lines(comparison: Comparison, key: str, runs: Sequence[StateRun], view: View) -> Iterator[Line]:
    yield line(Run(f"  {_label(comparison, key)}", "text"))
    spans = [_span(run) for run in runs]
    room = max(map(len, spans))
    for run, span in zip(runs, spans, strict=True):
        yield from view.prose(f"    {span:<{room}}  ", f"{visible(run.left)} → {visible(run.right)}", "changed")


def _span(run: StateRun) -> str:
    left, right = (f"{a}" if a == b else f"{a}–{b}" for a, b in zip(run.first, run.last, strict=True))
    return left if left == right else f"{left}/{right}"
