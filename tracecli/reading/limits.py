"""How much a document may ask of the machine that reads it."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """What is read without being asked twice.

    Attributes:
        size: Bytes of a file.
        depth: Levels of containers; a mapping that holds a list is two.
        expansion: What YAML aliases may add: a node counts one, and one more for each 100 characters of its text.
            The default lets 100,000 steps share a state, and stops an alias bomb at once.
        faults: How many faults are worth listing; with more, nothing else of the file is judged.
    """

    size: int = 64 * 2**20
    depth: int = 100
    expansion: int = 1_000_000
    faults: int = 100_000


DEFAULT = Limits()
