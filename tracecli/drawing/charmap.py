"""The map of a trace for the terminal: as much detail as fits, down to the names of the nodes alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from tracecli.drawing.charsizes import Canvas, Form, MapPlan, Spot, Trail, fitted, trail
from tracecli.drawing.labels import two_lines
from tracecli.drawing.layout import Cell, Graph, cells_of, graph_of
from tracecli.drawing.pixels import shown_values
from tracecli.drawing.routing import Layout, Together, lay_out
from tracecli.model import Trace
from tracecli.text import Line, Run, cell_width, cut, line, one_line, visible

MARKS = {"active": "●", "running": "◐", "idle": "○", "node": "·", "absent": "┆"}
"""Look of a node → its sign: acting now, not acting while its state is at work, its state at rest, none of these, not
in this scenario."""

_MIN_NAME = 8  # columns of a name that is cut; with fewer, names look the same
_MAX_VALUE = 28  # columns of the state that a node shows
_SHORT_VALUE = 14  # where there is no room for more
_SPACE = 2  # columns between two names


class NodeLook(NamedTuple):
    """How a node is drawn at a moment."""

    meaning: str  # a key of MARKS
    value: str = ""  # the state that it shows, escaped


def names(
    labels: Mapping[str, str],
    looks: Mapping[str, NodeLook],
    width: int,
    height: int,
    values: Mapping[str, int] = MappingProxyType({}),
) -> tuple[Line, ...] | None:
    """Return the names in as many columns as fit, or None when there is no room for all of them.

    Args:
        labels: Node key → escaped label, in the order of reading.
        looks: Node key → its look; left out: `node`.
        width: The most columns of a line.
        height: The most lines.
        values: Node key → columns for the state that it shows, after its name.
    """
    if not labels or height < 1:
        return None
    least = -(-len(labels) // height)
    mark = len("● ")
    if (width + _SPACE) // least <= _SPACE + mark:  # too many are refused unmeasured, in every frame
        return None
    longest = max(cell_width(label) + (values[key] + _SPACE if key in values else 0) for key, label in labels.items())
    columns = min(len(labels), max(least, (width + _SPACE) // (longest + mark + _SPACE)))
    room = min(longest, (width + _SPACE) // columns - _SPACE - mark)
    if room < (longest if values else min(longest, _MIN_NAME)):
        if not values:
            return None
        shorter = {key: min(_SHORT_VALUE, room) for key, room in values.items()}
        return names(labels, looks, width, height, {} if shorter == values else shorter)
    shown = list(labels.items())
    rows: list[Line] = []
    for start in range(0, len(shown), columns):
        runs: list[Run] = []
        for key, label in shown[start : start + columns]:
            look = looks.get(key, NodeLook("node"))
            name = cut(label, room)
            value = f"  {cut(look.value, values[key])}" if key in values else ""
            runs.append(Run(f"{MARKS[look.meaning]} {name}", look.meaning))
            runs.append(Run(value, "idle" if look.meaning == "idle" else "value"))
            runs.append(Run(" " * (room + _SPACE - cell_width(name + value)), "quiet"))  # active neighbours stay apart
        rows.append(line(*runs[:-1]))
    return tuple(rows)


def _write_label(canvas: Canvas, edge: Trail) -> None:
    """Write the label of an edge beside its line, on one line of text or two, if there is room.

    A label covers nothing and keeps a space from what is left and right of it.
    """

    def length(piece: tuple[Spot, Spot]) -> int:
        (x1, y1), (x2, y2) = piece
        return abs(x2 - x1) + 3 * abs(y2 - y1)  # a line of text is about as high as three columns are wide

    pieces = sorted(pairwise(edge.corners), key=length, reverse=True)
    for lines in dict.fromkeys(((edge.label,), two_lines(edge.label, cell_width))):
        width, height = max(map(cell_width, lines)), len(lines)
        for x, y in (spot for piece in pieces for spot in _spots(piece, width, height)):
            left, right = max(0, x - 1), min(canvas.width, x + width + 1)
            is_inside = x >= 0 and x + width <= canvas.width
            if is_inside and all(canvas.blank(left, row, right - left) for row in range(y, y + height)):
                for row, text in enumerate(lines):
                    canvas.text((x, y + row), text, "label")
                return


def _spots(piece: tuple[Spot, Spot], width: int, height: int) -> Iterator[Spot]:
    """Return where a text may start: above and below a horizontal piece, right and left of a vertical one."""
    (x1, x2), (y1, y2) = (sorted(axis) for axis in zip(*piece, strict=True))
    if y1 == y2:
        middle = (x1 + x2 + 1 - width) // 2
        for x in dict.fromkeys((middle, x1 + 2, x2 - 1 - width)):
            if x1 < x and x + width <= x2:
                yield x, y1 - height
                yield x, y1 + 1
    else:
        middle = (y1 + y2 + 1 - height) // 2
        for y in dict.fromkeys((middle, *range(y1 + 1, y2 + 1 - height))):
            if y1 < y and y + height <= y2:
                yield x1 + 2, y
                yield x1 - 1 - width, y


_FORMS = (
    Form(boxed=True, pad=2, room=2),
    Form(boxed=True, pad=2),
    Form(boxed=True, room=2),
    Form(boxed=True),
    Form(boxed=True, lines=2, room=2),
    Form(boxed=True, portrait=True),
    Form(boxed=True, lines=2, room=2, portrait=True),
    Form(boxed=True, lines=2, room=2, value=_SHORT_VALUE),
    Form(boxed=True, lines=2, room=2, value=_SHORT_VALUE, portrait=True),
    Form(boxed=False),
    Form(boxed=False, portrait=True),
    Form(boxed=False, pad=0),
    Form(boxed=False, pad=0, portrait=True),
    *(
        Form(boxed=True, lines=2, room=2, value=value, portrait=portrait, full=full)
        for full in (True, False)
        for value in (_MAX_VALUE, 0)
        for portrait in (False, True)
    ),
    Form(boxed=False, pad=0, value=0),
    Form(boxed=False, pad=0, value=0, portrait=True),
    Form(boxed=False, pad=0, full=False),
    Form(boxed=False, pad=0, full=False, portrait=True),
    *(
        Form(boxed=False, pad=0, most=most, value=0, portrait=portrait, full=full)
        for most in (28, 20, 16, 12)
        for full in (True, False)
        for portrait in (False, True)
    ),
)
"""From the most detailed to the least."""


_MAX_PARTS = 120  # nodes, or edges: more than anyone can follow in a terminal


class Same:
    """A trace as a key of a cache: known by identity, since its mappings have no hash."""

    __slots__ = ("trace",)

    def __init__(self, trace: Trace) -> None:
        """Hold `trace`, so that its identity lasts as long as the key."""
        self.trace = trace

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.trace is self.trace

    def __hash__(self) -> int:
        return id(self.trace)


@lru_cache(maxsize=16)
def plan(same: Same, width: int, height: int) -> MapPlan | None:
    """Return the most detailed map of a trace that fits in `width` columns and `height` lines, or None."""
    graph = _graph(same)
    if not graph.nodes or max(len(graph.nodes), len(graph.edges)) > _MAX_PARTS:
        return None
    return next((found for form in _FORMS if (found := _tried(same, form, width, height))), None)


@lru_cache(maxsize=4)
def ordered_labels(same: Same) -> dict[str, str]:
    """Return the escaped label of each node by its key, in the order of reading: row by row."""
    cells = _cells(same, portrait=False)
    order = sorted(zip(cells, _graph(same).nodes, strict=True), key=lambda pair: (pair[0][1], pair[0][0]))
    return {node.key: visible(one_line(node.label)) for _, node in order}


@lru_cache(maxsize=4)
def _graph(same: Same) -> Graph:
    return graph_of(same.trace)


@lru_cache(maxsize=8)
def _cells(same: Same, *, portrait: bool) -> tuple[Cell, ...]:
    if portrait:
        return tuple((row, column) for column, row in _cells(same, portrait=False))
    return cells_of(_graph(same))


@lru_cache(maxsize=16)
def _layout(same: Same, *, portrait: bool, full: bool, room: int) -> Layout:
    cells = _cells(same, portrait=portrait)
    if full:
        return lay_out(_graph(same), cells, room=room)
    return lay_out(_graph(same), cells, room=room, together=_travelled_together(same))


def _travelled_together(same: Same) -> Together:
    steps = dict.fromkeys(step.paths for scenario in same.trace.scenarios for step in scenario.steps)
    used: dict[str, set[int]] = {edge.key: set() for edge in _graph(same).edges}
    for number, paths in enumerate(steps):
        for key in paths:
            used.get(key, set()).add(number)
    sets = list(used.values())
    return lambda one, two: not sets[one].isdisjoint(sets[two])


@lru_cache(maxsize=4)
def _value_columns(same: Same) -> dict[str, int]:
    """Return for each node that shows a state the columns of its widest value."""
    keys = {key: target.shows for key, target in same.trace.targets.items() if target.shows is not None}
    widest = {
        shown: max(cell_width(visible(one_line(value))) for value in shown_values(same.trace, shown))
        for shown in set(keys.values())
    }
    return {key: min(_MAX_VALUE, widest[shown]) for key, shown in keys.items() if widest[shown]}


def _tried(same: Same, form: Form, width: int, height: int) -> MapPlan | None:
    graph = _graph(same)
    labels = [
        tuple(cut(each, form.most) for each in (two_lines(label, cell_width) if form.lines > 1 else (label,)))
        for label in (visible(one_line(node.label)) for node in graph.nodes)
    ]
    values = {key: min(room, form.value) for key, room in _value_columns(same).items() if form.value}
    filled = [
        _with_value(lines, "x" * values[node.key], form) if node.key in values else lines
        for node, lines in zip(graph.nodes, labels, strict=True)
    ]
    if not _may_fit(_cells(same, portrait=form.portrait), filled, form, width, height):
        return None
    names = {edge.key: visible(one_line(same.trace.targets[edge.key].label)) for edge in graph.edges}
    layout = _layout(same, portrait=form.portrait, full=form.full, room=form.room)
    found = fitted(layout, form, filled, names, (width, height))
    if found is None:
        return None
    return replace(found, values=values, labels=dict(zip((node.key for node in graph.nodes), labels, strict=True)))


def _with_value(lines: tuple[str, ...], value: str, form: Form) -> tuple[str, ...]:
    """Return the lines in a node with the state that it shows: below its label, or after it."""
    return (*lines, value) if form.boxed else (*lines[:-1], f"{lines[-1]}: {value}")


def _may_fit(cells: Sequence[Cell], labels: Sequence[tuple[str, ...]], form: Form, width: int, height: int) -> bool:
    """Rule out what can't fit before its edges find their ways, which costs the most."""
    columns: dict[int, int] = {}
    rows: dict[int, int] = {}
    for (column, row), lines in zip(cells, labels, strict=True):
        columns[column] = max(columns.get(column, 0), *map(cell_width, lines))
        rows[row] = max(rows.get(row, 0), len(lines))
    wide = sum(columns.values()) + len(columns) * (2 * form.pad + 2) + len(columns) - 1
    return wide <= width and sum(rows.values()) + len(rows) * 2 * form.boxed <= height


def draw_map(  # noqa: PLR0913 - what is drawn, in which state, how large
    trace: Trace,
    active: frozenset[str],
    paths: frozenset[str],
    width: int,
    height: int,
    *,
    states: Mapping[str, tuple[str, str]] = MappingProxyType({}),
    absent: frozenset[str] = frozenset(),
) -> tuple[Line, ...] | None:
    """Return the lines of the map with as much detail as fits, or None when nothing sensible does.

    The nodes stay where they are for all steps of a trace at one size. Meanings of the runs: those of `MARKS`, `value`,
    `edge`, `path`, `label`, `quiet`. Nothing is shown by meaning alone: an active node has a mark and a heavier border,
    an edge that is travelled a heavy line and a solid head.

    Args:
        trace: What to draw.
        active: Keys of the nodes at work.
        paths: Keys of the edges travelled.
        width: The most columns of a line.
        height: The most lines.
        states: Node key → (`lit`, `running` or `idle`, the value that it shows).
        absent: Keys of what this scenario does not use: dotted.
    """
    looks = {key: NodeLook("absent") for key in absent}
    looks |= {key: NodeLook("active") for key in active}
    for key, (look, value) in states.items():
        shown = looks[key].meaning if key in looks else "node" if look == "lit" else look
        looks[key] = NodeLook(shown, visible(one_line(value)))
    return _drawn(Same(trace), frozenset(looks.items()), paths, absent, (width, height))


@lru_cache(maxsize=64)
def _drawn(
    same: Same,
    looks: frozenset[tuple[str, NodeLook]],
    paths: frozenset[str],
    absent: frozenset[str],
    size: tuple[int, int],
) -> tuple[Line, ...] | None:
    rest = _at_rest(same, absent, *size)
    if rest:
        return _frame(*rest, dict(looks), paths)
    return names(ordered_labels(same), dict(looks), *size, _value_columns(same))


@lru_cache(maxsize=8)
def _at_rest(same: Same, absent: frozenset[str], width: int, height: int) -> tuple[MapPlan, Canvas] | None:
    """Return the map with nothing active, which all frames of one size begin with."""
    found = plan(same, width, height)
    if not found:
        return None
    canvas = Canvas(found.width, found.height)
    if found.form.full:
        for key in sorted(found.trails, key=absent.__contains__, reverse=True):  # what is in use is drawn over the rest
            canvas.lines(found.trails[key].arms, "absent" if key in absent else "edge")
    for key in found.nodes:
        _node(canvas, found, key, NodeLook("absent" if key in absent else "node"))
    _heads(canvas, found, frozenset())
    return found, canvas


def _frame(plan: MapPlan, rest: Canvas, looks: Mapping[str, NodeLook], paths: frozenset[str]) -> tuple[Line, ...]:
    canvas = rest.copy()
    travelled = [edge for key, edge in plan.trails.items() if key in paths]
    for edge in travelled:
        canvas.lines(edge.arms, "path", weight=2)
    for key in plan.nodes:
        if key in looks:
            _node(canvas, plan, key, looks[key])
    _heads(canvas, plan, paths)
    for edge in travelled:
        _write_label(canvas, edge)
    return canvas.rows()


def _heads(canvas: Canvas, plan: MapPlan, paths: frozenset[str]) -> None:
    for key, edge in plan.trails.items():
        if key in paths:
            canvas.text(edge.head, edge.solid, "path")
        elif plan.form.full:
            canvas.text(edge.head, edge.light, "edge")


def _node(canvas: Canvas, plan: MapPlan, key: str, look: NodeLook) -> None:
    """Draw a node: its border is heavy while it acts or its state is at work, and dotted where it is not used."""
    heavy = look.meaning in {"active", "running"}
    if plan.form.boxed:
        left, top, right, bottom = plan.nodes[key]
        border = trail([(left, top), (right, top), (right, bottom), (left, bottom), (left, top)])
        canvas.lines(border, look.meaning, weight=1 + heavy)
    _inside(canvas, plan, key, look)


_ENDS = {"active": "┃┃", "running": "┃┃", "absent": "┆┆"}


def _inside(canvas: Canvas, plan: MapPlan, key: str, look: NodeLook) -> None:
    """Write the label in the middle, with the sign of its look before it, and the state that it shows."""
    left, top, right, bottom = plan.nodes[key]
    border = int(plan.form.boxed)
    inner = range(top + border, bottom + 1 - border)
    lines = plan.labels[key]
    if look.value and key in plan.values:
        lines = _with_value(lines, cut(look.value, plan.values[key]), plan.form)
    above = (len(inner) - len(lines)) // 2
    first, below = inner[above], len(inner) - above - len(lines)
    room = right - left - 1
    for row, text in zip(inner, [*[""] * above, *lines, *[""] * below], strict=True):
        start = left + 1 + (room - cell_width(text)) // 2
        canvas.text((left + 1, row), " " * room, look.meaning)
        canvas.text((start, row), text, look.meaning)
        if not border:
            ends = _ENDS.get(look.meaning, "[]")
            canvas.text((left, row), ends[0], look.meaning)
            canvas.text((right, row), ends[1], look.meaning)
        if look.meaning in {"active", "running", "idle"} and row == first:
            place = max(start - 2, min(left + 1, start - 1))
            canvas.text((place, row), MARKS[look.meaning], look.meaning)
