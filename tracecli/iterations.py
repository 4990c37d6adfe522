"""The names that a text gives to iterations of a loop: k, k−1, k+1."""

from __future__ import annotations

import re

# k by itself, with a number added or taken away or not; neither top_k, k-means nor k1. Any minus will do.
ITERATION = re.compile(r"(?<![\w-])k(?:\s?([+\-−–])\s?([0-9]{1,9}))?(?!\w|[+\-−–]\w)")


def _offset(match: re.Match[str]) -> int:
    sign, number = match.groups()
    return int(number or 0) if sign == "+" else -int(number or 0)


def named(text: str) -> list[int]:
    """Return the iterations that a text names, each once, in the order of the text: 0 for k, −1 for k−1."""
    return list(dict.fromkeys(map(_offset, ITERATION.finditer(text))))


def spelled(offset: int) -> str:
    """Return the name of an iteration, `k−1` for −1, with the minus sign U+2212."""
    return f"k{'−' if offset < 0 else '+'}{abs(offset)}" if offset else "k"


def moved(text: str, by: int) -> str:
    """Return a text with each iteration that it names moved by a number, in one spelling."""
    return ITERATION.sub(lambda match: spelled(_offset(match) + by), text)
