"""Phrases that messages share: quoted names, lists in plain English, what a value is, near names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tracecli.problems import Pointer
from tracecli.text import code_point_note, near_names

_MANY = 8  # names in one sentence
_LONG = 60  # characters of a document's text that a message repeats; the excerpt below it shows the rest


def short(text: str) -> str:
    """Cut a text that would drown its sentence."""
    return text if len(text) <= _LONG else f"{text[:_LONG]}…"


def name(text: str) -> str:
    """Return a name of the document as messages show it: `'launch'`."""
    return f"'{short(text)}'"


def listed(parts: Iterable[str], last: str = "and") -> str:
    """Join parts as people do: `a, b and c`."""
    *front, end = parts
    return f"{', '.join(front)} {last} {end}" if front else end


def names(found: Sequence[str], total: int | None = None) -> str:
    """Name several things: `'a', 'b' and 'c'`, at most eight of them and how many more there are.

    Args:
        found: The first of them, at least one.
        total: How many there are, when `found` is not all.
    """
    shown = [name(text) for text in found[:_MANY]]
    more = (total or len(found)) - len(shown)
    return listed([*shown, f"{more:,} more"] if more else shown)


def ask(candidates: Sequence[str], word: str) -> str:
    """Return the question after a misspelt word, with a space in front; nothing when there is no candidate."""
    shown = [f"{name(one)}{code_point_note(one, word)}" for one in candidates]
    return f". Did you mean {listed(shown, 'or')}?" if shown else ""


def seen(value: object) -> str:
    """Say what a value of a document is, in the words of someone who wrote it."""
    if value is None:
        return "nothing (null)"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'text ("{short(value)}")' if value else "an empty text"
    if isinstance(value, (int, float)):
        return f"the number {short(str(value))}"
    return "a list" if isinstance(value, list) else "a mapping of keys to values"


def entry(pointer: Pointer) -> str:
    """Name the value at a pointer: `'duration'`, `entry 2 of 'active'`, or the trace itself."""
    if not pointer:
        return "a trace"
    end = pointer[-1]
    return name(end) if isinstance(end, str) else f"entry {end + 1} of {name(str(pointer[-2]))}"


Pool = Mapping[str, object] | tuple[str, ...]
"""Known names: a tuple, or a mapping that outlives the questions and does not change."""

_BUDGET = 4_000_000  # cells of edit distance, about a second of work in one document; findings never stop, only advice
_LONGEST = 64  # characters of a name that are compared


class Near:
    """Looks up near names for one document, each question once and within a budget.

    A hostile file may hold 100,000 misspelt names, each against 100,000 known ones.
    """

    def __init__(self) -> None:
        self._left = _BUDGET
        self._lengths: dict[object, int] = {}
        self._known: dict[tuple[str, object], list[str]] = {}

    def names(self, word: str, pool: Pool) -> list[str]:
        """Return the nearest of a pool, in its own order; nothing when the budget is spent."""
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
