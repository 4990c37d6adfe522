"""What can be watched over a whole scenario: each state key and each target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from tracecli.model import Kind, Scenario, Target, Trace

What = Literal["state", "target"]


class Subject(NamedTuple):
    """Something to watch.

    Attributes:
        what: A state key or a target; one name may be both.
        key: Its name in the trace.
        label: What people read.
    """

    what: What
    key: str
    label: str


def subjects(trace: Trace) -> tuple[Subject, ...]:
    """Give everything that can be watched: the state keys in the order of display, then the targets as declared."""
    states = [Subject("state", key, label) for key, label in trace.state_labels.items()]
    targets = [Subject("target", target.key, target.label) for target in trace.targets.values()]
    return (*states, *targets)


def find_subject(trace: Trace, name: str) -> Subject | None:
    """Give the state key or target called `name`, or None.

    A name that is both is the state key; `state:NAME` and `target:NAME` say which is meant.
    """
    for subject in subjects(trace):
        if name in {subject.key, f"{subject.what}:{subject.key}"}:
            return subject
    return None


def _doing(target: Target, keys: tuple[str, ...]) -> str:
    if target.key not in keys:
        return ""
    return "active" if target.kind is Kind.NODE else "travelled"


def history(trace: Trace, scenario: Scenario, subject: Subject) -> tuple[str, ...]:
    """Give what the subject is at every moment, the initial state first.

    A state key gives its values; a target `active` (a node), `travelled` (an edge) or nothing.
    """
    if subject.what == "state":
        return (scenario.initial[subject.key], *(step.state[subject.key] for step in scenario.steps))
    target = trace.targets[subject.key]
    node = target.kind is Kind.NODE
    return ("", *(_doing(target, step.active if node else step.paths) for step in scenario.steps))


def changes(row: Sequence[str]) -> tuple[int, ...]:
    """Give the moments of a history at which it differs from the moment before."""
    return tuple(index for index in range(1, len(row)) if row[index] != row[index - 1])
