"""Where exceptions become words: each kind once, with its wording, what to try next, and its exit code."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Any

import typer

from tracecli.errors import TraceError
from tracecli.escaping import visible
from tracecli.exits import ExitCode
from tracecli.library.address import STDIN_WORD
from tracecli.terminal import streams

_MOST_HINTS = 30


def run(app: Callable[[list[str]], int], arguments: Sequence[str]) -> int:
    """Run the parsed command line and give its exit code. Nothing that a user can type or feed ends in a traceback.

    Args:
        app: Parses the words and runs the command; raises for what it can't do.
        arguments: The words after the program's name.
    """
    streams.prepare()
    try:
        code = app([_spell(word) for word in arguments])
        streams.finish()
    except BaseException as error:  # noqa: BLE001 - the one door: what is not known below is raised again
        code = _words(error)
    return int(code)


def _spell(word: str) -> str:
    """Spell `-#serial` so that it is no option: standard input's scenario."""
    return f"{STDIN_WORD}{word[1:]}" if word.startswith("-#") else word


def _words(error: BaseException) -> int:
    for kinds, speak in _TABLE:
        if isinstance(error, kinds):
            return speak(error)
    raise error


def _say(message: str, *hints: str, code: int = ExitCode.FAILED) -> int:
    try:
        streams.err(f"error: {visible(message)}")
        for hint in _bounded(hints):
            streams.err(f"  {visible(hint)}")
        streams.finish()
    except OSError:
        return _closed(code)
    return code


def _bounded(hints: Sequence[str]) -> Sequence[str]:
    """Give as many hints as anybody reads; the last one says where to go on."""
    left = len(hints) - _MOST_HINTS
    return hints if left <= 0 else [*hints[: _MOST_HINTS - 1], f"and {left:,} more", hints[-1]]


def _cannot(error: TraceError) -> int:
    from tracecli.terminal.paint import painted, wants_color

    color = wants_color("auto", os.environ, sys.stderr)
    for line in error.evidence:
        streams.err(painted(line, color=color))
    return _say(error.message, *error.hints, code=error.code)


def _usage(error: typer.TyperException) -> int:
    context = getattr(error, "ctx", None)
    words = error.format_message()
    if type(error).__name__ == "NoArgsIsHelpError":
        streams.err("\n".join(visible(line) for line in words.splitlines()))
        return ExitCode.FAILED
    if context is None:  # an option at the end of the line that lacks its value
        return _say(words, "trace --help tells more")
    return _say(words, *context.get_usage().splitlines(), f"{context.command_path} --help tells more")


def _interrupted(_error: BaseException) -> int:
    return ExitCode.INTERRUPTED


def _too_large(_error: BaseException) -> int:
    return _say("the document is too large for this machine's memory")


def _closed(code: int = ExitCode.OK) -> int:
    """The reader has gone (`trace … | head`): nobody is left to be told."""
    streams.abandon()
    return code


def _left(error: SystemExit) -> int:
    """Typer takes a reader that has gone for itself, and would leave with the code that means findings."""
    if isinstance(error.__context__, OSError) and error.__context__.errno == errno.EPIPE:
        return _closed()
    raise error


def _system(error: OSError) -> int:
    if error.errno in (errno.EPIPE, errno.EIO):
        return _closed()
    if error.errno == errno.ENOENT and error.filename is None:
        return _say("the folder that this was started in is no longer there", "cd to one that is")
    what = f"{error.filename}: " if isinstance(error.filename, str) else ""
    code = _say(f"{what}{error.strerror or error}")
    if error.errno == errno.ENOSPC:
        streams.abandon()
    return code


def _bug(error: Exception) -> int:
    if os.environ.get("TRACE_DEBUG"):
        traceback.print_exception(error)
    return _say(
        f"internal error: {type(error).__name__}: {error}",
        "this is a fault of trace, not of your file; TRACE_DEBUG=1 shows where, please report it",
    )


# Looked through from the top: the first row that fits speaks.
_TABLE: tuple[tuple[tuple[type[BaseException], ...], Callable[[Any], int]], ...] = (
    ((TraceError,), _cannot),
    ((typer.TyperException,), _usage),
    ((KeyboardInterrupt, typer.Abort), _interrupted),
    ((SystemExit,), _left),
    ((OSError,), _system),
    ((MemoryError, RecursionError), _too_large),
    ((Exception,), _bug),
)
