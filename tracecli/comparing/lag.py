"""The lag between two loops: which aligned steps handle an earlier or a later batch than on the other side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tracecli.comparing.changes import Side
from tracecli.comparing.compare import Comparison
from tracecli.iterations import named


class Lag(NamedTuple):
    """Aligned steps that name another batch than on the left, all by the same number."""

    shift: int  # iterations: −1 where the right names k−1 and the left k, so that it is handled one iteration later
    steps: tuple[tuple[int, int], ...]  # their numbers, left and right


class Wait(NamedTuple):
    """A step that waits, and what is unfinished meanwhile."""

    step: int  # its number
    after_launch: bool  # whether the loop has started work earlier in the same iteration
    meanwhile: tuple[tuple[str, str], ...]  # state key → its value, of the keys that name what is in flight


def lags(comparison: Comparison) -> list[Lag]:
    """Return where the sides differ in the batch that a step is about, as the state of their threads says.

    The thread is the state key that the timing facts name, else the first one. Steps whose value names no batch, or
    several, say nothing.
    """
    shifts: dict[int, list[tuple[int, int]]] = {}
    for row in comparison.rows:
        if row.mark not in ("pair", "moved"):
            continue
        left, right = _batch(comparison.left, row.left[0]), _batch(comparison.right, row.right[0])
        if left is not None and right is not None and left != right:
            shifts.setdefault(right - left, []).append((row.left[0], row.right[0]))
    return [Lag(shift, tuple(steps)) for shift, steps in shifts.items()]


def waits(side: Side) -> Iterator[Wait]:
    """Yield the steps that wait for work by the timing facts of a scenario."""
    facts = side.scenario.timing or {}
    keys = [key for key in facts.get("in_flight", {}) if key in side.trace.state_labels]
    started = False
    for number, step in enumerate(side.scenario.steps, 1):
        own = step.timing or {}
        started = started or "starts" in own
        if "waits" in own or "until" in own:
            yield Wait(number, started, tuple((key, step.state[key]) for key in keys))


def _batch(side: Side, number: int) -> int | None:
    key = (side.scenario.timing or {}).get("thread")
    if key not in side.trace.state_labels:
        key = next(iter(side.trace.state_labels), None)
    found = named(side.step(number).state.get(key, "")) if key else []
    return found[0] if len(found) == 1 else None
