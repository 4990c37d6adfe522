"""What opens over the frame: help, outline, sources, what to watch, findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from tracecli.model import Source
from tracecli.playback import Subject, subjects
from tracecli.playback.moment import INITIAL_TITLE
from tracecli.runs import Line, Run, line
from tracecli.terminal.bindings import BINDINGS, OPTIONS, PLACES
from tracecli.terminal.links import linkable
from tracecli.terminal.sections import BLANK, indented, wrapped
from tracecli.terminal.stage import Stage
from tracecli.terminal.view import View
from tracecli.widths import cut, pad

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


def sheet(stage: Stage, view: View, width: int, most: int) -> Sheet:
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
