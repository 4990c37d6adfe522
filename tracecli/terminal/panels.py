"""Lines of runs → panels → rows of Rich's segments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import groupby, islice
from typing import NamedTuple

from rich.box import Box
from rich.cells import cell_len
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style

from tracecli.drawing.charmap import draw_map
from tracecli.model import Scenario, Target, Trace
from tracecli.playback import Moment, Subject, Value, changes, ends, history, hits, matches, moment
from tracecli.terminal.output import STYLES, Glyphs, Looks
from tracecli.text import Line, Run, cell_width, cut, line, pad, plain, wrap

# ---- terminal.canvas
# Lines of runs → panels → rows of Rich's segments. Text of a trace enters Rich here, never as markup.
#
# Panels are drawn from Rich's boxes, styles and segments. Its `Console` and `Panel` would give the same rows, for twice
# the import (10 ms of the first frame) and several times the work a frame.

Row = list[Segment]


class Part(NamedTuple):
    """A titled part of the screen."""

    title: Line
    lines: Sequence[Line]


class Border(NamedTuple):
    """What is drawn around a part.

    Attributes:
        box: The characters.
        meaning: The style's name.
        padding: Blanks inside, at the left and the right.
        open: Leave out the lower border.
    """

    box: Box
    meaning: str = "border"
    padding: int = 1
    open: bool = False

    def inside(self, width: int) -> int:
        """Give the columns that are free inside."""
        return width - 2 - 2 * self.padding


def _style(meaning: str, looks: Looks) -> Style | None:
    """Give the style of a meaning; `link ADDRESS` is a hyperlink."""
    name, _, address = meaning.partition(" ")
    style = STYLES[name]
    return style + Style(link=address) if address and looks.links else style or None


def _marked(runs: Line, needle: str) -> Iterator[Run]:
    """Give a line's runs with what was searched for as runs of their own."""
    start = 0
    found = matches(plain(runs), needle)
    for run in runs:
        at = 0
        for begin, end in found:
            first, last = max(at, begin - start), min(len(run.text), end - start)
            if first < last:
                yield Run(run.text[at:first], run.meaning)
                yield Run(run.text[first:last], "hit")
                at = last
        yield Run(run.text[at:], run.meaning)
        start += len(run.text)


def _row(runs: Line, looks: Looks, needle: str, indent: int = 0) -> Row:
    found = _marked(runs, needle) if needle else runs
    row = [Segment(run.text, _style(run.meaning, looks)) for run in found if run.text]
    return [Segment(" " * indent), *row] if indent else row


def rows(lines: Sequence[Line], looks: Looks, width: int, *, needle: str = "") -> list[Row]:
    """Give lines as rows of exactly `width` columns."""
    return [Segment.adjust_line_length(_row(runs, looks, needle), width) for runs in lines]


def panel(part: Part, border: Border, looks: Looks, width: int, needle: str = "") -> list[Row]:
    """Give a part with its border as rows of `width` columns, two rows more than the part has lines (one, if open)."""
    box, style, inside = border.box, STYLES[border.meaning], width - 2
    left, right = Segment(box.mid_left, style), Segment(box.mid_right, style)
    drawn = [_top(part.title, border, looks, width)]
    for runs in part.lines:
        row = _row(runs, looks, needle, border.padding)
        drawn.append([left, *Segment.adjust_line_length(row, inside), right])
    if not border.open:
        drawn.append([Segment(box.get_bottom([inside]), style)])
    return drawn


def _top(title: Line, border: Border, looks: Looks, width: int) -> Row:
    box, style = border.box, STYLES[border.meaning]
    words = Segment.adjust_line_length(_row(title, looks, ""), width - 6, pad=False)
    rest = width - 5 - Segment.get_line_length(words)
    start, end = Segment(f"{box.top_left}{box.top}", style), Segment(f"{box.top * rest}{box.top_right}", style)
    return [start, Segment(" "), *words, Segment(" "), end]


def beside(left: list[Row], right: list[Row]) -> list[Row]:
    """Give two blocks of one height side by side."""
    return [a + b for a, b in zip(left, right, strict=True)]


def blank(width: int, count: int) -> list[Row]:
    """Give empty rows."""
    return [[Segment(" " * width)] for _ in range(count)]


def plain_row(row: Row) -> str:
    """Give a row as text alone, without the blanks at its end."""
    return "".join(segment.text for segment in row).rstrip()


def plain_rows(frame: Sequence[Row]) -> Iterator[str]:
    """Give rows as text alone."""
    return map(plain_row, frame)


# ---- terminal.ansi
# Rows of segments → what is written to a terminal.
#
# Two things Rich's own writer does not do. Hyperlinks carry no random id, so the same frame is the same text. And behind
# text whose width terminals disagree about, the column is set (`CSI column G`), so that a border stays where it belongs.

# Latin, Greek, Cyrillic, punctuation, arrows, mathematics, box drawing and shapes are one column wide everywhere.
_DOUBTFUL = re.compile("[^ -~\u00a0-\u02ff\u0370-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2500-\u25fc]")


def ansi(row: Row, looks: Looks) -> str:
    """Give a row as text with SGR codes; blanks at its end are not sent, the rest of the line is erased instead."""
    kept = _trimmed(row)
    erase = "\x1b[K" if Segment.get_line_length(kept) < Segment.get_line_length(row) else ""  # not behind a full row
    return "".join(_pieces(kept, looks)) + erase


def _trimmed(row: Row) -> list[Segment]:
    kept = list(row)
    while kept and not kept[-1].style and not kept[-1].text.strip(" "):
        kept.pop()
    if kept and not kept[-1].style:
        kept[-1] = Segment(kept[-1].text.rstrip(" "))
    return kept


def _pieces(row: list[Segment], looks: Looks) -> Iterator[str]:
    column = 1
    for segment in row:
        text = segment.text
        yield _styled(segment, looks)
        column += cell_len(text)
        if not text.isascii() and _DOUBTFUL.search(text):
            yield f"\x1b[{column}G"


def _styled(segment: Segment, looks: Looks) -> str:
    style, text = segment.style, segment.text
    if not style:
        return text
    link = style.link
    if link:
        style = style.update_link(None)
    if not looks.color:
        style = style.without_color
    drawn = style.render(text, color_system=ColorSystem.STANDARD)
    return f"\x1b]8;;{link}\x1b\\{drawn}\x1b]8;;\x1b\\" if link else drawn


# ---- terminal.ticks
# Rows that show a whole scenario at once: a tick a step, and the history of what is watched.

_WIDEST = 14  # columns of a step in a history: values of most traces fit, and short scenarios stay compact


def ticks(glyphs: Glyphs, index: int, last: int, room: int) -> Line:
    """Give a tick a step, the present one marked; in a long scenario a tick stands for several steps.

    Args:
        glyphs: The marks.
        index: The present step; 0 is before the first tick.
        last: The number of steps.
        room: Columns there are.
    """
    count = min(last, room)
    if count < 1:
        return ()
    now = -1 if index == 0 else (index - 1) * (count - 1) // max(1, last - 1)
    marks = (Run(glyphs.done * max(0, now), "quiet"), Run(glyphs.now if now >= 0 else "", "position"))
    return line(*marks, Run(glyphs.to_come * (count - 1 - now), "quiet"))


def history_row(glyphs: Glyphs, row: Sequence[str], index: int, room: int) -> Iterator[Line]:
    """Give a history as a bar over all moments, runs of equal values joined, and under it where we are.

    A scenario with more moments than columns shows the part around the present moment.

    Args:
        glyphs: The marks.
        row: What is watched, at every moment, escaped.
        index: The present moment.
        room: Columns there are.
    """
    cell = max(1, min(_WIDEST, room // len(row)))
    shown = min(len(row), room // cell)
    first = max(0, min(index - shown // 2, len(row) - shown))
    yield tuple(_bar(glyphs, row, range(first, first + shown), cell, index))
    yield _here(glyphs, row, index, (index - first) * cell, room)


def _bar(glyphs: Glyphs, row: Sequence[str], window: range, cell: int, index: int) -> Iterator[Run]:
    for value, run in groupby(window, key=row.__getitem__):
        moments = list(run)
        inside = cut(value, len(moments) * cell - 1) if cell > 1 or len(moments) > 3 else ""
        meaning = "changed" if index in moments else "text"
        yield Run(glyphs.between, "quiet")
        yield Run(pad(inside, len(moments) * cell - 1), meaning)


def _here(glyphs: Glyphs, row: Sequence[str], index: int, column: int, room: int) -> Line:
    """Give the mark under the present moment, with words on the side that has room for them."""
    since = index
    while since > 0 and row[since - 1] == row[index]:
        since -= 1
    words = f"step {index}: {row[index] or 'not active'}"
    if since < index:
        words += f" since {f'step {since}' if since else 'the beginning'}"
    if column + 2 + cell_width(words) <= room or column < room // 2:
        return line(Run(f"{' ' * column}{glyphs.here} {cut(words, room - column - 2)}", "position"))
    return line(Run(f"{pad(cut(words, column - 1), column - 1, right=True)} {glyphs.here}", "position"))


# ---- terminal.stage
# A scenario made ready to be drawn: what is measured once instead of in every frame.

_LONGEST = 2000  # characters of a title: no screen has as many columns
_TALL = 1000  # lines: no screen has as many


class Columns(NamedTuple):
    """Widths of the state table over a whole scenario, so that rows stay where they are from step to step.

    Attributes:
        labels: Of each label, in the order of display.
        value: Of the widest value.
        was: Of the widest `was …`.
    """

    labels: tuple[int, ...]
    value: int
    was: int


Counterpart = Callable[[Trace, Scenario, int, Scenario], int]
"""(trace, scenario, step, other scenario) → the other's step that does the same; 0 is the initial state."""


class Links(NamedTuple):
    """How scenarios hang together with each other and with the command line.

    Attributes:
        counterpart: Finds the aligned step of another scenario; without it, the step of the same number is taken.
        address: (scenario id, step) → what names it on the command line; without it, none is shown.
    """

    counterpart: Counterpart | None = None
    address: Callable[[str, int], str] | None = None


class Stage:
    """A scenario of a trace, for one kind of terminal.

    Attributes:
        trace: The trace.
        scenario: The scenario on the screen.
        looks: What the terminal can show.
    """

    def __init__(self, trace: Trace, scenario: Scenario, looks: Looks, links: Links | None = None) -> None:
        """Set the stage."""
        self._links = links or Links()
        self.trace = trace
        self.scenario = scenario
        self.looks = looks
        self._histories: dict[Subject, tuple[str, ...]] = {}
        self._told: dict[Subject, tuple[str, ...]] = {}
        self._hits: dict[str, tuple[int, ...]] = {}

    def moment(self, index: int) -> Moment:
        """Give what is to be seen at a step."""
        return moment(self.trace, self.scenario, index)

    def history(self, subject: Subject) -> tuple[str, ...]:
        """Give what a subject is at every moment."""
        if subject not in self._histories:
            self._histories[subject] = history(self.trace, self.scenario, subject)
        return self._histories[subject]

    def told(self, subject: Subject) -> tuple[str, ...]:
        """Give the same as it can be shown."""
        if subject not in self._told:
            self._told[subject] = tuple(map(self.looks.text, self.history(subject)))
        return self._told[subject]

    def changes(self, subject: Subject) -> tuple[int, ...]:
        """Give the moments at which a subject changes."""
        return changes(self.history(subject))

    def hits(self, needle: str) -> tuple[int, ...]:
        """Give the moments that hold what is searched for."""
        if needle not in self._hits:
            self._hits[needle] = hits(self.scenario, needle)
        return self._hits[needle]

    def counterpart(self, other: Scenario, index: int) -> int:
        """Give the step of another scenario that does what this one's step does."""
        if index == 0 or self._links.counterpart is None:
            return index
        return self._links.counterpart(self.trace, self.scenario, index, other)

    def address(self, index: int) -> str:
        """Give what names a step on the command line, or nothing."""
        return self.looks.text(self._links.address(self.scenario.id, index)) if self._links.address else ""

    def set_for(self, trace: Trace, scenario: Scenario) -> Stage:
        """Give the stage for another scenario, or for another version of the trace, on the same terminal."""
        return Stage(trace, scenario, self.looks, self._links)

    def route(self, edge: Target) -> tuple[str, str]:
        """Give an edge in words: its ends, or nothing where the trace does not say, and its label."""
        label, both = self.looks.text(edge.label), ends(self.trace, edge)
        return (f" {self.looks.glyphs.leads} ".join(map(self.looks.text, both)) if both else ""), label

    def map(self, moment: Moment, width: int, height: int) -> Sequence[Line] | None:
        """Give the map of the nodes at a step, or None where it does not fit."""
        active = frozenset(target.key for target in moment.nodes)
        paths = frozenset(target.key for target in moment.paths)
        drawn = draw_map(self.trace, active, paths, width, height)
        return None if drawn is None else [self.looks.lines(runs) for runs in drawn]

    def has_map(self, width: int) -> bool:
        """Tell whether there is a map of that width, were there lines enough; the same for all steps, and kept."""
        return draw_map(self.trace, frozenset(), frozenset(), width, _TALL) is not None

    @cached_property
    def titles(self) -> tuple[str, str]:
        """Give the titles of trace and scenario as they can be shown, as far as any screen reaches."""
        return self.looks.text(self.trace.title[:_LONGEST]), self.looks.text(self.scenario.title[:_LONGEST])

    @cached_property
    def caption(self) -> str:
        """Give the caption as it can be shown; a trace that has none gets a remark of ours."""
        return self.looks.text(self.trace.caption or "Playback time is not latency.")

    @cached_property
    def columns(self) -> Columns:
        """Measure the state table."""
        text = self.looks.text
        seen: dict[str, int] = {}
        replaced = 0
        for before, after in self._pairs():
            for key, value in before.items():
                if value not in seen:
                    seen[value] = cell_width(text(value))
                if after[key] != value:
                    replaced = max(replaced, seen[value])
        for value in self.scenario.steps[-1].state.values():
            seen.setdefault(value, cell_width(text(value)))
        labels = tuple(cell_width(text(label)) for label in self.trace.state_labels.values())
        return Columns(labels, max(seen.values(), default=0), replaced + len("was "))

    def _pairs(self) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
        before = dict(self.scenario.initial)
        for step in self.scenario.steps:
            after = dict(step.state)
            yield before, after
            before = after

    @cached_property
    def longest(self) -> str:
        """Give the longest description, by which room is kept."""
        return max((self.scenario.description, *(step.description for step in self.scenario.steps)), key=len)

    @cached_property
    def busiest(self) -> int:
        """Give the number of the step with the most active targets."""
        steps = self.scenario.steps
        return 1 + max(range(len(steps)), key=lambda index: (len(steps[index].paths), len(steps[index].active)))


# ---- terminal.sections
# The parts of a frame as lines of runs, cut to a width: what is said, not yet where it stands.

BLANK: Line = ()


def wrapped(text: str, width: int, meaning: str = "text", indent: str = "") -> Iterator[Line]:
    """Give text that is escaped already as lines of at most `width` columns."""
    for part in wrap(text, width - len(indent)):
        yield line(Run(indent, "text"), Run(part, meaning))


def columns_of(runs: Line) -> int:
    """Give the columns that a line takes."""
    return cell_width(plain(runs))


def indented(lines: Sequence[Line], columns: int) -> list[Line]:
    """Give lines with blanks in front."""
    return [line(Run(" " * columns, "text"), *runs) for runs in lines]


def step_text(stage: Stage, moment: Moment, width: int) -> list[Line]:
    """Give the step's title and description."""
    return [*wrapped(stage.looks.text(moment.title), width, "title"), *description(stage, moment.description, width)]


def description(stage: Stage, text: str, width: int) -> list[Line]:
    """Give a description, paragraph by paragraph."""
    return [part for paragraph in stage.looks.paragraphs(text) for part in wrapped(paragraph, width)]


def active(stage: Stage, moment: Moment, width: int, most: int | None = None) -> list[Line]:
    """Give the nodes at work, in a row where they fit, then the paths travelled; the first `most` lines."""
    lines = list(islice(_active(stage, moment, width), most))
    if not lines:
        words = "nothing yet" if moment.index == 0 else "nothing is active"
        return list(wrapped(words, width, "quiet"))
    return lines


def _active(stage: Stage, moment: Moment, width: int) -> Iterator[Line]:
    yield from _nodes(stage, moment.nodes, width)
    for path in moment.paths:
        yield from _path(stage, path, width)


def _nodes(stage: Stage, nodes: tuple[Target, ...], width: int) -> Iterator[Line]:
    row: Line = ()
    for node in nodes:
        label = cut(stage.looks.text(node.label), width - 4)
        item = line(Run(f" {stage.looks.glyphs.node} {label} ", "active"))
        if row and columns_of(row) + 2 + columns_of(item) > width:
            yield row
            row = ()
        row = (*row, Run("  ", "text"), *item) if row else item
    if row:
        yield row


def _path(stage: Stage, path: Target, width: int) -> Iterator[Line]:
    route, label = stage.route(path)
    mark = f" {stage.looks.glyphs.path} "
    indent = " " * len(mark)
    whole = f"{route}  {label}" if route else label
    if len(mark) + cell_width(whole) <= width:
        tail = (Run(route, "path"), Run(f"  {label}", "text")) if route else (Run(label, "path"),)
        yield line(Run(mark, "path"), *tail)
        return
    first, *more = wrapped(route or label, width - len(mark), "path")
    yield line(Run(mark, "path"), *first)
    yield from (line(Run(indent, "text"), *part) for part in more)
    if route:
        yield from wrapped(label, width, "text", indent)


def notes(stage: Stage, width: int, rows: int) -> list[Line]:
    """Give what playback must not be mistaken for, in at most `rows` lines.

    The whole caption where it fits, else its last sentences, which are the warning as a rule, else a limitation, else
    the beginning of the caption. A trace that says nothing gets a remark of ours.
    """
    if rows < 1:
        return []
    room = _room(width, rows)
    short = (words for words in reversed(stage.trace.limitations) if len(words) <= room)
    lines = _tail(stage.caption, width, rows) or next(
        filter(None, (_whole(stage.looks.text(words), width, rows) for words in short)), []
    )
    if lines:
        return lines
    *head, last = list(wrapped(stage.caption[:room], width, "quiet"))[:rows]
    return [*head, (Run(cut(f"{plain(last)}{stage.looks.glyphs.cut * 2}", width), "quiet"),)]


def _room(width: int, rows: int) -> int:
    """Give how many characters are worth wrapping: no text that is longer fits, however long it is."""
    return 4 * (width + 1) * (rows + 1)  # some take no column, such as the joiners and accents of other scripts


def _whole(words: str, width: int, rows: int) -> list[Line]:
    """Give all of a text as lines; nothing where it has more than `rows`."""
    lines = list(wrapped(words, width, "quiet")) if len(words) <= _room(width, rows) else []
    return lines if len(lines) <= rows else []


def _tail(caption: str, width: int, rows: int) -> list[Line]:
    """Give as many of the caption's last sentences as fit, from the end on, so that a long one costs no more."""
    fitting: list[Line] = []
    end = len(caption)
    while end >= 0:
        end = caption.rfind(". ", 0, end)
        words = caption[end + 2 if end >= 0 else 0 :]
        lines = _whole(words, width, rows)
        if words and not lines:
            break
        fitting = lines
    return fitting


# ---- terminal.table
# The panel of state: label, value, and where it changed what it was.

_MARK = 2  # columns of the mark in front of a value that changed


def state(stage: Stage, moment: Moment, width: int, *, hidden: bool = False) -> list[Line]:
    """Give the rows of the state table at `width` columns.

    Args:
        stage: The scenario, with the widths of its columns.
        moment: The step.
        width: Columns to fill at the most.
        hidden: Show what was, and a question mark for what is: the viewer predicts.
    """
    column = _value_column(stage, width)
    values = map(_asked, moment.values) if hidden else moment.values
    sign = Run("?", "hidden") if hidden else Run(stage.looks.glyphs.changed, "changed")
    return [row for value in values for row in _table_row(stage, value, sign, column, width)]


def one_line(stage: Stage, width: int) -> bool:
    """Tell whether `width` columns suffice for a line a row, at every step."""
    sizes = stage.columns
    return _MARK + min(sizes.labels, default=0) + 2 + sizes.value + 2 + sizes.was <= width


def _asked(value: Value) -> Value:
    return Value(value.key, value.label, "?", value.value if value.before is None else value.before)


def _value_column(stage: Stage, width: int) -> int:
    """Give the column where values start: behind the longest label with which every row still fits on one line.

    A longer label pushes only its own value to the right.
    """
    sizes = stage.columns
    room = width - _MARK - 2 - sizes.value - 2 - sizes.was
    if room < min(sizes.labels, default=0):
        room = width // 3
    return _MARK + max((label for label in sizes.labels if label <= room), default=room) + 2


def _table_row(stage: Stage, value: Value, sign: Run, column: int, width: int) -> Iterator[Line]:
    text = stage.looks.text
    changed = value.before is not None
    mark = Run(f"{sign.text} " if changed else "  ", sign.meaning)
    label = text(value.label)
    start = max(column, _MARK + cell_width(label) + 2)
    head: Line = (mark, Run(pad(label, start - _MARK), "text"))
    if start > column and start > width // 2:  # no room left beside such a label: the value goes below it
        first, *more = wrap(label, width - _MARK)
        yield line(mark, Run(first, "text"))
        yield from (line(Run(f"  {part}", "text")) for part in more)
        start = _MARK + 2
        head = (Run(" " * start, "text"),)
    shown = Run(text(value.value), sign.meaning if changed else "text")
    was = Run(f"was {text(value.before)}", "was") if value.before is not None else None
    after = _beside(shown, was, stage.columns.value, width - start)
    if after is not None:
        yield line(*head, *after)
    else:
        yield from _below(head, [shown, *([was] if was else [])], start, width)


def _beside(value: Run, was: Run | None, widest: int, room: int) -> Line | None:
    """Give value and what was on one line, what was in its own column if there is room, or None if it is too long."""
    used, behind = cell_width(value.text), cell_width(was.text) + 2 if was else 0
    if used + behind > room:
        return None
    if was is None:
        return line(value)
    return line(value, Run(" " * (2 + max(0, min(widest - used, room - used - behind))), "text"), was)


def _below(head: Line, runs: list[Run], start: int, width: int) -> Iterator[Line]:
    parts = [Run(part, run.meaning) for run in runs for part in wrap(run.text, max(4, width - start))]
    yield line(*head, parts[0])
    yield from (line(Run(" " * start, "text"), part) for part in parts[1:])
