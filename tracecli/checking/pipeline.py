"""A document → a checked trace and all of its problems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from functools import cached_property
from typing import Any

from tracecli.checking.lenient import Shape, shape
from tracecli.checking.messages import Near, listed, name
from tracecli.checking.rules import RULES
from tracecli.checking.schema import faults
from tracecli.checking.schema_errors import problems_of
from tracecli.checking.source_files import SourceFiles
from tracecli.model import Kind, Scenario, Source, State, Step, Target, Trace
from tracecli.problems import Place, Pointer, Problem, Severity
from tracecli.reading import DEFAULT, Document, Limits
from tracecli.reading.document import beyond, collector_paused

# ---- checking.blanking
# A document's data without the values that could not be read as written.


def blanked(data: Any, pointers: Iterable[Pointer]) -> Any:
    """Put None in place of some values, so that nothing is judged by what stands in for them.

    Args:
        data: A document's. It stays as it is: only what leads to those values is copied, once each.
        pointers: The values. One that lies in another, or does not exist, counts for nothing.
    """
    made: dict[Pointer, Any] = {(): copy(data)}
    for pointer in sorted(pointers, key=len):
        holder = _holder(made, pointer)
        if _has(holder, pointer[-1]):
            holder[pointer[-1]] = None
    return made[()]


def _holder(made: dict[Pointer, Any], pointer: Pointer) -> Any:
    """Give our own copy of the container that a value is in; None where there is none."""
    for length in range(1, len(pointer)):
        way, above = pointer[:length], made[pointer[: length - 1]]
        if way not in made:
            made[way] = copy(above[way[-1]]) if _has(above, way[-1]) else None
    return made[pointer[:-1]]


def _has(holder: Any, key: str | int) -> bool:
    return key in holder if isinstance(holder, dict) else isinstance(holder, list) and key in range(len(holder))


# ---- checking.extent
# How much a trace asks of whoever tells it: its steps, and labels that all of them repeat.

_UNIT = 100  # characters of a text that count as one value, as with YAML's aliases


def many_steps(data: object, most: int) -> Problem | None:
    """Point at the first step of a document that is too many.

    Args:
        data: As read; anything at all.
        most: Steps over all scenarios.
    """
    left = most
    for index, scenario in enumerate(_held(data, "scenarios")):
        steps = _held(scenario, "steps")
        if len(steps) > left:
            message = f"the trace has more than {most:,} steps, {beyond('steps')}; nothing else of it was judged"
            return Problem("too-large", Severity.ERROR, message, Place(("scenarios", index, "steps", left)))
        left -= len(steps)
    return None


def _held(holder: object, key: str) -> list[Any]:
    """Give the list that a mapping has under a key; an empty one where there is none."""
    value = holder.get(key) if isinstance(holder, dict) else None
    return value if isinstance(value, list) else []


def much_text(data: object, shape: Shape, most: int) -> Problem | None:
    """Point at the label that makes a small file into a huge transcript: a long one, named by many steps.

    Args:
        data: As read.
        shape: Its steps and targets.
        most: How often 100 characters of a label may be repeated.
    """
    labels = data.get("stateLabels") if isinstance(data, dict) else None
    weights = _weights(labels if isinstance(labels, dict) else {}, shape)
    if not weights:
        return None
    everywhere = [pointer for pointer in weights if pointer[0] == "stateLabels"]
    told = dict.fromkeys(weights, 0)
    for step in (step for scenario in shape.scenarios for step in scenario.steps):
        named = [("targets", key) for _, names in step.uses() for key in names if key is not None]
        for pointer in (*everywhere, *named):
            if pointer in weights:
                told[pointer] += weights[pointer]
    if sum(told.values()) <= most:
        return None
    worst = max(told, key=lambda pointer: told[pointer])
    message = f"with every step that names it, the label of {name(str(worst[1]))} is too much text: all such labels "
    message += f"together are {sum(told.values()) * _UNIT:,} characters, and {most * _UNIT:,} is {beyond('expansion')}"
    place = worst if worst[0] == "stateLabels" else (*worst, "label")
    return Problem("too-large", Severity.ERROR, message, Place(place))


def _weights(labels: dict[str, Any], shape: Shape) -> dict[Pointer, int]:
    """Give what telling a label costs, for those long enough to cost anything; an edge is told with its ends."""
    texts = {key: len(target.label or "") for key, target in (shape.targets or {}).items()}
    sizes: dict[Pointer, int] = {
        ("stateLabels", key): len(text) for key, text in labels.items() if isinstance(text, str)
    }
    for key, target in (shape.targets or {}).items():
        sizes["targets", key] = texts[key] + sum(texts.get(end or "", 0) for end in target.ends.values())
    return {pointer: size // _UNIT for pointer, size in sizes.items() if size >= _UNIT}


# ---- checking.version
# Which versions of the format are known here.

SUPPORTED = (1,)


def other_version(data: object) -> Problem | None:
    """Tell a trace of another version: nothing else can be said of it."""
    version = data.get("version") if isinstance(data, dict) else None
    if isinstance(version, bool) or not isinstance(version, (int, float)) or version in SUPPORTED:
        return None
    known = listed(map(str, SUPPORTED))
    return Problem(
        rule="wrong-value",
        severity=Severity.ERROR,
        message=f"version {version} of the format is not supported; version {known} is",
        place=Place(("version",)),
    )


# ---- checking.pipeline
# A document → a checked trace and all that is wrong with it.


class Checked:
    """What checking gives.

    Attributes:
        document: What was checked.
        problems: What reading and checking found; `document.locate` gives their places in the text, in order.
        files: What was asked about the local files that the trace names, and can be asked again; None: nobody was.
    """

    def __init__(self, document: Document, problems: tuple[Problem, ...], files: SourceFiles | None = None) -> None:
        """Keep what was checked and what was found."""
        self.document = document
        self.problems = problems
        self.files = files

    @cached_property
    def trace(self) -> Trace | None:
        """The trace, made when it is first asked for; None when there is an error."""
        if any(problem.severity is Severity.ERROR for problem in self.problems):
            return None
        # MERGED: from tracecli.checking.build import build

        with collector_paused():
            return build(self.document.data)


def check(document: Document, files: SourceFiles | None = None, limits: Limits = DEFAULT) -> Checked:
    """Check a document against the schema and all rules.

    Args:
        document: As read.
        files: Whom to ask about the local files that the trace names as sources. None: their rules say nothing,
            but that an absolute path is refused.
        limits: How many steps are judged, and how much text they may repeat.
    """
    if not document.readable:
        return Checked(document, document.problems)
    newer = other_version(document.data)
    if newer and newer.place.pointer not in document.faulted:
        return Checked(document, (newer,))
    if many := many_steps(document.data, limits.steps):
        return Checked(document, (*document.problems, many))
    with collector_paused():
        data = blanked(document.data, document.faulted) if document.faulted else document.data
        return Checked(document, _settled(document, list(_judge(data, files, limits))), files)


def _judge(data: object, files: SourceFiles | None, limits: Limits) -> Iterator[Problem]:
    near = Near()
    yield from problems_of(faults(data), near)
    view = shape(data, near, files)
    if much := much_text(data, view, limits.expansion):
        yield much
    for rule in RULES:
        if rule.check:
            yield from rule.check(view)


def _settled(document: Document, found: list[Problem]) -> tuple[Problem, ...]:
    """Put together what reading and checking found, one problem for each fault."""
    if not document.problems:
        return tuple(found)
    fresh = [problem for problem in found if not _below(problem.place.pointer, document.faulted)]
    wrong = {problem.place.pointer for problem in fresh if problem.severity is Severity.ERROR}
    read = [problem for problem in document.problems if not _is_moot(problem, wrong)]
    return (*read, *fresh)


def _below(pointer: Pointer, faulted: frozenset[Pointer]) -> bool:
    """Tell whether a value is, or lies in, one that could not be read as written."""
    return bool(faulted) and any(pointer[:length] in faulted for length in range(1, len(pointer) + 1))


def _is_moot(problem: Problem, wrong: set[Pointer]) -> bool:
    """Tell whether a warning is about a value that is wrong anyway: to quote it would not help."""
    return problem.severity is not Severity.ERROR and problem.place.pointer in wrong


# ---- checking.build
# Valid data → Trace.


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
