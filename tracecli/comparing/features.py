"""What of a step counts when steps are aligned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from tracecli.comparing.matching import Matches
from tracecli.model import Scenario, Step


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """What of a step counts when steps are aligned; numbers mean the same on both sides.

    Attributes:
        active: Its active targets.
        paths: Its paths.
        foreign: How many of either have no counterpart in the other trace.
        title: Its title.
        state: Values of the state keys that both sides have.
        description: The text, where exactly one step of each side has it; else None.
        id: Its id.
        full: A number for everything but the id.
        look: A number for title, active targets and paths.
        work: A number for active targets and paths.
    """

    active: frozenset[int]
    paths: frozenset[int]
    foreign: tuple[int, int]
    title: str
    state: tuple[str, ...]
    description: str | None
    id: str | None
    full: int
    look: int
    work: int


class Numbers(dict[Hashable, int]):
    """Anything → a number, the same for equal things."""

    def __missing__(self, thing: Hashable) -> int:
        self[thing] = len(self)
        return self[thing]


@dataclass(frozen=True, slots=True)
class _Shared:
    """What both sides share: how many targets, which state keys, which descriptions that no other step has."""

    targets: int
    keys: tuple[str, ...]
    descriptions: set[str]
    numbers: Numbers


def features(left: Scenario, right: Scenario, targets: Matches) -> tuple[list[Features], list[Features]]:
    """Give the features of all steps of two scenarios."""
    keys = tuple(key for key in left.initial if key in right.initial)
    shared = _Shared(len(targets.pairs), keys, _once(left) & _once(right), Numbers())
    sides = zip((left, right), targets.names(), strict=True)
    first, second = ([_features(step, names, shared) for step in side.steps] for side, names in sides)
    return first, second


def _once(scenario: Scenario) -> set[str]:
    counts = Counter(step.description for step in scenario.steps)
    return {text for text, count in counts.items() if count == 1 and text}


def _features(step: Step, names: Mapping[str, int], shared: _Shared) -> Features:
    active = frozenset(names[key] for key in step.active)
    paths = frozenset(names[key] for key in step.paths)
    foreign = sum(number >= shared.targets for number in active), sum(number >= shared.targets for number in paths)
    state = tuple(step.state[key] for key in shared.keys)
    work = shared.numbers[active, paths]
    look = shared.numbers[work, step.title]
    full = shared.numbers[look, state, step.description, step.duration]
    description = step.description if step.description in shared.descriptions else None
    return Features(active, paths, foreign, step.title, state, description, step.id, full, look, work)
