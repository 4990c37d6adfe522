"""The map of a trace for the terminal: nodes, the edges between them, what is active and what is travelled."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tracecli.drawing.canvas import Canvas, trail
from tracecli.drawing.charforms import Same, ordered_labels, plan
from tracecli.drawing.charlabels import write_label
from tracecli.drawing.charnames import names
from tracecli.drawing.charplan import Plan
from tracecli.model import Trace
from tracecli.runs import Line
from tracecli.widths import cell_width

_MARK = "●"


def draw_map(
    trace: Trace, active: frozenset[str], paths: frozenset[str], width: int, height: int
) -> tuple[Line, ...] | None:
    """Give the lines of the map with as much detail as fits, or None when nothing sensible does.

    The nodes stay where they are for all steps of a trace at one size. Meanings of the runs: `node`, `active`, `edge`,
    `path`, `label`, `quiet`. Nothing is told by meaning alone: an active node has a mark and a heavier border, an edge
    that is travelled a heavy line and a solid head.

    Args:
        trace: What to draw.
        active: Keys of the nodes at work.
        paths: Keys of the edges travelled.
        width: The most columns of a line.
        height: The most lines.
    """
    return _drawn(Same(trace), active, paths, width, height)


@lru_cache(maxsize=64)
def _drawn(
    same: Same, active: frozenset[str], paths: frozenset[str], width: int, height: int
) -> tuple[Line, ...] | None:
    rest = _at_rest(same, width, height)
    return _frame(*rest, active, paths) if rest else names(ordered_labels(same), active, width, height)


@lru_cache(maxsize=8)
def _at_rest(same: Same, width: int, height: int) -> tuple[Plan, Canvas] | None:
    """Give the map with nothing active, which all frames of one size begin with."""
    found = plan(same, width, height)
    if not found:
        return None
    canvas = Canvas(found.width, found.height)
    if found.form.full:
        for edge in found.trails.values():
            canvas.lines(edge.arms, "edge")
    _nodes(canvas, found, found.nodes, on=False)
    _heads(canvas, found, frozenset())
    return found, canvas


def _frame(plan: Plan, rest: Canvas, active: frozenset[str], paths: frozenset[str]) -> tuple[Line, ...]:
    canvas = rest.copy()
    travelled = [edge for key, edge in plan.trails.items() if key in paths]
    for edge in travelled:
        canvas.lines(edge.arms, "path", weight=2)
    _nodes(canvas, plan, [key for key in plan.nodes if key in active], on=True)
    _heads(canvas, plan, paths)
    for edge in travelled:
        write_label(canvas, edge)
    return canvas.rows()


def _heads(canvas: Canvas, plan: Plan, paths: frozenset[str]) -> None:
    for key, edge in plan.trails.items():
        if key in paths:
            canvas.text(edge.head, edge.solid, "path")
        elif plan.form.full:
            canvas.text(edge.head, edge.light, "edge")


def _nodes(canvas: Canvas, plan: Plan, keys: Iterable[str], *, on: bool) -> None:
    for key in keys:
        if plan.form.boxed:
            left, top, right, bottom = plan.nodes[key]
            border = trail([(left, top), (right, top), (right, bottom), (left, bottom), (left, top)])
            canvas.lines(border, "active" if on else "node", weight=1 + on)
        _inside(canvas, plan, key, on=on)


def _inside(canvas: Canvas, plan: Plan, key: str, *, on: bool) -> None:
    """Write the label in the middle, marked in front where the node is active."""
    left, top, right, bottom = plan.nodes[key]
    border = int(plan.form.boxed)
    meaning, end = ("active", "┃┃") if on else ("node", "[]")
    inner = range(top + border, bottom + 1 - border)
    first = inner[(len(inner) - len(plan.labels[key])) // 2]
    room = right - left - 1
    for row, text in zip(inner, _padded(plan.labels[key], first - inner[0], len(inner)), strict=True):
        start = left + 1 + (room - cell_width(text)) // 2
        canvas.text((left + 1, row), " " * room, meaning)
        canvas.text((start, row), text, meaning)
        if not border:
            canvas.text((left, row), end[0], meaning)
            canvas.text((right, row), end[1], meaning)
        if on and row == first:
            canvas.text((max(start - 2, min(left + 1, start - 1)), row), _MARK, meaning)


def _padded(lines: tuple[str, ...], above: int, height: int) -> list[str]:
    return [*[""] * above, *lines, *[""] * (height - above - len(lines))]
