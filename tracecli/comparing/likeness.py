"""How alike two steps are: by what they do (active targets, paths) and how they are called.

All measures are symmetric and lie between 0 (nothing shared) and 1 (the same).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tracecli.comparing.features import Features

_ACTIVE, _PATHS, _TITLE, _STATE = 0.4, 0.3, 0.3, 0.3
_OTHER_ID = 0.75
"""Two different ids say that two steps differ, but an id may have been renamed: doubt, not refusal."""
_TITLE_LENGTH = 200  # characters of a title that are compared
_FOREIGN = 0.5
"""How much a target counts that the other trace lacks: it can't be shared, so it says less about the steps."""
_SAME_STATE = 0.02  # decides between steps that are otherwise alike


@lru_cache(maxsize=4096)  # a band weighs each title against a hundred others; kept for all steps they would fill memory
def title_parts(title: str) -> frozenset[str]:
    """Give the words of a title and their pairs of neighbouring characters, case and outer punctuation aside."""
    parts: set[str] = set()
    for word in title[:_TITLE_LENGTH].casefold().split():
        bare = word.strip(".,;:!?()[]'\"") or word
        parts.add(bare)
        parts.update(map("".join, zip(f" {bare}", bare, strict=False)))
    return frozenset(parts)


def dice(left: frozenset[str], right: frozenset[str]) -> float:
    """Give the Sørensen–Dice coefficient; two empty sets are the same."""
    size = len(left) + len(right)
    return 1.0 if left is right or not size else 2 * len(left & right) / size


def jaccard(left: frozenset[int], right: frozenset[int]) -> float:
    """Give the Jaccard index; two empty sets are the same."""
    if left == right:
        return 1.0
    common = len(left & right)
    return common / (len(left) + len(right) - common)


def likeness(left: Features, right: Features) -> float:
    """Give how alike two steps are, from 0 to 1.

    A shared id pins a pair: 1. Else weighs active targets, paths and title. What both lack does not count; where both
    have neither targets nor paths, the state stands in for them. A description that no other step has halves the doubt.
    """
    if left.id and left.id == right.id:
        return 1.0
    score = 1.0 if left.look == right.look else _weighed(left, right)
    if left.description is not None and left.description == right.description:
        score += (1 - score) / 2
    return score * _OTHER_ID if left.id and right.id else score


def _weighed(left: Features, right: Features) -> float:
    words = title_parts(left.title), title_parts(right.title)
    total, weight = _TITLE * dice(*words), _TITLE
    if left.active or right.active:
        shared, counted = _overlap(left.active, right.active, left.foreign[0] + right.foreign[0])
        total, weight = total + _ACTIVE * shared, weight + _ACTIVE * counted
    if left.paths or right.paths:
        shared, counted = _overlap(left.paths, right.paths, left.foreign[1] + right.foreign[1])
        total, weight = total + _PATHS * shared, weight + _PATHS * counted
    if weight == _TITLE and left.state:
        total, weight = total + _STATE * _agreement(left.state, right.state), weight + _STATE
    return total / weight


def _overlap(left: frozenset[int], right: frozenset[int], foreign: int) -> tuple[float, float]:
    """Give the share of targets that both have, and how much of all of them counts."""
    if left == right:
        return 1.0, 1.0
    common = len(left & right)
    every = len(left) + len(right) - common
    return common / every, 1 - _FOREIGN * foreign / every


def tie(left: Features, right: Features) -> float:
    """Give a small amount by which a pair is better than one of the same likeness: equal state."""
    return _SAME_STATE * _agreement(left.state, right.state)


def _agreement(left: Iterable[str], right: Iterable[str]) -> float:
    pairs = [a == b for a, b in zip(left, right, strict=True)]
    return sum(pairs) / len(pairs) if pairs else 1.0
