"""The one exception that means: cannot go on."""

from __future__ import annotations

from collections.abc import Iterable

from tracecli.exits import ExitCode
from tracecli.runs import Line


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
