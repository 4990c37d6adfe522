"""A tolerant view of a document's data, for rules: it yields only what is well formed.

A part that is missing or malformed is None or left out here; the schema reports it, and rules that would only repeat
the same problem in other words find nothing to say. State and lists of names are the document's own, never copies.

The records are named tuples, here and elsewhere in this room: a dataclass costs each start of the program 0.2 to
0.4 ms.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from tracecli.checking.full import full
from tracecli.checking.messages import Near
from tracecli.checking.schema import fits
from tracecli.checking.source_files import Escapes, Look, SourceFiles, is_absolute
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
    state: State | None  # in full
    changes: State | None  # what is written instead of a state
    sources: Names  # ids of sources that it cites
    messages: Mapping[str, object]  # by edge
    timing: Mapping[str, Any] | None  # of the schema's shape

    def uses(self) -> tuple[tuple[str, Names], tuple[str, Names]]:
        """Return the two lists of targets with their keys."""
        return ("active", self.active or []), ("paths", self.paths or [])


class ScenarioShape(NamedTuple):
    """What is well formed of a scenario."""

    pointer: Pointer  # where it is
    id: str | None  # its id
    initial: State | None  # the state before step 1
    unselected: Names | None  # names of targets that it does not use
    steps: list[StepShape]  # those that are mappings
    used: dict[str, set[str | None]]  # `active` and `paths` → all names that any step has there
    whole: bool  # true when every step says which targets it uses, so that what is not among them is not used
    derived: bool  # whether `unselected` is left out
    step_count: int  # with those steps that are no mappings
    timing: Mapping[str, Any] | None  # of the schema's shape

    def states(self) -> list[State]:
        """Return the initial state and each step's."""
        states = [step.state for step in self.steps if step.state is not None]
        return states if self.initial is None else [self.initial, *states]

    def placed_states(self, *, inherited: bool = True) -> Iterator[tuple[Pointer, State]]:
        """Return the same with their pointers, which costs twice as much.

        Args:
            inherited: Also those of steps that have only changes.
        """
        if self.initial is not None:
            yield (*self.pointer, "initial"), self.initial
        for step in self.steps:
            if step.state is not None and (inherited or step.changes is None):
                yield (*step.pointer, "state"), step.state


class TargetShape(NamedTuple):
    """What is well formed of a target."""

    pointer: Pointer  # where it is
    kind: str | None  # `node`, `edge`, or None when it says neither
    id: str | None  # its id in a drawing
    label: str | None  # what people read
    ends: dict[str, str | None]  # `from` and `to` with what they name, those that it has
    has_at: bool  # whether it has `at`
    cell: tuple[int, int] | None  # what `at` says
    shows: str | None  # the state key that it shows


class SourceShape(NamedTuple):
    """What is well formed of a source."""

    pointer: Pointer  # where it is
    url: str | None  # a link
    file: str | None  # a path from the trace's folder
    sha256: str | None  # the file's hash in hexadecimal
    found: Look | None  # what is at the path, or None when there is none or nobody was to ask
    id: str | None  # its name for steps


class Shape(NamedTuple):
    """What is well formed of a document."""

    labels: Collection[str] | None  # the state keys in order, or None
    targets: dict[str, TargetShape] | None  # target key → target, or None when `targets` itself is missing or malformed
    nodes: dict[str, None]  # keys of the nodes
    edges: dict[str, None]  # keys of the edges
    spoken: dict[str, str]  # id or label of a target → its key, for those who write one for the other
    scenarios: list[ScenarioShape]  # those that are mappings
    sources: list[SourceShape]  # those that are mappings
    has_alt: bool  # whether the drawing is told in words, or was meant to be
    near: Near  # looks up near names
    lanes: Mapping[str, list[str]]  # state key → its quiet values
    claims: list[tuple[Pointer, dict[str, Any]]]  # those that are mappings
    timing: Mapping[str, Any] | None  # of the schema's shape
    whole: bool  # whether every scenario and every step could be read, so that a value that is not here is nowhere

    def fitting(self, key: str) -> dict[str, None]:
        """Return the targets that belong into `active` or `paths`."""
        return self.nodes if key == "active" else self.edges

    def meant(self, named: str, pool: Mapping[str, object]) -> list[str]:
        """Return the targets of a pool that an unknown name may mean: the one with that id or label, else near keys."""
        same = self.spoken.get(named)
        return [same] if same and same in pool else self.near.names(named, pool)


_SHA256 = re.compile(r"[0-9A-Fa-f]{64}")
_NONE_USED: dict[str, set[str | None]] = {"active": set(), "paths": set()}
_DAY = 86_400_000  # milliseconds: the longest duration


def shape(data: object, near: Near, files: SourceFiles | None = None) -> Shape:
    """Return what is well formed from a document, in full.

    Args:
        data: As read; anything at all.
        near: Looks up near names.
        files: What may be asked about local files.
    """
    written = data if isinstance(data, dict) else {}
    top = full(written)
    raw_labels, targets = top.get("stateLabels"), _targets(top.get("targets"))
    labels = None
    if isinstance(raw_labels, dict):
        labels = {key: None for key in raw_labels if not key.startswith("x-")}.keys()
    declared = (targets or {}).items()
    return Shape(
        labels=labels,
        targets=targets,
        nodes={key: None for key, target in declared if target.kind == "node"},
        edges={key: None for key, target in declared if target.kind == "edge"},
        spoken={target.label: key for key, target in declared if target.label}
        | {target.id: key for key, target in declared if target.id},
        scenarios=[
            _scenario(pointer, raw, own, labels)
            for (pointer, raw), (_, own) in zip(
                _mappings((), top, "scenarios"), _mappings((), written, "scenarios"), strict=True
            )
        ],
        sources=[_source(pointer, raw, files) for pointer, raw in _mappings((), top, "sources")],
        has_alt="alt" in top or any("alt" in near.names(key, ("alt",)) for key in top),
        near=near,
        lanes=_lanes(top.get("lanes")),
        claims=_mappings((), top, "claims"),
        timing=_timing(top, "timing"),
        whole=_all_read(top.get("scenarios"), "steps"),
    )


def _all_read(entries: object, *below: str) -> bool:
    """Return whether a value is a list of mappings, with such lists below a key of theirs."""
    if not isinstance(entries, list) or not entries:
        return False
    return all(isinstance(raw, dict) and all(_all_read(raw.get(key)) for key in below) for raw in entries)


def _lanes(value: object) -> dict[str, list[str]]:
    lanes = value if isinstance(value, dict) else {}
    return {
        key: [text for text in _names(lane.get("quiet")) or () if text is not None]
        for key, lane in lanes.items()
        if isinstance(lane, dict)
    }


def _timing(holder: dict[str, Any], definition: str) -> Mapping[str, Any] | None:
    """Return the timing facts of a trace, scenario or step, where they are what the schema says."""
    value = holder.get("timing")
    return value if value is not None and fits(definition, value) else None


def _text(value: object) -> str | None:
    return value if type(value) is str else None


def _mappings(pointer: Pointer, holder: dict[str, Any], key: str) -> list[tuple[Pointer, dict[str, Any]]]:
    """Return the mappings of a list, with their pointers."""
    value = holder.get(key)
    if not isinstance(value, list):
        return []
    return [((*pointer, key, index), raw) for index, raw in enumerate(value) if isinstance(raw, dict)]


def _names(value: object) -> Names | None:
    if type(value) is not list:
        return None
    for name in value:
        if type(name) is not str:
            return list(map(_text, value))
    return value


def _state(value: object, labels: Collection[str] | None) -> State | None:
    if type(value) is not dict:
        return None
    if value.keys() == labels:
        return value
    return {key: held for key, held in value.items() if not key.startswith("x-")}


def _duration(value: object) -> int | None:
    whole = type(value) is int or (type(value) is float and value.is_integer())
    return int(value) if whole and 1 <= value <= _DAY else None  # type: ignore[call-overload, operator]


def _step(pointer: Pointer, raw: dict[str, Any], written: dict[str, Any], labels: Collection[str] | None) -> StepShape:
    get = raw.get
    messages = get("messages")
    return StepShape(
        pointer,
        _text(get("id")),
        _text(get("title")) or "",
        _text(get("description")) or "",
        _duration(written.get("duration")),
        _names(get("active")),
        _names(get("paths")),
        _state(get("state"), labels),
        _state(written["changes"], labels) if "changes" in written and "state" not in written else None,
        _names(get("sources")) or [],
        messages if isinstance(messages, dict) else {},
        _timing(raw, "stepTiming") if "timing" in raw else None,
    )


def _scenario(
    pointer: Pointer, raw: dict[str, Any], written: dict[str, Any], labels: Collection[str] | None
) -> ScenarioShape:
    own = _mappings(pointer, written, "steps")
    steps = [
        _step(at, step, short, labels)
        for (at, step), (_, short) in zip(_mappings(pointer, raw, "steps"), own, strict=True)
    ]
    active: set[str | None] = set().union(*[step.active for step in steps if step.active])
    paths: set[str | None] = set().union(*[step.paths for step in steps if step.paths])
    said = all(step.active is not None and step.paths is not None for step in steps)
    all_read = bool(steps) and len(steps) == len(raw["steps"])
    return ScenarioShape(
        pointer=pointer,
        id=_text(raw.get("id")),
        initial=_state(raw.get("initial"), labels),
        unselected=_names(raw.get("unselected")),
        steps=steps,
        used={"active": active, "paths": paths} if steps else _NONE_USED,
        whole=said and all_read and None not in active and None not in paths,
        derived="unselected" not in written,
        step_count=len(raw["steps"]) if isinstance(raw.get("steps"), list) else 0,
        timing=_timing(raw, "scenarioTiming"),
    )


def _targets(value: object) -> dict[str, TargetShape] | None:
    if not isinstance(value, dict):
        return None
    return {key: _target(("targets", key), raw) for key, raw in value.items() if not key.startswith("x-")}


def _target(pointer: Pointer, raw: object) -> TargetShape:
    """Take a target; one that is not even a mapping is still declared."""
    get = raw.get if isinstance(raw, dict) else {}.get
    kind = get("kind")
    return TargetShape(
        pointer=pointer,
        kind=kind if kind in ("node", "edge") else None,
        id=_text(get("id")),
        label=_text(get("label")),
        ends={end: _text(get(end)) for end in ("from", "to") if get(end) is not None},
        has_at=get("at") is not None,
        cell=_cell(get("at")),
        shows=_text(get("shows")),
    )


def _cell(value: object) -> tuple[int, int] | None:
    fine = isinstance(value, list) and len(value) == 2 and all(type(number) in (int, float) for number in value)
    return (value[0], value[1]) if fine else None  # type: ignore[index]


def _source(pointer: Pointer, raw: dict[str, Any], files: SourceFiles | None) -> SourceShape:
    file, sha256 = _text(raw.get("file")), _text(raw.get("sha256"))
    if sha256 and not _SHA256.fullmatch(sha256):
        sha256 = None
    found = None
    if file and files is not None:
        found = files.look(file, digest=sha256 is not None)
    elif file and is_absolute(file):  # refused even where nobody looks
        found = Escapes(absolute=True)
    return SourceShape(pointer, _text(raw.get("url")), file, sha256, found, _text(raw.get("id")))
