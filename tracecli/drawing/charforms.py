"""The forms that a map can take, and the most detailed one that fits; kept for the traces and sizes shown last."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tracecli.drawing.cells import cells_of
from tracecli.drawing.charplan import Plan, fitted
from tracecli.drawing.charsizes import Form
from tracecli.drawing.graph import Cell, Graph, graph_of
from tracecli.drawing.nodelabels import two_lines
from tracecli.drawing.routes import Layout, lay_out
from tracecli.drawing.tracks import Together
from tracecli.escaping import visible
from tracecli.model import Trace
from tracecli.widths import cell_width, cut

_FORMS = (
    Form(boxed=True, pad=2, room=2),
    Form(boxed=True, pad=2),
    Form(boxed=True, room=2),
    Form(boxed=True),
    Form(boxed=True, lines=2, room=2),
    Form(boxed=True, portrait=True),
    Form(boxed=True, lines=2, room=2, portrait=True),
    Form(boxed=False),
    Form(boxed=False, portrait=True),
    Form(boxed=False, pad=0),
    Form(boxed=False, pad=0, portrait=True),
    Form(boxed=True, lines=2, room=2, full=False),
    Form(boxed=False, pad=0, full=False),
    Form(boxed=False, pad=0, full=False, portrait=True),
    *(
        Form(boxed=False, pad=0, most=most, portrait=portrait, full=full)
        for most in (20, 16, 12)
        for full in (True, False)
        for portrait in (False, True)
    ),
)
"""From the most detailed to the least."""


_THRONG = 120  # more nodes or edges than anyone can follow in a terminal


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
def plan(same: Same, width: int, height: int) -> Plan | None:
    """Give the most detailed map of a trace that fits in `width` columns and `height` lines, or None."""
    graph = _graph(same)
    if not graph.nodes or max(len(graph.nodes), len(graph.edges)) > _THRONG:
        return None
    return next((found for form in _FORMS if (found := _tried(same, form, width, height))), None)


@lru_cache(maxsize=4)
def ordered_labels(same: Same) -> dict[str, str]:
    """Give the escaped label of each node by its key, in the order of reading: row by row."""
    cells = _cells(same, portrait=False)
    order = sorted(zip(cells, _graph(same).nodes, strict=True), key=lambda pair: (pair[0][1], pair[0][0]))
    return {node.key: visible(node.label) for _, node in order}


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


def _tried(same: Same, form: Form, width: int, height: int) -> Plan | None:
    graph = _graph(same)
    labels = [_lines(visible(node.label), form) for node in graph.nodes]
    if not _may_fit(_cells(same, portrait=form.portrait), labels, form, width, height):
        return None
    names = {edge.key: visible(same.trace.targets[edge.key].label) for edge in graph.edges}
    layout = _layout(same, portrait=form.portrait, full=form.full, room=form.room)
    return fitted(layout, form, labels, names, (width, height))


def _may_fit(cells: Sequence[Cell], labels: Sequence[tuple[str, ...]], form: Form, width: int, height: int) -> bool:
    """Rule out what can't fit before its edges are led, which costs the most."""
    columns: dict[int, int] = {}
    rows: dict[int, int] = {}
    for (column, row), lines in zip(cells, labels, strict=True):
        columns[column] = max(columns.get(column, 0), *map(cell_width, lines))
        rows[row] = max(rows.get(row, 0), len(lines))
    wide = sum(columns.values()) + len(columns) * (2 * form.pad + 2) + len(columns) - 1
    return wide <= width and sum(rows.values()) + len(rows) * 2 * form.boxed <= height


def _lines(label: str, form: Form) -> tuple[str, ...]:
    lines = two_lines(label, cell_width) if form.lines > 1 else (label,)
    return tuple(cut(line, form.most) for line in lines)
