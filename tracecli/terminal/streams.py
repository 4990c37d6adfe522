"""Standard output for the report, standard error for everything else; the last gate before a terminal or a log.

Knows nothing of Rich, so a command that prints plain text does not pay for it.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any, TextIO

from tracecli.descriptors import write_all
from tracecli.escaping import guard_lines, visible
from tracecli.exits import ExitCode


class UnwritableError(Exception):
    """Standard output accepts no more. Not an OSError, which Typer would answer in its own way.

    `guarded` reports it; anybody else only has to stop writing.
    """


class _StandardStream(io.FileIO):
    """What is below standard output and standard error: it accepts all that is written, or fails once.

    Python's own drops the rest of an incomplete write when it is unbuffered (PYTHONUNBUFFERED), and raises in the
    middle of one when it is non-blocking. After a failure this one discards what is written, so that no later flush
    fails again; the interpreter's last one would end in exit code 120.
    """

    def __init__(self, descriptor: int, *, raises: bool) -> None:
        super().__init__(descriptor, "w", closefd=False)
        self.failure: OSError | None = None
        self._raises = raises

    def write(self, data: Any) -> int:
        content = memoryview(data)
        if self.failure is None:
            try:
                write_all(self.fileno(), content)
            except OSError as error:
                self.failure = error
                if self._raises:
                    raise UnwritableError from error
        return content.nbytes


def prepare() -> None:
    """Make the streams safe: what is written is written whole, or its failure is known (see `guarded`).

    A character that the encoding lacks becomes an escape. A closed output is silent; a closed input can't be read.
    """
    if sys.stdin is None:  # written to instead of read from, so that reading fails and is not taken for an empty file
        sys.stdin = open(os.open(os.devnull, os.O_WRONLY), encoding="utf-8")  # noqa: SIM115 - lives as long as we do
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - the same
        elif isinstance(stream, io.TextIOWrapper):
            setattr(sys, name, _reliable(stream, raises=name == "stdout"))


def _reliable(stream: io.TextIOWrapper, *, raises: bool) -> io.TextIOWrapper:
    raw = getattr(stream.buffer, "raw", stream.buffer)
    if type(raw) is not io.FileIO:  # a console of Windows, a test's buffer, or prepared before
        stream.reconfigure(errors="backslashreplace")
        return stream
    stream.flush()
    unbuffered = stream.buffer is raw
    ours: Any = _StandardStream(raw.fileno(), raises=raises)
    return io.TextIOWrapper(
        ours if unbuffered else io.BufferedWriter(ours),
        encoding=stream.encoding,
        errors="backslashreplace",
        line_buffering=stream.line_buffering,
        write_through=unbuffered,
    )


def guarded(work: Callable[[], int], *, lost: int = ExitCode.FAILED) -> int:
    """Prepare the streams, do the work, and return its exit code if all of its output could be written.

    Standard output that can't be written (a full disk) is reported in one line. A reader that has gone
    (`trace ... | head`) is not a failure: nothing is reported, and work that was interrupted by it is well done.

    Args:
        work: Writes to the standard streams and returns an exit code.
        lost: The exit code for output that could not be written, also to standard error.
    """
    prepare()
    try:
        code = work()
        sys.stdout.flush()
    except UnwritableError:
        code = ExitCode.OK
    if failure := _failure(sys.stdout):
        err(f"error: standard output can't be written: {visible(failure.strerror or str(failure))}")
    with contextlib.suppress(OSError, ValueError):  # a stream that is not ours
        sys.stderr.flush()
    return lost if failure or _failure(sys.stderr) else code


def _failure(stream: TextIO) -> OSError | None:
    """Return why a stream could not be written, unless it is that its reader has gone."""
    buffer = getattr(stream, "buffer", None)
    failure = getattr(getattr(buffer, "raw", buffer), "failure", None)
    return None if isinstance(failure, BrokenPipeError) else failure


def out(text: str) -> None:
    """Write a part of the report, for people: no line of it starts a CI runner's command.

    Args:
        text: One or more whole lines; a missing last line break is added.
    """
    _write(sys.stdout, guard_lines(text))


def data(text: str) -> None:
    """Write machine-readable output exactly as it is (JSON and its like escape on their own)."""
    _write(sys.stdout, text)


def err(text: str) -> None:
    """Write a summary, a hint or an error for people; never mixed into the report."""
    with contextlib.suppress(UnwritableError):  # known to `guarded`; what is said here still has to be heard
        sys.stdout.flush()  # keeps the order right where both go to one place
    _write(sys.stderr, guard_lines(text))


def _write(stream: TextIO, text: str) -> None:
    if text:
        stream.write(text if text.endswith("\n") else f"{text}\n")


def columns(environment: Mapping[str, str], default: int = 80) -> int:
    """Give the width for layouts that need one: COLUMNS, else the terminal's, else 80."""
    asked = environment.get("COLUMNS", "")
    if asked.isascii() and asked.isdecimal() and 0 < int(asked[:6]) < 100_000:
        return int(asked[:6])
    try:
        return os.get_terminal_size(1).columns or default
    except OSError:
        return default
