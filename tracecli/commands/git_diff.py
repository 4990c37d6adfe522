"""`trace git-diff`: git's external diff driver."""

from __future__ import annotations

import filecmp
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from tracecli.checking import Checked
from tracecli.commands.diff import located
from tracecli.comparing import compare_traces
from tracecli.errors import ExitCode, TraceError
from tracecli.git import ask
from tracecli.library.catalog import Resolved, is_trace
from tracecli.library.inputs import check_here
from tracecli.model import Trace
from tracecli.problems import Severity
from tracecli.reading import Document, read_file
from tracecli.report.diff_text import diff_lines
from tracecli.report.diff_view import DiffOptions, seconds
from tracecli.report.findings import plural
from tracecli.report.unified import linewise
from tracecli.terminal import output
from tracecli.terminal.output import painted, wants_color
from tracecli.text import Line, Run, line, visible

# ---- library.drivers
# What git hands to an external diff driver: one pair of files a call (git(1), under `GIT_EXTERNAL_DIFF`).

_NOTHING = "."  # git's mode and hash of a side that is not there; its file is then /dev/null
_FILE = "100"  # the type in a mode; 120 is a link, 160 a submodule


@dataclass(frozen=True, slots=True)
class Version:
    """One side of a pair.

    Attributes:
        path: Relative to the repository's root, also where this side has no file.
        file: Where its contents are: in a temporary file, or in the working tree.
        mode: As git writes it, such as `100644`; `.` where this side has no file.
    """

    path: str
    file: str
    mode: str

    @property
    def absent(self) -> bool:
        """This side has no file: it was added, or deleted."""
        return self.mode == _NOTHING

    @property
    def plain(self) -> bool:
        """A file; not a link, whose contents are where it leads, or a submodule, whose contents are its commit."""
        return self.mode.startswith(_FILE)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two versions of a file.

    Attributes:
        old: On the left.
        new: On the right; its path is another one where the file was renamed or copied.
        told: Lines by git itself, about a rename or a copy.
    """

    old: Version
    new: Version
    told: tuple[str, ...] = ()


def pair(arguments: Sequence[str]) -> Pair | None:
    """Read git's arguments.

    Args:
        arguments: Path, then file, hash and mode of the old and of the new side; for a rename or a copy also the new
            path, and git's lines about it.

    Returns:
        The pair, or None where these are not git's.
    """
    if len(arguments) < 7:
        return None
    path, old, _, old_mode, new, _, new_mode, *more = arguments
    told = [text for text in "".join(more[1:]).split("\n") if text]
    return Pair(Version(path, old, old_mode), Version(more[0] if more else path, new, new_mode), tuple(told))


def header(given: Pair) -> Iterator[Line]:
    """Give the lines above a difference, as git's own look; escaped."""
    old, new = given.old, given.new
    yield _head(f"diff --trace a/{old.path} b/{new.path}")
    if old.absent:
        yield _head(f"new file mode {new.mode}")
    elif new.absent:
        yield _head(f"deleted file mode {old.mode}")
    elif old.mode != new.mode:
        yield _head(f"old mode {old.mode}")
        yield _head(f"new mode {new.mode}")
    for text in given.told:
        yield _head(text)


def _head(text: str) -> Line:
    return line(Run(visible(text), "head"))


# ---- commands.driving
# What `git diff` shows of one pair of files: traces by what they mean, everything else line by line.

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


# ---- commands.git_diff
# `trace git-diff`: git's external diff driver. To git it never fails: any exit code but 0 ends `git diff` with 128.

_SETUP = (
    "git calls it: echo 'traces/*.json diff=trace' >> .gitattributes",
    "              git config diff.trace.command 'trace git-diff'",
)


def main(arguments: Sequence[str]) -> int:
    """Answer git without the command line's parser: a path may look like an option, and git calls once a file."""

    def answer() -> int:
        try:
            return run(arguments)
        except TraceError as error:  # somebody else than git has called it
            output.err("\n".join([f"error: {error.message}", *(f"  {hint}" for hint in error.hints)]))
            return error.code

    return output.guarded(answer, lost=ExitCode.OK)


def run(arguments: Sequence[str]) -> ExitCode:
    """Show one pair of files, or the name of an unmerged one.

    Args:
        arguments: Seven from git, nine for a rename or a copy; a path alone for what is not merged.

    Raises:
        TraceError: These are not git's arguments, so git is not waiting for an answer.
    """
    if not arguments or 1 < len(arguments) < 7:
        raise TraceError("trace git-diff takes the arguments of git's external diff drivers", *_SETUP)
    try:
        color = _wants_color()
        for shown in _git_diff_lines(arguments):
            output.out(painted(shown, color=color) or "\n")
    except output.UnwritableError:
        raise
    except BaseException as error:  # noqa: BLE001 - see the top of this file; Ctrl-C has already ended git itself
        _say(error)
    return ExitCode.OK


def _git_diff_lines(arguments: Sequence[str]) -> Iterator[Line]:
    given = pair(arguments)
    if given is None:
        yield line(Run(f"* Unmerged path {visible(arguments[0])}", "head"))
        return
    yield from header(given)
    paged = os.environ.get("GIT_PAGER_IN_USE", "") in {"1", "true"}
    yield from body(given, DiffOptions(width=output.columns(os.environ), wrap=paged or sys.stdout.isatty()))


def _wants_color() -> bool:
    """Ask git, which knows its pager and `color.diff`; NO_COLOR and FORCE_COLOR come first."""
    if os.environ.get("NO_COLOR") or os.environ.get("FORCE_COLOR"):
        return wants_color("auto", os.environ, sys.stdout)
    try:
        return ask("config", "--get-colorbool", "color.diff", str(sys.stdout.isatty()).lower()).strip() == b"true"
    except TraceError:
        return False


def _say(error: BaseException) -> None:
    if isinstance(error, TraceError):
        output.out(f"note: {visible(error.message)}")
    elif not isinstance(error, KeyboardInterrupt):
        reason = error.strerror if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
        output.err(f"note: {visible(str(reason))}")
