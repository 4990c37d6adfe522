"""How alike two steps are: by what they do (active targets, paths) and how they are called.

All measures are symmetric and lie between 0 (nothing shared) and 1 (the same).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tracecli.comparing.match import Matches, unique_pairs
from tracecli.model import Scenario

_ACTIVE, _PATHS, _TITLE, _STATE = 0.4, 0.3, 0.3, 0.3
_OTHER_ID = 0.75  # two different ids say that two steps differ, but an id may have been renamed: doubt, not refusal
_TITLE_LENGTH = 200  # characters of a title that are compared
_FOREIGN = 0.5  # how much a target counts that the other trace lacks: it can't be shared, so it says less
SAME_STATE = 0.02  # decides between steps that are otherwise alike


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """What of a step counts when steps are aligned; equal things have equal numbers on both sides."""

    active: frozenset[int]
    paths: frozenset[int]
    does: frozenset[int]  # both together
    foreign: tuple[int, int]  # how many active targets and paths have no counterpart in the other trace
    title: str
    state: tuple[str, ...]  # values of the state keys that both sides have
    description: str | None  # where exactly one step of each side has it
    id: str | None
    full: int  # a number for everything but the id
    look: int  # a number for title, active targets and paths
    work: int  # a number for active targets and paths


def features(left: Scenario, right: Scenario, targets: Matches) -> list[list[Features]]:
    """Return the features of all steps, of the left scenario and of the right one."""
    keys = [key for key in left.initial if key in right.initial]
    texts = [{number: step.description or None for number, step in enumerate(side.steps)} for side in (left, right)]
    unique = {texts[0][i] for i in unique_pairs(*texts)}
    numbers: dict[Hashable, int] = {}
    found: list[list[Features]] = []
    for side, names in zip((left, right), targets.names(), strict=True):
        steps: list[Features] = []
        for step in side.steps:
            active = frozenset([names[key] for key in step.active])
            paths = frozenset([names[key] for key in step.paths])
            foreign = [sum([number >= len(targets.pairs) for number in used]) for used in (active, paths)]
            state = tuple([step.state[key] for key in keys])
            work = numbers.setdefault((active, paths), len(numbers))
            look = numbers.setdefault((work, step.title), len(numbers))
            full = numbers.setdefault((look, state, step.description, step.duration), len(numbers))
            text = step.description if step.description in unique else None
            steps.append(
                Features(
                    active=active,
                    paths=paths,
                    does=active | paths,
                    foreign=(foreign[0], foreign[1]),
                    title=step.title,
                    state=state,
                    description=text,
                    id=step.id,
                    full=full,
                    look=look,
                    work=work,
                )
            )
        found.append(steps)
    return found


@lru_cache(maxsize=4096)  # a gap weighs each title against a hundred others; kept for all steps they would fill memory
def title_parts(title: str) -> frozenset[str]:
    """Return the words of a title and their pairs of neighbouring characters, case and outer punctuation aside."""
    parts: set[str] = set()
    for word in title[:_TITLE_LENGTH].casefold().split():
        bare = word.strip(".,;:!?()[]'\"") or word
        parts.add(bare)
        parts.update(map("".join, zip(f" {bare}", bare, strict=False)))
    return frozenset(parts)


def dice(left: frozenset[str], right: frozenset[str]) -> float:
    """Return the Sørensen–Dice coefficient; two empty sets are the same."""
    size = len(left) + len(right)
    return 1.0 if left is right or not size else 2 * len(left & right) / size


def jaccard(left: frozenset[int], right: frozenset[int]) -> float:
    """Return the Jaccard index; two empty sets are the same."""
    return 1.0 if left == right else len(left & right) / len(left | right)


def agreement(left: Sequence[str], right: Sequence[str]) -> float:
    """Return the share of equal values; without any, they are the same."""
    return 1.0 if left == right else sum(map(str.__eq__, left, right)) / len(left)


def likeness(left: Features, right: Features) -> float:
    """Return how alike two steps are, from 0 to 1.

    A shared id pins a pair: 1. Else active targets, paths and title are weighed. What both lack does not count; where
    both have neither targets nor paths, the state takes their place. A description that no other step has halves the
    doubt.
    """
    if left.id and left.id == right.id:
        return 1.0
    score = 1.0
    if left.look != right.look:
        total, weight = _TITLE * dice(title_parts(left.title), title_parts(right.title)), _TITLE
        for share, one, other, foreign in (
            (_ACTIVE, left.active, right.active, left.foreign[0] + right.foreign[0]),
            (_PATHS, left.paths, right.paths, left.foreign[1] + right.foreign[1]),
        ):
            if one or other:
                total += share * jaccard(one, other)
                weight += share * (1 - _FOREIGN * foreign / len(one | other)) if foreign else share
        if weight == _TITLE and left.state:
            total, weight = total + _STATE * agreement(left.state, right.state), weight + _STATE
        score = total / weight
    if left.description is not None and left.description == right.description:
        score += (1 - score) / 2
    return score * _OTHER_ID if left.id and right.id else score
