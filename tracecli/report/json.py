"""Findings as JSON: exact data, stable order, a version field."""

from __future__ import annotations

from collections.abc import Sequence

from tracecli.problems import Finding, Range, Severity
from tracecli.report.findings import FileReport, count
from tracecli.report.jsontext import json_text

VERSION = 1


def json_report(files: Sequence[FileReport], *, failed: Sequence[str] = ()) -> str:
    """Give the report of a run as JSON text that ends in a line break.

    Args:
        files: All files that were checked, clean ones too.
        failed: What could not be checked, a sentence each.
    """
    counts = count(files)
    report = {
        "version": VERSION,
        "files": [{"path": file.path, "findings": [_finding(finding) for finding in file.findings]} for file in files],
        "failed": list(failed),
        "summary": {
            "files": len(files),
            "errors": counts[Severity.ERROR],
            "warnings": counts[Severity.WARNING],
            "notes": counts[Severity.NOTE],
        },
    }
    return json_text(report)


def _finding(finding: Finding) -> dict[str, object]:
    problem = finding.problem
    told: dict[str, object] = {
        "rule": problem.rule,
        "severity": str(problem.severity),
        "message": problem.message,
        "pointer": json_pointer(problem.place.pointer),
        **_range(finding.range),
    }
    if problem.suggestion is not None:
        told["suggestion"] = problem.suggestion
    if finding.related:
        told["related"] = [{"message": one.message, **_range(one.range)} for one in finding.related]
    return told


def _range(place: Range) -> dict[str, int]:
    return {
        "line": place.start.line,
        "column": place.start.column,
        "endLine": place.end.line,
        "endColumn": place.end.column,
    }


def json_pointer(pointer: Sequence[str | int]) -> str:
    """Give a pointer as RFC 6901 writes it: `/scenarios/1/steps/3`."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in pointer)
