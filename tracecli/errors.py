"""The one exception that means that the command cannot go on, and the exit codes."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from tracecli.text import Line

# ---- exits
# The exit codes of the command line, in one visible table.


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


# ---- errors
# The one exception that means: cannot go on.


class TraceError(Exception):
    """Cannot go on. Faults of a document are values (`Problem`), never this.

    Attributes:
        message: Why, in one line of plain words. May hold untrusted text; the command line escapes it.
        hints: What to try, a line each; untrusted alike.
        evidence: Lines that show why, such as the findings of a trace that can't be used; escaped already.
        code: The exit code it ends in.
    """

    def __init__(
        self, message: str, *hints: str, evidence: Iterable[Line] = (), code: ExitCode = ExitCode.FAILED
    ) -> None:
        """Keep the words apart from the advice."""
        super().__init__(message)
        self.message = message
        self.hints = hints
        self.evidence = evidence
        self.code = code
