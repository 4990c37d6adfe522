"""The head and the foot of a frame: titles, position and pace; the caption, an answer, the keys."""

from __future__ import annotations

from tracecli.playback import Moment
from tracecli.runs import Line, Run, line
from tracecli.terminal.bindings import hints
from tracecli.terminal.sections import columns_of, notes
from tracecli.terminal.stage import Stage
from tracecli.terminal.ticks import ticks
from tracecli.terminal.view import View
from tracecli.widths import cell_width, cut

_TYPED = 60  # characters of a search that are shown, from its end
_MOST_TICKS = 60  # more are no longer counted by eye


def titles(stage: Stage, moment: Moment, width: int, rows: int) -> list[Line]:
    """Give the trace's and the scenario's titles in one or two lines, and at the right the step's address.

    On one line the scenario's title goes first.
    """
    trace, scenario = stage.titles
    address = stage.address(moment.index)
    if rows >= 2:
        return [line(Run(cut(trace, width), "quiet")), _with_right(Run(cut(scenario, width), "text"), address, width)]
    both = f"{scenario}  ({trace})"
    if cell_width(both) <= width:
        return [line(Run(scenario, "text"), Run(f"  ({trace})", "quiet"))]
    return [_with_right(Run(cut(scenario, width), "text"), address, width)]


def _with_right(left: Run, right: str, width: int) -> Line:
    """Give a line with quiet words at its right end, where they fit."""
    gap = width - cell_width(left.text) - cell_width(right)
    return line(left, Run(f"{' ' * gap}{right}" if gap > 1 else "", "quiet"))


def position(stage: Stage, view: View, moment: Moment, width: int, fill: str) -> Line:
    """Give `step 4 of 6`, a tick a step, and whether it plays, over `width` columns; ticks go first when it is narrow.

    Args:
        stage: The scenario.
        view: Playing or paused, and the speed.
        moment: The step.
        width: Columns to fill exactly, if they suffice for the position itself.
        fill: The border's character.
    """
    place = Run(f"step {moment.index} of {moment.last}", "position")
    status = _status(stage, view)
    room = width - cell_width(place.text) - cell_width(status)
    if room < 3:
        return line(Run(cut(f"{place.text} {status}" if room > 0 else f"{place.text} {status[0]}", width), "position"))
    marks = ticks(stage.looks.glyphs, moment.index, moment.last, min(_MOST_TICKS, room - 4))
    gap = room - (columns_of(marks) + 1 if marks else 0) - 2
    middle = (Run(" ", "text"), *marks) if marks else ()
    return line(place, *middle, Run(f" {fill * gap} ", "strong-border"), Run(status, "position"))


def _status(stage: Stage, view: View) -> str:
    glyphs = stage.looks.glyphs
    if view.playing:
        words = f"{glyphs.play} playing"
    elif view.cursor.at_end:
        words = f"{glyphs.end} last step"
    else:
        words = f"{glyphs.pause} paused"
    speed = "" if view.speed == 1 else f" {stage.looks.own('×')}{view.speed:g}"
    return f"{words}{speed}{' predict' if view.predict else ''}{' loop' if view.loop else ''}"


def foot(stage: Stage, view: View, width: int, rows: int, below: str = "") -> list[Line]:
    """Give the lines at the bottom: an answer or what is being typed, else the caption; then the keys.

    Args:
        stage: The scenario.
        view: Holds what is typed and the answer.
        width: Columns.
        rows: Lines in all; one is for whichever matters more.
        below: What is still below, when the frame is longer than the screen.
    """
    answer = said(stage, view)
    lines = [line(Run(cut(answer, width), "message"))] if answer else notes(stage, width, rows - 1)
    if rows <= 1 and lines:
        return lines[:rows]
    filler: list[Line] = [()] * max(0, rows - 1 - len(lines))
    return [*lines, *filler, _keys(stage, view, width, below)]


def said(stage: Stage, view: View) -> str:
    """Give what is being typed, else the answer to the last key, else nothing."""
    if view.over == "search":
        return f"/{stage.looks.text(view.typed[-_TYPED:])}_"
    if view.digits:
        return f"{view.digits}_  Enter or G goes to this step"
    return stage.looks.own(view.message)


def _keys(stage: Stage, view: View, width: int, below: str) -> Line:
    shown: list[str] = [below] if below else []
    separator = stage.looks.own(" · ")
    for hint in map(stage.looks.own, hints(view.where)):
        if cell_width(separator.join([*shown, hint])) <= width:
            shown.append(hint)
    return line(Run(separator.join(shown), "key" if below else "quiet"))
