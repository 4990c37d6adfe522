"""The layout of a screen too small for anything but position and title."""

from __future__ import annotations

from tracecli.runs import Run, line
from tracecli.terminal import heading, sections
from tracecli.terminal.canvas import blank, rows
from tracecli.terminal.scene import Drawn, Scene
from tracecli.terminal.sections import wrapped
from tracecli.widths import cut

BELOW = (40, 10)
"""Columns and rows below which this layout is used."""


def tiny(scene: Scene) -> Drawn:
    """Give position, as much of the title as fits, and a hint or what is being typed."""
    stage, view, moment, width = scene.stage, scene.view, scene.moment, scene.width
    place = heading.position(stage, view, moment, width, " ")
    said = heading.said(stage, view) or f"{BELOW[0]}×{BELOW[1]} shows all"
    hint = line(Run(cut(stage.looks.own(said), width), "quiet"))
    words = list(wrapped(stage.looks.text(moment.title), width, "title"))
    words += sections.description(stage, moment.description, width) if scene.height > 6 else []
    lines = [place, *words[: max(0, scene.height - 2)]][: scene.height]
    hints = [hint] if scene.height > 2 else []
    drawn = rows(lines, stage.looks, width)
    return Drawn(
        [*drawn, *blank(width, scene.height - len(drawn) - len(hints)), *rows(hints, stage.looks, width)], len(hints)
    )
