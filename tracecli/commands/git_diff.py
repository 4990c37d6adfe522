"""`trace git-diff`: git's external diff driver. To git it never fails: any exit code but 0 ends `git diff` with 128."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

from tracecli.commands.driving import body
from tracecli.errors import TraceError
from tracecli.escaping import visible
from tracecli.exits import ExitCode
from tracecli.git import ask
from tracecli.library.drivers import header, pair
from tracecli.report.diff_view import DiffOptions
from tracecli.runs import Line, Run, line
from tracecli.terminal import streams
from tracecli.terminal.paint import painted, wants_color

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
            streams.err("\n".join([f"error: {error.message}", *(f"  {hint}" for hint in error.hints)]))
            return error.code

    return streams.guarded(answer, lost=ExitCode.OK)


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
        for shown in _lines(arguments):
            streams.out(painted(shown, color=color) or "\n")
    except streams.UnwritableError:
        raise
    except BaseException as error:  # noqa: BLE001 - see the top of this file; Ctrl-C has already ended git itself
        _say(error)
    return ExitCode.OK


def _lines(arguments: Sequence[str]) -> Iterator[Line]:
    given = pair(arguments)
    if given is None:
        yield line(Run(f"* Unmerged path {visible(arguments[0])}", "head"))
        return
    yield from header(given)
    paged = os.environ.get("GIT_PAGER_IN_USE", "") in {"1", "true"}
    yield from body(given, DiffOptions(width=streams.columns(os.environ), wrap=paged or sys.stdout.isatty()))


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
        streams.out(f"note: {visible(error.message)}")
    elif not isinstance(error, KeyboardInterrupt):
        reason = error.strerror if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
        streams.err(f"note: {visible(str(reason))}")
