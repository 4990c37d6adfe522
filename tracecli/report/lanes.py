"""Lanes as lines of text: one way to draw them for the player, `trace show` and `trace time`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from tracecli.drawing.charsizes import Canvas
from tracecli.iterations import spelled
from tracecli.lanes import Bar, Lane
from tracecli.playback import seen
from tracecli.text import Line, Run, cell_width, cut, line, one_line, pad, visible

SOLID = "█▓"  # work, by turns for the iterations that values name: k and what is two away from it, then the others
HATCHED = "░"  # where a lane does not work
LEGEND = f"{SOLID[0]} works ({SOLID[1]} in every other iteration)  {HATCHED} does not"

_LEAST_WORDS = 6  # columns of words that are cut; with fewer, the iteration's name says more
_LEAST_CURSOR = 4  # columns of a step with a frame around it; with fewer, it has a sign above it


class Scale(NamedTuple):
    """Where lanes are on a line: labels, a space, then `room` columns from `start` to `end`."""

    label: int  # columns of the labels
    room: int
    start: Fraction | int  # in steps, or in units of model time
    end: Fraction | int

    def at(self, place: Fraction | int) -> int:
        """Return the column of a place, from 0; places outside are at the ends."""
        inside = max(self.start, min(place, self.end))
        return int((inside - self.start) * self.room / (self.end - self.start))


def label_column(lanes: Iterable[Lane], most: int) -> int:
    """Return the columns that the labels of lanes take, at most `most`."""
    return min(most, max((cell_width(_name(lane.label)) for lane in lanes), default=0))


def step_scale(label: int, width: int, steps: int, now: int, *, most: int) -> Scale:
    """Return the scale for as many steps as fit, all with as many columns, around the one that is shown.

    Args:
        label: Columns of the labels.
        width: Columns of the whole line.
        steps: How many columns of the lanes there are, from 0.
        now: The one that must be on it.
        most: Columns of a step at most.
    """
    room = max(2, width - label - 1)
    cell = max(2, min(most, room // max(1, steps)))
    shown = max(1, min(steps, room // cell))
    first = max(0, min(now - shown // 2, steps - shown))
    return Scale(label, cell * shown, first, first + shown)


def header_line(title: str, names: Sequence[str], scale: Scale, now: int | None = None) -> Line:
    """Return the names of columns, the present one framed, or marked where it is narrow.

    Args:
        title: What is above the labels.
        names: A name for each column from 0; a name that does not fit is left out.
        scale: Where the columns are.
        now: The present column.
    """
    canvas = Canvas(scale.room + 1, 1)
    for column in range(int(scale.start), int(scale.end)):
        first, last = scale.at(column), scale.at(column + 1)
        room, name = last - first - 1, names[column]
        if column == now and _framed(scale) and len(name) + 2 <= room:
            canvas.text((first, 0), f"┏{f' {name} '.center(room, '━')}┓", "position")
        elif column == now:
            canvas.text((first + 1, 0), "▼", "position")
        elif len(name) <= room:
            canvas.text((first + 1 + (room - len(name)) // 2, 0), name, "quiet")
    return line(Run(pad(cut(title, scale.label), scale.label), "head"), *canvas.rows()[0])


def _framed(scale: Scale) -> bool:
    return scale.at(scale.start + 1) >= _LEAST_CURSOR


def lane_line(lane: Lane, scale: Scale, now: int | None = None) -> Line:
    """Return a lane: solid bars with their words where it works, hatched ones where it does not.

    Args:
        lane: The lane.
        scale: Where it is drawn.
        now: The present step, between two lines.
    """
    canvas = Canvas(scale.room + 1, 1)  # the first column is for the left line of step 0
    fences = (scale.at(now), scale.at(now + 1)) if now is not None and _framed(scale) else ()
    for bar in lane.bars:
        if bar.end > scale.start and bar.start < scale.end:
            first = min(scale.at(bar.start), scale.room - 1) + 1
            last = max(first + 1, scale.at(bar.end) + 1)
            _draw(canvas, bar, first, last - 1 if last - first > 1 else last, fences)
    for fence in fences:
        canvas.text((fence, 0), "┃", "position")
    label = pad(cut(_name(lane.label), scale.label), scale.label)
    return line(Run(label, "text"), *canvas.rows()[0])


def _draw(canvas: Canvas, bar: Bar, first: int, last: int, fences: Sequence[int]) -> None:
    """Draw a bar from column `first` to before `last`, with its words where no line of the cursor cuts them."""
    fill = HATCHED if bar.quiet else SOLID[(bar.iteration or 0) % 2]
    meaning = "lane-quiet" if bar.quiet else "lane-odd" if fill == SOLID[1] else "lane"
    canvas.text((first, 0), fill * (last - first), meaning)
    ends = [first - 1, *(fence for fence in fences if first <= fence < last), last]
    parts = [(one + 1, other) for one, other in pairwise(ends)]
    words = _name(bar.value)
    needed = cell_width(words) + 1
    longest = max(parts, key=lambda part: part[1] - part[0])
    start, end = next((part for part in parts if part[1] - part[0] >= needed), longest)
    room = end - start - 1
    shown = cut(words, room) if room >= min(needed - 1, _LEAST_WORDS) else _short(bar, room)
    space = " " if 0 < cell_width(shown) < room else ""
    canvas.text((start + 1, 0), shown + space, f"{meaning}-words")


def _short(bar: Bar, room: int) -> str:
    name = "" if bar.iteration is None else spelled(bar.iteration)
    return name if len(name) <= room else ""


def _name(text: str) -> str:
    return visible(one_line(seen(text)))
