"""How much a document may ask of the machine that reads it."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """What is read without being asked twice.

    Attributes:
        size: Bytes of a file.
        depth: Levels of containers; a mapping that holds a list is two.
        expansion: What YAML aliases may add: a node counts one, and one more for each 100 characters of its text.
            The default lets 100,000 steps share a state, and stops an alias bomb at once. The same again for what
            steps may add that name a target with a long label.
        steps: Steps of a trace, over all its scenarios.
        faults: How many faults are worth listing; with more, nothing else of the file is judged.
    """

    size: int = 64 * 2**20
    depth: int = 100
    expansion: int = 1_000_000
    steps: int = 250_000
    faults: int = 100_000


DEFAULT = Limits()


def beyond(limit: str) -> str:
    """Give the end of a sentence that says what is passed: that it is a limit, and how people raise it.

    Args:
        limit: A name of `Limits`; the command line takes it from a variable of this name, whatever the command.
    """
    return f"the limit (TRACE_MAX_{limit.upper()} raises it)"
