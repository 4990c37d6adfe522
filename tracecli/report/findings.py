"""What every report of `validate` is made from: checked files with their findings, and how many of each severity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tracecli.problems import Finding, Problem, Severity
from tracecli.reading import Document

_LONGEST = 100  # characters of a suggestion that are read in a sentence


class FileReport(NamedTuple):
    """One checked file.

    Attributes:
        path: As the user named it.
        findings: In document order.
        document: The text, for excerpts; None where there is nothing to show.
        unshown: Notes that were counted and not looked up, because nobody wants to see them.
    """

    path: str
    findings: tuple[Finding, ...]
    document: Document | None = None
    unshown: int = 0


def count(files: Iterable[FileReport]) -> Counter[Severity]:
    """Give how many findings of each severity there are, exactly."""
    counts: Counter[Severity] = Counter()
    for file in files:
        counts.update(finding.problem.severity for finding in file.findings)
        counts[Severity.NOTE] += file.unshown
    return counts


def sentence(problem: Problem) -> str:
    """Give the message, and ask whether the suggestion was meant. Untrusted, as the document has it.

    One that the message names already is not named again, and one too long to be read is left to machines.
    """
    meant = problem.suggestion
    if meant is None or len(meant) > _LONGEST or meant in problem.message:
        return problem.message
    return f"{problem.message}. Did you mean '{meant}'?"


def plural(number: int, noun: str) -> str:
    """Give `1 file`, `2 files`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def summary(files: Sequence[FileReport], *, notes: bool) -> str:
    """Give the closing line of a run.

    Args:
        files: All files that were checked.
        notes: Notes have been shown, so nobody needs to hear how to see them.
    """
    counts = count(files)
    parts = [plural(counts[s], str(s)) for s in (Severity.ERROR, Severity.WARNING, Severity.NOTE) if counts[s]]
    line = f"{plural(len(files), 'file')}: {', '.join(parts) or 'no findings'}"
    if counts[Severity.NOTE] and not notes:
        line += " (--notes shows them)"
    shown = [f.problem for file in files for f in file.findings if notes or f.problem.severity > Severity.NOTE]
    if shown:
        worst = max(shown, key=lambda problem: problem.severity)
        line += f". trace explain {worst.rule} tells more"
    return line
