"""Where exceptions become words and exit codes."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Any

import typer

from tracecli.errors import ExitCode, TraceError
from tracecli.library.addresses import STDIN_WORD, quoted
from tracecli.library.catalog import Catalog, scenario_ids, shortest_addresses
from tracecli.terminal import output
from tracecli.text import visible


def need(address: str | None, verb: str) -> str:
    """Return the address, or say what could have been one.

    Raises:
        TraceError: When there is none.
    """
    if address is None:
        raise TraceError(f"trace {verb} needs an address", *suggestions(verb), "trace list tells more")
    return address


def suggestions(verb: str) -> list[str]:
    """Return a line for each scenario of the library."""
    return [f"trace {verb} {quoted(one)}" for addresses in shortest() for one in addresses]


def shortest() -> list[list[str]]:
    """Return the addresses of the library's scenarios, a list for each trace."""
    catalog = Catalog()
    traces = [(catalog.base(entry), scenario_ids(document.data)) for entry, document in catalog.traces()]
    return shortest_addresses(traces)


_MOST_HINTS = 30


def run(app: Callable[[list[str]], int], arguments: Sequence[str]) -> int:
    """Run the parsed command line and give its exit code. Nothing that a user can type or feed ends in a traceback.

    Args:
        app: Parses the words and runs the command; raises for what it can't do.
        arguments: The words after the program's name.
    """

    def work() -> int:
        try:
            return int(app(_told_apart(arguments)))
        except output.UnwritableError:  # `guarded` knows the words for it
            raise
        except BaseException as error:  # noqa: BLE001 - the one door: what is not known below is raised again
            return _words(error)

    return output.guarded(work)


def _told_apart(arguments: Sequence[str]) -> list[str]:
    """Keep files from being taken for options, and `-#serial`, a scenario of standard input, too.

    A list of files (`trace validate *`, `xargs trace validate`) can hold a name such as `--format=json=../x.json`, and
    who commits a file must not choose options. So without `--` a word that may be both an option and a file is refused.

    Raises:
        TraceError: For such a word.
    """
    end = arguments.index("--") if "--" in arguments else len(arguments)
    listed = end == len(arguments) or os.path.lexists("--")  # a file of that name can be in the list, too
    for word in arguments[:end] if listed else ():
        if word.startswith("-") and word != "-" and os.path.lexists(word):
            raise TraceError(
                f"{word} can be an option or the file of that name",
                f"for the file: {quoted(f'./{word}')}, or put -- before all file names",
                "for the option: put -- after all options",
            )
    options = [f"{STDIN_WORD}{word[1:]}" if word.startswith("-#") else word for word in arguments[:end]]
    return [*options, *arguments[end:]]


def _words(error: BaseException) -> int:
    for kinds, speak in _TABLE:
        if isinstance(error, kinds):
            return speak(error)
    raise error


def _say(message: str, *hints: str, code: int = ExitCode.FAILED) -> int:
    output.err(f"error: {visible(message)}")
    for hint in _bounded(hints):
        output.err(f"  {visible(hint)}")
    return code


def _bounded(hints: Sequence[str]) -> Sequence[str]:
    """Return as many hints as anybody reads; the last one says where to go on."""
    left = len(hints) - _MOST_HINTS
    return hints if left <= 0 else [*hints[: _MOST_HINTS - 1], f"and {left:,} more", hints[-1]]


def _cannot(error: TraceError) -> int:
    color = output.wants_color("auto", os.environ, sys.stderr)
    for line in error.evidence:
        output.err(output.painted(line, color=color))
    return _say(error.message, *error.hints, code=error.code)


def _usage(error: typer.TyperException) -> int:
    context = getattr(error, "ctx", None)
    words = error.format_message()
    if type(error).__name__ == "NoArgsIsHelpError":
        output.err("\n".join(visible(line) for line in words.splitlines()))
        return ExitCode.FAILED
    if context is None:  # an option at the end of the line that lacks its value
        return _say(words, "trace --help tells more")
    return _say(words, *context.get_usage().splitlines(), f"{context.command_path} --help tells more")


def _interrupted(_error: BaseException) -> int:
    return ExitCode.INTERRUPTED


def _too_large(_error: BaseException) -> int:
    return _say("the document is too large for this machine's memory")


def _left(error: SystemExit) -> int:
    """Typer leaves after a completion; and when a pipe has no reader, with the code that means findings."""
    if isinstance(error.__context__, OSError) and error.__context__.errno == errno.EPIPE:
        return ExitCode.OK
    return error.code if isinstance(error.code, int) else ExitCode.OK if error.code is None else ExitCode.FAILED


def _system(error: OSError) -> int:
    if error.errno == errno.EPIPE:  # of a file that is a pipe (`-o >(head)`); its reader needs no more
        return ExitCode.OK
    if error.errno == errno.ENOENT and error.filename is None:
        return _say("the folder that this was started in is no longer there", "cd to one that is")
    what = f"{error.filename}: " if isinstance(error.filename, str) else ""
    return _say(f"{what}{error.strerror or error}")


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
