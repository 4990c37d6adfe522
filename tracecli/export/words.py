"""What several formats say in the same words."""

from __future__ import annotations

from tracecli.model import Scenario, Target, Trace
from tracecli.playback import ends


def chosen(trace: Trace, scenario: Scenario | None) -> tuple[Scenario, ...]:
    """Give the scenarios to write: the one that is named, or all of them."""
    return trace.scenarios if scenario is None else (scenario,)


def path_words(trace: Trace, edge: Target) -> str:
    """Give an edge as `Pick batch → Launch step: Hand batch to launch`; its label alone where it has no ends."""
    both = ends(trace, edge)
    return edge.label if both is None else f"{both[0]} → {both[1]}: {edge.label}"


EMPTY = "(empty)"
"""What stands for a value without anything to see, where a form draws nothing for nothing."""


def seen(value: str) -> str:
    """Give a value, or words that say that there is nothing to see."""
    return value if value.strip() else EMPTY
