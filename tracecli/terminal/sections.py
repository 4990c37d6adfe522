"""The parts of a frame as lines of runs, cut to a width: what is said, not yet where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from tracecli.model import Target
from tracecli.playback import Moment
from tracecli.runs import Line, Run, line, plain
from tracecli.terminal.stage import Stage
from tracecli.widths import cell_width, cut, wrap

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
