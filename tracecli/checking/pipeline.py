"""A document → a checked trace and all that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from tracecli.checking.blanking import blanked
from tracecli.checking.extent import many_steps, much_text
from tracecli.checking.near import Near
from tracecli.checking.rules import RULES
from tracecli.checking.schema import faults
from tracecli.checking.shaping import shape
from tracecli.checking.sourcefiles import SourceFiles
from tracecli.checking.version import other_version
from tracecli.checking.wording import problems_of
from tracecli.problems import Pointer, Problem, Severity
from tracecli.reading import DEFAULT, Document, Limits
from tracecli.reading.collector import collector_paused

if TYPE_CHECKING:  # see Checked.trace
    from tracecli.model import Trace


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
        from tracecli.checking.build import build  # noqa: PLC0415 -- who only wants findings needs no model

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
