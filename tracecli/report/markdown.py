"""Findings as Markdown: a comment of a pull request, or a job's summary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracecli.problems import Finding, Severity
from tracecli.report.findings import count, plural, sentence
from tracecli.report.markdown_text import safe
from tracecli.report.markup import code, prose
from tracecli.report.results import Results, beside

COMMENT = 65_000
"""Bytes of a comment: GitHub takes 65,536 characters."""
SUMMARY = 1_000_000
"""Bytes of a job summary: GitHub takes 1 MiB of a step."""
MARK = "<!-- trace-validate -->"
"""The first line, by which a bot finds its comment again to update it."""

_HEAD = ["| severity | where | rule | what |", "|---|---|---|---|"]
_RESERVE = 1_500  # bytes for what stands around the tables


def markdown_report(results: Results, *, most: int = COMMENT) -> str:
    """Give the report as Markdown that ends in a line break. Nothing in it pings, links or is markup by accident.

    Args:
        results: A run. Notes stand apart, folded.
        most: Bytes of the whole; what does not fit is counted.
    """
    room = _Room(most - _RESERVE)
    failed = room.fill([f"- {prose(failure)}" for failure in results.failed])
    open_rows = [row for severity in (Severity.ERROR, Severity.WARNING) for row in _rows(results, severity)]
    shown = room.fill(open_rows)
    note_rows = list(_rows(results, Severity.NOTE))
    notes = room.fill(note_rows)
    parts = [MARK, f"### {_title(results)}", *_failed(results, failed)]
    if shown:
        parts.append("\n".join([*_HEAD, *shown]))
    if notes:
        parts += [f"<details><summary>{plural(len(note_rows), 'note')}</summary>", "\n".join([*_HEAD, *notes])]
        parts.append("</details>")
    missing = len(open_rows) + len(note_rows) - len(shown) - len(notes)
    if missing:
        parts.append(f"{plural(missing, 'more finding')} did not fit here.")
    return "\n\n".join(parts) + "\n"


def _title(results: Results) -> str:
    counts = count(results.files)
    told = [plural(counts[one], str(one)) for one in (Severity.ERROR, Severity.WARNING, Severity.NOTE) if counts[one]]
    return f"trace: {', '.join(told) or 'no findings'} in {plural(len(results.files), 'file')}"


def _failed(results: Results, shown: Sequence[str]) -> list[str]:
    if not results.failed:
        return []
    more = len(results.failed) - len(shown)
    rest = [f"- and {more:,} more"] if more else []
    return [f"{plural(len(results.failed), 'thing')} could not be checked:", "\n".join([*shown, *rest])]


def _rows(results: Results, severity: Severity) -> Iterator[str]:
    return (_row(results.outside(file.path), finding) for file, finding in results.findings(severity))


def _row(path: str, finding: Finding) -> str:
    problem, start = finding.problem, finding.range.start
    severity = f"**{problem.severity}**" if problem.severity is Severity.ERROR else str(problem.severity)
    what = "<br>".join([safe(sentence(problem)), *(safe(beside(related)) for related in finding.related)])
    return f"| {severity} | {code(f'{path}:{start.line}:{start.column}')} | {problem.rule} | {what} |"


class _Room:
    """Bytes that are left."""

    def __init__(self, most: int) -> None:
        self._left = most

    def fill(self, rows: Sequence[str]) -> list[str]:
        """Give the rows that fit, from the first on."""
        for index, row in enumerate(rows):
            self._left -= len(row.encode()) + 1
            if self._left < 0:
                return list(rows[:index])
        return list(rows)
