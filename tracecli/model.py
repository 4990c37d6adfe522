"""A checked trace: what playing, comparing, drawing and exporting read.

Built only from documents without errors, so every reference resolves and every state has exactly the keys of
`Trace.state_labels`. Mappings keep the document's order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

State = Mapping[str, str]
"""State key → value, in the order of `Trace.state_labels`."""


class Kind(StrEnum):
    """What a target is in the drawing."""

    NODE = "node"
    EDGE = "edge"


@dataclass(frozen=True, slots=True)
class Target:
    """A node or an edge of the drawing."""

    key: str  # its name inside the trace; steps refer to it
    id: str  # the element's id in a drawing
    kind: Kind  # node or edge
    label: str  # what people read
    # Edges: key of the node that the edge leaves (`from`), or None when the trace does not say.
    start: str | None = None
    end: str | None = None  # edges: key of the node that it enters (`to`), or None. Both or neither are set
    at: tuple[int, int] | None = None  # nodes: (column, row) on the drawing's grid, from 0, or None
    shows: str | None = None  # nodes: the state key whose value it carries, or None


@dataclass(frozen=True, slots=True)
class Source:
    """Something the trace rests on: a link or a local file."""

    title: str  # what it is
    url: str | None = None  # where it is, for a link
    file: str | None = None  # path relative to the trace's folder, for a local file
    sha256: str | None = None  # hash of the local file in hexadecimal, if pinned
    symbol: str | None = None  # dotted name that the cited lines define
    id: str | None = None  # its name, for steps that cite it
    historical: bool = False  # an old version, cited on purpose


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what happens, and everything that holds afterwards."""

    title: str  # A few words
    description: str  # the explanation
    duration: int  # playback time in whole milliseconds; never a measurement
    active: tuple[str, ...]  # keys of the nodes at work
    paths: tuple[str, ...]  # keys of the edges travelled
    state: State  # the full state after the step
    id: str | None = None  # pins the step to the step of the same id when two scenarios are compared
    sources: tuple[str, ...] = ()  # ids of the sources that it rests on
    messages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # edge key → what travels on it in this step
    timing: Mapping[str, Any] | None = None  # what it does in model time, as written; `timing.facts` reads it


@dataclass(frozen=True, slots=True)
class Scenario:
    """One run of the system, step by step."""

    id: str  # its name in addresses
    title: str  # A line about it
    description: str  # what it shows
    initial: State  # the state before step 1
    unselected: tuple[str, ...]  # keys of targets that this scenario does not use
    steps: tuple[Step, ...]  # at least one
    timing: Mapping[str, Any] | None = None  # how its loop runs, as written; `timing.facts` reads it


@dataclass(frozen=True, slots=True)
class Trace:
    """A whole authored trace, version 1 of the format."""

    language: str  # BCP 47 tag of its texts
    title: str  # A line about it
    description: str  # what it follows
    state_labels: Mapping[str, str]  # state key → label, in order of display
    targets: Mapping[str, Target]  # target key → target, in the order declared
    scenarios: tuple[Scenario, ...]  # at least one
    caption: str | None = None  # what playback must not be mistaken for; shown wherever the trace is
    alt: str | None = None  # the drawing in words
    limitations: tuple[str, ...] = ()  # what the trace leaves out
    sources: tuple[Source, ...] = ()  # what it rests on
    # State key → the values at which it is not working, in order of display; None: every key is a lane, none is quiet.
    lanes: Mapping[str, tuple[str, ...]] | None = None
    claims: tuple[Mapping[str, Any], ...] = ()  # what it promises about its states, as written
    timing: Mapping[str, Any] | None = None  # costs and resources of its loops, as written; `timing.facts` reads it


def build(data: Any) -> Trace:
    """Build a trace from data that has no error. States and their texts are the data's own, not copies.

    Args:
        data: A whole document's, in full.
    """
    labels = {key: label for key, label in data["stateLabels"].items() if not key.startswith("x-")}
    order = list(labels)
    return Trace(
        language=data["language"],
        title=data["title"],
        description=data["description"],
        state_labels=labels,
        targets={key: _target(key, raw) for key, raw in data["targets"].items() if not key.startswith("x-")},
        scenarios=tuple(_scenario(raw, order) for raw in data["scenarios"]),
        caption=data.get("caption"),
        alt=data.get("alt"),
        limitations=tuple(data.get("limitations", ())),
        sources=tuple(_source(raw) for raw in data.get("sources", ())),
        lanes={key: tuple(lane.get("quiet", ())) for key, lane in data["lanes"].items()} if "lanes" in data else None,
        claims=tuple(data.get("claims", ())),
        timing=data.get("timing"),
    )


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
        shows=raw.get("shows"),
    )


def _source(raw: dict[str, Any]) -> Source:
    return Source(
        raw["title"],
        raw.get("url"),
        raw.get("file"),
        raw.get("sha256"),
        raw.get("symbol"),
        raw.get("id"),
        raw.get("historical", False),
    )


def _scenario(raw: dict[str, Any], order: list[str]) -> Scenario:
    return Scenario(
        id=raw["id"],
        title=raw["title"],
        description=raw["description"],
        initial=_state(raw["initial"], order),
        unselected=tuple(raw["unselected"]),
        steps=tuple(_step(step, order) for step in raw["steps"]),
        timing=raw.get("timing"),
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
        tuple(raw.get("sources", ())),
        {edge: texts_of(texts) for edge, texts in raw["messages"].items()} if "messages" in raw else {},
        raw.get("timing"),
    )


def texts_of(raw: str | list[str] | None) -> tuple[str, ...]:
    """Return what may be written as one text or as a list of them."""
    return () if raw is None else (raw,) if isinstance(raw, str) else tuple(raw)


def _state(raw: dict[str, str], order: list[str]) -> State:
    return raw if list(raw) == order else {key: raw[key] for key in order}
