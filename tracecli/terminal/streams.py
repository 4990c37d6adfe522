"""Standard output for the report, standard error for everything else; the last gate before a terminal or a log.

Knows nothing of Rich, so a command that prints plain text does not pay for it.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping
from typing import TextIO

from tracecli.escaping import guard_lines


def prepare() -> None:
    """Make the streams safe: a character that the encoding lacks becomes an escape, a closed stream a silent one."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - lives as long as the process
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - the same
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


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
    sys.stdout.flush()  # keeps the order right where both go to one place
    _write(sys.stderr, guard_lines(text))


def _write(stream: TextIO, text: str) -> None:
    if text:
        stream.write(text if text.endswith("\n") else f"{text}\n")


def finish() -> None:
    """Flush the report.

    Raises:
        BrokenPipeError: The reader has gone.
        OSError: The disk is full.
    """
    sys.stdout.flush()


def abandon() -> None:
    """Give up on standard output, so that the interpreter's own last flush has nothing to fail on."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.close(null)


def columns(environment: Mapping[str, str], default: int = 80) -> int:
    """Give the width for layouts that need one: COLUMNS, else the terminal's, else 80."""
    asked = environment.get("COLUMNS", "")
    if asked.isascii() and asked.isdecimal() and 0 < int(asked[:6]) < 100_000:
        return int(asked[:6])
    try:
        return os.get_terminal_size(1).columns or default
    except OSError:
        return default
