"""What a change touches, from words to structure."""

from __future__ import annotations

from enum import IntEnum


class Level(IntEnum):
    """How deep a change goes. The order is meant: `Level.STRUCTURE > Level.WORDING`."""

    WORDING = 0
    """Titles, descriptions, labels, caption, alt, limitations, language."""
    TIMING = 1
    """Durations, and a shift that one step causes."""
    ORDER = 2
    """A step moved; the same targets, scenarios or sources in another order."""
    SOURCES = 3
    """Sources added, removed, changed."""
    STATE = 4
    """A state value, the initial state among them."""
    STRUCTURE = 5
    """Steps, scenarios, targets, state keys; active targets, paths, unselected, kind, from, to, ids."""

    def __str__(self) -> str:
        """Give the word that reports and options use, such as `wording`."""
        return self.name.lower()
