"""Traces for the tests of comparing: the founding document as a model, and small ones made by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tracecli.comparing import Comparison, TraceComparison
from tracecli.model import Kind, Scenario, Source, Step, Target, Trace
from tracecli.report.diff_text import diff_lines
from tracecli.text import guard_lines, plain

_SEED = Path(__file__).parents[1] / "cases" / "seed.json"


def trace_from(data: Mapping[str, Any]) -> Trace:
    """Make the model from a valid document."""
    return Trace(
        language=data["language"],
        title=data["title"],
        description=data["description"],
        state_labels=data["stateLabels"],
        targets={key: _target(key, target) for key, target in data["targets"].items()},
        scenarios=tuple(map(_scenario, data["scenarios"])),
        caption=data.get("caption"),
        alt=data.get("alt"),
        limitations=tuple(data.get("limitations", ())),
        sources=tuple(Source(**source) for source in data.get("sources", ())),
    )


def _target(key: str, data: Mapping[str, Any]) -> Target:
    return Target(key, data["id"], Kind(data["kind"]), data["label"], data.get("from"), data.get("to"))


def _scenario(data: Mapping[str, Any]) -> Scenario:
    return Scenario(
        id=data["id"],
        title=data["title"],
        description=data["description"],
        initial=data["initial"],
        unselected=tuple(data["unselected"]),
        steps=tuple(map(_step, data["steps"])),
    )


def _step(data: Mapping[str, Any]) -> Step:
    return Step(
        title=data["title"],
        description=data["description"],
        duration=data["duration"],
        active=tuple(data["active"]),
        paths=tuple(data["paths"]),
        state=data["state"],
        id=data.get("id"),
    )


def seed() -> Trace:
    """Give the founding document."""
    return trace_from(json.loads(_SEED.read_text(encoding="utf-8")))


def step(
    title: str,
    active: Sequence[str] = (),
    paths: Sequence[str] = (),
    *,
    duration: int = 1000,
    id: str | None = None,  # noqa: A002 - the model's own name
    description: str = "",
    **state: str,
) -> Step:
    """Give a step; the state's values are given by key."""
    return Step(title, description, duration, tuple(active), tuple(paths), state, id)


def scenario(*steps: Step, id: str = "run", initial: Mapping[str, str] | None = None) -> Scenario:  # noqa: A002
    """Give a scenario whose initial state is that of its first step, unless told."""
    return Scenario(id, "A run", "What it shows.", steps[0].state if initial is None else initial, (), steps)


def trace(*scenarios: Scenario, **changed: Any) -> Trace:
    """Give a trace that declares what its scenarios use: nodes for active targets, edges for paths."""
    steps = [step for scenario in scenarios for step in scenario.steps]
    kinds = {key: Kind.NODE for step in steps for key in step.active}
    kinds |= {key: Kind.EDGE for step in steps for key in step.paths}
    targets = {key: Target(key, f"id-{key}", kind, f"Label {key}") for key, kind in kinds.items()}
    labels = {key: key.upper() for key in scenarios[0].initial}
    return replace(Trace("en", "A trace", "Of something.", labels, targets, scenarios), **changed)


def with_steps(scenario: Scenario, *steps: Step) -> Scenario:
    """Give the scenario with other steps."""
    return replace(scenario, steps=steps)


def diff_text(comparison: Comparison | TraceComparison, **options: Any) -> str:
    """Give the report for people as it reaches a pipe."""
    return guard_lines("".join(f"{plain(line).rstrip()}\n" for line in diff_lines(comparison, **options)))
