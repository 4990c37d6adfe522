"""How a comparison is to be shown: names of the sides, room, and which levels."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tracecli.comparing import Change, Level
from tracecli.escaping import visible
from tracecli.problems import Pointer
from tracecli.runs import Line, Run, line
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

    def places(self, change: Change) -> str:
        """Give `file:line:column` of both sides, escaped; nothing where nobody wants places."""
        if self.locate is None:
            return ""
        found = [self.locate(side, spot.pointer) for side, spot in enumerate((change.left, change.right)) if spot]
        return " → ".join(visible(f"{at.file}:{at.line}:{at.column}") for at in found if at)

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
        rest = " " * cell_width(indent) if hanging is None else hanging
        room = self.options.width - cell_width(rest)
        if self.options.wrap and room < _LEAST < cell_width(text):  # no room beside the indent: go below it
            yield line(Run(indent.rstrip(), "quiet"))
            indent = rest = _BELOW
            room = self.options.width - len(_BELOW)
        for place, part in enumerate(wrap(text, room, keep=True) if self.options.wrap else [text]):
            yield line(Run(rest if place else indent, "quiet"), Run(part, meaning))


def view(
    names: tuple[str, str], options: DiffOptions, locate: Locate | None, say: Callable[[str], str] = visible
) -> View:
    """Give the view for two names as they came."""
    fits = max(cell_width(visible(name)) for name in names) <= _SHORT and names[0] != names[1]
    escaped = say(names[0]), say(names[1])
    short = escaped if fits else ("left", "right")
    where = (f"in {names[0]}", f"in {names[1]}") if fits else ("on the left", "on the right")
    return View(escaped, short, where, options, locate, say)
