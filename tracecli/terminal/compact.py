"""The layouts of smaller screens: rules instead of borders, one part below the other, scrolled when they are longer."""

from __future__ import annotations

from collections.abc import Sequence

from tracecli.runs import Line
from tracecli.terminal import heading, sections
from tracecli.terminal.canvas import Border, Part, Row, blank, rows
from tracecli.terminal.scene import (
    Drawn,
    Scene,
    active_part,
    flat,
    padded,
    ruled,
    state_title,
    step_lines,
    stepped,
    title,
    watch_part,
)
from tracecli.terminal.table import state

_VARIANTS = ((2, 2), (1, 2), (1, 1))  # rows of head and foot: the first that leaves room for everything is taken
_LOWEST = 3  # rows of the lowest map


def compact(scene: Scene) -> Drawn:
    """Give the screen with the map in the middle where it is high enough, else everything stacked."""
    return _with_map(scene) or _stacked(scene)


def _parts(scene: Scene, inner: int) -> list[Part]:
    table = Part(state_title(scene), state(scene.stage, scene.moment, inner, hidden=scene.view.hidden))
    watched = watch_part(scene, inner)
    return [active_part(scene, inner), table, *([watched] if watched else [])]


def _under_rules(scene: Scene, parts: Sequence[Part]) -> list[Row]:
    return flat([ruled(scene, part) for part in parts])


def _step(scene: Scene, lines: list[Line]) -> list[Row]:
    border = Border(scene.stage.looks.glyphs.heavy_rule, "strong-border", padding=0, open=True)
    return stepped(scene, lines, border)


def _screen(scene: Scene, head: int, foot: int, body: list[Row], below: str = "") -> list[Row]:
    stage, looks, width = scene.stage, scene.stage.looks, scene.width
    top = rows(heading.titles(stage, scene.moment, width, head) if head else [], looks, width)
    bottom = rows(heading.foot(stage, scene.view, width, foot, below), looks, width)
    return [*top, *body, *blank(width, scene.height - head - foot - len(body)), *bottom]


def _with_map(scene: Scene) -> Drawn | None:
    inner = scene.width - 2
    above, below = _step(scene, step_lines(scene, inner)), _under_rules(scene, _parts(scene, inner))
    for head, foot in _VARIANTS:
        room = scene.height - len(above) - len(below) - head - foot
        drawn = scene.stage.map(scene.moment, inner, room) if room >= _LOWEST else None
        if drawn is not None:
            middle = _centred(scene, drawn, room)
            return Drawn(_screen(scene, head, foot, [*above, *middle, *below]), foot)
    return None


def _centred(scene: Scene, drawn: Sequence[Line], height: int) -> list[Row]:
    margin = (scene.width - max(map(sections.columns_of, drawn), default=0)) // 2
    lines = [sections.BLANK] * ((height - len(drawn)) // 2) + sections.indented(drawn, margin)
    return rows(padded(lines, height), scene.stage.looks, scene.width)


def _stacked(scene: Scene) -> Drawn:
    """Give position and title, and of the rest as much as fits from where it is scrolled to."""
    inner, looks = scene.width - 2, scene.stage.looks
    pinned = _step(scene, list(sections.wrapped(looks.text(scene.moment.title), inner, "title")))[: scene.height // 2]
    parts = _parts(scene, inner)
    drawn = scene.stage.map(scene.moment, inner, scene.height - len(pinned) - 2)
    if drawn is not None:
        parts.append(Part(title("Map"), list(drawn)))
    words = sections.description(scene.stage, scene.moment.description, inner)
    body = [
        *rows(sections.indented(words, 1), looks, scene.width, needle=scene.view.needle),
        *_under_rules(scene, parts),
    ]
    for head, foot in _VARIANTS:
        if len(body) <= scene.height - head - foot - len(pinned):
            return Drawn(_screen(scene, head, foot, [*pinned, *body]), foot)
    return _scrolled(scene, pinned, body, 1 if scene.height >= 16 else 0)


def _scrolled(scene: Scene, pinned: list[Row], body: list[Row], head: int) -> Drawn:
    room = scene.height - head - 1 - len(pinned)
    furthest = len(body) - room
    first = min(scene.view.scroll, furthest)
    glyphs, rest = scene.stage.looks.glyphs, furthest - first
    below = f"{glyphs.down} {rest} more below" if rest else f"{glyphs.up} {first} more above"
    shown = _screen(scene, head, 1, [*pinned, *body[first : first + room]], "" if scene.view.over else below)
    return Drawn(shown, 1, furthest)
