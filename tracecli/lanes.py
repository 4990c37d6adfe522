"""Lanes: what is worth seeing as a row over steps or over time. Renderers know nothing else of where they come from."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Bar(NamedTuple):
    """A stretch of a lane with one value."""

    start: Fraction | int  # in steps, or in units of model time
    end: Fraction | int
    value: str
    quiet: bool = False  # it does not work here: hatched, never as solid as work
    iteration: int | None = None  # the first one that the value names: 0 for k, −1 for k−1; None: none


class Lane(NamedTuple):
    """A row of bars, in order and without overlaps; a gap is a time without a value."""

    label: str
    bars: tuple[Bar, ...]
