"""A tolerant view of a document's data, for rules: it yields only what is well formed.

A part that is missing or malformed is None or left out here; the schema reports it, and rules that would only repeat
the same fault in other words find nothing to say. State and lists of names are the document's own, never copies.

Named tuples, here and elsewhere in this room: a dataclass costs each start of the program 0.2 to 0.4 ms.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from tracecli.checking.near import Near
from tracecli.checking.sourcefiles import Look
from tracecli.problems import Pointer

Names = list[str | None]
"""Names that a list holds; None in place of an entry that is not text."""

State = Mapping[str, object]
"""A state as written, without `x-` keys when its keys are not those of `stateLabels`."""


class StepShape(NamedTuple):
    """What is well formed of a step; None for what is not."""

    pointer: Pointer
    id: str | None
    title: str
    description: str
    duration: int | None
    active: Names | None
    paths: Names | None
    state: State | None

    def uses(self) -> tuple[tuple[str, Names], tuple[str, Names]]:
        """Give the two lists of targets with their keys."""
        return ("active", self.active or []), ("paths", self.paths or [])


class ScenarioShape(NamedTuple):
    """What is well formed of a scenario.

    Attributes:
        pointer: Where it is.
        id: Its id.
        initial: The state before step 1.
        unselected: Names of targets that it does not use.
        steps: Those that are mappings.
        used: `active` and `paths` → all names that any step has there.
        whole: True when every step says which targets it uses, so that what is not among them is not used.
    """

    pointer: Pointer
    id: str | None
    initial: State | None
    unselected: Names | None
    steps: list[StepShape]
    used: dict[str, set[str | None]]
    whole: bool

    def states(self) -> list[State]:
        """Give the initial state and each step's."""
        states = [step.state for step in self.steps if step.state is not None]
        return states if self.initial is None else [self.initial, *states]

    def placed_states(self) -> Iterator[tuple[Pointer, State]]:
        """Give the same with their pointers, which costs twice as much."""
        if self.initial is not None:
            yield (*self.pointer, "initial"), self.initial
        for step in self.steps:
            if step.state is not None:
                yield (*step.pointer, "state"), step.state


class TargetShape(NamedTuple):
    """What is well formed of a target.

    Attributes:
        pointer: Where it is.
        kind: `node`, `edge`, or None when it says neither.
        id: Its id in a drawing.
        label: What people read.
        ends: `from` and `to` with what they name, those that it has.
        has_at: Whether it has `at`.
    """

    pointer: Pointer
    kind: str | None
    id: str | None
    label: str | None
    ends: dict[str, str | None]
    has_at: bool


class SourceShape(NamedTuple):
    """What is well formed of a source.

    Attributes:
        pointer: Where it is.
        url: A link.
        file: A path from the trace's folder.
        sha256: The file's hash in hexadecimal.
        found: What is at the path, or None when there is none or nobody was to ask.
    """

    pointer: Pointer
    url: str | None
    file: str | None
    sha256: str | None
    found: Look | None


class Shape(NamedTuple):
    """What is well formed of a document.

    Attributes:
        labels: The state keys in order, or None.
        targets: Target key → target, or None when `targets` itself is missing or malformed.
        nodes: Keys of the nodes.
        edges: Keys of the edges.
        spoken: Id or label of a target → its key, for those who write one for the other.
        scenarios: Those that are mappings.
        sources: Those that are mappings.
        has_alt: Whether the drawing is told in words, or was meant to be.
        near: Looks up near names.
    """

    labels: Collection[str] | None
    targets: dict[str, TargetShape] | None
    nodes: dict[str, None]
    edges: dict[str, None]
    spoken: dict[str, str]
    scenarios: list[ScenarioShape]
    sources: list[SourceShape]
    has_alt: bool
    near: Near

    def fitting(self, key: str) -> dict[str, None]:
        """Give the targets that belong into `active` or `paths`."""
        return self.nodes if key == "active" else self.edges

    def meant(self, named: str, pool: Mapping[str, object]) -> list[str]:
        """Give the targets of a pool that an unknown name may mean: the one with that id or label, else near keys."""
        same = self.spoken.get(named)
        return [same] if same and same in pool else self.near.names(named, pool)
