"""A definition of a source file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Definition:
    """Something that a file defines under a name.

    Attributes:
        name: Dotted, from the top of the file: `Scheduler.event_loop_overlap.pop_and_process`.
        head: Its first line, decorators included, from 1.
        start: The line of its name.
        end: Its last line, included.
        block: It is a function or a class, which lines can lie inside of; not a constant.
    """

    name: str
    head: int
    start: int
    end: int
    block: bool = True
