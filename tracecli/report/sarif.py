"""Findings as SARIF 2.1.0, which code hosts and editors read."""

from __future__ import annotations

from tracecli.problems import Severity
from tracecli.report.jsontext import json_text
from tracecli.report.results import Results, mended
from tracecli.report.sarif_places import ROOT, artifact
from tracecli.report.sarif_results import notification, results_of
from tracecli.report.sarif_rules import rule

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def sarif_report(results: Results) -> str:
    """Give the report as JSON text that ends in a line break.

    Args:
        results: A run. The files that can't be read as JSON or YAML, and what could not be checked at all, are told
            as notifications too, so that nobody takes the run for a complete one.
    """
    return json_text({"$schema": _SCHEMA, "version": "2.1.0", "runs": [_run(results)]})


def _run(results: Results) -> dict[str, object]:
    return {
        "tool": {"driver": _driver(results)},
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "originalUriBaseIds": {ROOT: {"description": {"text": "The root of the repository."}}},
        "invocations": [_invocation(results)],
        "artifacts": [
            {"location": artifact(results, file.path), "roles": ["analysisTarget"]} for file in results.files
        ],
        "results": [told for index, file in enumerate(results.files) for told in results_of(results, file, index)],
    }


def _driver(results: Results) -> dict[str, object]:
    return {"name": "trace", "version": results.version, "rules": [rule(page) for page in results.pages]}


def _invocation(results: Results) -> dict[str, object]:
    failures: list[dict[str, object]] = [
        {"level": "error", "message": {"text": mended(failure)}} for failure in results.failed
    ]
    unread = [
        notification(results, finding, index)
        for index, file in enumerate(results.files)
        if file.document and not file.document.readable
        for finding in file.findings
        if finding.problem.severity is Severity.ERROR
    ]
    return {"executionSuccessful": not failures, "toolExecutionNotifications": [*failures, *unread]}
