"""A document → a checked trace and all of its problems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tracecli.checking.lenient import Shape, shape
from tracecli.checking.messages import Near, listed, name
from tracecli.checking.rules import RULES
from tracecli.checking.schema import faults
from tracecli.checking.schema_errors import problems_of
from tracecli.checking.source_files import SourceFiles
from tracecli.problems import Place, Pointer, Problem, Severity
from tracecli.reading import DEFAULT, Document, Limits
from tracecli.reading.document import beyond, collector_paused

if TYPE_CHECKING:
    from tracecli.model import Trace

_SUPPORTED = (1,)  # versions of the format
_UNIT = 100  # characters of a label that count as one value, as with YAML's aliases


class Checked:
    """A document with everything that reading and checking found in it.

    Attributes:
        document: What was checked.
        problems: What was found; `document.locate` gives the places in the text, in order.
        files: What was asked about the local files that the trace names, and can be asked again; None: nothing was.
    """

    def __init__(self, document: Document, problems: tuple[Problem, ...], files: SourceFiles | None = None) -> None:
        """Keep what was checked and what was found."""
        self.document = document
        self.problems = problems
        self.files = files

    @cached_property
    def trace(self) -> Trace | None:
        """The trace, built when it is first asked for; None when there is an error."""
        if any(problem.severity is Severity.ERROR for problem in self.problems):
            return None
        from tracecli.model import build  # noqa: PLC0415 -- 2 ms, and who only validates needs no trace

        with collector_paused():
            return build(self.document.data)


def check(document: Document, files: SourceFiles | None = None, limits: Limits = DEFAULT) -> Checked:
    """Check a document against the schema and all rules.

    Args:
        document: As read.
        files: Answers for the local files that the trace names as sources. None: their rules report only
            absolute paths.
        limits: How many steps are judged, and how much text they may repeat.
    """
    if not document.readable:
        return Checked(document, document.problems)
    other = _other_version(document.data)
    if other and other.place.pointer not in document.faulted:
        return Checked(document, (other,))
    if many := _too_many_steps(document.data, limits.steps):
        return Checked(document, (*document.problems, many))
    with collector_paused():
        data = _blanked(document.data, document.faulted) if document.faulted else document.data
        return Checked(document, _merged(document, list(_judge(data, files, limits))), files)


def _judge(data: object, files: SourceFiles | None, limits: Limits) -> Iterator[Problem]:
    near = Near()
    yield from problems_of(faults(data), near)
    view = shape(data, near, files)
    if much := _too_much_text(data, view, limits.expansion):
        yield much
    for rule in RULES:
        if rule.check:
            yield from rule.check(view)


def _merged(document: Document, found: list[Problem]) -> tuple[Problem, ...]:
    """Combine what reading and checking found, so that one fault has one problem.

    Nothing is said of values in or below one that could not be read as written, and a warning about a value that is
    wrong anyway is dropped: to quote it would not help.
    """
    if not document.problems:
        return tuple(found)

    def is_below_faulted(pointer: Pointer) -> bool:
        return any(pointer[:length] in document.faulted for length in range(1, len(pointer) + 1))

    fresh = [problem for problem in found if not document.faulted or not is_below_faulted(problem.place.pointer)]
    wrong = {problem.place.pointer for problem in fresh if problem.severity is Severity.ERROR}
    read = [
        problem
        for problem in document.problems
        if problem.severity is Severity.ERROR or problem.place.pointer not in wrong
    ]
    return (*read, *fresh)


def _blanked(data: Any, pointers: Iterable[Pointer]) -> Any:
    """Put None in place of values that could not be read as written, so that no rule judges their stand-ins.

    The data stays as it is: only the containers on the way to those values are copied, once each. A pointer below
    another one, or to a value that does not exist, counts for nothing.
    """
    copies: dict[Pointer, Any] = {(): copy(data)}

    def has(holder: Any, key: str | int) -> bool:
        return key in holder if isinstance(holder, dict) else isinstance(holder, list) and key in range(len(holder))

    for pointer in sorted(pointers, key=len):
        for length in range(1, len(pointer)):
            way, above = pointer[:length], copies[pointer[: length - 1]]
            if way not in copies:
                copies[way] = copy(above[way[-1]]) if has(above, way[-1]) else None
        holder = copies[pointer[:-1]]
        if has(holder, pointer[-1]):
            holder[pointer[-1]] = None
    return copies[()]


def _other_version(data: object) -> Problem | None:
    """Return the problem of a document in another version of the format: nothing else can be said of it."""
    version = data.get("version") if isinstance(data, dict) else None
    if isinstance(version, bool) or not isinstance(version, (int, float)) or version in _SUPPORTED:
        return None
    known = listed(map(str, _SUPPORTED))
    message = f"version {version} of the format is not supported; version {known} is"
    return Problem("wrong-value", Severity.ERROR, message, Place(("version",)))


def _too_many_steps(data: object, most: int) -> Problem | None:
    """Point at the first step of a document beyond the limit; the data may be anything at all."""

    def held(holder: object, key: str) -> list[Any]:
        value = holder.get(key) if isinstance(holder, dict) else None
        return value if isinstance(value, list) else []

    left = most
    for index, scenario in enumerate(held(data, "scenarios")):
        steps = held(scenario, "steps")
        if len(steps) > left:
            message = f"the trace has more than {most:,} steps, {beyond('steps')}; nothing else of it was judged"
            return Problem("too-large", Severity.ERROR, message, Place(("scenarios", index, "steps", left)))
        left -= len(steps)
    return None


def _too_much_text(data: object, shape: Shape, most: int) -> Problem | None:
    """Point at the label that makes a small file into a huge transcript: a long one that many steps name.

    Args:
        data: As read.
        shape: Its steps and targets.
        most: How often 100 characters of a label may be repeated.
    """
    labels = data.get("stateLabels") if isinstance(data, dict) else None
    weights = _label_weights(labels if isinstance(labels, dict) else {}, shape)
    if not weights:
        return None
    in_every_step = [pointer for pointer in weights if pointer[0] == "stateLabels"]
    costs = dict.fromkeys(weights, 0)
    for step in (step for scenario in shape.scenarios for step in scenario.steps):
        named = [("targets", key) for _, names in step.uses() for key in names if key is not None]
        for pointer in (*in_every_step, *named):
            if pointer in weights:
                costs[pointer] += weights[pointer]
    if sum(costs.values()) <= most:
        return None
    worst = max(costs, key=lambda pointer: costs[pointer])
    message = f"with every step that names it, the label of {name(str(worst[1]))} is too much text: all such labels "
    message += f"together are {sum(costs.values()) * _UNIT:,} characters, and {most * _UNIT:,} is {beyond('expansion')}"
    place = worst if worst[0] == "stateLabels" else (*worst, "label")
    return Problem("too-large", Severity.ERROR, message, Place(place))


def _label_weights(labels: dict[str, Any], shape: Shape) -> dict[Pointer, int]:
    """Return the cost of showing each label that is long enough to cost anything; an edge is shown with its ends."""
    targets = shape.targets or {}
    lengths = {key: len(target.label or "") for key, target in targets.items()}
    sizes: dict[Pointer, int] = {
        ("stateLabels", key): len(text) for key, text in labels.items() if isinstance(text, str)
    }
    for key, target in targets.items():
        sizes["targets", key] = lengths[key] + sum(lengths.get(end or "", 0) for end in target.ends.values())
    return {pointer: size // _UNIT for pointer, size in sizes.items() if size >= _UNIT}
