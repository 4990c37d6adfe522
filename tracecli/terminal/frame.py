"""A frame: a pure function of (trace, scenario, step, view settings, size)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from tracecli.model import Scenario, Source, Trace
from tracecli.playback import INITIAL_TITLE, Cursor, Moment, Subject, moment, subjects
from tracecli.terminal import panels
from tracecli.terminal.output import Looks, linkable
from tracecli.terminal.panels import (
    BLANK,
    Border,
    Part,
    Row,
    Stage,
    beside,
    blank,
    columns_of,
    history_row,
    indented,
    notes,
    one_line,
    panel,
    rows,
    state,
    ticks,
    wrapped,
)
from tracecli.terminal.view import BINDINGS, OPTIONS, PLACES, View, hints
from tracecli.text import Line, Run, cell_width, cut, line, pad, visible

# ---- terminal.heading
# The head and the foot of a frame: titles, position and pace; the caption, an answer, the keys.

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


def foot_lines(stage: Stage, view: View, width: int, rows: int, below: str = "") -> list[Line]:
    """Give the lines at the bottom: an answer or what is being typed, else the caption; then the keys.

    Args:
        stage: The scenario.
        view: Holds what is typed and the answer.
        width: Columns.
        rows: Lines in all; one is for whichever matters more.
        below: What is still below, when the frame is longer than the screen.
    """
    answer = said_lines(stage, view)
    lines = [line(Run(cut(answer, width), "message"))] if answer else notes(stage, width, rows - 1)
    if rows <= 1 and lines:
        return lines[:rows]
    filler: list[Line] = [()] * max(0, rows - 1 - len(lines))
    return [*lines, *filler, _keys(stage, view, width, below)]


def said_lines(stage: Stage, view: View) -> str:
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


# ---- terminal.scene
# What a frame is made from, and the parts that every layout has.

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
    return [*lines] + [panels.BLANK] * (least - len(lines))


def step_lines(scene: Scene, width: int) -> list[Line]:
    """Give title and description, with room for the longest description."""
    longest = panels.description(scene.stage, scene.stage.longest[: _KEPT * width], width)
    return padded(panels.step_text(scene.stage, scene.moment, width), 1 + min(_KEPT, len(longest)))


def active_part(scene: Scene, width: int) -> Part:
    """Give what is active, with room for the busiest step."""
    busiest = panels.active(scene.stage, scene.stage.moment(scene.stage.busiest), width, _KEPT)
    lines = panels.active(scene.stage, scene.moment, width)
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
    head = position(scene.stage, scene.view, scene.moment, scene.width - 6, border.box.top)
    return panel(Part(head, lines), border, scene.stage.looks, scene.width, scene.view.needle)


def flat(rows: Sequence[list[Row]]) -> list[Row]:
    """Give blocks one below the other."""
    return [row for block in rows for row in block]


# ---- terminal.overlays
# What opens over the frame: help, outline, sources, what to watch, findings.

_WORDS = 16  # columns below which words beside a key are no longer read, but spelt


class Sheet(NamedTuple):
    """What is open, as far as it can be seen.

    Attributes:
        title: Its heading.
        lines: The rows in the window.
        furthest: How far it can be scrolled; 0 where a row is chosen instead.
    """

    title: str
    lines: list[Line]
    furthest: int = 0


def sheet_of(stage: Stage, view: View, width: int, most: int) -> Sheet:
    """Give what is open over the frame.

    Args:
        stage: The scenario.
        view: Says what is open, and the row chosen or how far it is scrolled.
        width: Columns inside.
        most: Rows inside.
    """
    if view.over == "outline":
        return _outline(stage, view, width, most)
    if view.over == "watch":
        return _choices(stage, view, width, most)
    title, lines = _reading(stage, view, width)
    if view.over == "findings":
        most = max(3, most // 2)  # the last good frame stays in sight
    furthest = max(0, len(lines) - most)
    first = min(view.choice, furthest)
    if furthest:
        title = f"{title} ({first + 1}–{min(len(lines), first + most)} of {len(lines)})"
    return Sheet(stage.looks.own(title), lines[first : first + most], furthest)


def _reading(stage: Stage, view: View, width: int) -> tuple[str, list[Line]]:
    if view.over == "help":
        return "Help: keys and options of the player", list(_help(stage, width))
    if view.over == "sources":
        return "Caption, limitations and sources", list(_sources(stage, width))
    shown = [part for words in view.findings for part in wrapped(stage.looks.text(words), width)]
    return "The file can't be read again: this is the last good version", shown


def _help(stage: Stage, width: int) -> Iterator[Line]:
    keys = max(len(row.shown) for row in BINDINGS)
    for where, heading in PLACES.items():
        yield line(Run(heading, "title"))
        for row in BINDINGS:
            if row.where == where:
                yield from _pair(stage.looks.own(row.shown), stage.looks.own(row.says), keys, width)
        yield BLANK
    yield line(Run("Options of trace play", "title"))
    for name, says in OPTIONS:
        yield from _pair(name, says, keys, width)


def _pair(left: str, right: str, column: int, width: int) -> Iterator[Line]:
    """Give a name and what it does, beside each other where that leaves room for words."""
    indent = column + 4
    if width < indent + _WORDS:
        yield line(Run(f"  {left}", "key"))
        yield from wrapped(right, width, "text", "    ")
        return
    first, *more = wrapped(right, width - indent)
    yield line(Run(f"  {pad(left, column)}  ", "key"), *first)
    yield from indented(more, indent)


def _sources(stage: Stage, width: int) -> Iterator[Line]:
    trace, text = stage.trace, stage.looks.text
    for heading, words in (("Caption", trace.caption), *(("Limitation", words) for words in trace.limitations)):
        if words:
            yield line(Run(heading, "title"))
            yield from wrapped(text(words), width, "text", "  ")
    for source in trace.sources:
        yield from _source(stage, source, width)
    if not trace.sources:
        yield from wrapped("This trace names no sources.", width)


def _source(stage: Stage, source: Source, width: int) -> Iterator[Line]:
    text = stage.looks.text
    address = linkable(source.url) if source.url else None
    yield line(Run("Source", "title"))
    yield from wrapped(text(source.title), width, f"link {address}" if address else "text", "  ")
    where = text(source.url or source.file or "")
    yield from wrapped(where, width, f"link {address}" if address else "quiet", "  ")


def _window(count: int, choice: int, most: int) -> range:
    first = max(0, min(choice - most // 2, count - most))
    return range(first, min(count, first + most))


def _marked(stage: Stage, words: str, width: int, *, chosen: bool) -> Line:
    mark = stage.looks.glyphs.chosen if chosen else " "
    return line(Run(pad(cut(f"{mark} {words}", width), width if chosen else 0), "chosen" if chosen else "text"))


def _outline(stage: Stage, view: View, width: int, most: int) -> Sheet:
    last = view.cursor.last
    numbers = len(str(last))

    def row(index: int) -> Line:
        title = stage.looks.text(stage.scenario.steps[index - 1].title) if index else INITIAL_TITLE
        here = stage.looks.glyphs.now if index == view.cursor.index else " "
        return _marked(stage, f"{here} {index:>{numbers}}  {title}", width, chosen=index == view.choice)

    return Sheet(
        f"Outline, {view.choice} of {last}: Enter goes there", [row(i) for i in _window(last + 1, view.choice, most)]
    )


def choices(stage: Stage) -> Sequence[Subject | None]:
    """Give what can be watched, nothing first."""
    return (None, *subjects(stage.trace))


def _choices(stage: Stage, view: View, width: int, most: int) -> Sheet:
    offered = choices(stage)
    window = _window(len(offered), view.choice, most)

    def row(index: int, subject: Subject | None) -> Line:
        words = f"{subject.what:<7} {stage.looks.text(subject.label)}" if subject else "nothing"
        here = stage.looks.glyphs.now if subject == view.watch else " "
        return _marked(stage, f"{here} {words}", width, chosen=index == view.choice)

    rows = [row(index, subject) for index, subject in islice(enumerate(offered), window.start, window.stop)]
    return Sheet(f"Watch, {view.choice + 1} of {len(offered)}: Enter takes it, n and N go to its changes", rows)


# ---- terminal.compact
# The layouts of smaller screens: rules instead of borders, one part below the other, scrolled when they are longer.

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
    top = rows(titles(stage, scene.moment, width, head) if head else [], looks, width)
    bottom = rows(foot_lines(stage, scene.view, width, foot, below), looks, width)
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
    margin = (scene.width - max(map(panels.columns_of, drawn), default=0)) // 2
    lines = [panels.BLANK] * ((height - len(drawn)) // 2) + panels.indented(drawn, margin)
    return rows(padded(lines, height), scene.stage.looks, scene.width)


def _stacked(scene: Scene) -> Drawn:
    """Give position and title, and of the rest as much as fits from where it is scrolled to."""
    inner, looks = scene.width - 2, scene.stage.looks
    pinned = _step(scene, list(panels.wrapped(looks.text(scene.moment.title), inner, "title")))[: scene.height // 2]
    parts = _parts(scene, inner)
    drawn = scene.stage.map(scene.moment, inner, scene.height - len(pinned) - 2)
    if drawn is not None:
        parts.append(Part(title("Map"), list(drawn)))
    words = panels.description(scene.stage, scene.moment.description, inner)
    body = [
        *rows(panels.indented(words, 1), looks, scene.width, needle=scene.view.needle),
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


# ---- terminal.roomy
# The layout of a large screen: panels with borders, the map over the whole width, what is active beside the state.

LEAST = (100, 28)
"""Columns and rows from which this layout is tried."""

_SIDE = 42  # columns of the panel beside the state: a route such as `Launch step → Result queue` fits on a line
_FOOT = 4
_ROOMY_LOWEST = 6  # rows of the lowest map panel worth its borders


def roomy(scene: Scene) -> Drawn | None:
    """Give the screen, or None when the step does not fit in this layout."""
    looks, width = scene.stage.looks, scene.width
    above = [*rows(titles(scene.stage, scene.moment, width, 2), looks, width), *_roomy_step(scene)]
    below = _facts(scene)
    if watched := watch_part(scene, width - 4):
        below += boxed(scene, watched, width)
    middle = _map(scene, scene.height - len(above) - len(below) - _FOOT)
    if middle is None:
        return None
    foot = rows(foot_lines(scene.stage, scene.view, width, _FOOT), looks, width)
    return Drawn([*above, *middle, *below, *foot], _FOOT)


def _roomy_step(scene: Scene) -> list[Row]:
    border = Border(scene.stage.looks.glyphs.heavy, "strong-border", padding=2)
    lines = step_lines(scene, border.inside(scene.width))
    return stepped(scene, [panels.BLANK, *lines, panels.BLANK], border)


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
    drawn = scene.stage.map(scene.moment, scene.width - 4, height - 2) if height >= _ROOMY_LOWEST else None
    if drawn is None:
        return None if scene.stage.has_map(scene.width - 4) else blank(scene.width, height)
    margin = (scene.width - 4 - max(map(panels.columns_of, drawn), default=0)) // 2
    lines = [panels.BLANK] * ((height - 2 - len(drawn)) // 2) + panels.indented(drawn, margin)
    return boxed(scene, Part(title("Map"), lines), scene.width, height)


# ---- terminal.tiny
# The layout of a screen too small for anything but position and title.

BELOW = (40, 10)
"""Columns and rows below which this layout is used."""


def tiny(scene: Scene) -> Drawn:
    """Give position, as much of the title as fits, and a hint or what is being typed."""
    stage, view, moment, width = scene.stage, scene.view, scene.moment, scene.width
    place = position(stage, view, moment, width, " ")
    said = said_lines(stage, view) or f"{BELOW[0]}×{BELOW[1]} shows all"
    hint = line(Run(cut(stage.looks.own(said), width), "quiet"))
    words = list(wrapped(stage.looks.text(moment.title), width, "title"))
    words += panels.description(stage, moment.description, width) if scene.height > 6 else []
    lines = [place, *words[: max(0, scene.height - 2)]][: scene.height]
    hints = [hint] if scene.height > 2 else []
    drawn = rows(lines, stage.looks, width)
    return Drawn(
        [*drawn, *blank(width, scene.height - len(drawn) - len(hints)), *rows(hints, stage.looks, width)], len(hints)
    )


# ---- terminal.frame
# A frame: a pure function of (trace, scenario, step, view settings, size).

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
    sheet = sheet_of(stage, scene.view, width - 4, room - 2)
    title = line(Run(cut(sheet.title, width - 6), "title"))
    border = Border(stage.looks.glyphs.heavy, "strong-border")
    opened = panel(Part(title, sheet.lines), border, stage.looks, width)
    end = scene.height - drawn.foot
    return Frame([*drawn.rows[: end - len(opened)], *opened, *drawn.rows[end:]], sheet.furthest)


def _bare(scene: Scene) -> Frame:
    sheet = sheet_of(scene.stage, scene.view, scene.width, max(1, scene.height - 1))
    lines = [line(Run(cut(sheet.title, scene.width), "title")), *sheet.lines][: scene.height]
    drawn = rows(lines, scene.stage.looks, scene.width)
    return Frame([*drawn, *blank(scene.width, scene.height - len(drawn))], sheet.furthest)


# ---- terminal.picture
# A frame as an SVG: what README shows. No font, no script and nothing else comes from outside.

_WIDTH, _HEIGHT = 8.4, 17.0  # of a cell, in pixels: the usual monospaced fonts at 14 pixels, their rows touching
_MARGIN = 12
_RULES = (
    "text{font:14px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre;fill:#1f2328}"
    ".ground{fill:#fff;stroke:#d0d7de}.b{font-weight:700}.d{opacity:.65}.u{text-decoration:underline}"
    ".magenta{fill:#8c1d8c}.red{fill:#b3261e}rect.r{fill:#1f2328}text.r{fill:#fff}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.ground{fill:#0d1117;stroke:#30363d}"
    ".magenta{fill:#e879e8}.red{fill:#ff7b72}rect.r{fill:#e6edf3}text.r{fill:#0d1117}}"
)
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def shot(trace: Trace, scenario: Scenario, step: int, width: int, height: int) -> str:
    """Give the player's frame at one step as an SVG document."""
    view = View(scenario.id, Cursor(len(scenario.steps)).seek(step), playing=False)
    words = moment(trace, scenario, step).title
    title = f"trace play {scenario.id}: step {step} of {len(scenario.steps)}, {words}"
    return picture(frame(Stage(trace, scenario, Looks()), view, width, height).rows, visible(title))


def picture(rows: Sequence[Row], title: str) -> str:
    """Give rows of a frame as an SVG document; the same rows give the same document.

    Args:
        rows: All as wide as the first.
        title: The picture in words, for those who can't see it.
    """
    width = Segment.get_line_length(rows[0]) * _WIDTH + 2 * _MARGIN
    height = len(rows) * _HEIGHT + 2 * _MARGIN
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="frame-title">',
            f'<title id="frame-title">{title.translate(_ESCAPES)}</title>',
            f"<style>{_RULES}</style>",
            f'<rect class="ground" x="0.5" y="0.5" width="{width - 1:g}" height="{height - 1:g}" rx="8"/>',
            *(part for number, row in enumerate(rows) for part in _row(row, number)),
            "</svg>\n",
        ]
    )


def _row(row: Row, number: int) -> Iterator[str]:
    column, top = 0, _MARGIN + number * _HEIGHT
    for segment in row:
        cells = cell_len(segment.text)
        left, wide = _MARGIN + column * _WIDTH, cells * _WIDTH
        names = _classes(segment.style)
        if "r" in names:
            yield f'<rect class="r" x="{left:g}" y="{top:g}" width="{wide:g}" height="{_HEIGHT:g}"/>'
        if segment.text.strip():
            chosen = f' class="{" ".join(names)}"' if names else ""
            yield (
                f'<text{chosen} x="{left:g}" y="{top + 13:g}" textLength="{wide:g}"'
                f' lengthAdjust="spacingAndGlyphs" xml:space="preserve">{segment.text.translate(_ESCAPES)}</text>'
            )
        column += cells


def _classes(style: Style | None) -> list[str]:
    if not style:
        return []
    named = {"b": style.bold, "d": style.dim, "u": style.underline, "r": style.reverse}
    color = [style.color.name] if style.color else []
    return [name for name, given in named.items() if given] + color
