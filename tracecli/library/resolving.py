"""From an address to a checked trace, its scenario and the number of a step."""

from __future__ import annotations

import re
from typing import NamedTuple

from tracecli.checking import Checked
from tracecli.errors import TraceError
from tracecli.library.address import Address, Reference, parse, quoted
from tracecli.library.opening import check_here, open_file, open_revision, open_stdin
from tracecli.library.shelf import Entry, Shelf, scenario_ids
from tracecli.model import Scenario, Trace
from tracecli.nearest import near_names
from tracecli.problems import Severity
from tracecli.reading import Document
from tracecli.report.findings import FileReport, summary
from tracecli.report.text import text_report

_PART = re.compile(r"#|\.(?:json|ya?ml)[:/\\]", re.IGNORECASE)
"""What a word has that is meant to lead into a file: `t.json/serial`, `t.json:12:3`, `t.json#1`."""


class Resolved(NamedTuple):
    """What an address means.

    Attributes:
        checked: The document with its trace.
        trace: The trace, free of errors.
        base: How addresses name this trace: a path, `REV:path`, `-` or a name of the library.
        scenario: The scenario, or None where the whole trace is meant.
        step: Number of the step that the address names (0 is the initial state), or None.
        bare: The scenario alone is address enough.
        path: The file that it was read from; None for standard input, revisions and shipped traces.
        root: What no link in that path may leave where there is no repository; see `reading.links`.
    """

    checked: Checked
    trace: Trace
    base: str
    scenario: Scenario | None
    step: int | None
    bare: bool
    path: str | None
    root: str | None = None

    @property
    def name(self) -> str:
        """The document's name as shown to people."""
        return self.checked.document.name

    def address(self, scenario: str | None = None, step: int | None = None) -> str:
        """Give an address in this trace that can be pasted into a shell.

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
    """Give what an address means: a trace, and its scenario and step where they are named.

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


def resolve_scenario(text: str) -> tuple[Resolved, Scenario]:
    """Give what an address means where one scenario is needed; a trace with a single scenario names it.

    Raises:
        TraceError: As `resolve`, and when the trace has several scenarios and the address names none.
    """
    resolved = resolve(text)
    return resolved, scenario_of(resolved)


def scenario_of(resolved: Resolved) -> Scenario:
    """Give the scenario that was named, or the only one of its trace.

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
    hints = [f"did you mean {' or '.join(near)}?"] if near else []
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
    hint = f"did you mean {' or '.join(near)}?" if near else f"it has {', '.join(ids)}"
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
    hint = f"did you mean {' or '.join(near)}?" if near else f"name it by its number, 1 to {last}"
    raise TraceError(f"{scenario.id} has no step called {address.step}", hint)
