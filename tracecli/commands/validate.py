"""`trace validate`: check files and report each problem with its location."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from tracecli import __version__
from tracecli.checking.formats import is_trace
from tracecli.errors import ExitCode, TraceError
from tracecli.git import top_level
from tracecli.library.catalog import shown_path
from tracecli.library.inputs import STDIN_NAME, Input, Inputs, check_here, gather, open_file, open_stdin, reported
from tracecli.library.writing import rewrite_text
from tracecli.problems import Severity
from tracecli.reading import Document, Limits, read_bytes
from tracecli.report.findings import FileReport, summary
from tracecli.resources import folder
from tracecli.terminal import output
from tracecli.text import alternatives, near_names, plural

if TYPE_CHECKING:
    from tracecli.fixing import Fixed
    from tracecli.report.findings import Results


NAMES = ("text", "json", "github", "gitlab", "sarif", "junit", "markdown")
"""The formats, here too so that text alone loads no other reporter; a test holds them to `REPORTERS`."""


class Output(NamedTuple):
    """One report: its format, and the file that it goes to; standard output without one."""

    name: str
    file: str | None = None


_REPAIRED = 20_000  # findings of a rule that one round of repairs makes at most


class Show(NamedTuple):
    """How reports for people look."""

    notes: bool  # show notes
    most: int  # findings shown of one file; 0 shows all
    color: bool  # whether text on standard output is coloured
    fail_on: Severity  # the least severity that makes the run fail


def outputs(words: Sequence[str]) -> list[Output]:
    """Read `NAME` and `NAME=FILE`; `-` for a file is standard output.

    Raises:
        TraceError: A format is unknown, or two reports would go to one place.
    """
    found = [_output(word) for word in words]
    if sum(1 for one in found if one.file is None) > 1:
        raise TraceError("only one report can go to standard output", "name a file for the others: --format sarif=FILE")
    files = [one.file for one in found if one.file]
    places = [os.path.realpath(file) for file in files]
    if twice := [file for file, place in zip(files, places, strict=True) if places.count(place) > 1]:
        raise TraceError(f"only one report can go to {twice[0]}", "name a file for each")
    return found


def _output(word: str) -> Output:
    name, separator, file = word.partition("=")
    if name not in NAMES:
        near = near_names(name, NAMES)
        hints = [f"did you mean {alternatives(near, name)}?"] if near else []
        raise TraceError(f"no report format is called {name}", *hints, f"there are {', '.join(NAMES)}")
    if separator and not file:
        raise TraceError(f"--format {word} names no file after =")
    return Output(name, None if file == "-" else file or None)


def write(found: Sequence[Output], files: Sequence[FileReport], failed: Sequence[str], show: Show) -> list[str]:
    """Write all reports. Returns a line for each that could not be written; the others still are.

    Standard output comes last, for it may end everything: nobody reads on, or the disk is full.
    """
    troubles = _summarise(files, failed, show) if any(one.name == "github" for one in found) else []
    for one in sorted(found, key=lambda one: one.file is None):
        try:
            _write(one, files, failed, show)
        except BrokenPipeError:  # of a file that is a pipe; its reader needs no more
            continue
        except TraceError as error:
            troubles.append(error.message)
    return troubles


def _write(one: Output, files: Sequence[FileReport], failed: Sequence[str], show: Show) -> None:
    if one == Output("text"):
        _paint(files, show)
        return
    from tracecli.report.ci import REPORTERS

    text = REPORTERS[one.name](_results(files, failed, show))
    if one.file is None:
        output.data(text)
    else:
        from tracecli.library.writing import spare, write_whole

        spare(one.file, *(file.path for file in files))
        write_whole(one.file, text.encode(errors="backslashreplace"))


def _paint(files: Sequence[FileReport], show: Show) -> None:
    from tracecli.report.text import text_report
    from tracecli.terminal.output import painted

    for file in files:
        for line in text_report(file, notes=show.notes, most=show.most):
            output.out(painted(line, color=show.color))


def _results(files: Sequence[FileReport], failed: Sequence[str], show: Show) -> Results:
    from tracecli.checking import RULES
    from tracecli.checking.rules.rule import page
    from tracecli.report.findings import Results

    here = Path.cwd()
    return Results(
        files,
        failed,
        version=__version__,
        pages=[page(rule) for rule in RULES],
        notes=show.notes,
        fail_on=show.fail_on,
        most=show.most,
        folder=str(here),
        root=str(top_level(here) or here),
    )


def _summarise(files: Sequence[FileReport], failed: Sequence[str], show: Show) -> list[str]:
    """Add the whole table to the summary of a GitHub job, where there is one."""
    target = os.environ.get("GITHUB_STEP_SUMMARY")
    if not target:
        return []
    from tracecli.report.markdown import SUMMARY, markdown_report

    text = markdown_report(_results(files, failed, show), most=SUMMARY)
    try:
        with open(target, "a", encoding="utf-8", errors="backslashreplace", newline="") as file:
            file.write(text)
    except OSError as error:
        return [f"the job summary can't be written: {error.strerror}"]
    return []


def repair(file: FileReport, path: str | None, limits: Limits, *, write: bool, color: bool) -> tuple[FileReport, int]:
    """Repair a file, or show what would change.

    Args:
        file: As checked.
        path: Where it lies; None for standard input, which is only ever shown.
        limits: What is too large.
        write: Write the file; else show a diff.
        color: Whether a diff is coloured.

    Returns:
        What is left to say about the file, and how many findings were (or would be) repaired.

    Raises:
        TraceError: The file can't be written.
    """
    document = file.document
    if document is None or not any(finding.problem.fix for finding in file.findings):
        return file, 0
    done = _fixed(document, file, path, limits)
    if done.text == document.text:
        return file, 0
    if not write:
        _show(document, done, color=color)
        return file, len(done.applied)
    if path is None:
        raise TraceError("standard input can't be fixed", "--diff shows what would change")
    rewrite_text(path, document.text, done.text)
    after = read_bytes(done.text.encode(), document.name, format=document.format, limits=limits)
    return reported(after, path, limits=limits), len(done.applied)


def _fixed(document: Document, file: FileReport, path: str | None, limits: Limits) -> Fixed:
    problems = [finding.problem for finding in file.findings]
    from tracecli.fixing import fixed

    return fixed(document, problems, lambda after: check_here(after, path, limits).problems)


def _show(document: Document, done: Fixed, *, color: bool) -> None:
    from tracecli.report.unified import unified
    from tracecli.terminal.output import painted

    for line in unified(document.text, done.text, document.name):
        output.out(painted(line, color=color) or "\n")


class Options(NamedTuple):
    """What the command line asks of a run."""

    formats: Sequence[str] = ("text",)  # `NAME` or `NAME=FILE` each
    fail_on: Severity = Severity.ERROR  # the least severity that makes the run fail
    repair: Literal["no", "show", "write"] = "no"  # `no`, `show` what would be repaired, or `write` it
    statistics: bool = False  # count the findings of each rule
    notes: bool = False  # show notes in text
    most: int = 100  # findings shown of one file in text; 0 shows all
    stdin_filename: str | None = None  # name and ending that standard input goes by
    allow_empty: bool = False  # A pattern that matches nothing is no failure
    color: bool = False  # whether text is coloured
    limits: Limits = Limits()  # what is too large


class _Outcome:
    def __init__(self, inputs: Inputs) -> None:
        self.files: list[FileReport] = []
        self.failed = list(inputs.failed)
        self.skipped = inputs.skipped
        self.repaired = 0


def run(arguments: Sequence[str], options: Options) -> ExitCode:
    """Check what the arguments name, show the findings, and give the exit code."""
    wanted = outputs(options.formats)
    if options.repair != "no":
        options = options._replace(limits=options.limits._replace(kept=_REPAIRED))
    if not arguments:
        arguments = [_default()]
    inputs = gather(arguments, allow_empty=options.allow_empty)
    outcome = _check_all(inputs, options)
    _validate_show(outcome, wanted, options)
    return _code(outcome, inputs, options)


def _default() -> str:
    """Choose ./traces if it holds a trace, else the shipped ones, and say which."""
    local = Path("traces")
    if local.is_dir() and any(_holds_trace(one) for one in gather(["traces"]).files):
        chosen = "traces"
    else:
        chosen = shown_path(folder("traces"))
    output.err(f"checking {chosen}")
    return chosen


def _holds_trace(one: Input) -> bool:
    try:
        return is_trace(open_file(one.path, root=one.root))
    except TraceError:
        return False


def _check_all(inputs: Inputs, options: Options) -> _Outcome:
    outcome = _Outcome(inputs)
    for one in inputs.files:
        try:
            document = _open(one, options)
        except TraceError as error:
            outcome.failed.append(error.message)
            continue
        if one.named or is_trace(document):
            path = None if one.path == "-" else one.path
            file = reported(document, path, notes=_wants_notes(options), limits=options.limits)
            outcome.files.append(_repaired(file, path, outcome, options))
        else:
            outcome.skipped += 1
    return outcome


def _wants_notes(options: Options) -> bool:
    """Notes are looked up when they are shown, counted or repaired; text alone only needs their number."""
    return options.notes or options.statistics or options.repair != "no" or list(options.formats) != ["text"]


def _repaired(file: FileReport, path: str | None, outcome: _Outcome, options: Options) -> FileReport:
    if options.repair == "no":
        return file

    try:
        file, number = repair(file, path, options.limits, write=options.repair == "write", color=options.color)
    except TraceError as error:
        outcome.failed.append(error.message)
    else:
        outcome.repaired += number
    return file


def _open(one: Input, options: Options) -> Document:
    if one.path != "-":
        return open_file(one.path, options.limits, one.root)
    return open_stdin(options.stdin_filename or STDIN_NAME, limits=options.limits)


def _validate_show(outcome: _Outcome, wanted: Sequence[Output], options: Options) -> None:
    show = Show(notes=options.notes, most=options.most, color=options.color, fail_on=options.fail_on)
    outcome.failed += write(wanted, outcome.files, outcome.failed, show)
    if options.statistics:
        _count(outcome, aside=Output("text") not in wanted, color=options.color)
    for line in outcome.failed:
        _say(f"error: {line}")
    if outcome.skipped:
        _say(f"skipped {plural(outcome.skipped, 'file')} that {'is' if outcome.skipped == 1 else 'are'} not a trace")
    if outcome.repaired:
        _say(f"{'fixed' if options.repair == 'write' else 'would fix'} {plural(outcome.repaired, 'finding')}")
    if outcome.files:
        notes = options.notes or Output("text") not in wanted
        _say(summary(outcome.files, notes=notes, fixing=options.repair != "no"))


def _count(outcome: _Outcome, *, aside: bool, color: bool) -> None:
    """Show the statistics: part of the report for people, beside any other report."""
    from tracecli.report.findings import statistics
    from tracecli.terminal.output import painted

    for line in statistics(outcome.files):
        (output.err if aside else output.out)(painted(line, color=color and not aside))


def _say(text: str) -> None:
    from tracecli.text import visible

    output.err(visible(text))


def _code(outcome: _Outcome, inputs: Inputs, options: Options) -> ExitCode:
    nothing_checked = not outcome.files and (inputs.files or inputs.skipped or not options.allow_empty)
    if outcome.failed or nothing_checked:
        if nothing_checked and not outcome.failed:
            _say("error: nothing to check: no file here is a trace")
        return ExitCode.FAILED
    severities = (finding.problem.severity for file in outcome.files for finding in file.findings)
    return ExitCode.FOUND if any(severity >= options.fail_on for severity in severities) else ExitCode.OK
