"""Values over steps as lanes: equal neighbours joined, and where they don't fit, listed as runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from tracecli.escaping import visible
from tracecli.runs import Line, Run, line
from tracecli.widths import cell_width, cut, pad

_LEAST = 3  # columns of a moment: two digits, or a mark, and a gap
_MOST = 12  # wider, a short scenario falls apart on a wide terminal


class Stretch(NamedTuple):
    """A run of equal values over neighbouring moments.

    Attributes:
        first: The first moment, zero-based; 0 is the initial state.
        last: The last moment, included.
        value: What holds there.
    """

    first: int
    last: int
    value: str

    def __str__(self) -> str:
        """Give `3` or `0–2`."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


def stretches(values: Sequence[str]) -> list[Stretch]:
    """Join equal neighbours.

    Args:
        values: One value a moment, the initial state first.
    """
    found: list[Stretch] = []
    for value, group in groupby(values):
        first = found[-1].last + 1 if found else 0
        found.append(Stretch(first, first + sum(1 for _ in group) - 1, value))
    return found


class Grid(NamedTuple):
    """Columns for moments beside a column of labels.

    Attributes:
        label: Columns of a label.
        cell: Columns of a moment.
        first: First moment of this block.
        last: Last moment of this block.
    """

    label: int
    cell: int
    first: int
    last: int


def grids(labels: Sequence[str], moments: int, width: int) -> Iterator[Grid]:
    """Give the blocks that a table of moments is broken into so that each fits `width` columns.

    Args:
        labels: What stands in front of the rows.
        moments: How many there are, the initial state included.
        width: Columns of the whole table.
    """
    label = min(max(map(cell_width, labels), default=0), max(8, width * 2 // 5))
    least = max(_LEAST, len(str(moments - 1)) + 1)
    room = max(least, width - label - 2)
    each = max(1, min(moments, room // least))
    cell = max(least, min(_MOST, room // each))
    for first in range(0, moments, each):
        yield Grid(label, cell, first, min(moments, first + each) - 1)


def header(title: str, grid: Grid) -> Line:
    """Give the row of moment numbers."""
    numbers = "".join(pad(str(n), grid.cell) for n in range(grid.first, grid.last + 1))
    return line(Run(pad(cut(title, grid.label), grid.label) + "  ", "head"), Run(numbers.rstrip(), "quiet"))


def fits(values: Sequence[str], blocks: Sequence[Grid]) -> bool:
    """Say whether each value fits the columns of its run in every block that it reaches."""
    return all(
        cell_width(visible(stretch.value)) < (stretch.last - stretch.first + 1) * grid.cell
        for grid in blocks
        for stretch in stretches(values[grid.first : grid.last + 1])
    )


def lane(label: str, values: Sequence[str], grid: Grid) -> Line:
    """Give one key's row: each value once, a rule after it for as long as it holds."""
    cells = []
    for stretch in stretches(values[grid.first : grid.last + 1]):
        columns = (stretch.last - stretch.first + 1) * grid.cell
        text = visible(stretch.value)
        rule = columns - cell_width(text) - 2
        cells.append(f"{text} {'─' * rule} " if rule > 0 else pad(text, columns))
    return row(label, "".join(cells), "text", grid)


def row(label: str, cells: str, meaning: str, grid: Grid) -> Line:
    """Give a line of the table, without blanks at its end."""
    text = cells.rstrip()
    shown = cut(label, grid.label)
    return line(Run(f"{pad(shown, grid.label)}  " if text else shown, "text"), Run(text, meaning))


def listed(label: str, values: Sequence[str]) -> Iterator[Line]:
    """Give one key's runs, one a line, for values that are too long for a lane."""
    yield line(Run(label, "head"))
    found = stretches(values)
    room = max((len(str(stretch)) for stretch in found), default=0)
    for stretch in found:
        yield line(Run(f"  {stretch!s:<{room}}  ", "quiet"), Run(visible(stretch.value), "text"))
