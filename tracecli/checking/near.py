"""Near names within a budget: a hostile file may hold 100,000 misspelt names, each against 100,000 known ones."""

from __future__ import annotations

from collections.abc import Mapping

from tracecli.nearest import near_names

Pool = Mapping[str, object] | tuple[str, ...]
"""Known names: a tuple, or a mapping that outlives the questions and does not change."""

_BUDGET = 4_000_000  # cells of edit distance, about a second of work in one document; findings never stop, only advice
_LONGEST = 64  # characters of a name that are compared


class Near:
    """Looks up near names for one document, each question once and only so many."""

    def __init__(self) -> None:
        self._left = _BUDGET
        self._lengths: dict[object, int] = {}
        self._known: dict[tuple[str, object], list[str]] = {}

    def names(self, word: str, pool: Pool) -> list[str]:
        """Give the nearest of a pool, in its own order; nothing when the budget is spent."""
        identity = pool if isinstance(pool, tuple) else id(pool)
        question = (word, identity)
        if question not in self._known:
            self._known[question] = self._ask(word, pool, identity)
        return self._known[question]

    def _ask(self, word: str, pool: Pool, identity: object) -> list[str]:
        if identity not in self._lengths:
            self._lengths[identity] = sum(min(len(name), _LONGEST) + 1 for name in pool)
        cost = (min(len(word), _LONGEST) + 1) * self._lengths[identity]
        if cost > self._left:
            return []
        self._left -= cost
        return near_names(word, pool)
