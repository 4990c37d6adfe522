"""The library: the traces at the top of ./traces, then the shipped ones."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tracecli.checking import Checked
from tracecli.errors import TraceError
from tracecli.library.addresses import ENDINGS, Address, Reference, parse, quoted
from tracecli.library.inputs import allowed, check_here, open_file, open_revision, open_stdin
from tracecli.problems import Severity
from tracecli.reading import Document, raw_bytes, read_file
from tracecli.reading.links import guard
from tracecli.report.findings import FileReport, summary
from tracecli.report.text import text_report
from tracecli.resources import folder
from tracecli.text import alternatives, near_names

if TYPE_CHECKING:
    from tracecli.model import Scenario, Trace

TRACE_KEYS = ("scenarios", "targets", "stateLabels")
"""A document with none of these at its top is not a trace, but some other JSON or YAML file."""


class Entry(NamedTuple):
    """A file of the library."""

    name: str  # file name without its ending: the name of the trace
    path: str  # as shown to people: relative to the working directory where it is inside
    shipped: bool  # comes with the program
    root: str | None = None  # what no link may leave where there is no repository; see `reading.links`

    @property
    def shown(self) -> str:
        """The file as people are told of it: a shipped one is the same wherever the program is installed."""
        return f"steptrace/traces/{os.path.basename(self.path)}" if self.shipped else self.path


def shown_path(path: Path) -> str:
    """Return a path as people would type it: relative if it is below the working directory."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def scenario_ids(data: object) -> list[str]:
    """Return the scenario ids that a document declares, however broken the rest of it is."""
    scenarios = data.get("scenarios") if isinstance(data, dict) else None
    if not isinstance(scenarios, list):
        return []
    ids = (scenario.get("id") for scenario in scenarios if isinstance(scenario, dict))
    return [one for one in ids if isinstance(one, str)]


def is_trace(document: Document) -> bool:
    """Return whether a document is meant to be a trace; one that can't be read is judged by its text.

    Of a file that is too large, or that a link leads to elsewhere, nothing was seen: it may be one, and is not left out
    without a word.
    """
    if document.readable:
        return isinstance(document.data, dict) and any(key in document.data for key in TRACE_KEYS)
    return document.unread is not None or any(key in document.text for key in TRACE_KEYS)


def _entries(place: Path, *, shipped: bool) -> Iterator[Entry]:
    root = None if shipped else str(place.parent)
    try:
        names = sorted(os.listdir(place))
    except OSError:
        return
    for name in names:
        stem, ending = os.path.splitext(name)
        path = place / name
        if ending.lower() in ENDINGS and not name.startswith(".") and path.is_file():
            yield Entry(stem, shown_path(path), shipped, root)


class Shelf:
    """The library as it is now, read lazily.

    Attributes:
        entries: Local ones first, then the shipped ones that no local name shadows.
        broken: Files that could not be read, filled while looking; shown only when nothing else answers.
    """

    def __init__(self, entries: list[Entry], broken: Iterable[str] = ()) -> None:
        """Take the files; nothing is read yet."""
        self.entries = entries
        self.broken = [*broken]
        self._read: dict[str, Document] = {}
        self._limits = allowed()

    @classmethod
    def here(cls) -> Shelf:
        """Return the library of the working directory."""
        local: list[Entry] = []
        broken: list[str] = []
        try:
            guard("traces")
            local += _entries(Path.cwd() / "traces", shipped=False)
        except OSError as error:  # what a link leads to elsewhere is not even listed
            broken.append(f"traces: {error.strerror or error}")
        taken = {(entry.name, entry.path) for entry in local}
        names = {entry.name for entry in local}
        shipped = [
            entry
            for entry in _entries(folder("traces"), shipped=True)
            if entry.name not in names and (entry.name, entry.path) not in taken
        ]
        return cls(local + shipped, broken)

    def document(self, entry: Entry) -> Document:
        """Read a file of the library, once."""
        if entry.path not in self._read:
            self._read[entry.path] = read_file(entry.path, name=entry.shown, limits=self._limits, root=entry.root)
        return self._read[entry.path]

    def traces(self) -> Iterator[tuple[Entry, Document]]:
        """Read all of the library; what is no trace, or can't be read, is left out and remembered in `broken`."""
        for entry in self.entries:
            if (document := self._usable(entry)) is not None:
                yield entry, document

    def with_scenario(self, word: str) -> list[tuple[Entry, Document]]:
        """Return the traces that have a scenario of that id, parsing only files that can have it."""
        holders = (entry for entry in self.entries if _may_hold(entry, word, self._limits.size))
        found = ((entry, document) for entry in holders if (document := self._usable(entry)))
        return [(entry, document) for entry, document in found if word in scenario_ids(document.data)]

    def named(self, name: str) -> list[Entry]:
        """Return the entries of that name: more than one when files differ only in their ending."""
        return [entry for entry in self.entries if entry.name == name]

    def base(self, entry: Entry) -> str:
        """Name a trace by its name, or by its file where two files share the name."""
        return entry.name if len(self.named(entry.name)) == 1 else entry.path

    def _usable(self, entry: Entry) -> Document | None:
        try:
            document = self.document(entry)
        except TraceError as error:
            self.broken.append(error.message)
            return None
        if document.readable:
            return document if is_trace(document) else None
        if is_trace(document):
            self.broken.append(f"{entry.shown} can't be read as a trace: {document.problems[0].message}")
        return None


# Bytes that can spell a word otherwise than letter by letter: escapes, and a line that goes on in a quoted YAML scalar.
_OTHERWISE = (b"\\u00", b"\\x", b"\\U", b"\\\n", b"\\\r")

_NEAR = 200  # bytes beside a word that are looked at; where they do not tell, it may be a value
_BREAK = re.compile(rb"[\r\n]")


def _may_hold(entry: Entry, word: str, most: int) -> bool:
    """Look before parsing: a file in which the word is no value of its own can't have a scenario of that id."""
    try:
        raw = raw_bytes(entry.path, most + 1, root=entry.root)
    except (OSError, ValueError):
        return True  # reading it properly says why it can't be read
    name = word.encode(errors="surrogateescape")
    if len(raw) > most or any(one in raw for one in _OTHERWISE):
        return True
    return any(_is_value(raw, *found.span()) for found in re.finditer(re.escape(name), raw))


def _is_value(raw: bytes, start: int, end: int) -> bool:
    return _begins_value(raw[max(0, start - _NEAR) : start]) and _ends_value(raw[end : end + _NEAR])


def _begins_value(before: bytes) -> bool:
    """Return whether a value may begin behind these bytes: a bracket, a comma, a colon, a dash, a line break.

    A quote, an anchor or a tag may stand between; in prose a word has other words beside it.
    """
    unquoted = before[:-1] if before.endswith((b'"', b"'")) else before
    text = unquoted.rstrip()
    blanks = unquoted[len(text) :]
    if not text or text.endswith((b"[", b"{", b",", b":", b"?")) or _BREAK.search(blanks):
        return True
    *_, last = words = text.split()
    cut = len(words) == 1 and len(before) == _NEAR  # who knows how it begins
    return bool(blanks) and (cut or last == b"-" or last.startswith((b"&", b"!")))


def _ends_value(behind: bytes) -> bool:
    unquoted = behind[1:] if behind.startswith((b'"', b"'")) else behind
    text = unquoted.lstrip()
    blanks = unquoted[: len(unquoted) - len(text)]
    return not text or text.startswith((b"]", b"}", b",", b":", b"#")) or _BREAK.search(blanks) is not None


def shortest_addresses(traces: Sequence[tuple[str, Sequence[str]]]) -> list[list[str]]:
    """Return the shortest address of each scenario: its id alone where no other trace has a scenario of that id.

    Args:
        traces: How each trace is named, and the ids of its scenarios.

    Returns:
        A list of addresses for each trace, not quoted.
    """
    holders = Counter(one for _, ids in traces for one in set(ids))
    return [[one if holders[one] == 1 else f"{base}#{one}" for one in ids] for base, ids in traces]


_PART = re.compile(r"#|\.(?:json|ya?ml)[:/\\]", re.IGNORECASE)
"""What a word has that is meant to lead into a file: `t.json/serial`, `t.json:12:3`, `t.json#1`."""


class Resolved(NamedTuple):
    """What an address means."""

    checked: Checked  # the document with its trace
    trace: Trace  # the trace, free of errors
    base: str  # how addresses name this trace: a path, `REV:path`, `-` or a name of the library
    scenario: Scenario | None  # the scenario, or None where the whole trace is meant
    step: int | None  # number of the step that the address names (0 is the initial state), or None
    bare: bool  # the scenario alone is address enough
    path: str | None  # the file that it was read from; None for standard input, revisions and shipped traces
    root: str | None = None  # what no link in that path may leave where there is no repository; see `reading.links`

    @property
    def name(self) -> str:
        """The document's name as shown to people."""
        return self.checked.document.name

    def address(self, scenario: str | None = None, step: int | None = None) -> str:
        """Return an address in this trace that can be pasted into a shell.

        Args:
            scenario: A scenario's id; the one resolved without it.
            step: A step's number to add.
        """
        chosen = scenario or (self.scenario.id if self.scenario else "")
        own = self.scenario is not None and chosen == self.scenario.id
        text = chosen if self.bare and own else f"{self.base}#{chosen}"
        return quoted(text if step is None else f"{text}/{step}")


class _Found(NamedTuple):
    document: Document
    base: str
    scenario: str | None
    path: str | None = None
    bare: bool = False
    root: str | None = None


def resolve(text: str) -> Resolved:
    """Return what an address means: a trace, and its scenario and step where they are named.

    Raises:
        TraceError: When nothing, or more than one thing, answers to the address, or the trace has errors; its findings
            are then the evidence.
    """
    address = parse(text)
    found = _find(address)
    checked = check_here(found.document, found.path)
    if checked.trace is None:
        raise _broken(checked)
    scenario = None if found.scenario is None else _scenario(checked.trace, found)
    step = _step(scenario, address)
    return Resolved(checked, checked.trace, found.base, scenario, step, found.bare, found.path, found.root)


def resolve_both(left: str, right: str) -> tuple[Resolved, Resolved]:
    """Return what two addresses mean; where both name scenarios of one trace, it is read and checked once.

    Raises:
        TraceError: As `resolve`.
    """
    first, one, other = resolve(left), parse(left), parse(right)
    if other.reference is Reference.WORD:
        shelf = Shelf.here()
        elsewhere = (entry for entry in shelf.entries if shelf.base(entry) != first.base)
        same = first.bare and not any(_may_hold(entry, other.trace, allowed().size) for entry in elsewhere)
        wanted: str | None = other.trace
    else:
        same, wanted = (other.reference, other.trace) == (one.reference, one.trace), other.scenario
    scenario = next((scenario for scenario in first.trace.scenarios if scenario.id == wanted), None)
    if not same or scenario is None or other.step is not None:
        return first, resolve(right)
    return first, first._replace(scenario=scenario, step=None)


def resolve_scenario(text: str) -> tuple[Resolved, Scenario]:
    """Return what an address means where one scenario is needed; a trace with a single scenario names it.

    Raises:
        TraceError: As `resolve`, and when the trace has several scenarios and the address names none.
    """
    resolved = resolve(text)
    return resolved, scenario_of(resolved)


def scenario_of(resolved: Resolved) -> Scenario:
    """Return the scenario that was named, or the only one of its trace.

    Raises:
        TraceError: There are several, and none was named.
    """
    if resolved.scenario is not None:
        return resolved.scenario
    if len(resolved.trace.scenarios) == 1:
        return resolved.trace.scenarios[0]
    addresses = [resolved.address(scenario.id) for scenario in resolved.trace.scenarios]
    raise TraceError(f"{resolved.base} has {len(addresses)} scenarios; name one of them", *addresses)


def _broken(checked: Checked) -> TraceError:
    document = checked.document
    errors = [problem for problem in checked.problems if problem.severity is Severity.ERROR]
    file = FileReport(document.name, tuple(document.locate(errors)), document)
    return TraceError(
        f"{document.name} has errors, so nothing else is done with it",
        summary([file], notes=True),
        evidence=text_report(file, notes=False),
    )


def _find(address: Address) -> _Found:
    match address.reference:
        case Reference.FILE:
            return _Found(open_file(address.trace), address.trace, address.scenario, address.trace)
        case Reference.REVISION if "://" in address.trace:
            raise TraceError(
                f"{address.trace} is a web address, and trace fetches nothing", "curl -sL … | trace show -"
            )
        case Reference.REVISION:
            return _Found(open_revision(address.trace), address.trace, address.scenario)
        case Reference.STDIN:
            return _Found(open_stdin(), "-", address.scenario)
        case Reference.NAME:
            shelf = Shelf.here()
            return _named(shelf, address.trace, address.scenario) or _nothing(shelf, address)
        case Reference.WORD:
            return _word(address)


def _word(address: Address) -> _Found:
    shelf = Shelf.here()
    holders = shelf.with_scenario(address.trace)
    if len(holders) > 1:
        addresses = [quoted(f"{shelf.base(entry)}#{address.text}") for entry, _ in holders]
        raise TraceError(f"{len(holders)} traces have a scenario {address.trace}; name the trace too", *addresses)
    if holders:
        entry, document = holders[0]
        return _Found(document, shelf.base(entry), address.trace, _path(entry), bare=True, root=entry.root)
    if address.step is None and (found := _named(shelf, address.trace, None)):
        return found
    return _nothing(shelf, address)


def _named(shelf: Shelf, name: str, scenario: str | None) -> _Found | None:
    entries = shelf.named(name)
    if len(entries) > 1:
        raise TraceError(
            f"{len(entries)} files are called {name}; name one of them", *(quoted(e.path) for e in entries)
        )
    if not entries:
        return None
    return _Found(shelf.document(entries[0]), name, scenario, _path(entries[0]), root=entries[0].root)


def _path(entry: Entry) -> str | None:
    return None if entry.shipped else entry.path


def _nothing(shelf: Shelf, address: Address) -> _Found:
    """Say that nothing answers, with near names and with the files that could not be asked."""
    if not address.text:
        raise TraceError("an empty address names nothing", "trace list shows what there is")
    if address.reference is Reference.WORD and _PART.search(address.text):
        raise TraceError(f"{address.text} is no address", "a part of a trace is written TRACE#SCENARIO/STEP")
    word = address.trace
    traces = list(shelf.traces())
    scenarios = [one for _, document in traces for one in scenario_ids(document.data)]
    known = [entry.name for entry, _ in traces] if address.reference is Reference.NAME else scenarios
    near = near_names(word, known) or near_names(word, [*scenarios, *(entry.name for entry, _ in traces)])
    hints = [f"did you mean {alternatives(near, word)}?"] if near else []
    if word in near:  # named as a trace, and a scenario is called so
        hints = [f"{word} is a scenario: write it without #"]
    hints += [f"skipped: {reason}" for reason in dict.fromkeys(shelf.broken)]
    what = "trace" if address.reference is Reference.NAME else "scenario or trace"
    raise TraceError(f"the library has no {what} called {word}", *hints, "trace list shows what there is")


def _scenario(trace: Trace, found: _Found) -> Scenario:
    for scenario in trace.scenarios:
        if scenario.id == found.scenario:
            return scenario
    ids = [scenario.id for scenario in trace.scenarios]
    near = near_names(str(found.scenario), ids)
    hint = f"did you mean {alternatives(near, str(found.scenario))}?" if near else f"it has {', '.join(ids)}"
    raise TraceError(f"{found.document.name} has no scenario {found.scenario}", hint)


def _step(scenario: Scenario | None, address: Address) -> int | None:
    if address.step is None:
        return None
    if scenario is None:
        raise TraceError(f"{address.text} names a step but no scenario", "write TRACE#SCENARIO/STEP")
    last = len(scenario.steps)
    if not address.step:
        raise TraceError(f"{address.text} names no step after /", f"its steps are 1 to {last}")
    if address.step.isascii() and address.step.isdecimal():
        if len(address.step) <= 9 and int(address.step) <= last:
            return int(address.step)
        raise TraceError(
            f"{scenario.id} has no step {address.step}", f"its steps are 1 to {last}, and 0 is the initial state"
        )
    ids = {step.id: number for number, step in enumerate(scenario.steps, 1) if step.id}
    if address.step in ids:
        return ids[address.step]
    near = near_names(address.step, ids)
    hint = f"did you mean {alternatives(near, address.step)}?" if near else f"name it by its number, 1 to {last}"
    raise TraceError(f"{scenario.id} has no step called {address.step}", hint)
