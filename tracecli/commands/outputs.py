"""Where the reports of `validate` go: `--format NAME[=FILE]`, several in one run."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tracecli import __version__
from tracecli.errors import TraceError
from tracecli.git import top_level
from tracecli.nearest import near_names
from tracecli.problems import Severity
from tracecli.report.findings import FileReport
from tracecli.terminal import streams

if TYPE_CHECKING:  # text alone loads no other reporter
    from tracecli.report.results import Results

NAMES = ("text", "json", "github", "gitlab", "sarif", "junit", "markdown")
"""The formats, here too so that text alone loads no other reporter; a test holds them to `REPORTERS`."""


class Output(NamedTuple):
    """One report: its format, and the file that it goes to; standard output without one."""

    name: str
    file: str | None = None


class Show(NamedTuple):
    """How reports for people look.

    Attributes:
        notes: Show notes.
        most: Findings shown of one file; 0 shows all.
        color: Whether text on standard output is coloured.
        fail_on: The least severity that makes the run fail.
    """

    notes: bool
    most: int
    color: bool
    fail_on: Severity


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
        hints = [f"did you mean {' or '.join(near)}?"] if near else []
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
    from tracecli.report.reporters import REPORTERS

    text = REPORTERS[one.name](_results(files, failed, show))
    if one.file is None:
        streams.data(text)
    else:
        from tracecli.library.writing import spare, write_whole

        spare(one.file, *(file.path for file in files))
        write_whole(one.file, text.encode(errors="backslashreplace"))


def _paint(files: Sequence[FileReport], show: Show) -> None:
    from tracecli.report.text import text_report
    from tracecli.terminal.paint import painted

    for file in files:
        for line in text_report(file, notes=show.notes, most=show.most):
            streams.out(painted(line, color=show.color))


def _results(files: Sequence[FileReport], failed: Sequence[str], show: Show) -> Results:
    from tracecli.checking import RULES
    from tracecli.checking.rules.page import page
    from tracecli.report.results import Results

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
