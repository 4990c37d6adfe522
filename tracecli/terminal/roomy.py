"""The layout of a large screen: panels with borders, the map over the whole width, what is active beside the state."""

from __future__ import annotations

from tracecli.terminal import heading, sections
from tracecli.terminal.canvas import Border, Part, Row, beside, blank, rows
from tracecli.terminal.scene import (
    Drawn,
    Scene,
    active_part,
    boxed,
    flat,
    state_title,
    step_lines,
    stepped,
    title,
    watch_part,
)
from tracecli.terminal.table import one_line, state

LEAST = (100, 28)
"""Columns and rows from which this layout is tried."""

_SIDE = 42  # columns of the panel beside the state: a route such as `Launch step → Result queue` fits on a line
_FOOT = 4
_LOWEST = 6  # rows of the lowest map panel worth its borders


def roomy(scene: Scene) -> Drawn | None:
    """Give the screen, or None when the step does not fit in this layout."""
    looks, width = scene.stage.looks, scene.width
    above = [*rows(heading.titles(scene.stage, scene.moment, width, 2), looks, width), *_step(scene)]
    below = _facts(scene)
    if watched := watch_part(scene, width - 4):
        below += boxed(scene, watched, width)
    middle = _map(scene, scene.height - len(above) - len(below) - _FOOT)
    if middle is None:
        return None
    foot = rows(heading.foot(scene.stage, scene.view, width, _FOOT), looks, width)
    return Drawn([*above, *middle, *below, *foot], _FOOT)


def _step(scene: Scene) -> list[Row]:
    border = Border(scene.stage.looks.glyphs.heavy, "strong-border", padding=2)
    lines = step_lines(scene, border.inside(scene.width))
    return stepped(scene, [sections.BLANK, *lines, sections.BLANK], border)


def _facts(scene: Scene) -> list[Row]:
    """Give what is active beside the state, or above it where its rows would not fit on a line each."""
    right = scene.width - _SIDE
    if one_line(scene.stage, right - 4):
        left, table = active_part(scene, _SIDE - 4), _table(scene, right - 4)
        height = 2 + max(len(left.lines), len(table.lines))
        return beside(boxed(scene, left, _SIDE, height), boxed(scene, table, right, height))
    inner = scene.width - 4
    return flat([boxed(scene, part, scene.width) for part in (active_part(scene, inner), _table(scene, inner))])


def _table(scene: Scene, width: int) -> Part:
    return Part(state_title(scene), state(scene.stage, scene.moment, width, hidden=scene.view.hidden))


def _map(scene: Scene, height: int) -> list[Row] | None:
    """Give the map in a panel of that height; blanks for a trace that has none; None where it does not fit."""
    if height < 0:
        return None
    drawn = scene.stage.map(scene.moment, scene.width - 4, height - 2) if height >= _LOWEST else None
    if drawn is None:
        return None if scene.stage.has_map(scene.width - 4) else blank(scene.width, height)
    margin = (scene.width - 4 - max(map(sections.columns_of, drawn), default=0)) // 2
    lines = [sections.BLANK] * ((height - 2 - len(drawn)) // 2) + sections.indented(drawn, margin)
    return boxed(scene, Part(title("Map"), lines), scene.width, height)
