"""What opens over a frame: help, outline, sources, what can be watched, findings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from tracecli.model import Source
from tracecli.playback import INITIAL_TITLE
from tracecli.terminal.actions import BINDINGS, PLACES
from tracecli.terminal.output import Mark, linkable
from tracecli.terminal.panels import line, lines
from tracecli.terminal.view import Stage, View
from tracecli.text import cut, pad, wrap

OPTIONS: tuple[tuple[str, str], ...] = (
    ("--speed X", "times the normal speed"),
    ("--wpm N", "a step stays as long as its words need at N words a minute (350; 0: durations alone)"),
    ("--paused", "start paused, as REDUCED_MOTION in the environment does"),
    ("--loop", "start over after the last step"),
    ("--watch KEY", "watch a state key or a target from the start"),
    ("--reload", "read the file again when it changes; the place is kept"),
    ("--plain", "print the transcript instead"),
    ("--width N", "columns of the transcript"),
)
"""The options of `trace play` that the help screen names."""


class Overlay(NamedTuple):
    """What is open over the frame, as far as it can be seen."""

    title: str
    lines: list[Text]
    furthest: int = 0  # how far it can be scrolled; 0 where a row is chosen instead


def overlay(stage: Stage, view: View, width: int, rows: int) -> Overlay:
    """Return what is open over the frame, in at most `rows` lines of `width` columns."""
    if view.over == "outline":
        return _outline(stage, view, width, rows)
    if view.over == "watch":
        return _choices(stage, view, width, rows)
    if view.over == "help":
        title, shown = "Help: keys and options of the player", list(_help(width))
    elif view.over == "sources":
        title, shown = "Caption, limitations and sources", list(_sources(stage, width))
    else:
        title = "The file can't be read again: this is the last good version"
        shown = [part for words in view.findings for part in lines(stage.looks.text(words), width)]
        rows = max(3, rows // 2)  # the last good frame stays in sight
    furthest = max(0, len(shown) - rows)
    first = min(view.choice, furthest)
    if furthest:
        title = f"{title} ({first + 1}–{first + rows} of {len(shown)})"
    return Overlay(title, shown[first : first + rows], furthest)


def _help(width: int) -> Iterator[Text]:
    keys = max(len(row.shown) for row in BINDINGS)
    parts = [(heading, [(row.shown, row.says) for row in BINDINGS if row.where == where])
             for where, heading in PLACES.items()]  # fmt: skip
    for heading, pairs in (*parts, ("Options of trace play", OPTIONS)):
        if pairs is not parts[0][1]:
            yield Text()
        yield line((heading, "title"))
        for name, says in pairs:
            if width < keys + 20:  # no room for words beside the keys
                yield line((f"  {name}", "key"))
                yield from lines(says, width, "text", "    ")
                continue
            first, *more = wrap(says, width - keys - 4)
            yield line((f"  {pad(name, keys)}  ", "key"), (first, "text"))
            yield from (line((" " * (keys + 4) + part, "text")) for part in more)


def _sources(stage: Stage, width: int) -> Iterator[Text]:
    trace = stage.trace
    for heading, words in (("Caption", trace.caption), *(("Limitation", words) for words in trace.limitations)):
        if words:
            yield line((heading, "title"))
            for paragraph in stage.paragraphs(words):
                yield from lines(paragraph, width, "text", "  ")
    for source in trace.sources:
        yield line(("Source", "title"))
        yield from _source(stage, source, width)
    if not trace.sources:
        yield from lines("This trace names no sources.", width)


def _source(stage: Stage, source: Source, width: int) -> list[Text]:
    address = linkable(source.url) if source.url else None
    where = stage.looks.text(source.url or source.file or "")
    shown = [
        *lines(stage.looks.text(source.title), width, "link" if address else "text", "  "),
        *lines(where, width, "link" if address else "quiet", "  "),
    ]
    if address and stage.looks.links:
        for text in shown:
            text.stylize(Style(link=address))
    return shown


def _outline(stage: Stage, view: View, width: int, rows: int) -> Overlay:
    last = view.cursor.last
    numbers = len(str(last))

    def row(index: int) -> Text:
        title = stage.looks.text(stage.scenario.steps[index - 1].title) if index else INITIAL_TITLE
        here = Mark.NOW if index == view.cursor.index else " "
        return _choice(f"{here} {index:>{numbers}}  {title}", width, chosen=index == view.choice)

    shown = [row(index) for index in _window(last + 1, view.choice, rows)]
    return Overlay(f"Outline, {view.choice} of {last}: Enter goes there", shown)


def _choices(stage: Stage, view: View, width: int, rows: int) -> Overlay:
    def row(index: int) -> Text:
        subject = stage.watchable[index]
        words = f"{subject.what:<7} {stage.looks.text(subject.label)}" if subject else "nothing"
        here = Mark.NOW if subject == view.watch else " "
        return _choice(f"{here} {words}", width, chosen=index == view.choice)

    count = len(stage.watchable)
    shown = [row(index) for index in _window(count, view.choice, rows)]
    return Overlay(f"Watch, {view.choice + 1} of {count}: Enter takes it, n and N go to its changes", shown)


def _window(count: int, choice: int, rows: int) -> range:
    first = max(0, min(choice - rows // 2, count - rows))
    return range(first, min(count, first + rows))


def _choice(words: str, width: int, *, chosen: bool) -> Text:
    shown = cut(f"{Mark.CHOSEN if chosen else ' '} {words}", width)
    return line((pad(shown, width), "chosen")) if chosen else line((shown, "text"))
