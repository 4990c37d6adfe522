"""The parts of a frame, drawn with Rich's own: panels, tables and text, and what opens over a frame.

Text of a trace enters Rich only as `Text`, never as markup. Prose is broken into lines by `tracecli.text`, which the
layouts measure with too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from rich.box import HEAVY, ROUNDED
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.style import Style
from rich.table import Table
from rich.text import Text

from tracecli.lanes import Lane, until
from tracecli.playback import Moment, Value, matches
from tracecli.report.lanes import header_line, label_column, lane_line, step_scale
from tracecli.terminal.actions import hints
from tracecli.terminal.output import LOOKS, Looks, Mark
from tracecli.terminal.view import TIME_PARTS, Stage, View
from tracecli.text import Run, cell_width, cut, graphemes, pad, wrap

# What is bold is never dim, not even within something dim: terminals show both together as neither.
STYLES: dict[str, Style] = {
    meaning: Style.parse(look.replace("dim", "dim not bold") if "dim" in look else look.replace("bold", "bold not dim"))
    for meaning, look in LOOKS.items()
}
"""Meaning → Rich's style."""

_MAX_TICKS = 60  # more can't be counted by eye
_MAX_HISTORY_CELL = 14  # columns of a step in a history: most values fit, and short scenarios stay compact
_MAX_LANE_STEP = 26  # columns of a step in a lane: most values fit, and short scenarios stay compact
_MAX_TYPED = 60  # characters of a search that are shown, from its end
_MAX_LABEL_WIDTHS = 12  # that are tried for the label column of the state table
_LEAST_LABEL = 10  # columns of a label in the state table below which it can't be read any more


def line(*parts: tuple[str, str]) -> Text:
    """Return one line of (text, meaning) parts, which Rich neither wraps nor reads as markup."""
    return Text.assemble(*((text, STYLES[meaning]) for text, meaning in parts), no_wrap=True, overflow="crop")


def lines(text: str, width: int, meaning: str = "text", indent: str = "") -> list[Text]:
    """Return text that is escaped already as lines of at most `width` columns."""
    return [line((indent + part, meaning)) for part in wrap(text, width - len(indent))]


def section(
    view: View, title: Text, body: Sequence[RenderableType], *, bordered: bool, heavy: bool = False
) -> RenderableType:
    """Return a titled part of the screen: in a panel, or under a rule; with the hits of a search marked."""
    marked((part for part in body if isinstance(part, Text)), view)
    style = STYLES["strong-border" if heavy else "border"]
    box = HEAVY if heavy else ROUNDED
    if bordered:
        return Panel(Group(*body), box, title=title, title_align="left", border_style=style, padding=(0, 1))
    rule = Rule(Text(f"{box.top * 2} ", style) + title, characters=box.top, style=style, align="left")
    return Group(rule, Padding(Group(*body), (0, 1)))


def marked(texts: Iterable[Text], view: View) -> list[Text]:
    """Mark what was searched for, in whole characters: half of a joined emoji has another width."""
    found = list(texts)
    for text in found if view.needle else ():
        for begin, end in matches(text.plain, view.needle):
            start = 0
            for cluster, _ in graphemes(text.plain):
                if start < end and start + len(cluster) > begin:
                    text.stylize(STYLES["hit"], start, start + len(cluster))
                start += len(cluster)
    return found


def titles(stage: Stage, now: Moment, width: int, rows: int) -> list[Text]:
    """Return the titles of trace and scenario in one or two lines, and at the right the step's address.

    On one line the scenario's title goes first.
    """
    trace, scenario = stage.titles
    if rows == 1 and cell_width(f"{scenario}  ({trace})") <= width:
        return [line((scenario, "text"), (f"  ({trace})", "quiet"))]
    address, shown = stage.address(now.index), cut(scenario, width)
    gap = width - cell_width(shown) - cell_width(address)
    below = line((shown, "text"), (" " * gap + address if gap > 1 else "", "quiet"))
    return [line((cut(trace, width), "quiet")), below][2 - rows :]


def position(view: View, width: int, fill: str) -> Text:
    """Return `step 4 of 6`, a tick a step, and whether it plays, over `width` columns; narrow, the ticks go first."""
    place = f"step {view.cursor.index} of {view.cursor.last}"
    if view.playing:
        status = f"{Mark.PLAY} playing"
    else:
        status = f"{Mark.END} last step" if view.cursor.at_end else f"{Mark.PAUSE} paused"
    if view.left is not None:
        status += f" {Mark.LEFT * view.left}{Mark.GONE * (TIME_PARTS - view.left)}"
    speed = "" if view.speed == 1 else f" ×{view.speed:g}"
    status += f"{speed}{' predict' if view.predict else ''}{' loop' if view.loop else ''}"
    room = width - len(place) - len(status)
    if room < 3:
        return line((cut(f"{place} {status if room > 0 else status[0]}", width), "position"))
    marks = ticks(view.cursor.index, view.cursor.last, min(_MAX_TICKS, room - 4))
    gap = room - 2 - (marks.cell_len + 1 if marks else 0)
    between = Text(" ") + marks if marks else Text()
    end = line((f" {fill * gap} ", "strong-border"), (status, "position"))
    return line((place, "position")) + between + end


def ticks(index: int, last: int, room: int) -> Text:
    """Return a tick for each of `last` steps, `index` marked; with fewer columns a tick means several steps."""
    count = min(last, room)
    if count < 1:
        return Text()
    now = -1 if index == 0 else (index - 1) * (count - 1) // max(1, last - 1)
    done, ahead = Mark.DONE * max(0, now), Mark.AHEAD * (count - 1 - now)
    return line((done, "quiet"), (Mark.NOW if now >= 0 else "", "position"), (ahead, "quiet"))


def prose(stage: Stage, text: str, width: int, meaning: str = "text") -> list[Text]:
    """Return a title or description as lines, paragraph by paragraph."""
    return [part for paragraph in stage.paragraphs(text) for part in lines(paragraph, width, meaning)]


def active(stage: Stage, now: Moment, width: int) -> list[Text]:
    """Return the nodes at work and those still running, side by side where they fit, then the paths with labels."""
    shown: list[Text] = []
    for item in _nodes(stage, now, width):
        if shown and shown[-1].cell_len + 2 + item.cell_len <= width:
            shown[-1] = shown[-1] + Text("  ") + item
        else:
            shown.append(item)
    for path in now.paths:
        route, label = stage.route(path), stage.looks.text(path.label)
        if route and cell_width(f" {Mark.PATH} {route}  {label}") <= width:
            shown.append(line((f" {Mark.PATH} {route}", "path"), (f"  {label}", "text")))
            continue
        first, *more = lines(route or label, width, "path", "   ")
        shown += [line((f" {Mark.PATH} {first.plain[3:]}", "path")), *more]
        shown += lines(label, width, "text", "   ") if route else []
    return shown or lines("nothing is active" if now.index else "nothing yet", width, "quiet")


def _nodes(stage: Stage, now: Moment, width: int) -> Iterator[Text]:
    for node in now.nodes:
        yield line((f" {Mark.DONE} {cut(stage.looks.text(node.label), width - 4)} ", "active"))
    for node in stage.still_running(now):
        label = cut(stage.looks.text(node.label), max(1, width - len(" ◐  still running")))
        yield line((f" {Mark.RUNNING} {label}", "running"), (" still running", "text"))


def active_line(stage: Stage, now: Moment, width: int) -> Text:
    """Return on one line what the map can't say in words: what still runs, and what travels, as far as it fits."""
    items = [line((f" {Mark.PATH} {stage.looks.text(path.label)}", "path")) for path in now.paths]
    if running := [stage.looks.text(node.label) for node in stage.still_running(now)]:
        items.append(line((f" {Mark.RUNNING} still running: ", "text"), (", ".join(running), "running")))
    shown = Text(" ").join(items or active(stage, now, width)[:1])
    shown.truncate(width, overflow="ellipsis")
    return shown


def lanes(stage: Stage, view: View, width: int, *, most: int | None, others: int | None) -> list[Text]:
    """Return the lanes of the scenario under the numbers of its steps, and below them those of the other scenario.

    Args:
        stage: The scenario.
        view: Where the cursor is; what is to be predicted is not given away.
        width: Columns of a line.
        most: How many lanes of a scenario, at most; None: all.
        others: How many lanes of the other scenario, at the aligned steps, at most; None: all, 0: none.
    """
    side = stage.other if others != 0 else None
    mine = side.lanes[0] if side else stage.lanes
    groups: list[Sequence[Lane]] = [mine[:most], side.lanes[1][:others] if side else ()]
    index = view.cursor.index
    names = side.names if side else tuple(map(str, range(view.cursor.last + 1)))
    column = label_column((lane for group in groups for lane in group), width // 5)
    at = side.at[index] if side else index
    if view.predict:
        known = at if view.hidden else at + 1
        groups = [[until(lane, known) for lane in group] for group in groups]
    scale = step_scale(column, width, len(names), at, most=_MAX_LANE_STEP)
    shown = [header_line("", names, scale, at), *(lane_line(lane, scale, at) for lane in groups[0])]
    if side:
        title = cut(side.stage.titles[1], width)
        shown += [(Run(title, "quiet"),), *(lane_line(lane, scale, at) for lane in groups[1])]
    return [line(*runs) for runs in shown]


class StateForm(NamedTuple):
    """What of the state there is room for."""

    was: bool = True  # `was …` may take lines of its own; else it is left out where it does not fit beside the value
    unchanged: bool = True  # rows that did not change are shown too


class StateColumns(NamedTuple):
    """Columns of the state table, the same at every step of a scenario."""

    label: int  # with the mark of a change in front
    value: int
    was: int  # 0: `was …` goes after the value where that fits, else below it


def state_title(view: View, now: Moment, form: StateForm = StateForm()) -> Text:  # noqa: B008 - immutable
    """Return the heading of the state: how much changed, in words."""
    if view.hidden:
        return line(("State: what changes? Any key shows it", "title"))
    count = len(now.changed)
    if form.unchanged or not now.index:
        changed = f"  {count} of {len(now.values)} changed" if count else ""
    else:
        changed = f"  {count} changed, {len(now.values) - count} unchanged" if count else "  nothing changed"
    return line(("State", "title"), (changed, "changed"))


@lru_cache(maxsize=16)
def state_columns(
    stage: Stage,
    width: int,
    form: StateForm = StateForm(),  # noqa: B008 - immutable
    *,
    predicting: bool = False,
) -> StateColumns:
    """Return the columns with which a scenario's fullest state takes the fewest rows."""
    labels, value, was = stage.natural_widths
    widths = sorted({2 + label for label in labels}, reverse=True)[:_MAX_LABEL_WIDTHS] or [2]

    def offered(most: int, value: int, was: int) -> Iterator[StateColumns]:
        """Yield columns with each label that fits in `most` columns as the widest, then with all of `most`."""
        for label in (*(one for one in widths if one <= most), min(most, widths[0])):
            yield StateColumns(label, value or max(4, width - label - 2), was)

    room = width - 4 - value - was
    choices: list[StateColumns] = []
    if room >= min(widths[0], _LEAST_LABEL):
        choices += offered(room, value, was)
    if room < widths[0]:
        for most in (width // 3, width * 2 // 5):
            choices += offered(max(_LEAST_LABEL, most), 0, 0)
    return min(choices, key=lambda columns: state_rows(stage, columns, form, predicting=predicting))


@lru_cache(maxsize=32)
def state_rows(
    stage: Stage,
    columns: StateColumns,
    form: StateForm = StateForm(),  # noqa: B008 - immutable
    *,
    predicting: bool = False,
) -> int:
    """Return the rows of a scenario's fullest state; with `predicting`, where it may be hidden."""
    heights: dict[Value, int] = {}

    def rows(values: tuple[Value, ...], hide: str = "") -> int:
        for value in values:
            if value not in heights:
                heights[value] = max(map(len, _state_cells(stage, value, columns, form, hide)))
        return sum(heights[value] for value in values)

    most = max(rows(values if form.unchanged else _changed(values)) for values in stage.distinct.states)
    heights.clear()
    return max(most, *(rows(_hidden(values), "?") for values in stage.distinct.states)) if predicting else most


def _hidden(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """Return a state to be predicted: every value may have changed, and says what it was."""
    return tuple(one._replace(before=one.value if one.before is None else one.before) for one in values)


def _changed(values: tuple[Value, ...]) -> tuple[Value, ...]:
    return tuple(value for value in values if value.before is not None)


Parts = list[tuple[str, str]]
"""(text, meaning) of a line."""


@lru_cache(maxsize=256)
def _label_lines(looks: Looks, label: str, width: int) -> tuple[str, list[Parts]]:
    """Return the first line of a label and the lines below it, broken once for all values that it has."""
    begin, *more = wrap(looks.text(label), width)
    return begin, [[(f"  {part}", "text")] for part in more]


def _state_cells(
    stage: Stage, value: Value, columns: StateColumns, form: StateForm, hide: str = ""
) -> list[list[Parts]]:
    """Return the lines of each cell of a row."""
    changed = value.before is not None
    shown = hide or stage.value(value.value)
    was = f"was {stage.value(value.before)}" if value.before is not None else ""
    mark, meaning = ("", "text") if not changed else (hide, "hidden") if hide else (str(Mark.CHANGED), "changed")
    first = [(pad(mark, 2), meaning)]
    begin, more = _label_lines(stage.looks, value.label, columns.label - 2)
    labels = [[*first, (begin, "text")], *more]
    values: list[Parts] = [[(part, meaning)] for part in wrap(shown, columns.value)]
    befores: list[Parts] = [[(part, "was")] for part in wrap(was, columns.was or columns.value)] if was else []
    if columns.was:
        return [labels, values, befores]
    if was and cell_width(f"{shown}  {was}") <= columns.value:
        return [labels, [[(f"{shown}  ", meaning), (was, "was")]]]
    return [labels, values + befores if form.was or hide else values]


def state(
    stage: Stage,
    view: View,
    now: Moment,
    width: int,
    form: StateForm = StateForm(),  # noqa: B008 - immutable
) -> list[RenderableType]:
    """Return the table of label, value, and where it changed what it was.

    Without room for what did not change there are only the rows that did, or the first ones where none did.
    """
    columns = state_columns(stage, width, form, predicting=view.predict)
    table = Table.grid(padding=(0, 2, 0, 0))
    for column in columns if columns.was else columns[:2]:
        table.add_column(width=column, no_wrap=True, overflow="crop")
    shown = now.values if form.unchanged else now.changed or now.values
    for value in _hidden(now.values) if view.hidden else shown:
        cells = _state_cells(stage, value, columns, form, "?" if view.hidden else "")
        table.add_row(*marked((Text("\n").join(line(*parts) for parts in cell) for cell in cells), view))
    return [table]


def watched(stage: Stage, view: View, width: int) -> list[Text]:
    """Return the history of what is watched; what is to be predicted is not given away."""
    if view.watch is None:
        return []
    values, index = stage.history(view.watch), view.cursor.index
    if view.predict:
        known = index if view.hidden else index + 1
        values = (*values[:known], *["?"] * (len(values) - known))
    return history_rows(values, index, width)


def history_rows(values: Sequence[str], index: int, room: int) -> list[Text]:
    """Return a history as a bar over all moments, runs of equal values joined, and under it where we are.

    A scenario with more moments than columns shows the part around the present moment, `index`.
    """
    cell = max(1, min(_MAX_HISTORY_CELL, room // len(values)))
    shown = min(len(values), room // cell)
    first = max(0, min(index - shown // 2, len(values) - shown))
    bar = []
    for value, run in groupby(range(first, first + shown), key=values.__getitem__):
        moments = list(run)
        columns = len(moments) * cell - 1
        inside = cut(value, columns) if cell > 1 or len(moments) > 3 else ""
        bar += [(Mark.BETWEEN, "quiet"), (pad(inside, columns), "changed" if index in moments else "text")]
    since = index
    while since > 0 and values[since - 1] == values[index]:
        since -= 1
    words = f"step {index}: {values[index] or 'not active'}"
    if since < index:
        words += f" since {f'step {since}' if since else 'the beginning'}"
    column = (index - first) * cell
    if column + 2 + cell_width(words) <= room or column < room // 2:
        here = f"{' ' * column}{Mark.HERE} {cut(words, room - column - 2)}"
    else:
        here = f"{pad(cut(words, column - 1), column - 1, right=True)} {Mark.HERE}"
    return [line(*bar), line((here, "position"))]


def foot(stage: Stage, view: View, width: int, rows: int, below: str = "") -> list[Text]:
    """Return the last lines of a frame: an answer or what is being typed, else the caption; then the keys.

    Args:
        stage: The scenario.
        view: Holds what is typed and the answer.
        width: Columns.
        rows: Lines in all, at least one; the keys share a single one with the answer.
        below: What is still below, when the frame is longer than the screen.
    """
    answer = cut(answer_of(stage, view), width)
    said = [line((answer, "message"))] if answer else notes(stage, width, rows - 1)
    first, keys = (answer or below if rows == 1 else below), ""
    for hint in () if view.recorded else hints(view.where):
        longer = f"{keys} · {hint}" if first or keys else hint
        keys = longer if cell_width(first + longer) <= width else keys
    blank = [Text()] * (rows - 1 - len(said))
    return [*(said if rows > 1 else []), *blank, line((first, "key"), (keys, "quiet"))]


def answer_of(stage: Stage, view: View) -> str:
    """Return what is being typed, else the answer to the last key, else nothing."""
    if view.over == "search":
        return f"/{stage.looks.text(view.typed[-_MAX_TYPED:])}_"
    return f"{view.digits}_  Enter or G goes to this step" if view.digits else view.message


def notes(stage: Stage, width: int, rows: int) -> list[Text]:
    """Return what playback must not be mistaken for, in at most `rows` lines.

    The whole caption where it fits, else its last sentences, which are the warning as a rule, else a limitation, else
    the beginning of the caption.
    """
    if rows < 1:
        return []
    room = 4 * (width + 1) * (rows + 1)  # longer text never fits; joiners and accents take no column
    caption = stage.caption
    sentences = caption[-room:].split(". ")
    whole = 0 if len(caption) <= room else 1  # the first may be cut
    tails = (". ".join(sentences[start:]) for start in range(whole, len(sentences)))
    limits = (" ".join(stage.paragraphs(words)) for words in reversed(stage.trace.limitations) if len(words) <= room)
    for words in (*tails, *limits):
        if len(shown := lines(words, width, "quiet")) <= rows:
            return shown
    *head, last = lines(caption[:room], width, "quiet")[:rows]
    return [*head, line((cut(f"{last.plain}……", width), "quiet"))]
