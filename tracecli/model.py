"""A checked trace: what playing, comparing, drawing and exporting read.

Built only from documents without errors, so every reference resolves and every state has exactly the keys of
`Trace.state_labels`. Mappings keep the document's order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

State = Mapping[str, str]
"""State key → value, in the order of `Trace.state_labels`."""


class Kind(StrEnum):
    """What a target is in the drawing."""

    NODE = "node"
    EDGE = "edge"


@dataclass(frozen=True, slots=True)
class Target:
    """A node or an edge of the drawing.

    Attributes:
        key: Its name inside the trace; steps refer to it.
        id: The element's id in a drawing.
        kind: Node or edge.
        label: What people read.
        start: Edges: key of the node that the edge leaves (`from`), or None when the trace does not say.
        end: Edges: key of the node that it enters (`to`), or None. Both or neither are set.
        at: Nodes: (column, row) on the drawing's grid, from 0, or None.
    """

    key: str
    id: str
    kind: Kind
    label: str
    start: str | None = None
    end: str | None = None
    at: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """Something the trace rests on: a link or a local file.

    Attributes:
        title: What it is.
        url: Where it is, for a link.
        file: Path relative to the trace's folder, for a local file.
        sha256: Hash of the local file in hexadecimal, if pinned.
        symbol: Dotted name that the cited lines define.
    """

    title: str
    url: str | None = None
    file: str | None = None
    sha256: str | None = None
    symbol: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what happens, and everything that holds afterwards.

    Attributes:
        title: A few words.
        description: The explanation.
        duration: Playback time in whole milliseconds; never a measurement.
        active: Keys of the nodes at work.
        paths: Keys of the edges travelled.
        state: The full state after the step.
        id: Pins the step to the step of the same id when two scenarios are compared.
    """

    title: str
    description: str
    duration: int
    active: tuple[str, ...]
    paths: tuple[str, ...]
    state: State
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """One run of the system, step by step.

    Attributes:
        id: Its name in addresses.
        title: A line about it.
        description: What it shows.
        initial: The state before step 1.
        unselected: Keys of targets that this scenario does not use.
        steps: At least one.
    """

    id: str
    title: str
    description: str
    initial: State
    unselected: tuple[str, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """A whole authored trace, version 1 of the format.

    Attributes:
        language: BCP 47 tag of its texts.
        title: A line about it.
        description: What it follows.
        state_labels: State key → label, in order of display.
        targets: Target key → target, in the order declared.
        scenarios: At least one.
        caption: What playback must not be mistaken for; shown wherever the trace is.
        alt: The drawing in words.
        limitations: What the trace leaves out.
        sources: What it rests on.
    """

    language: str
    title: str
    description: str
    state_labels: Mapping[str, str]
    targets: Mapping[str, Target]
    scenarios: tuple[Scenario, ...]
    caption: str | None = None
    alt: str | None = None
    limitations: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
