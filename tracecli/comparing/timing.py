"""Playback time of two scenarios. It paces reading; it says nothing about latency."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tracecli.comparing.alignment import Alignment
from tracecli.comparing.rows import paired_rows
from tracecli.model import Scenario


@dataclass(frozen=True, slots=True)
class Duration:
    """An aligned step that takes another time.

    Attributes:
        left: Numbers of the left step, or of both halves of a merge.
        right: Numbers of the right step, or of both halves of a split.
        before: Milliseconds on the left, halves added up.
        after: Milliseconds on the right.
    """

    left: tuple[int, ...]
    right: tuple[int, ...]
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Shift:
    """Steps that only one side has, and which let everything after them begin earlier or later.

    Attributes:
        left: Number of the first aligned step after them on the left.
        right: The same on the right.
        milliseconds: How much later the right goes on; negative for earlier.
    """

    left: int
    right: int
    milliseconds: int


@dataclass(frozen=True, slots=True)
class Timing:
    """Playback time of both sides.

    Attributes:
        left: Milliseconds of the whole left scenario.
        right: Milliseconds of the whole right scenario.
        durations: Aligned steps whose durations differ.
        shifts: Once for each place where unaligned steps shift all that follows.
    """

    left: int
    right: int
    durations: tuple[Duration, ...]
    shifts: tuple[Shift, ...]


def compare_timing(left: Scenario, right: Scenario, alignment: Alignment) -> Timing:
    """Compare the durations of two scenarios. A moved step shifts nothing: the move itself is what is told."""
    lefts = {number: step.duration for number, step in enumerate(left.steps, 1)}
    rights = {number: step.duration for number, step in enumerate(right.steps, 1)}
    return Timing(
        sum(lefts.values()),
        sum(rights.values()),
        tuple(_durations(lefts, rights, alignment)),
        tuple(_shifts(lefts, rights, alignment)),
    )


def _durations(lefts: Mapping[int, int], rights: Mapping[int, int], alignment: Alignment) -> Iterator[Duration]:
    for row in paired_rows(alignment):
        before, after = sum(lefts[number] for number in row.left), sum(rights[number] for number in row.right)
        if before != after:
            yield Duration(row.left, row.right, before, after)


def _shifts(lefts: Mapping[int, int], rights: Mapping[int, int], alignment: Alignment) -> Iterator[Shift]:
    moved = set(alignment.moves)
    only_left, only_right = set(alignment.only_left), set(alignment.only_right)
    left = right = 0
    for pair in alignment.pairs:
        if pair not in moved:
            gone = sum(lefts[number] for number in range(left + 1, pair.left) if number in only_left)
            come = sum(rights[number] for number in range(right + 1, pair.right) if number in only_right)
            if gone != come:
                yield Shift(pair.left, pair.right, come - gone)
            left, right = pair.left, pair.right
