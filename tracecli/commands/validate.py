"""`trace validate`: check files and say what is wrong with them, where."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from tracecli.commands.outputs import Output, Show, outputs, write
from tracecli.errors import TraceError
from tracecli.exits import ExitCode
from tracecli.library.inputs import Input, Inputs, gather
from tracecli.library.opening import STDIN_NAME, open_file, open_stdin
from tracecli.library.reporting import reported
from tracecli.library.shelf import is_trace, shown_path
from tracecli.problems import Severity
from tracecli.reading import Document, Limits
from tracecli.report.findings import FileReport, plural, summary
from tracecli.resources import folder
from tracecli.terminal import streams


class Options(NamedTuple):
    """What the command line asks of a run.

    Attributes:
        formats: `NAME` or `NAME=FILE` each.
        fail_on: The least severity that makes the run fail.
        repair: `no`, `show` what would be repaired, or `write` it.
        statistics: Count the findings of each rule.
        notes: Show notes in text.
        most: Findings shown of one file in text; 0 shows all.
        stdin_filename: Name and ending that standard input goes by.
        allow_empty: A pattern that matches nothing is no failure.
        color: Whether text is coloured.
        limits: What is too large.
    """

    formats: Sequence[str] = ("text",)
    fail_on: Severity = Severity.ERROR
    repair: Literal["no", "show", "write"] = "no"
    statistics: bool = False
    notes: bool = False
    most: int = 100
    stdin_filename: str | None = None
    allow_empty: bool = False
    color: bool = False
    limits: Limits = Limits()


class _Outcome:
    def __init__(self, inputs: Inputs) -> None:
        self.files: list[FileReport] = []
        self.failed = list(inputs.failed)
        self.skipped = inputs.skipped
        self.repaired = 0


def run(arguments: Sequence[str], options: Options) -> ExitCode:
    """Check what the arguments name, show the findings, and give the exit code."""
    wanted = outputs(options.formats)
    if not arguments:
        arguments = [_default()]
    inputs = gather(arguments, allow_empty=options.allow_empty)
    outcome = _check_all(inputs, options)
    _show(outcome, wanted, options)
    return _code(outcome, inputs, options)


def _default() -> str:
    """Choose ./traces if it holds a trace, else the shipped ones, and say which."""
    local = Path("traces")
    if local.is_dir() and any(_holds_trace(one) for one in gather(["traces"]).files):
        chosen = "traces"
    else:
        chosen = shown_path(folder("traces"))
    streams.err(f"checking {chosen}")
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
    """Notes are looked up for whoever shows, counts or repairs them; text alone only tells their number."""
    return options.notes or options.statistics or options.repair != "no" or list(options.formats) != ["text"]


def _repaired(file: FileReport, path: str | None, outcome: _Outcome, options: Options) -> FileReport:
    if options.repair == "no":
        return file
    from tracecli.commands.repairing import repair

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


def _show(outcome: _Outcome, wanted: Sequence[Output], options: Options) -> None:
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
        _say(summary(outcome.files, notes=options.notes or Output("text") not in wanted))


def _count(outcome: _Outcome, *, aside: bool, color: bool) -> None:
    """Show the statistics: part of the report for people, beside any other report."""
    from tracecli.report.statistics import statistics
    from tracecli.terminal.paint import painted

    for line in statistics(outcome.files):
        (streams.err if aside else streams.out)(painted(line, color=color and not aside))


def _say(text: str) -> None:
    from tracecli.escaping import visible

    streams.err(visible(text))


def _code(outcome: _Outcome, inputs: Inputs, options: Options) -> ExitCode:
    nothing_checked = not outcome.files and (inputs.files or inputs.skipped or not options.allow_empty)
    if outcome.failed or nothing_checked:
        if nothing_checked and not outcome.failed:
            _say("error: nothing to check: no file here is a trace")
        return ExitCode.FAILED
    severities = (finding.problem.severity for file in outcome.files for finding in file.findings)
    return ExitCode.FOUND if any(severity >= options.fail_on for severity in severities) else ExitCode.OK
