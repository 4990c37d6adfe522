"""Which scenario of one trace is which of another: by id, by the same steps, then by how well the steps align."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from math import fsum

from tracecli.comparing.aligning import align, content
from tracecli.comparing.alignment import Alignment
from tracecli.comparing.likeness import dice
from tracecli.comparing.lists import Places, pair_by_likeness, pair_by_name
from tracecli.comparing.matching import Matches
from tracecli.model import Scenario, Trace

_ALIKE = 0.5
"""How well the steps of two scenarios with different ids must align to be one scenario."""


def certain_pairs(left: Trace, right: Trace) -> list[Places]:
    """Give the scenarios that share an id or all their steps."""
    return pair_by_name(left.scenarios, right.scenarios, [_id, _steps])


def likely_pairs(left: Trace, right: Trace, targets: Matches, known: list[Places]) -> list[Places]:
    """Give the known pairs and those of the other scenarios whose steps align well.

    Args:
        left: One trace.
        right: The other.
        targets: Which of their targets are the same.
        known: Pairs that stand.
    """
    words = _vocabularies(left, targets.names()[0]), _vocabularies(right, targets.names()[1])

    def shared(i: int, j: int) -> float:
        return dice(words[0][i], words[1][j])

    def alike(i: int, j: int) -> float:
        one, other = left.scenarios[i], right.scenarios[j]
        return agreement(align(one, other, targets), len(one.steps) + len(other.steps))

    return pair_by_likeness(known, (len(left.scenarios), len(right.scenarios)), shared, alike, _ALIKE)


def agreement(alignment: Alignment, steps: int) -> float:
    """Give how well two scenarios align, from 0 to 1.

    Args:
        alignment: Of their steps.
        steps: How many steps both have together.
    """
    return 2 * fsum(pair.confidence for pair in alignment.pairs) / steps  # fsum: the same in any order


def _vocabularies(trace: Trace, names: Mapping[str, int]) -> list[frozenset[str]]:
    """Give titles and targets of each scenario."""
    return [
        frozenset(
            word
            for step in scenario.steps
            for word in (step.title, *(str(names[key]) for key in (*step.active, *step.paths)))
        )
        for scenario in trace.scenarios
    ]


def _id(scenario: Scenario) -> Hashable:
    return scenario.id


def _steps(scenario: Scenario) -> Hashable:
    return tuple(map(content, scenario.steps))
