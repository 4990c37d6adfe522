"""What a frame is made from, and the parts that every layout has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tracecli.playback import Moment
from tracecli.runs import Line, Run, line
from tracecli.terminal import heading, sections
from tracecli.terminal.canvas import Border, Part, Row, panel
from tracecli.terminal.stage import Stage
from tracecli.terminal.ticks import history_row
from tracecli.terminal.view import View

_KEPT = 4  # lines kept free for the longest description and the busiest step, so that parts stay where they are


class Scene(NamedTuple):
    """One step of a scenario as one viewer has it, for a screen of `width` columns and `height` rows."""

    stage: Stage
    view: View
    moment: Moment
    width: int
    height: int


class Drawn(NamedTuple):
    """A laid-out screen.

    Attributes:
        rows: As many as the screen has.
        foot: How many of them, at the end, are the foot.
        furthest: How far what is between head and foot can be scrolled.
    """

    rows: list[Row]
    foot: int
    furthest: int = 0


def title(words: str) -> Line:
    """Give a part's heading."""
    return line(Run(words, "title"))


def padded(lines: Sequence[Line], least: int) -> list[Line]:
    """Give at least that many lines."""
    return [*lines] + [sections.BLANK] * (least - len(lines))


def step_lines(scene: Scene, width: int) -> list[Line]:
    """Give title and description, with room for the longest description."""
    longest = sections.description(scene.stage, scene.stage.longest[: _KEPT * width], width)
    return padded(sections.step_text(scene.stage, scene.moment, width), 1 + min(_KEPT, len(longest)))


def active_part(scene: Scene, width: int) -> Part:
    """Give what is active, with room for the busiest step."""
    busiest = sections.active(scene.stage, scene.stage.moment(scene.stage.busiest), width, _KEPT)
    lines = sections.active(scene.stage, scene.moment, width)
    return Part(title("Active"), padded(lines, min(_KEPT, len(busiest))))


def state_title(scene: Scene) -> Line:
    """Give the heading of the state: how much changed, in words."""
    if scene.view.hidden:
        return title("State: what changes? Any key shows it")
    changed, count = len(scene.moment.changed), len(scene.moment.values)
    return line(Run("State", "title"), Run(f"  {changed} of {count} changed" if changed else "", "changed"))


def watch_part(scene: Scene, width: int) -> Part | None:
    """Give the history of what is watched; what is to be predicted is not given away."""
    subject, index = scene.view.watch, scene.moment.index
    if subject is None:
        return None
    looks, row = scene.stage.looks, scene.stage.told(subject)
    if scene.view.predict:
        known = index if scene.view.hidden else index + 1
        row = (*row[:known], *["?"] * (len(row) - known))
    return Part(title(f"Watching {looks.text(subject.label)}"), list(history_row(looks.glyphs, row, index, width)))


def boxed(scene: Scene, part: Part, width: int, height: int = 0) -> list[Row]:
    """Give a part with a border around it, filled to `height` rows."""
    border = Border(scene.stage.looks.glyphs.box)
    return panel(Part(part.title, padded(part.lines, height - 2)), border, scene.stage.looks, width, scene.view.needle)


def ruled(scene: Scene, part: Part) -> list[Row]:
    """Give a part under a rule, with one blank at its left."""
    border = Border(scene.stage.looks.glyphs.rule, padding=0, open=True)
    return panel(part, border, scene.stage.looks, scene.width, scene.view.needle)


def stepped(scene: Scene, lines: Sequence[Line], border: Border) -> list[Row]:
    """Give the step's own panel: position, ticks and pace over the whole upper border."""
    head = heading.position(scene.stage, scene.view, scene.moment, scene.width - 6, border.box.top)
    return panel(Part(head, lines), border, scene.stage.looks, scene.width, scene.view.needle)


def flat(rows: Sequence[list[Row]]) -> list[Row]:
    """Give blocks one below the other."""
    return [row for block in rows for row in block]
