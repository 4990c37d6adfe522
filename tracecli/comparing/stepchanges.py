"""What differs between the steps of two scenarios, line by line of their alignment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tracecli.comparing.alignment import Pair
from tracecli.comparing.changes import Change
from tracecli.comparing.levels import Level
from tracecli.comparing.rows import Row
from tracecli.comparing.sides import Places
from tracecli.comparing.targetlists import ListKind, Names, list_change
from tracecli.comparing.timing import Timing

_LISTS: tuple[ListKind, ...] = ("active", "paths")


@dataclass(frozen=True, slots=True)
class StepChanges:
    """Finds the changes of steps.

    Attributes:
        left: Names the places of the left scenario.
        right: Names the places of the right scenario.
        names: What makes targets of both sides comparable.
    """

    left: Places
    right: Places
    names: Names

    def of_rows(self, rows: Sequence[Row]) -> Iterator[Change]:
        """Give the changes of each line but for order, durations and state."""
        for row in rows:
            if row.mark == "left":
                (number,) = row.left
                title, spot = self.left[number].title, self.left.step(number)
                yield Change(Level.STRUCTURE, "step", spot, None, before=title, anchor=self._anchor(number, None))
            elif row.mark == "right":
                (number,) = row.right
                title, spot = self.right[number].title, self.right.step(number)
                yield Change(Level.STRUCTURE, "step", None, spot, after=title, anchor=self._anchor(None, number))
            elif row.mark in {"split", "merge"}:
                yield self._split(row)
            else:
                yield from self._pair(row.left[0], row.right[0])

    def _pair(self, left: int, right: int) -> Iterator[Change]:
        one, other = self.left[left], self.right[right]
        anchor = self._anchor(left, right)
        for kind in _LISTS:
            spots = self.left.step(left, kind), self.right.step(right, kind)
            lists = (one.active, other.active) if kind == "active" else (one.paths, other.paths)
            if change := list_change(kind, spots, lists, self.names, anchor):
                yield change
        texts = (
            ("id", Level.STRUCTURE, one.id, other.id),
            ("title", Level.WORDING, one.title, other.title),
            ("description", Level.WORDING, one.description, other.description),
        )
        for name, level, before, after in texts:
            if before != after:
                spots = self.left.step(left, name), self.right.step(right, name)
                yield Change(level, name, *spots, before, after, anchor=anchor)

    def _split(self, row: Row) -> Change:
        left, right = row.left, row.right
        before = " / ".join(self.left[number].title for number in left)
        after = " / ".join(self.right[number].title for number in right)
        spots = self.left.step(left[0]), self.right.step(right[0])
        last, anchor = (left[-1], right[-1]), self._anchor(left[0], right[0])
        return Change(Level.STRUCTURE, "split", *spots, before, after, last=last, anchor=anchor)

    def of_moves(self, moves: Sequence[Pair]) -> Iterator[Change]:
        """Give one change for each block of neighbouring steps that moved together."""
        for block in _blocks(moves):
            first, last = block[0], block[-1]
            spots = self.left.step(first.left), self.right.step(first.right)
            titles = self.left[first.left].title, self.right[first.right].title
            anchor = self._anchor(first.left, first.right)
            yield Change(Level.ORDER, "move", *spots, *titles, last=(last.left, last.right), anchor=anchor)

    def of_timing(self, timing: Timing) -> Iterator[Change]:
        """Give the changes of durations, and one for each place that shifts what follows."""
        for step in timing.durations:
            spots = self.left.step(step.left[0], "duration"), self.right.step(step.right[0], "duration")
            last, anchor = (step.left[-1], step.right[-1]), self._anchor(step.left[0], step.right[0])
            times = str(step.before), str(step.after)
            yield Change(Level.TIMING, "duration", *spots, *times, last=last, anchor=anchor)
        for shift in timing.shifts:
            spots = self.left.step(shift.left), self.right.step(shift.right)
            anchor = self._anchor(shift.left, shift.right)
            yield Change(Level.TIMING, "shift", *spots, subject=str(shift.milliseconds), anchor=anchor)

    def _anchor(self, left: int | None, right: int | None) -> tuple[str, ...]:
        sides = ((self.left, left), (self.right, right))
        named = ("" if number is None else places.anchor(number) for places, number in sides)
        return (self.left.scenario.id, self.right.scenario.id, *named)


def _blocks(moves: Sequence[Pair]) -> list[list[Pair]]:
    blocks: list[list[Pair]] = []
    for pair in moves:
        last = blocks[-1][-1] if blocks else None
        if last and (pair.left, pair.right) == (last.left + 1, last.right + 1):
            blocks[-1].append(pair)
        else:
            blocks.append([pair])
    return blocks
