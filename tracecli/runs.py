"""Pieces of text with their meaning, so that looks are decided in one place (the terminal's theme)."""

from __future__ import annotations

from typing import NamedTuple


class Run(NamedTuple):
    """A piece of a line.

    Attributes:
        text: Escaped already, without line breaks.
        meaning: A name of the theme such as `error`, `changed` or `quiet`; never a colour.
    """

    text: str
    meaning: str


Line = tuple[Run, ...]


def line(*runs: Run) -> Line:
    """Give a line of the runs that hold any text."""
    return tuple(run for run in runs if run.text)


def plain(runs: Line) -> str:
    """Give a line as text alone."""
    return "".join(run.text for run in runs)
