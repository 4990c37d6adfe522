"""`trace git-diff`: git's external diff driver. Traces are shown by what they mean, everything else line by line.

To git it never fails: any exit code but 0 ends `git diff` with 128.
"""

from __future__ import annotations

import filecmp
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from tracecli.checking import Checked
from tracecli.checking.formats import is_trace
from tracecli.commands.diff import located
from tracecli.comparing import compare_traces, unmeant_lines
from tracecli.errors import ExitCode, TraceError
from tracecli.git import ask
from tracecli.library.inputs import check_here
from tracecli.model import Trace
from tracecli.problems import Severity
from tracecli.reading import Document, read_file
from tracecli.report.diff_text import diff_lines
from tracecli.report.diff_view import DiffOptions, exact_seconds, unmeant_sentence
from tracecli.report.unified import linewise
from tracecli.terminal import output
from tracecli.text import Line, Run, line, one_line, plural, visible

_SETUP = (
    "git calls it: echo 'traces/*.json diff=trace' >> .gitattributes",
    "              git config diff.trace.command 'trace git-diff'",
)
_NAMES = ("old", "new")
_NOTHING = "."  # git's mode and hash of a side that is not there; its file is then /dev/null
_KINDS = {"120": "a link, whose text is where it leads", "160": "a submodule, whose text is its commit"}
"""What is not a file, by the beginning of its mode."""


@dataclass(frozen=True, slots=True)
class FileVersion:
    """One side of what git compares."""

    path: str  # relative to the repository's root, also where this side has no file
    file: str  # where its contents are: in a temporary file, or in the working tree
    mode: str  # as git writes it, such as `100644`; `.` where this side has no file

    @property
    def absent(self) -> bool:
        """This side has no file: it was added, or deleted."""
        return self.mode == _NOTHING


@dataclass(frozen=True, slots=True)
class FilePair:
    """Two versions of a file."""

    old: FileVersion
    new: FileVersion  # its path is another one where the file was renamed or copied
    notes: tuple[str, ...] = ()  # lines by git itself, about a rename or a copy


def main(arguments: Sequence[str]) -> int:
    """Answer git without the command line's parser: a path may look like an option, and git calls once a file."""

    def answer() -> int:
        try:
            return run(arguments)
        except TraceError as error:  # someone else than git has called it
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
            output.out(output.painted(shown, color=color) or "\n")
    except output.UnwritableError:
        raise
    except BaseException as error:  # noqa: BLE001 - see the top of this file; Ctrl-C has already ended git itself
        _report(error)
    return ExitCode.OK


def _git_diff_lines(arguments: Sequence[str]) -> Iterator[Line]:
    pair = parse_arguments(arguments)
    if pair is None:
        yield line(Run(f"* Unmerged path {visible(arguments[0])}", "head"))
        return
    yield from header(pair)
    paged = os.environ.get("GIT_PAGER_IN_USE", "") in {"1", "true"}
    yield from body(pair, DiffOptions(width=output.columns(os.environ), wrap=paged or sys.stdout.isatty()))


def _wants_color() -> bool:
    """Ask git, which knows its pager and `color.diff`; NO_COLOR and FORCE_COLOR come first."""
    if os.environ.get("NO_COLOR") or os.environ.get("FORCE_COLOR"):
        return output.wants_color("auto", os.environ, sys.stdout)
    try:
        return ask("config", "--get-colorbool", "color.diff", str(sys.stdout.isatty()).lower()).strip() == b"true"
    except TraceError:
        return False


def _report(error: BaseException) -> None:
    if isinstance(error, TraceError):
        output.out(f"note: {visible(error.message)}")
    elif not isinstance(error, KeyboardInterrupt):
        reason = error.strerror if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
        output.err(f"note: {visible(str(reason))}")


def parse_arguments(arguments: Sequence[str]) -> FilePair | None:
    """Read git's arguments (git(1), under `GIT_EXTERNAL_DIFF`).

    Args:
        arguments: Path, then file, hash and mode of the old and of the new side; for a rename or a copy also the new
            path, and git's lines about it.

    Returns:
        The pair, or None where these are not git's.
    """
    if len(arguments) < 7:
        return None
    path, old, _, old_mode, new, _, new_mode, *more = arguments
    notes = [text for text in "".join(more[1:]).split("\n") if text]
    new_path = more[0] if more else path
    return FilePair(FileVersion(path, old, old_mode), FileVersion(new_path, new, new_mode), tuple(notes))


def header(pair: FilePair) -> Iterator[Line]:
    """Yield the lines above a difference, as git's own look; escaped."""
    old, new = pair.old, pair.new
    texts = [f"diff --trace a/{old.path} b/{new.path}"]
    if old.absent:
        texts.append(f"new file mode {new.mode}")
    elif new.absent:
        texts.append(f"deleted file mode {old.mode}")
    elif old.mode != new.mode:
        texts += [f"old mode {old.mode}", f"new mode {new.mode}"]
    for text in (*texts, *pair.notes):
        yield line(Run(visible(text), "head"))


def body(pair: FilePair, options: DiffOptions) -> list[Line]:
    """Return the lines below the header; none where only mode or name changed.

    Whatever goes wrong while traces are compared, the difference is still shown line by line.

    Args:
        pair: From git.
        options: Width and wrapping.

    Raises:
        TraceError: A side can't be opened.
    """
    old, new = (None if one.absent else read_file(one.file, name=one.path) for one in (pair.old, pair.new))
    for document in (old, new):
        if document and document.unread:
            return [_note(f"{document.name}: {document.unread.message}")]
    if old and new and filecmp.cmp(pair.old.file, pair.new.file, shallow=False):
        return []
    try:
        return list(_difference(pair, old, new, options))
    except Exception as error:  # noqa: BLE001 - git dies when its driver does, so no content may stop it
        reason = f"internal error, please report it: {type(error).__name__}: {error}"
        return [_by_line(reason), *_lines(pair, old, new)]


def _difference(pair: FilePair, old: Document | None, new: Document | None, options: DiffOptions) -> Iterator[Line]:
    kind = next((_KINDS[one.mode[:3]] for one in (pair.new, pair.old) if one.mode[:3] in _KINDS), "")
    left, right = (check_here(one, None) if one and not kind else None for one in (old, new))
    reason = f"this is {kind}" if kind else _unfit(right, "new") or _unfit(left, "old")
    if reason:
        yield _by_line(reason)
        yield from _lines(pair, old, new)
    elif left and right and left.trace and right.trace:
        comparison = compare_traces(left.trace, right.trace)
        unmeant = unmeant_lines(left.document, right.document, comparison)
        if comparison.same:
            if unmeant:
                yield _by_line(f"both traces say the same; {unmeant_sentence(unmeant)}")
            yield from _lines(pair, old, new)
            return
        locate = located(comparison, (left.document, right.document))
        also = unmeant_sentence(unmeant, "git diff --no-ext-diff") if unmeant else ""
        report = diff_lines(comparison, names=_NAMES, origin="", options=options, locate=locate, also=also)
        yield from islice(report, 1, None)  # without the first line: git's header has named both sides
    else:
        for checked, what, meaning in ((left, "Deleted", "left"), (right, "Added", "right")):
            if checked and checked.trace:
                yield from _summary(checked.trace, what, meaning)
        yield from _lines(pair, old, new)


def _unfit(checked: Checked | None, which: str) -> str:
    """Return why a version can't be compared as a trace, or nothing."""
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


def _summary(trace: Trace, what: str, meaning: str) -> Iterator[Line]:
    counted = f"{plural(len(trace.scenarios), 'scenario')}, {plural(len(trace.targets), 'target')}"
    yield line(Run(f"{what} trace: {visible(one_line(trace.title))} ({counted})", meaning))
    for scenario in trace.scenarios:
        steps = plural(len(scenario.steps), "step")
        time = exact_seconds(sum(step.duration for step in scenario.steps))
        yield line(Run(f"  {visible(scenario.id)}: {steps}, {time}: {visible(one_line(scenario.title))}", meaning))


def _lines(pair: FilePair, old: Document | None, new: Document | None) -> Iterator[Line]:
    names = f"a/{pair.old.path}", f"b/{pair.new.path}"
    yield from linewise(old.text if old else None, new.text if new else None, names)


def _by_line(reason: str) -> Line:
    return _note(f"shown line by line: {reason}")


def _note(text: str) -> Line:
    return line(Run("note: ", "note"), Run(visible(text), "text"))
