"""The library: the traces at the top of ./traces, then the shipped ones; a local name shadows a shipped one."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tracecli.errors import TraceError
from tracecli.library.address import ENDINGS
from tracecli.library.allowing import allowed
from tracecli.reading import Document, raw_bytes, read_file
from tracecli.reading.links import guard
from tracecli.resources import folder

TRACE_KEYS = ("scenarios", "targets", "stateLabels")
"""A document with none of these at its top is not a trace, but some other JSON or YAML file."""


class Entry(NamedTuple):
    """A file of the library.

    Attributes:
        name: File name without its ending: the name of the trace.
        path: As shown to people: relative to the working directory where it is inside.
        shipped: Comes with the program.
        root: What no link may leave where there is no repository; see `reading.links`.
    """

    name: str
    path: str
    shipped: bool
    root: str | None = None

    @property
    def shown(self) -> str:
        """The file as people are told of it: a shipped one is the same wherever the program is installed."""
        return f"steptrace/traces/{os.path.basename(self.path)}" if self.shipped else self.path


def shown_path(path: Path) -> str:
    """Give a path as people would type it: relative if it is below the working directory."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def scenario_ids(data: object) -> list[str]:
    """Give the scenario ids that a document declares, however broken the rest of it is."""
    scenarios = data.get("scenarios") if isinstance(data, dict) else None
    if not isinstance(scenarios, list):
        return []
    ids = (scenario.get("id") for scenario in scenarios if isinstance(scenario, dict))
    return [one for one in ids if isinstance(one, str)]


def is_trace(document: Document) -> bool:
    """Say whether a document is meant to be a trace; one that can't be read is judged by its text.

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
        """Give the library of the working directory."""
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
        """Give the traces that have a scenario of that id, parsing only files that can have it."""
        holders = (entry for entry in self.entries if _may_hold(entry, word, self._limits.size))
        found = ((entry, document) for entry in holders if (document := self._usable(entry)))
        return [(entry, document) for entry, document in found if word in scenario_ids(document.data)]

    def named(self, name: str) -> list[Entry]:
        """Give the entries of that name: more than one when files differ only in their ending."""
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
    """Tell whether a value may begin behind these bytes: a bracket, a comma, a colon, a dash, a line break.

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
    """Give the shortest address of each scenario: its id alone where no other trace has a scenario of that id.

    Args:
        traces: How each trace is named, and the ids of its scenarios.

    Returns:
        A list of addresses for each trace, not quoted.
    """
    holders = Counter(one for _, ids in traces for one in set(ids))
    return [[one if holders[one] == 1 else f"{base}#{one}" for one in ids] for base, ids in traces]
