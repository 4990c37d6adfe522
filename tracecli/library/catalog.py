"""From an address to a checked trace, its scenario and step: in files, revisions, standard input and the library.

The library is the traces at the top of `./traces`, then the shipped ones.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tracecli.checking import Checked
from tracecli.checking.formats import is_trace
from tracecli.errors import TraceError
from tracecli.library.addresses import ENDINGS, Address, Reference, parse, quoted
from tracecli.library.inputs import allowed, check_here, open_revision, open_stdin
from tracecli.problems import Severity
from tracecli.reading import Document, raw_bytes, read_file
from tracecli.reading.files import guess_format
from tracecli.reading.links import guard
from tracecli.report.findings import FileReport, summary
from tracecli.report.text import text_report
from tracecli.resources import folder
from tracecli.text import alternatives, near_names

if TYPE_CHECKING:
    from tracecli.model import Scenario, Trace


class Entry(NamedTuple):
    """A file of the library."""

    name: str  # file name without its ending: the name of the trace
    path: str  # as shown to people: relative to the working directory where it is inside
    shipped: bool  # comes with the program
    root: str | None = None  # what no link may leave where there is no repository; see `reading.links`

    @property
    def shown(self) -> str:
        """The file as reports name it: a shipped one is the same wherever the program is installed."""
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
    return [one["id"] for one in scenarios if isinstance(one, dict) and isinstance(one.get("id"), str)]


class Catalog:
    """The library as it is now, and what else addresses name: listed and read when needed, read and checked once.

    Attributes:
        broken: Files that could not be read, filled while looking; shown only when nothing else answers.
    """

    def __init__(self, entries: list[Entry] | None = None) -> None:
        """Take the files of the library; None lists the library of the working directory when it is asked for."""
        self.broken: list[str] = []
        self._limits = allowed()
        self._documents: dict[Hashable, Document] = {}  # by path and name, and by what the file system knows it by
        self._checked: dict[tuple[int, str | None], Checked] = {}  # by data, and by the folder of its source files
        if entries is not None:
            self.entries = entries

    @cached_property
    def entries(self) -> list[Entry]:
        """Local files first, then the shipped ones that no local name shadows."""
        found: dict[str, Entry] = {}
        try:
            guard("traces")
            found = {entry.path: entry for entry in _entries(Path.cwd() / "traces", shipped=False)}
        except OSError as error:  # what a link leads to elsewhere is not even listed
            self.broken.append(f"traces: {error.strerror or error}")
        names = {entry.name for entry in found.values()}
        for entry in _entries(folder("traces"), shipped=True):
            if entry.name not in names:
                found.setdefault(entry.path, entry)
        return list(found.values())

    def document(self, entry: Entry) -> Document:
        """Read a file of the library."""
        return self.read(entry.path, name=entry.shown, root=entry.root)

    def read(self, path: str, *, name: str, root: str | None = None) -> Document:
        """Read a file; a link to one that was read, or another name of it, is not read again.

        Args:
            path: Where it is.
            name: What reports call it.
            root: What no link may leave where there is no repository; see `reading.links`.

        Raises:
            TraceError: It can't be opened.
        """
        if (path, name) in self._documents:
            return self._documents[path, name]
        known = None
        if self._documents:  # a command that reads one file asks nothing more
            with contextlib.suppress(OSError, ValueError):
                guard(path, root)
                known = self._documents.get(_identity(path))
        if known and known.text and guess_format(name, known.text) == known.format:
            document = replace(known, name=name)
        else:
            document = read_file(path, name=name, limits=self._limits, root=root)
            if not document.unread:
                with contextlib.suppress(OSError):
                    self._documents[_identity(path)] = document
        self._documents[path, name] = document
        return document

    def once(self, name: str, read: Callable[[], Document]) -> Document:
        """Return what can't be asked for by a path: read when its name is new."""
        if name not in self._documents:
            self._documents[name] = read()
        return self._documents[name]

    def check(self, document: Document, path: str | None) -> Checked:
        """Check a document.

        Args:
            document: As read.
            path: The file that it was read from; None for standard input, revisions and shipped traces.
        """
        key = id(document.data), path and os.path.dirname(os.path.abspath(path))
        known = self._checked.get(key)
        if known is None:
            known = self._checked[key] = check_here(document, path, self._limits)
        return known if known.document is document else Checked(document, known.problems, known.files)

    def traces(self) -> Iterator[tuple[Entry, Document]]:
        """Read all of the library; what is not a trace, or can't be read, is left out and remembered in `broken`."""
        for entry in self.entries:
            if document := self._usable(entry):
                yield entry, document

    def with_scenario(self, word: str) -> list[tuple[Entry, Document]]:
        """Return the traces that have a scenario of that id, parsing only files that can have it."""
        found: list[tuple[Entry, Document]] = []
        for entry in self.entries:
            if _may_hold(entry, word, self._limits.size) and (document := self._usable(entry)):
                found += [(entry, document)] if word in scenario_ids(document.data) else []
        return found

    def named(self, name: str) -> list[Entry]:
        """Return the entries of that name: more than one when files differ only in their ending."""
        return [entry for entry in self.entries if entry.name == name]

    def beside(self, name: str) -> list[Entry]:
        """Return the traces of that name in the working directory itself."""
        found: list[Entry] = []
        for path in sorted(os.listdir(".")):
            stem, ending = os.path.splitext(path)
            if stem == name and ending.lower() in ENDINGS and os.path.isfile(path):
                entry = Entry(name, path, shipped=False, root=os.getcwd())
                if is_trace(self.document(entry)):
                    found.append(entry)
                else:
                    self.broken.append(f"{path} is not a trace")
        return found

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


def _identity(path: str) -> tuple[int, int]:
    """Return what the file system knows a file by, whatever it is called."""
    status = os.stat(path)
    return status.st_dev, status.st_ino


# Bytes that can spell a word otherwise than letter by letter: escapes, and a line that goes on in a quoted YAML scalar.
_OTHERWISE = (b"\\u00", b"\\x", b"\\U", b"\\\n", b"\\\r")

_NEAR = 200  # bytes beside a word that are looked at; where they do not say, it may be a value
# A value begins after a bracket, a comma, a colon, a line break, or after a dash, an anchor or a tag and a space; in
# prose a word has other words beside it. A single word that fills what is looked at may begin in any way.
_BEFORE_VALUE = re.compile(rb"(?:[\[{,:?\r\n]|\A|\A\S+\s|(?<!\S)-\s|(?<!\S)[&!]\S*\s)\s*[\"']?\Z")
_AFTER_VALUE = re.compile(rb"[\"']?\s*(?:[\]},:#]|(?<=[\r\n])|\s*\Z)")


def _may_hold(entry: Entry, word: str, most: int) -> bool:
    """Look before parsing: a file in which the word is not a value of its own can't have a scenario of that id."""
    try:
        raw = raw_bytes(entry.path, most + 1, root=entry.root)
    except (OSError, ValueError):
        return True  # reading it properly says why it can't be read
    for other in _OTHERWISE:
        if other in raw:
            return True
    for found in re.finditer(re.escape(word.encode(errors="surrogateescape")), raw):
        start, end = found.span()
        if _AFTER_VALUE.match(raw[end : end + _NEAR]) and _BEFORE_VALUE.search(raw[max(0, start - _NEAR) : start]):
            return True
    return len(raw) > most


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


class _Opened(NamedTuple):
    document: Document
    base: str
    scenario: str | None
    path: str | None = None
    bare: bool = False
    root: str | None = None


def resolve(text: str, catalog: Catalog | None = None) -> Resolved:
    """Return what an address means: a trace, and its scenario and step where they are named.

    Args:
        text: The address.
        catalog: Where to look; addresses that share one are read and checked once where they name the same trace.

    Raises:
        TraceError: When nothing, or more than one thing, answers to the address, or the trace has errors; its findings
            are then the evidence.
    """
    catalog = catalog or Catalog()
    address = parse(text)
    found = _open(address, catalog)
    checked = catalog.check(found.document, found.path)
    if checked.trace is None:
        document = checked.document
        errors = [problem for problem in checked.problems if problem.severity is Severity.ERROR]
        file = FileReport(document.name, tuple(document.locate(errors)), document)
        hint, evidence = summary([file], notes=True), text_report(file, notes=False)
        raise TraceError(f"{document.name} has errors; fix them first", hint, evidence=evidence)
    scenario = None if found.scenario is None else _scenario(checked.trace, found)
    step = None if address.step is None else _step(scenario, address.text, address.step)
    return Resolved(checked, checked.trace, found.base, scenario, step, found.bare, found.path, found.root)


def resolve_scenario(text: str) -> tuple[Resolved, Scenario]:
    """Return what an address means where one scenario is needed: of a whole trace, its first.

    Raises:
        TraceError: As `resolve`.
    """
    resolved = resolve(text)
    return resolved, resolved.scenario or resolved.trace.scenarios[0]


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


def _open(address: Address, catalog: Catalog) -> _Opened:
    """Read what an address names."""
    trace = address.trace
    match address.reference:
        case Reference.FILE:
            return _Opened(catalog.read(trace, name=trace), trace, address.scenario, trace)
        case Reference.REVISION if "://" in trace:
            raise TraceError(f"{trace} is a web address, and trace fetches nothing", "curl -sL … | trace show -")
        case Reference.REVISION:
            return _Opened(catalog.once(trace, lambda: open_revision(trace)), trace, address.scenario)
        case Reference.STDIN:
            return _Opened(catalog.once(trace, open_stdin), trace, address.scenario)
    return _in_library(address, catalog)


def _in_library(address: Address, catalog: Catalog) -> _Opened:
    """Look for a scenario's id, then for a trace's name, then for a file of that name right here."""
    trace, scenario = address.trace, address.scenario
    if address.reference is Reference.WORD:
        scenario = None
        holders = catalog.with_scenario(trace)
        if len(holders) > 1:
            addresses = [quoted(f"{catalog.base(entry)}#{address.text}") for entry, _ in holders]
            raise TraceError(f"{len(holders)} traces have a scenario {trace}; name the trace too", *addresses)
        for entry, document in holders:
            path = None if entry.shipped else entry.path
            return _Opened(document, catalog.base(entry), trace, path, bare=True, root=entry.root)
    entries: list[Entry] = []
    if address.reference is Reference.NAME or address.step is None:
        entries = catalog.named(trace) or catalog.beside(trace)
    if len(entries) > 1:
        raise TraceError(
            f"{len(entries)} files are called {trace}; name one of them", *(quoted(entry.path) for entry in entries)
        )
    if not entries:
        raise _unknown(catalog, address)
    (entry,) = entries
    base = trace if entry in catalog.entries else entry.path
    path = None if entry.shipped else entry.path
    return _Opened(catalog.document(entry), base, scenario, path, root=entry.root)


def _unknown(catalog: Catalog, address: Address) -> TraceError:
    """Return the error that nothing answers, with near names and the files that could not be read."""
    if not address.text:
        return TraceError("the address is empty", "trace list shows what there is")
    if address.reference is Reference.WORD and _PART.search(address.text):
        return TraceError(f"{address.text} is not a valid address", "a part of a trace is written TRACE#SCENARIO/STEP")
    word = address.trace
    traces = list(catalog.traces())
    scenarios = [one for _, document in traces for one in scenario_ids(document.data)]
    known = [entry.name for entry, _ in traces] if address.reference is Reference.NAME else scenarios
    near = near_names(word, known) or near_names(word, [*scenarios, *(entry.name for entry, _ in traces)])
    hints = [f"did you mean {alternatives(near, word)}?"] if near else []
    if word in near:  # named as a trace, and a scenario is called so
        hints = [f"{word} is a scenario: write it without #"]
    hints += [f"skipped: {reason}" for reason in dict.fromkeys(catalog.broken)]
    what = "trace" if address.reference is Reference.NAME else "scenario or trace"
    return TraceError(f"the library has no {what} called {word}", *hints, "trace list shows what there is")


def _scenario(trace: Trace, found: _Opened) -> Scenario:
    for scenario in trace.scenarios:
        if scenario.id == found.scenario:
            return scenario
    ids = [scenario.id for scenario in trace.scenarios]
    near = near_names(str(found.scenario), ids)
    hint = f"did you mean {alternatives(near, str(found.scenario))}?" if near else f"it has {', '.join(ids)}"
    raise TraceError(f"{found.document.name} has no scenario {found.scenario}", hint)


def _step(scenario: Scenario | None, address: str, step: str) -> int:
    """Return the number of a step that an address names by number or id."""
    if scenario is None:
        raise TraceError(f"{address} names a step but no scenario", "write TRACE#SCENARIO/STEP")
    last = len(scenario.steps)
    if not step:
        raise TraceError(f"{address} names no step after /", f"its steps are 1 to {last}")
    if step.isascii() and step.isdecimal():
        if len(step) <= 9 and int(step) <= last:
            return int(step)
        raise TraceError(f"{scenario.id} has no step {step}", f"its steps are 1 to {last}, and 0 is the initial state")
    ids = {one.id: number for number, one in enumerate(scenario.steps, 1) if one.id}
    if step in ids:
        return ids[step]
    near = near_names(step, ids)
    hint = f"did you mean {alternatives(near, step)}?" if near else f"name it by its number, 1 to {last}"
    raise TraceError(f"{scenario.id} has no step called {step}", hint)
