"""The nearest known name to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST = 64  # names longer than this are compared by their first characters: edit distance is quadratic in length


def distance(left: str, right: str) -> int:
    """Give the optimal string alignment distance: insert, delete, replace, swap two neighbours (Damerau 1964)."""
    two_above: list[int] = []
    above = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        row = [i]
        for j, b in enumerate(right, 1):
            best = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                best = min(best, two_above[j - 2] + 1)
            row.append(best)
        two_above, above = above, row
    return above[-1]


def near_names(word: str, names: Iterable[str], most: int = 3) -> list[str]:
    """Give the known names that `word` may be a slip of, nearest first.

    Case counts for nothing, and a third of the longer name's characters may differ. Only the names at the smallest
    distance are given, in their own order, so one name in the answer means: one candidate.
    """
    wanted = word.casefold()[:_LONGEST]
    scored: list[tuple[int, str]] = []
    for name in dict.fromkeys(names):
        known = name.casefold()[:_LONGEST]
        allowed = max(1, max(len(wanted), len(known)) // 3)
        if abs(len(wanted) - len(known)) <= allowed and (found := distance(wanted, known)) <= allowed:
            scored.append((found, name))
    if not scored:
        return []
    least = min(found for found, _ in scored)
    return [name for found, name in scored if found == least][:most]
