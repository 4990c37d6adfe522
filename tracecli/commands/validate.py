"""`trace validate`: check files and report each problem with its location."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from tracecli import __version__
from tracecli.checking.formats import is_trace
from tracecli.errors import ExitCode, TraceError
from tracecli.git import top_level
from tracecli.library.addresses import ENDINGS
from tracecli.library.inputs import STDIN_NAME, Input, check_here, gather, open_file, open_stdin, reported
from tracecli.library.writing import rewrite_text, spare, write_whole
from tracecli.problems import Severity
from tracecli.reading import Limits, read_bytes
from tracecli.report.findings import FileReport, summary
from tracecli.terminal import output
from tracecli.text import Line, alternatives, near_names, plural, visible

if TYPE_CHECKING:
    from tracecli.report.findings import Results


NAMES = ("text", "json", "github", "gitlab", "sarif", "junit", "markdown")
"""The formats, here too so that text alone loads no other reporter; a test holds them to `REPORTERS`."""

_REPAIRED = 20_000  # findings of a rule that one round of repairs makes at most


class Options(NamedTuple):
    """What the command line asks of a run."""

    formats: Sequence[str] = ("text",)  # `NAME` or `NAME=FILE` each
    fail_on: Severity = Severity.ERROR  # the least severity that makes the run fail
    repair: Literal["no", "show", "write"] = "no"  # `no`, `show` what would be repaired, or `write` it
    statistics: bool = False  # count the findings of each rule
    notes: bool = False  # show notes in text
    most: int = 100  # findings shown of one file in text; 0 shows all
    stdin_filename: str | None = None  # name and ending that standard input goes by
    allow_empty: bool = False  # a pattern that matches nothing is not a failure
    skip_foreign: bool = False  # pass over a named file that is not a trace
    color: bool = False  # whether text is coloured
    limits: Limits = Limits()  # what is too large


class Output(NamedTuple):
    """One report: its format, and the file that it goes to; standard output without one."""

    name: str
    file: str | None = None


@dataclass
class _Outcome:
    """What came of a run."""

    failed: list[str]  # what could not be done, a sentence each
    skipped: int  # files that are not a trace
    files: list[FileReport] = field(default_factory=list)  # what was checked
    repaired: int = 0  # findings


def run(arguments: Sequence[str], options: Options) -> ExitCode:
    """Check what the arguments name, show the findings, and return the exit code.

    Raises:
        TraceError: Two reports would go to one place, or nothing was named and there is no trace here.
    """
    wanted = _outputs(options.formats)
    if options.repair != "no":
        options = options._replace(limits=options.limits._replace(kept=_REPAIRED))
    inputs = gather(arguments or _traces_here(), allow_empty=options.allow_empty)
    outcome = _Outcome([*inputs.failed], inputs.skipped)
    # Text alone shows the number of notes; looking up where they are takes longer than finding them.
    notes = options.notes or options.statistics or options.repair != "no" or list(options.formats) != ["text"]
    passed_over = False
    for one in inputs.files:
        try:
            if one.path == "-":
                document = open_stdin(options.stdin_filename or STDIN_NAME, limits=options.limits)
            else:
                document = open_file(one.path, options.limits, one.root)
            if (options.skip_foreign or not one.named) and not is_trace(document):
                outcome.skipped += 1
                passed_over |= one.named
                continue
            path = None if one.path == "-" else one.path
            outcome.files.append(reported(document, path, notes=notes, limits=options.limits))
            if options.repair != "no":
                outcome.files[-1], number = _repair(outcome.files[-1], path, options)
                outcome.repaired += number
        except TraceError as error:
            outcome.failed.append(error.message)
    _show(outcome, wanted, options)
    empty = not outcome.files and not passed_over and (inputs.files or inputs.skipped or not options.allow_empty)
    if empty and not outcome.failed:
        output.err("error: nothing to check: no file here is a trace")
    if outcome.failed or empty:
        return ExitCode.FAILED
    worst = max((one.problem.severity for file in outcome.files for one in file.findings), default=None)
    return ExitCode.OK if worst is None or worst < options.fail_on else ExitCode.FOUND


def _traces_here() -> list[str]:
    """Return what to check when nothing is named, and say it: ./traces if it holds a trace, else the traces right here.

    Raises:
        TraceError: There are none. The shipped ones are not checked instead: that would say of files that were never
            looked at that they are well.
    """
    if os.path.isdir("traces") and any(map(_holds_trace, gather(["traces"]).files)):
        output.err("checking traces")
        return ["traces"]
    folder = os.getcwd()  # asked first: a folder that is gone lists as an empty one
    here = [
        name
        for name in sorted(os.listdir())
        if name.lower().endswith(ENDINGS) and not name.startswith(".") and os.path.isfile(name)
        if _holds_trace(Input(name, named=False, root=folder))
    ]
    if not here:
        hint = "name the files, folders or patterns to check"
        raise TraceError("there is no trace in ./traces or in the current directory", hint)
    shown = f"{', '.join(here[:3])} and {len(here) - 3:,} more" if len(here) > 4 else ", ".join(here)
    output.err(visible(f"checking {shown}"))
    return here


def _holds_trace(one: Input) -> bool:
    try:
        return is_trace(open_file(one.path, root=one.root))
    except TraceError:
        return False


def _outputs(words: Sequence[str]) -> list[Output]:
    """Read `NAME` and `NAME=FILE`; `-` for a file is standard output.

    Raises:
        TraceError: A format is unknown, or two reports would go to one place.
    """
    found: list[Output] = []
    for word in words:
        name, separator, file = word.partition("=")
        if name not in NAMES:
            near = near_names(name, NAMES)
            hints = [f"did you mean {alternatives(near, name)}?"] if near else []
            raise TraceError(f"no report format is called {name}", *hints, f"there are {', '.join(NAMES)}")
        if separator and not file:
            raise TraceError(f"--format {word} names no file after =")
        one = Output(name, None if file == "-" else file or None)
        for other in found:
            if one.file is None and other.file is None:
                hint = "name a file for the others: --format sarif=FILE"
                raise TraceError("only one report can go to standard output", hint)
            if one.file and other.file and os.path.realpath(one.file) == os.path.realpath(other.file):
                raise TraceError(f"only one report can go to {other.file}", "name a file for each")
        found.append(one)
    return found


def _repair(file: FileReport, path: str | None, options: Options) -> tuple[FileReport, int]:
    """Repair a file, or show what would change.

    Args:
        file: As checked.
        path: Where it is; None for standard input, which is only ever shown.
        options: Whether to write, and how to show.

    Returns:
        What is left to say about the file, and how many findings were (or would be) repaired.

    Raises:
        TraceError: The file can't be written.
    """
    document, limits = file.document, options.limits
    if document is None or not any(finding.problem.fix for finding in file.findings):
        return file, 0
    from tracecli.fixing import fixed

    problems = [finding.problem for finding in file.findings]
    done = fixed(document, problems, lambda after: check_here(after, path, limits).problems)
    if done.text == document.text:
        return file, 0
    if options.repair == "show":
        from tracecli.report.unified import unified

        _paint(unified(document.text, done.text, document.name), color=options.color)
        return file, len(done.applied)
    if path is None:
        raise TraceError("standard input can't be fixed", "--diff shows what would change")
    rewrite_text(path, document.text, done.text)
    after = read_bytes(done.text.encode(), document.name, format=document.format, limits=limits)
    return reported(after, path, limits=limits), len(done.applied)


def _show(outcome: _Outcome, wanted: Sequence[Output], options: Options) -> None:
    """Write the reports, and the summary to standard error."""
    _write(outcome, wanted, options)
    has_text = Output("text") in wanted
    if options.statistics:
        from tracecli.report.findings import statistics

        if has_text:
            _paint(statistics(outcome.files), color=options.color)
        else:
            for line in statistics(outcome.files):
                output.err(output.painted(line, color=False))
    for failure in outcome.failed:
        output.err(visible(f"error: {failure}"))
    if outcome.skipped:
        are = "is" if outcome.skipped == 1 else "are"
        output.err(f"skipped {plural(outcome.skipped, 'file')} that {are} not a trace")
    if outcome.repaired:
        done = "fixed" if options.repair == "write" else "would fix"
        output.err(f"{done} {plural(outcome.repaired, 'finding')}")
    if outcome.files:
        fixing = options.repair != "no"
        output.err(visible(summary(outcome.files, notes=options.notes or not has_text, fixing=fixing)))


def _write(outcome: _Outcome, wanted: Sequence[Output], options: Options) -> None:
    """Write all reports; one that can't be written is added to what has failed, and the others still are written.

    Standard output comes last, for it may end everything: no one reads on, or the disk is full.
    """
    failed = tuple(outcome.failed)
    if any(one.name == "github" for one in wanted) and (target := os.environ.get("GITHUB_STEP_SUMMARY")):
        from tracecli.report.markdown import SUMMARY, markdown_report

        text = markdown_report(_results(outcome, failed, options), most=SUMMARY)
        try:
            # Without O_NONBLOCK a pipe without a reader would hold us for ever.
            handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0), 0o666)
            with open(handle, "a", encoding="utf-8", errors="backslashreplace", newline="") as file:
                file.write(text)
        except OSError as error:
            outcome.failed.append(f"the job summary can't be written: {error.strerror}")
    for one in sorted(wanted, key=lambda one: one.file is None):
        if one == Output("text"):
            from tracecli.report.text import text_report

            for report in outcome.files:
                _paint(text_report(report, notes=options.notes, most=options.most), color=options.color)
            continue
        from tracecli.report.ci import REPORTERS

        text = REPORTERS[one.name](_results(outcome, failed, options))
        try:
            if one.file is None:
                output.data(text)
            else:
                spare(one.file, *(file.path for file in outcome.files))
                write_whole(one.file, text.encode(errors="backslashreplace"))
        except BrokenPipeError:  # of a file that is a pipe; its reader needs no more
            continue
        except TraceError as error:
            outcome.failed.append(error.message)


def _paint(lines: Iterable[Line], *, color: bool) -> None:
    for line in lines:
        output.out(output.painted(line, color=color) or "\n")


def _results(outcome: _Outcome, failed: Sequence[str], options: Options) -> Results:
    from tracecli.checking import RULES
    from tracecli.checking.rules.rule import page
    from tracecli.report.findings import Results

    here = Path.cwd()
    return Results(
        outcome.files,
        failed,
        version=__version__,
        pages=[page(rule) for rule in RULES],
        notes=options.notes,
        fail_on=options.fail_on,
        most=options.most,
        folder=str(here),
        root=str(top_level(here) or here),
    )
