"""Findings as GitLab's code quality report: an array of issues, which a merge request shows as what is new."""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.problems import Finding, Severity
from tracecli.report.findings import FileReport, sentence
from tracecli.report.fingerprints import fingerprints
from tracecli.report.jsontext import json_text
from tracecli.report.results import Results, last_line, mended

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}


def gitlab_report(results: Results) -> str:
    """Give the report as JSON text that ends in a line break; `[]` when there is nothing to say.

    Args:
        results: A run. What could not be checked has no place in this format; the exit code tells it.
    """
    return json_text([issue for file in results.files for issue in _issues(file, mended(results.outside(file.path)))])


def _issues(file: FileReport, path: str) -> Iterator[dict[str, object]]:
    for finding, fingerprint in zip(file.findings, fingerprints(file, path), strict=True):
        yield _issue(finding, path, fingerprint)


def _issue(finding: Finding, path: str, fingerprint: str) -> dict[str, object]:
    problem = finding.problem
    return {
        "type": "issue",
        "check_name": problem.rule,
        "description": mended(f"{problem.rule}: {sentence(problem)}"),  # the rule again: only this text is shown
        "categories": ["Bug Risk"],
        "severity": _SEVERITIES[problem.severity],
        "fingerprint": fingerprint,
        "location": {
            "path": path,
            "lines": {"begin": finding.range.start.line, "end": last_line(finding.range)},
        },
    }
