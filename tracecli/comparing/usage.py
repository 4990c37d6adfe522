"""Which targets two scenarios use, and which of them only one does."""

from __future__ import annotations

from dataclasses import dataclass

from tracecli.comparing.matching import Matches
from tracecli.comparing.sides import Side
from tracecli.model import Scenario


@dataclass(frozen=True, slots=True)
class Usage:
    """Keys of used targets, each in the order of its own trace.

    Attributes:
        only_left: Used on the left, and on the right not.
        only_right: Used on the right, and on the left not.
    """

    only_left: tuple[str, ...]
    only_right: tuple[str, ...]


def used(scenario: Scenario) -> set[str]:
    """Give the keys of all targets that a scenario's steps use."""
    return {key for step in scenario.steps for key in (*step.active, *step.paths)}


def compare_usage(left: Side, right: Side, targets: Matches) -> Usage:
    """Compare what the steps of two scenarios use."""
    lefts, rights = used(left.scenario), used(right.scenario)
    partners = {right_key: left_key for left_key, right_key in targets.pairs.items()}
    return Usage(
        only_left=tuple(key for key in left.trace.targets if key in lefts and targets.pairs.get(key) not in rights),
        only_right=tuple(key for key in right.trace.targets if key in rights and partners.get(key) not in lefts),
    )
