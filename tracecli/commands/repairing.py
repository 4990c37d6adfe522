"""`trace validate --fix` and `--diff`: make the safe repairs, or show them."""

from __future__ import annotations

from tracecli.errors import TraceError
from tracecli.fixing import Fixed, fixed
from tracecli.library.opening import check_here
from tracecli.library.reporting import reported
from tracecli.library.writing import rewrite_text
from tracecli.reading import Document, Limits, read_bytes
from tracecli.report.findings import FileReport
from tracecli.terminal import streams


def repair(file: FileReport, path: str | None, limits: Limits, *, write: bool, color: bool) -> tuple[FileReport, int]:
    """Repair a file, or show what would change.

    Args:
        file: As checked.
        path: Where it lies; None for standard input, which is only ever shown.
        limits: What is too large.
        write: Write the file; else show a diff.
        color: Whether a diff is coloured.

    Returns:
        What is left to say about the file, and how many findings were (or would be) repaired.

    Raises:
        TraceError: The file can't be written.
    """
    document = file.document
    if document is None or not any(finding.problem.fix for finding in file.findings):
        return file, 0
    done = _fixed(document, file, path, limits)
    if done.text == document.text:
        return file, 0
    if not write:
        _show(document, done, color=color)
        return file, len(done.applied)
    if path is None:
        raise TraceError("standard input can't be fixed", "--diff shows what would change")
    rewrite_text(path, document.text, done.text)
    after = read_bytes(done.text.encode(), document.name, format=document.format, limits=limits)
    return reported(after, path, limits=limits), len(done.applied)


def _fixed(document: Document, file: FileReport, path: str | None, limits: Limits) -> Fixed:
    problems = [finding.problem for finding in file.findings]
    return fixed(document, problems, lambda after: check_here(after, path, limits).problems)


def _show(document: Document, done: Fixed, *, color: bool) -> None:
    from tracecli.report.difference import unified
    from tracecli.terminal.paint import painted

    for line in unified(document.text, done.text, document.name):
        streams.out(painted(line, color=color) or "\n")
