"""What `git diff` shows of one pair of files: traces by what they mean, everything else line by line."""

from __future__ import annotations

import filecmp
from collections.abc import Iterator
from itertools import islice

from tracecli.checking import Checked
from tracecli.commands.locating import located
from tracecli.comparing import compare_traces
from tracecli.escaping import visible
from tracecli.library.drivers import Pair, Version
from tracecli.library.opening import check_here
from tracecli.library.resolving import Resolved
from tracecli.library.shelf import is_trace
from tracecli.model import Trace
from tracecli.problems import Severity
from tracecli.reading import Document, read_file
from tracecli.report.diff_sentences import seconds
from tracecli.report.diff_text import diff_lines
from tracecli.report.diff_view import DiffOptions
from tracecli.report.findings import plural
from tracecli.report.linewise import linewise
from tracecli.runs import Line, Run, line

_NAMES = ("old", "new")
_KINDS = {"120": "a link, whose text is where it leads", "160": "a submodule, whose text is its commit"}


def body(pair: Pair, options: DiffOptions) -> list[Line]:
    """Give the lines below the header; none where only mode or name changed.

    Whatever goes wrong while traces are compared, the difference is still told line by line.

    Args:
        pair: From git.
        options: Width and wrapping.

    Raises:
        TraceError: A side can't be opened.
    """
    old, new = _opened(pair.old), _opened(pair.new)
    for document in (old, new):
        if document and document.unread:
            return [_note(f"{document.name}: {document.unread.message}")]
    if old and new and filecmp.cmp(pair.old.file, pair.new.file, shallow=False):
        return []
    try:
        return list(_told(pair, old, new, options))
    except Exception as error:  # noqa: BLE001 - git dies when its driver does, so no content may stop it
        reason = f"internal error, please report it: {type(error).__name__}: {error}"
        return list(_linewise(pair, old, new, reason))


def _opened(version: Version) -> Document | None:
    return None if version.absent else read_file(version.file, name=version.path)


def _told(pair: Pair, old: Document | None, new: Document | None, options: DiffOptions) -> Iterator[Line]:
    if reason := next((_KINDS[one.mode[:3]] for one in (pair.new, pair.old) if one.mode[:3] in _KINDS), ""):
        yield from _linewise(pair, old, new, f"this is {reason}")
        return
    left, right = (check_here(one, None) if one else None for one in (old, new))
    if reason := _unfit(right, "new") or _unfit(left, "old"):
        yield from _linewise(pair, old, new, reason)
    elif left and right:
        yield from _compared(pair, left, right, options)
    else:
        yield from _alone(pair, left, right)


def _unfit(checked: Checked | None, which: str) -> str:
    """Give why a version can't be compared as a trace, or nothing."""
    if checked is None or checked.trace is not None:
        return ""
    document = checked.document
    if not is_trace(document):
        return f"the {which} version is not a trace"
    errors = [problem for problem in checked.problems if problem.severity is Severity.ERROR]
    first = document.locate(errors)[0]
    start = first.range.start
    where = f"{document.name}:{start.line}:{start.column}"
    return f"the {which} version has {plural(len(errors), 'error')}, the first at {where}: {first.problem.message}"


def _compared(pair: Pair, left: Checked, right: Checked, options: DiffOptions) -> Iterator[Line]:
    sides = _resolved(left), _resolved(right)
    comparison = compare_traces(sides[0].trace, sides[1].trace)
    if comparison.same:
        reason = "both traces say the same, and differ in layout, drawing, key order or a property of your own"
        yield from _linewise(pair, left.document, right.document, reason)
        return
    locate = located(comparison, sides)
    # Without the first line: git's header has named both sides.
    yield from islice(diff_lines(comparison, names=_NAMES, origin="", options=options, locate=locate), 1, None)


def _resolved(checked: Checked) -> Resolved:
    if checked.trace is None:
        raise ValueError("a version that is no trace is not compared")
    return Resolved(checked, checked.trace, checked.document.name, None, None, bare=False, path=None)


def _alone(pair: Pair, left: Checked | None, right: Checked | None) -> Iterator[Line]:
    for checked, what, meaning in ((left, "Deleted", "left"), (right, "Added", "right")):
        if checked and checked.trace:
            yield from _summary(checked.trace, what, meaning)
    yield from _lines(pair, left.document if left else None, right.document if right else None)


def _summary(trace: Trace, what: str, meaning: str) -> Iterator[Line]:
    counted = f"{plural(len(trace.scenarios), 'scenario')}, {plural(len(trace.targets), 'target')}"
    yield line(Run(f"{what} trace: {visible(trace.title)} ({counted})", meaning))
    for scenario in trace.scenarios:
        time = seconds(sum(step.duration for step in scenario.steps))
        told = f"{visible(scenario.id)}: {plural(len(scenario.steps), 'step')}, {time}: {visible(scenario.title)}"
        yield line(Run(f"  {told}", meaning))


def _linewise(pair: Pair, old: Document | None, new: Document | None, reason: str) -> Iterator[Line]:
    yield _note(f"shown line by line: {reason}")
    yield from _lines(pair, old, new)


def _lines(pair: Pair, old: Document | None, new: Document | None) -> Iterator[Line]:
    names = f"a/{pair.old.path}", f"b/{pair.new.path}"
    yield from linewise(old.text if old else None, new.text if new else None, names)


def _note(text: str) -> Line:
    return line(Run("note: ", "note"), Run(visible(text), "text"))
