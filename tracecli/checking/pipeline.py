"""A document → a checked trace and all of its problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tracecli.checking.formats import foreign
from tracecli.checking.full import Written, full
from tracecli.checking.lenient import Shape, shape
from tracecli.checking.messages import Near, listed, name
from tracecli.checking.rules import RULES
from tracecli.checking.schema import faults
from tracecli.checking.schema_errors import problems_of
from tracecli.checking.source_files import SourceFiles
from tracecli.problems import NONE_LEFT_OUT, LeftOut, Place, Pointer, Problem, Problems, Related, Severity, Span
from tracecli.reading import DEFAULT, Document, Limits
from tracecli.reading.document import beyond, collector_paused

if TYPE_CHECKING:
    from tracecli.model import Trace

_SUPPORTED = (1,)  # versions of the format
_WAITING = 10_000  # problems at aliases that are held until their rule has seen all
_UNIT = 100  # characters of a label that count as one value, as with YAML's aliases


class Checked:
    """A document with what reading and checking found in it.

    Attributes:
        document: What was checked.
        problems: What was found; `document.locate` gives the places in the text, in order.
        files: What was asked about the local files that the trace names, and can be asked again; None: nothing was.
        left_out: How many more problems were found: of each rule, only `Limits.kept` are in `problems`.
    """

    def __init__(
        self,
        document: Document,
        problems: tuple[Problem, ...],
        files: SourceFiles | None = None,
        left_out: LeftOut = NONE_LEFT_OUT,
    ) -> None:
        """Keep what was checked and what was found."""
        self.document = document
        self.problems = problems
        self.files = files
        self.left_out = left_out

    @cached_property
    def trace(self) -> Trace | None:
        """The trace, built when it is first asked for; None when there is an error."""
        if any(problem.severity is Severity.ERROR for problem in self.problems):
            return None
        from tracecli.model import build  # noqa: PLC0415 -- 2 ms, and who only validates needs no trace

        with collector_paused():
            return build(full(self.document.data))


def check(document: Document, files: SourceFiles | None = None, limits: Limits = DEFAULT) -> Checked:
    """Check a document against the schema and all rules.

    Args:
        document: As read.
        files: Answers for the local files that the trace names as sources. None: their rules report only
            absolute paths.
        limits: How many steps are judged, how much text they may repeat, and how many problems are kept.
    """
    if other := foreign(document):
        return Checked(document, (other,))
    if not document.readable:
        return Checked(document, document.problems, left_out=document.left_out)
    data = document.data
    version = data.get("version") if isinstance(data, dict) else None
    if type(version) in (int, float) and version not in _SUPPORTED and ("version",) not in document.faulted:
        known = listed(map(str, _SUPPORTED))
        message = f"version {version} of the format is not supported; version {known} is"
        return Checked(document, (Problem("wrong-value", Severity.ERROR, message, Place(("version",))),))
    if refused := _unjudged(document, limits):
        return Checked(document, (*document.problems, refused), left_out=document.left_out)
    with collector_paused():
        found = _Found(document, limits.kept)
        data = _blanked(data, document.faulted) if document.faulted else data
        near = Near()
        found.add(problems_of(faults(data, shared=bool(document.anchors)), near))
        view = shape(data, near, files)
        written = Written(data)
        found.add(_too_much_text(data, view, limits.expansion))
        for rule in RULES:
            if rule.check:
                found.add(written.problems(rule.check(view)))
        return found.result(files)


def _unjudged(document: Document, limits: Limits) -> Problem | None:
    """Return why no rule can judge a document that was read: too much of it is no data, or it has too many steps."""
    if any(severity is Severity.ERROR and rule != "duplicate-key" for severity, rule, _ in document.left_out):
        words = f"more than {limits.kept:,} values could not be read as written; nothing else of the file was judged"
        return Problem("too-large", Severity.ERROR, words, Place())
    data = document.data if isinstance(document.data, dict) else {}
    for key in ("targets", "sources"):  # these take as much memory as steps
        if isinstance(data.get(key), (dict, list)) and len(data[key]) > limits.steps:
            words = f"the trace has more than {limits.steps:,} {key}, {beyond('steps')}"
            return Problem("too-large", Severity.ERROR, f"{words}; nothing else of it was judged", Place((key,), "key"))
    scenarios = data.get("scenarios")
    left, cells = limits.steps, 0
    for index, scenario in enumerate(scenarios if isinstance(scenarios, list) else ()):
        steps = scenario.get("steps") if isinstance(scenario, dict) else None
        number = len(steps) if isinstance(steps, list) else 0
        if max(1, number) > left:  # a scenario without steps counts as one
            words = f"the trace has more than {limits.steps:,} steps, {beyond('steps')}"
            place = Place(("scenarios", index, "steps", left) if number else ("scenarios", index))
            return Problem("too-large", Severity.ERROR, f"{words}; nothing else of it was judged", place)
        left -= max(1, number)
        cells += _inherited_cells(scenario.get("initial"), steps) if isinstance(steps, list) else 0
        if cells > limits.values:
            words = f"the steps inherit more than {limits.values:,} state values by 'changes', {beyond('values')}"
            place = Place(("scenarios", index, "steps"), "key")
            return Problem("too-large", Severity.ERROR, f"{words}; nothing else of it was judged", place)
    return None


def _inherited_cells(initial: object, steps: list[Any]) -> int:
    """Return how many state values there are when steps that say only what changes are written in full."""
    keys = set(initial) if isinstance(initial, dict) else set()
    cells = 0
    for step in steps:
        state, changes = (step.get("state"), step.get("changes")) if isinstance(step, dict) else (None, None)
        if isinstance(state, dict):
            keys = set(state)
        elif isinstance(changes, dict) and changes:
            keys.update(changes)
            cells += len(keys)
    return cells


class _Found:
    """Collects problems, so that one fault of the author's has one problem, at one place of the text."""

    def __init__(self, document: Document, most: int) -> None:
        self._document = document
        self._problems = Problems(most)
        self._warned = {one.place.pointer for one in document.problems if one.rule == "yaml-type"}
        self._wrong: set[Pointer] = set()  # those of them that have an error too
        self._read_only_counted = Counter(document.left_out)
        # Where a document has aliases: rules and places of text that have been reported, and what waits for the end of
        # its rule, by the place of the text and of the aliases that lead to it.
        self._reported: set[tuple[str, int]] = set()
        self._at_aliases: dict[tuple[int, tuple[int, ...]], Problem] = {}

    def add(self, problems: Iterable[Problem]) -> None:
        """Take problems; of values in or below one that could not be read as written, nothing is said."""
        faulted, anchors = self._document.faulted, self._document.anchors
        warned = self._warned or self._read_only_counted
        for problem in problems:
            pointer = problem.place.pointer
            if faulted and any(pointer[:length] in faulted for length in range(1, len(pointer) + 1)):
                continue
            if warned and problem.severity is Severity.ERROR:
                self._take_warning_back(pointer)
            if anchors:
                self._add_where_aliases_are(problem)
            else:
                self._problems.add(problem)
        self._add_at_aliases()

    def result(self, files: SourceFiles | None) -> Checked:
        """Return the document with what reading and checking found."""
        wrong = self._wrong
        read = [one for one in self._document.problems if one.rule != "yaml-type" or one.place.pointer not in wrong]
        left_out = self._read_only_counted + self._problems.left_out
        return Checked(self._document, (*read, *self._problems.kept), files, left_out)

    def _take_warning_back(self, pointer: Pointer) -> None:
        """Drop the warning of reading about a value that is wrong anyway: to quote it would not help."""
        if pointer in self._warned:
            self._wrong.add(pointer)
            return
        from tracecli.reading.yaml_text import other_reading, resolve  # noqa: PLC0415 -- few files come here

        for kind, number in self._read_only_counted.items():
            if kind[1] == "yaml-type" and number:
                place = Place(pointer)
                start, end = self._document.spans([place])[place]
                text = self._document.text[start:end]
                self._read_only_counted[kind] -= bool(other_reading(text, resolve(text)))
                return

    def _add_where_aliases_are(self, problem: Problem) -> None:
        """Point at the one text that is wrong where YAML aliases make it several values.

        What is wrong at its anchor is wrong in itself: it is reported there, once. What is wrong only where an alias
        puts it is reported at that alias, after all others of its rule.
        """
        pointer, part, span = problem.place
        way = [] if span else list(self._document.find(()).way(pointer))
        aliases = [length for length, node in enumerate(way) if node.anchor]
        if part == "key" and aliases and aliases[-1] == len(pointer):
            aliases.pop()  # the key before an alias is not the anchor's
        if not aliases:
            anchors = self._document.anchors
            used = [anchors[node.start] for node in way if node.start in anchors]
            related = [Related(f"used {count + 1:,} times: the first alias is", Place(span=at)) for count, at in used]
            if way:
                self._reported.add((problem.rule, way[-1].start))
            self._problems.add(problem._replace(related=(*problem.related, *related[-1:])))
            return
        text = way[-1].anchor or way[-1]
        spot = Related("its anchor is", Place(span=Span(text.start, text.end)))
        if aliases[0] < len(pointer):  # a part of what the alias stands for: no repair can write there
            spot = Related("what it stands for is", spot.place)
            problem = problem._replace(place=Place(pointer[: aliases[0]]), suggestion=None, fix=None)
        problem = problem._replace(related=(*problem.related, spot))
        places = tuple(way[length].start for length in aliases)
        self._at_aliases.setdefault((text.start, places), problem)
        if len(self._at_aliases) >= _WAITING:
            self._add_at_aliases()

    def _add_at_aliases(self) -> None:
        """Report what is wrong only where an alias puts it: one problem for each rule and alias."""
        for (text, places), problem in self._at_aliases.items():
            if not any((problem.rule, start) in self._reported for start in (text, *places)):
                self._reported.add((problem.rule, places[0]))
                self._problems.add(problem)
        self._at_aliases.clear()


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


def _too_much_text(data: object, shape: Shape, most: int) -> Iterator[Problem]:
    """Point at the label that makes a small file into a huge transcript: a long one that many steps name.

    Args:
        data: As read.
        shape: Its steps and targets.
        most: How often 100 characters of a label may be repeated.
    """
    labels = data.get("stateLabels") if isinstance(data, dict) else None
    weights: dict[Pointer, int] = {}  # of the labels that are long enough to cost anything
    for key, text in labels.items() if isinstance(labels, dict) else ():
        if isinstance(text, str) and len(text) >= _UNIT:
            weights["stateLabels", key] = len(text) // _UNIT
    targets = shape.targets or {}
    for key, target in targets.items():
        size = len(target.label or "")
        for end in target.ends.values():  # an edge is shown with its ends
            if end in targets:
                size += len(targets[end].label or "")
        if size >= _UNIT:
            weights["targets", key] = size // _UNIT
    if not weights:
        return
    steps = [step for scenario in shape.scenarios for step in scenario.steps]
    named = Counter(key for step in steps for _, names in step.uses() for key in names)
    costs = {
        at: weight * (len(steps) if at[0] == "stateLabels" else named[str(at[1])]) for at, weight in weights.items()
    }
    total = sum(costs.values())
    if total <= most:
        return
    worst = max(costs, key=lambda pointer: costs[pointer])
    message = f"with every step that names it, the label of {name(str(worst[1]))} is too much text: all such labels "
    message += f"together are {total * _UNIT:,} characters, and {most * _UNIT:,} is {beyond('expansion')}"
    place = Place(worst if worst[0] == "stateLabels" else (*worst, "label"))
    yield Problem("too-large", Severity.ERROR, message, place)
