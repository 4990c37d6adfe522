"""How a comparison is to be shown: names of the sides, room, and which levels."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple

from tracecli.comparing import Change, Level
from tracecli.escaping import visible
from tracecli.problems import Pointer
from tracecli.runs import Line, Run, line, plain
from tracecli.widths import cell_width, wrap


class Located(NamedTuple):
    """A place in a file, as people count it.

    Attributes:
        file: As it is shown to people.
        line: From 1.
        column: From 1, in code points.
    """

    file: str
    line: int
    column: int


Locate = Callable[[int, Pointer], Located | None]
"""Side (0 for left, 1 for right) and pointer → the place, or None where nothing can be said."""

_SHORT = 20  # columns that a name may take in front of a lane

_LEAST = 24  # columns that a text broken to lines needs to be read
_BELOW = " " * 6

SIDE_BY_SIDE = 100
"""Columns from which two texts fit beside each other."""


@dataclass(frozen=True, slots=True)
class DiffOptions:
    """What the reader asked for.

    Attributes:
        width: Columns that layouts may take.
        wrap: Break prose at the width; without it a line is as long as what it says.
        level: The lowest level shown.
        only: The levels shown; all of them when empty.
        stat: Numbers only.
        side_by_side: Texts of both sides in two columns, where there is room.
    """

    width: int = 80
    wrap: bool = False
    level: Level = Level.WORDING
    only: Collection[Level] = field(default=())
    stat: bool = False
    side_by_side: bool = False

    def shows(self, *levels: Level) -> bool:
        """Tell whether any of the levels is shown."""
        return any(level >= self.level and (not self.only or level in self.only) for level in levels)


@dataclass(frozen=True, slots=True)
class View:
    """The sides' names, escaped, and the options.

    Attributes:
        names: As the user gave them.
        short: The same, short enough for a column; `left` and `right` where the names are too long.
        where: `in serial`, `in overlap`, or `on the left`, `on the right`; not escaped.
        options: What the reader asked for.
        locate: Looks up places; None where nobody wants them.
        say: Escapes a text of a document for this report.
    """

    names: tuple[str, str]
    short: tuple[str, str]
    where: tuple[str, str]
    options: DiffOptions
    locate: Locate | None
    say: Callable[[str], str]

    def only(self, side: int) -> str:
        """Give `only in overlap`, or `only on the left`."""
        return f"only {'in' if self.short == self.names else 'on the'} {self.short[side]}"

    def of(self, side: int) -> str:
        """Give `of overlap`, or `of the left`."""
        return f"of {'' if self.short == self.names else 'the '}{self.short[side]}"

    def places(self, indent: str, change: Change) -> Iterator[Line]:
        """Give `file:line:column` of both sides behind an indent, on two lines where one is too short.

        Nothing where nobody wants places.
        """
        if self.locate is None:
            return
        found = [self.locate(side, spot.pointer) for side, spot in enumerate((change.left, change.right)) if spot]
        told = [visible(f"{at.file}:{at.line}:{at.column}") for at in found if at]
        both = " → ".join(told)
        whole = not self.options.wrap or cell_width(indent) + cell_width(both) <= self.options.width
        for text in [both] if whole else [told[0], *(f"→ {one}" for one in told[1:])]:
            yield line(Run(f"{indent}{text}", "quiet"))

    @property
    def beside(self) -> bool:
        """Texts go in two columns."""
        return self.options.side_by_side and self.options.width >= SIDE_BY_SIDE

    def prose(self, indent: str, text: str, meaning: str = "text", *, hanging: str | None = None) -> Iterator[Line]:
        """Give a text behind an indent, broken to the width if asked for.

        Args:
            indent: What stands in front of the first line.
            text: Escaped already.
            meaning: Of the text.
            hanging: What stands in front of the other lines; as many blanks as the indent is wide without it.
        """
        yield from self.runs(indent, [Run(text, meaning)], hanging=hanging)

    def runs(self, indent: str, runs: Sequence[Run], *, hanging: str | None = None) -> Iterator[Line]:
        """Give the same of a text whose parts have meanings of their own."""
        text = plain(tuple(runs))
        rest = " " * cell_width(indent) if hanging is None else hanging
        room = self.options.width - cell_width(rest)
        if self.options.wrap and room < _LEAST < cell_width(text):  # no room beside the indent: go below it
            yield line(Run(indent.rstrip(), "quiet"))
            indent = rest = _BELOW
            room = self.options.width - len(_BELOW)
        parts = wrap(text, room, keep=True) if self.options.wrap else [text]
        for place, part in enumerate(_cut(runs, parts)):
            yield line(Run(rest if place else indent, "quiet"), *part)


def _cut(runs: Sequence[Run], parts: Iterable[str]) -> Iterator[list[Run]]:
    """Give the runs of each part of their text; what lies between two parts is the blank that they were broken at."""
    text = plain(tuple(runs))
    starts = list(accumulate((len(run.text) for run in runs), initial=0))
    end = 0
    for part in parts:
        start = text.index(part, end)
        end = start + len(part)
        first = bisect_right(starts, start) - 1
        within = range(first, bisect_left(starts, end))
        yield [Run(runs[at].text[max(0, start - starts[at]) : end - starts[at]], runs[at].meaning) for at in within]


def view(
    names: tuple[str, str], options: DiffOptions, locate: Locate | None, say: Callable[[str], str] = visible
) -> View:
    """Give the view for two names as they came."""
    fits = max(cell_width(visible(name)) for name in names) <= _SHORT and names[0] != names[1]
    escaped = say(names[0]), say(names[1])
    short = escaped if fits else ("left", "right")
    where = (f"in {names[0]}", f"in {names[1]}") if fits else ("on the left", "on the right")
    return View(escaped, short, where, options, locate, say)
