"""Labels of edges on one line or several of about equal breadth."""

from __future__ import annotations

from collections.abc import Callable

_WORDS = 12  # words up to which the evenest parting is looked for


def wraps(label: str, measure: Callable[[str], float], most: float) -> list[tuple[str, ...]]:
    """Give the label on one line, on two, and on three if two are broad; as evenly as its words allow.

    Args:
        label: One line.
        measure: Gives how broad a text is.
        most: The breadth up to which two lines are enough.
    """
    words = label.split()
    if len(words) < 2 or len(words) > _WORDS * 3:
        return [(label,)]
    found: list[tuple[str, ...]] = [(label,), _even(words, 2, measure)]
    if len(words) > 2 and max(map(measure, found[1])) > most:
        found.append(_even(words, 3, measure))
    return found


def _even(words: list[str], lines: int, measure: Callable[[str], float]) -> tuple[str, ...]:
    """Part the words where the broadest line is narrowest; of equal partings the one with the longer first lines."""
    if lines == 1 or len(words) == 1:
        return (" ".join(words),)
    choices = [(" ".join(words[:cut]), *_even(words[cut:], lines - 1, measure)) for cut in range(len(words) - 1, 0, -1)]
    return min(choices, key=lambda choice: max(map(measure, choice)))
