"""Check a document and look its findings up."""

from __future__ import annotations

from tracecli.library.opening import check_here
from tracecli.problems import Severity
from tracecli.reading import Document, Limits
from tracecli.report.findings import FileReport


def reported(document: Document, path: str | None, *, notes: bool = True, limits: Limits | None = None) -> FileReport:
    """Give all findings of a document; its text is kept only where there is something to show of it.

    Args:
        document: As read.
        path: The file that it was read from, beside which its sources lie; None where there is none.
        limits: How many steps are judged.
        notes: Look up notes too. A long trace may have tens of thousands, and a look-up costs more than the rule.
    """
    checked = check_here(document, path, limits)
    wanted = [one for one in checked.problems if notes or one.severity > Severity.NOTE]
    findings = tuple(document.locate(wanted)) if wanted else ()
    unshown = len(checked.problems) - len(wanted)
    return FileReport(document.name, findings, document if findings else None, unshown)
