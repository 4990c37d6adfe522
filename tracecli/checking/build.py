"""Valid data → Trace."""

from __future__ import annotations

from typing import Any

from tracecli.model import Kind, Scenario, Source, State, Step, Target, Trace


def build(data: Any) -> Trace:
    """Make a trace from data that has no error. States and their texts are the data's own, not copies.

    Args:
        data: A whole document's.
    """
    labels = _own(data["stateLabels"])
    order = list(labels)
    return Trace(
        language=data["language"],
        title=data["title"],
        description=data["description"],
        state_labels=labels,
        targets={key: _target(key, raw) for key, raw in _own(data["targets"]).items()},
        scenarios=tuple(_scenario(raw, order) for raw in data["scenarios"]),
        caption=data.get("caption"),
        alt=data.get("alt"),
        limitations=tuple(data.get("limitations", ())),
        sources=tuple(_source(raw) for raw in data.get("sources", ())),
    )


def _own(mapping: dict[str, Any]) -> dict[str, Any]:
    """Leave out extensions."""
    return {key: value for key, value in mapping.items() if not key.startswith("x-")}


def _target(key: str, raw: dict[str, Any]) -> Target:
    cell = raw.get("at")
    return Target(
        key=key,
        id=raw["id"],
        kind=Kind(raw["kind"]),
        label=raw["label"],
        start=raw.get("from"),
        end=raw.get("to"),
        at=(int(cell[0]), int(cell[1])) if cell else None,  # 1.0 is a whole number in JSON Schema
    )


def _source(raw: dict[str, Any]) -> Source:
    return Source(raw["title"], raw.get("url"), raw.get("file"), raw.get("sha256"), raw.get("symbol"))


def _scenario(raw: dict[str, Any], order: list[str]) -> Scenario:
    return Scenario(
        id=raw["id"],
        title=raw["title"],
        description=raw["description"],
        initial=_state(raw["initial"], order),
        unselected=tuple(raw["unselected"]),
        steps=tuple(_step(step, order) for step in raw["steps"]),
    )


def _step(raw: dict[str, Any], order: list[str]) -> Step:
    return Step(
        raw["title"],
        raw["description"],
        int(raw["duration"]),
        tuple(raw["active"]),
        tuple(raw["paths"]),
        _state(raw["state"], order),
        raw.get("id"),
    )


def _state(raw: dict[str, str], order: list[str]) -> State:
    return raw if list(raw) == order else {key: raw[key] for key in order}
