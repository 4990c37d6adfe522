"""A frame: a pure function of (trace, scenario, step, view settings, size)."""

from __future__ import annotations

from typing import NamedTuple

from tracecli.runs import Run, line
from tracecli.terminal import overlays
from tracecli.terminal.canvas import Border, Part, Row, blank, panel, rows
from tracecli.terminal.compact import compact
from tracecli.terminal.roomy import LEAST, roomy
from tracecli.terminal.scene import Drawn, Scene
from tracecli.terminal.stage import Stage
from tracecli.terminal.tiny import BELOW, tiny
from tracecli.terminal.view import View
from tracecli.widths import cut

_LARGEST = (500, 200)  # columns and rows; a screen that claims more gets blanks around


class Frame(NamedTuple):
    """What is on the screen.

    Attributes:
        rows: As many rows as the screen is high, each as wide as it is.
        furthest: How far what is in front (an open list, else the step) can be scrolled.
    """

    rows: list[Row]
    furthest: int = 0


def frame(stage: Stage, view: View, width: int, height: int) -> Frame:
    """Draw one step as one viewer has it.

    Args:
        stage: The scenario, and what the terminal can show.
        view: The step, and all that the viewer has set and opened.
        width: Columns, at least 1.
        height: Rows, at least 1.
    """
    scene = Scene(stage, view, stage.moment(view.cursor.index), min(width, _LARGEST[0]), min(height, _LARGEST[1]))
    drawn = _layout(scene)
    if view.over in {"", "search"}:
        return Frame(drawn.rows, drawn.furthest)
    return _covered(scene, drawn)


def _layout(scene: Scene) -> Drawn:
    if scene.width < BELOW[0] or scene.height < BELOW[1]:
        return tiny(scene)
    large = scene.width >= LEAST[0] and scene.height >= LEAST[1]
    return (roomy(scene) if large else None) or compact(scene)


def _covered(scene: Scene, drawn: Drawn) -> Frame:
    """Put what is open over the lower part of the frame; the foot stays."""
    stage, width = scene.stage, scene.width
    room = scene.height - drawn.foot - (1 if scene.height > 8 else 0)
    if width < BELOW[0] or room < 5:
        return _bare(scene)
    sheet = overlays.sheet(stage, scene.view, width - 4, room - 2)
    title = line(Run(cut(sheet.title, width - 6), "title"))
    border = Border(stage.looks.glyphs.heavy, "strong-border")
    opened = panel(Part(title, sheet.lines), border, stage.looks, width)
    end = scene.height - drawn.foot
    return Frame([*drawn.rows[: end - len(opened)], *opened, *drawn.rows[end:]], sheet.furthest)


def _bare(scene: Scene) -> Frame:
    sheet = overlays.sheet(scene.stage, scene.view, scene.width, max(1, scene.height - 1))
    lines = [line(Run(cut(sheet.title, scene.width), "title")), *sheet.lines][: scene.height]
    drawn = rows(lines, scene.stage.looks, scene.width)
    return Frame([*drawn, *blank(scene.width, scene.height - len(drawn))], sheet.furthest)
