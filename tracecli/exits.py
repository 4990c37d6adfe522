"""The exit codes of the command line, in one visible table."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What the process says to the shell. Verbosity and format never change it."""

    OK = 0
    FOUND = 1
    """Findings at or above the threshold, a difference that was asked about, a stale export."""
    FAILED = 2
    """Could not do what was asked: usage, a file that can't be opened, an unknown scenario, nothing matched."""
    HANGUP = 129
    INTERRUPTED = 130
    TERMINATED = 143
