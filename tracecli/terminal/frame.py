"""A frame: a pure function of (stage, view, size). Whole layouts, the richest first; the first that fits is drawn."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.segment import Segment
from rich.text import Text

from tracecli.model import Kind
from tracecli.playback import Cursor, Moment
from tracecli.report.lanes import LEGEND
from tracecli.terminal import panels
from tracecli.terminal.overlays import overlay
from tracecli.terminal.panels import StateForm, line, section
from tracecli.terminal.view import OtherSide, Stage, View
from tracecli.text import cut

Row = list[Segment]

MAP_LEGEND = "● acting now  ◐ still running  ○ idle"

_LARGEST = (500, 200)  # columns and rows; a screen that claims more gets spaces around the frame
_LEAST_MAP = 3  # rows of the lowest map worth its place
_SIDE = 42  # columns of the Active panel beside the state: a route such as `Launch step → Result queue` fits on a line


class ScreenLayout(NamedTuple):
    """What a screen shows of a step, the same for all steps of a scenario."""

    head: int = 2  # rows of titles
    foot: int = 4  # rows of caption and keys
    least: tuple[int, int] = (40, 10)  # columns and rows
    beside: bool = False  # the other scenario's step beside this one
    air: bool = True  # a blank row above and below the step's text
    others: int | None = None  # how many lanes of the other scenario; None: all
    active: bool = True  # what is active in a part of its own; else on one line
    lanes: int | None = None  # how many at most; None: all
    bordered: bool = True  # a border around every part; else a rule above it
    state: StateForm = StateForm()
    edges: bool = True  # a map with edges; else the names of the nodes do
    prose: int | None = None  # rows of a step's description, scrolled where it has more; None: as many as it needs
    scrolls: bool = False  # one part below the other, the map last, scrolled where they are longer than the screen


def _layouts() -> Iterator[ScreenLayout]:
    """Yield whole layouts, the richest first: each gives up one thing more, in the order in which it is missed less."""
    layout = ScreenLayout(least=(80, 20))
    yield layout._replace(beside=True, least=(160, 40))
    yield layout
    for less in (
        {"air": False},
        {"foot": 2},
        {"foot": 1},
        {"others": 2},
        {"others": 0},
        {"active": False},
        {"lanes": 2},
        {"bordered": False, "head": 1, "least": (40, 10)},
        {"state": StateForm(was=False)},
        {"state": StateForm(was=False, unchanged=False)},
        {"edges": False},
        {"lanes": 0},
        {"prose": 4},
        {"prose": 3},
        {"prose": 2},
        {"head": 0},
    ):
        layout = layout._replace(**less)
        yield layout
    scrolled = ScreenLayout(1, 1, (40, 16), bordered=False, scrolls=True)
    yield from (scrolled, scrolled._replace(head=0, least=(40, 10)), scrolled._replace(head=0, least=(1, 1)))


LAYOUTS: tuple[ScreenLayout, ...] = tuple(_layouts())
"""Whole layouts, the richest first. What each needs shrinks with more columns, so more room never shows less."""

TINY = LAYOUTS[-1]
"""For a screen too small for anything but position and title."""


class Scene(NamedTuple):
    """One step of a scenario as one viewer has it, on one screen."""

    stage: Stage
    view: View
    moment: Moment
    width: int
    height: int
    layout: ScreenLayout
    is_other: bool = False  # it is the aligned step of the other scenario

    @property
    def known(self) -> Moment:
        """The moment with the state that the viewer knows: the one before, while this one is to be predicted."""
        if not self.view.hidden:
            return self.moment
        before = tuple(
            one._replace(value=one.value if one.before is None else one.before, before=None)
            for one in self.moment.values
        )
        return replace(self.moment, values=before)

    @property
    def inside(self) -> int:
        """Columns inside a section."""
        return _inside(self.layout, self.width)

    @property
    def regions(self) -> _Regions:
        """Rows of each part."""
        return _regions(
            self.stage, self.layout, self.width, watching=bool(self.view.watch), predicting=self.view.predict
        )


class ScreenFrame(NamedTuple):
    """What is on the screen."""

    rows: list[Row]  # as many as the screen is high, each as wide as it is
    furthest: int = 0  # how far what is in front (an open list, else the step) can be scrolled


def frame(stage: Stage, view: View, width: int, height: int) -> ScreenFrame:
    """Draw one step as one viewer has it.

    Args:
        stage: The scenario, and what the terminal can show.
        view: The step, and all that the viewer has set and opened.
        width: Columns, at least 1.
        height: Rows, at least 1.
    """
    width, height = min(width, _LARGEST[0]), min(height, _LARGEST[1])
    layout = layout_for(stage, width, height, watching=bool(view.watch), predicting=view.predict)
    scene = Scene(stage, view, stage.moment(view.cursor.index), width, height, layout)
    draw = _tiny if layout is TINY else _scrolled if layout.scrolls else _whole
    drawn = draw(scene)
    if view.over not in {"", "search"}:
        drawn = _covered(scene, drawn)
    if stage.looks.narrow:
        signs = stage.looks.signs
        return drawn._replace(rows=[[Segment(signs(one.text), one.style) for one in row] for row in drawn.rows])
    return drawn


def recorded(stage: Stage, number: int, width: int, height: int) -> ScreenFrame:
    """Draw a step as a recording shows it, without keys: 0 is the initial state, the one after the last step the end.

    Args:
        stage: The scenario.
        number: The step.
        width: Columns, at least 1.
        height: Rows, at least 1.
    """
    last = len(stage.scenario.steps)
    view = View(stage.scenario.id, Cursor(last).seek(number), recorded=True)
    if number > last:
        view = replace(view, playing=False, message=f"The end: step {last} was the last")
    return frame(stage, view, width, height)


def layout_for(
    stage: Stage, width: int, height: int, *, watching: bool = False, predicting: bool = False
) -> ScreenLayout:
    """Return the richest layout in which every step of a scenario fits, else one that scrolls.

    Args:
        stage: The scenario.
        width: Columns.
        height: Rows.
        watching: The history of what is watched needs room.
        predicting: Every state row may have to say what it was.
    """
    for layout in LAYOUTS:
        if width < layout.least[0] or height < layout.least[1]:
            continue
        if layout.scrolls:
            return layout
        if layout.beside and stage.other is None:
            continue
        stages = [stage, stage.other.stage] if layout.beside and stage.other else [stage]
        each = width // len(stages)
        room = height - sum(_regions(stage, layout, width, watching=watching, predicting=predicting))
        if room >= 0 and not _has_nodes(stage):
            return layout
        if room >= _LEAST_MAP and all(one.has_map(_inside(layout, each), room, edges=layout.edges) for one in stages):
            return layout
    return TINY


class _Regions(NamedTuple):
    """Rows that each part of a layout takes, with borders and rules; the lines of the map take what is left."""

    head: int
    step: int
    lanes: int
    map_border: int
    active: int  # 0 where it is beside the state
    state: int
    watch: int
    foot: int


@lru_cache(maxsize=256)
def _regions(stage: Stage, layout: ScreenLayout, width: int, *, watching: bool, predicting: bool) -> _Regions:
    """Measure the parts at the steps that need the most, so that they keep their rows from step to step."""
    side = stage.other if layout.beside else None
    if side:
        alone, half = layout._replace(beside=False), width // 2
        both = [_regions(one, alone, half, watching=False, predicting=predicting) for one in (stage, side.stage)]
        regions = _Regions(*map(max, *both))
        if len({bool(one.active) for one in both}) > 1:  # in one of them it is beside the state
            regions = regions._replace(active=0, state=max(one.active + one.state for one in both))
        watch = 4 * watching
        return regions._replace(lanes=_lane_rows(stage, layout), watch=watch)
    border, inside = 2 if layout.bordered else 1, _inside(layout, width)

    def state_rows(columns: int) -> int:
        table = panels.state_columns(stage, columns, layout.state, predicting=predicting)
        return border + panels.state_rows(stage, table, layout.state, predicting=predicting)

    step = border + sum(_prose_rows(stage, inside, layout.prose)) + 2 * layout.air
    active, state = border + _active_rows(stage, inside), state_rows(inside)
    if not layout.active:
        active = 1
    elif layout.bordered:
        beside = max(border + _active_rows(stage, _SIDE - 4), state_rows(width - _SIDE - 4))
        if beside <= active + state:
            active, state = 0, beside
    map_border = 2 if layout.bordered and _has_nodes(stage) else 0
    return _Regions(
        layout.head,
        step,
        _lane_rows(stage, layout),
        map_border,
        active,
        state,
        (2 + border) * watching,
        layout.foot,
    )


def _lane_rows(stage: Stage, layout: ScreenLayout) -> int:
    if not stage.lanes or layout.lanes == 0:
        return 0
    side = stage.other if layout.others != 0 else None
    rows = 1 + len(stage.lanes[: layout.lanes]) + 2 * layout.bordered
    return rows + (1 + len(side.lanes[1][: layout.others]) if side else 0)


def _inside(layout: ScreenLayout, width: int) -> int:
    return width - 4 if layout.bordered else width - 2


def _has_nodes(stage: Stage) -> bool:
    return any(target.kind is Kind.NODE for target in stage.trace.targets.values())


@lru_cache(maxsize=64)
def _prose_rows(stage: Stage, width: int, most: int | None) -> tuple[int, int]:
    """Return the rows kept for titles and for descriptions."""
    steps = stage.scenario.steps
    words = _most_lines(stage, (stage.scenario.description, *(step.description for step in steps)), width)
    titles = _most_lines(stage, (step.title for step in steps), width)
    return titles, words if most is None else min(most, words)


def _most_lines(stage: Stage, texts: Iterable[str], width: int) -> int:
    most = 1
    for text in sorted(set(texts), key=len, reverse=True):
        # Any two lines hold more than one line's columns, so most texts need not be wrapped to know.
        fits = len(text) <= width or 2 * (len(text) // width + 1) <= most
        if not (fits and text.isascii() and text.isprintable()):
            most = max(most, len(panels.prose(stage, text, width)))
    return most


@lru_cache(maxsize=16)
def _active_rows(stage: Stage, width: int) -> int:
    return max(len(panels.active(stage, now, width)) for now in stage.distinct.activities)


@cache
def _console() -> Console:
    return Console(file=io.StringIO(), color_system="standard", legacy_windows=False, _environ={})


def drawn_rows(part: RenderableType, width: int, height: int | None = None) -> list[Row]:
    """Return a part as rows of exactly `width` columns: as many as it has, or exactly `height`."""
    return _console().render_lines(part, _console().options.update(width=width, height=height))


def _section(
    scene: Scene, title: Text, body: Sequence[RenderableType], width: int, height: int | None = None
) -> list[Row]:
    return drawn_rows(section(scene.view, title, body, bordered=scene.layout.bordered), width, height)


def _title(words: str) -> Text:
    return line((words, "title"))


def _head(scene: Scene) -> list[Row]:
    rows = scene.layout.head
    return drawn_rows(Group(*panels.titles(scene.stage, scene.moment, scene.width, rows)), scene.width, rows)


def _step(scene: Scene, lines: Sequence[Text], height: int | None = None) -> list[Row]:
    """Return the step's own part, with position, ticks and pace in its upper border; of the other side, its title."""
    if scene.is_other:
        cursor = scene.view.cursor
        words = f"step {cursor.index} of {cursor.last}  {scene.stage.titles[1]}"
        position = line((cut(words, scene.width - 6), "position"))
    else:
        position = panels.position(scene.view, scene.width - 6, "━")
    bordered = scene.layout.bordered
    return drawn_rows(section(scene.view, position, lines, bordered=bordered, heavy=True), scene.width, height)


def _whole(scene: Scene) -> ScreenFrame:
    """Draw every part at once, each in its own region."""
    stage, view, now, width, height, layout, _ = scene
    regions = scene.regions
    map_rows = height - sum(regions) + regions.map_border
    furthest = max(0, len(panels.prose(stage, now.description, scene.inside)) - (layout.prose or height))
    below = f"↓ {furthest - view.scroll} more" if view.scroll < furthest else f"↑ {furthest} more" if furthest else ""
    foot = panels.foot(stage, view, width, layout.foot, "" if view.over else below)
    if layout.beside and stage.other:
        step, rest = _beside(scene, stage.other, map_rows)
    else:
        step, rest = _told(scene, regions), [*_map(scene, map_rows), *_facts(scene, regions)]
    rows = [
        *_head(scene),
        *step,
        *(_lanes(scene) if regions.lanes else []),
        *rest,
        *(_watched(scene) if view.watch else []),
        *drawn_rows(Group(*foot), width, layout.foot),
    ]
    return ScreenFrame(rows, furthest)


def _told(scene: Scene, regions: _Regions) -> list[Row]:
    """Return the step's title and its text, from where it is scrolled to."""
    stage, view, now, _, _, layout, _ = scene
    words = panels.prose(stage, now.description, scene.inside)
    if layout.prose:
        first = min(view.scroll, max(0, len(words) - layout.prose))
        words = words[first : first + layout.prose]
    return _step(
        scene, [*[Text()] * layout.air, *panels.prose(stage, now.title, scene.inside, "title"), *words], regions.step
    )


def _lanes(scene: Scene) -> list[Row]:
    layout = scene.layout
    body = panels.lanes(scene.stage, scene.view, scene.inside, most=layout.lanes, others=layout.others)
    if layout.bordered:
        legend = f"  {LEGEND} " if scene.stage.trace.lanes else ""
        title = line(("Lanes", "title"), (legend, "quiet"))
        return _section(scene, title, body, scene.width)
    return drawn_rows(Padding(Group(*body), (0, 1)), scene.width)


def _beside(scene: Scene, side: OtherSide, map_rows: int) -> tuple[list[Row], list[Row]]:
    """Return this step with its map and facts, and beside it the aligned step of the other scenario."""
    _, view, now, width, height, layout, _ = scene
    there = side.moments[side.at[now.index]]
    theirs = replace(view, scenario=side.stage.scenario.id, cursor=Cursor(len(side.stage.scenario.steps), there))
    left = width - width // 2
    scenes = (
        scene._replace(width=left),
        Scene(side.stage, theirs, side.stage.moment(there), width - left, height, layout, is_other=True),
    )
    regions = scene.regions
    halves = [(_told(one, regions), [*_map(one, map_rows), *_facts(one, regions)]) for one in scenes]
    step, rest = ([one + other for one, other in zip(*parts, strict=True)] for parts in zip(*halves, strict=True))
    return step, rest


def _map(scene: Scene, height: int) -> list[Row]:
    """Return the map in the middle of its region, or blank rows for a trace without nodes."""
    stage, width, bordered = scene.stage, scene.width, scene.layout.bordered
    room = height - 2 * bordered
    drawn = [line(*runs) for runs in stage.map(scene.known, scene.inside, room) or ()] if _has_nodes(stage) else []
    margin = max(0, scene.inside - max((text.cell_len for text in drawn), default=0)) // 2
    lines = [*[Text()] * ((room - len(drawn)) // 2), *(Text(" " * margin) + text for text in drawn)]
    if drawn and bordered:
        legend = f"  {MAP_LEGEND} " if any(target.shows for target in stage.trace.targets.values()) else ""
        return _section(scene, line(("Map", "title"), (legend, "quiet")), lines, width, height)
    return drawn_rows(Padding(Group(*lines), (0, 1)), width, height)


def _facts(scene: Scene, regions: _Regions) -> list[Row]:
    """Return what is active and the state, side by side where that takes fewer rows."""
    stage, view, now, width, *_ = scene
    left, right = (width, width) if regions.active else (_SIDE, width - _SIDE)
    border, form = width - scene.inside, scene.layout.state
    table = panels.state(stage, view, now, right - border, form)
    state = _section(scene, panels.state_title(view, now, form), table, right, regions.state)
    if not scene.layout.active:
        return [*drawn_rows(Padding(panels.active_line(stage, scene.known, scene.inside), (0, 1)), width, 1), *state]
    lines = panels.active(stage, scene.known, left - border)
    active = _section(scene, _title("Active"), lines, left, regions.active or regions.state)
    return [*active, *state] if regions.active else [one + other for one, other in zip(active, state, strict=True)]


def _watched(scene: Scene) -> list[Row]:
    title = _title(f"Watching {scene.stage.looks.text(scene.view.watch.label)}" if scene.view.watch else "")
    return _section(scene, title, panels.watched(scene.stage, scene.view, scene.inside), scene.width)


def _scrolled(scene: Scene) -> ScreenFrame:
    """Draw position and title, and of the rest as much as fits from where it is scrolled to."""
    stage, view, now, width, height, layout, _ = scene
    pinned = _step(scene, panels.prose(stage, now.title, scene.inside, "title"))[: height // 2]
    room = height - layout.head - layout.foot - len(pinned)
    words = panels.prose(stage, now.description, scene.inside)
    body = [
        *drawn_rows(Padding(Group(*panels.marked(words, view)), (0, 1)), width),
        *_section(scene, _title("Active"), panels.active(stage, scene.known, scene.inside), width),
        *_section(scene, panels.state_title(view, now), panels.state(stage, view, now, scene.inside), width),
        *(_watched(scene) if view.watch else []),
    ]
    drawn = stage.map(scene.known, scene.inside, room - 1)
    if drawn is not None:
        body += _section(scene, _title("Map"), [line(*runs) for runs in drawn], width)
    furthest = max(0, len(body) - room)
    first = min(view.scroll, furthest)
    below = f"↓ {furthest - first} more below" if first < furthest else f"↑ {first} more above" if furthest else ""
    foot = panels.foot(stage, view, width, layout.foot, "" if view.over else below)
    shown = body[first : first + room]
    shown += [[Segment(" " * width)] for _ in range(room - len(shown))]
    return ScreenFrame([*_head(scene), *pinned, *shown, *drawn_rows(Group(*foot), width, layout.foot)], furthest)


def _tiny(scene: Scene) -> ScreenFrame:
    """Draw position, as much of the title as fits, and a hint or what is being typed."""
    stage, view, now, width, height, _, _ = scene
    smallest = "×".join(map(str, ScreenLayout(0, 0).least))
    hint = line((cut(panels.answer_of(stage, view) or f"{smallest} shows all", width), "quiet"))
    words = panels.prose(stage, now.title, width, "title")
    words += panels.prose(stage, now.description, width) if height > 6 else []
    lines = [panels.position(view, width, " "), *words[: max(0, height - 2)]]
    if height < 3:
        return ScreenFrame(drawn_rows(Group(*lines), width, height))
    return ScreenFrame([*drawn_rows(Group(*lines), width, height - 1), *drawn_rows(hint, width)])


def _covered(scene: Scene, drawn: ScreenFrame) -> ScreenFrame:
    """Put what is open over the lower part of the frame; the foot stays."""
    stage, view, width, height, foot = scene.stage, scene.view, scene.width, scene.height, scene.layout.foot
    room = height - foot - (1 if height > 8 else 0)
    if scene.layout is TINY or room < 5:
        open_ = overlay(stage, view, width, max(1, height - 1))
        lines = [line((cut(open_.title, width), "title")), *open_.lines]
        return ScreenFrame(drawn_rows(Group(*lines), width, height), open_.furthest)
    open_ = overlay(stage, view, width - 4, room - 2)
    title = line((cut(open_.title, width - 6), "title"))
    part = section(view, title, open_.lines, bordered=True, heavy=True)
    opened = drawn_rows(part, width, len(open_.lines) + 2)
    end = height - foot
    return ScreenFrame([*drawn.rows[: end - len(opened)], *opened, *drawn.rows[end:]], open_.furthest)
