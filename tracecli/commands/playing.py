"""What the player is handed: the aligned step of another scenario, and the file when it has changed."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence

from tracecli.errors import TraceError
from tracecli.library.opening import check_here, open_file
from tracecli.library.resolving import Resolved
from tracecli.model import Scenario, Trace
from tracecli.problems import Severity
from tracecli.report.findings import FileReport
from tracecli.report.text import text_report
from tracecli.runs import plain


def aligned_step(trace: Trace, scenario: Scenario, step: int, other: Scenario) -> int:
    """Give the step of another scenario that does what this one does; with none, that of the step before it."""
    from tracecli.comparing import align, match_targets

    pairs = align(scenario, other, match_targets(trace.targets, trace.targets)).pairs
    before = [pair for pair in pairs if pair.left <= step]
    return max(before, key=lambda pair: pair.left).right if before else 0


def reloading(resolved: Resolved) -> Callable[[], Trace | Sequence[str] | None]:
    """Give what looks whether the file has changed.

    Raises:
        TraceError: When the trace does not come from a file.
    """
    path, root = resolved.path, resolved.root
    if path is None or not os.path.isfile(path):
        raise TraceError(f"--reload needs a file of your own, and {resolved.name} is none")
    seen = _stamp(path)

    def look() -> Trace | Sequence[str] | None:
        nonlocal seen
        if (now := _stamp(path)) == seen:
            return None
        seen = now
        return _again(path, root)

    return look


def _stamp(path: str) -> tuple[int, int, int] | None:
    """Give what changes when a file does: editors may keep its size, or put another file in its place."""
    try:
        facts = os.stat(path)
    except OSError:
        return None
    return facts.st_mtime_ns, facts.st_size, facts.st_ino


def _is_pipe(path: str) -> bool:
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)
    except OSError:
        return False  # reading it says why it can't be read


def _again(path: str, root: str | None) -> Trace | Sequence[str]:
    if _is_pipe(path):
        return [f"{path}: this is a pipe, and waiting for one would stop the player"]
    try:
        checked = check_here(open_file(path, root=root), path)
    except TraceError as error:
        return [error.message]
    if checked.trace is not None:
        return checked.trace
    errors = [problem for problem in checked.problems if problem.severity is Severity.ERROR]
    report = FileReport(path, tuple(checked.document.locate(errors)))
    return [plain(line) for line in text_report(report, notes=False)]
