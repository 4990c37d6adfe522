"""Findings as SARIF's results, with their fixes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tracecli.fixing import Edit, replacements
from tracecli.problems import Finding, Fix, Range
from tracecli.reading import Document
from tracecli.report.findings import FileReport, sentence
from tracecli.report.fingerprints import fingerprints
from tracecli.report.results import Results, mended
from tracecli.report.sarif_places import artifact, region, span_region
from tracecli.report.sarif_rules import LEVELS

_LINK = re.compile(r"\[(?=[^\[\]]*\]\()")
_PLACEHOLDER = re.compile(r"\{[0-9]+\}")


def results_of(results: Results, file: FileReport, index: int) -> Iterator[dict[str, object]]:
    """Give the results of one file.

    Args:
        results: The run.
        file: The file.
        index: Its place among the run's files.
    """
    place = artifact(results, file.path, index)
    numbers = {page.id: number for number, page in enumerate(results.pages)}
    edits = _edits(file)
    known = fingerprints(file, str(place["uri"]))
    for finding, changes, fingerprint in zip(file.findings, edits, known, strict=True):
        told = _result(finding, place, fingerprint)
        if finding.problem.rule in numbers:
            told["ruleIndex"] = numbers[finding.problem.rule]
        if changes and file.document and finding.problem.fix:
            told["fixes"] = [_fix(finding.problem.fix, place, file.document, changes)]
        yield told


def notification(results: Results, finding: Finding, index: int) -> dict[str, object]:
    """Give a finding that kept a file from being read, as the run's own trouble."""
    return {
        "level": "error",
        "message": _message(sentence(finding.problem)),
        "associatedRule": {"id": finding.problem.rule},
        "locations": [_location(artifact(results, finding.path, index), finding.range)],
    }


def _edits(file: FileReport) -> list[tuple[Edit, ...]]:
    problems = [finding.problem for finding in file.findings]
    if file.document is None or not any(problem.fix for problem in problems):
        return [()] * len(problems)
    return replacements(file.document, problems)


def _result(finding: Finding, place: dict[str, object], fingerprint: str) -> dict[str, object]:
    told: dict[str, object] = {
        "ruleId": finding.problem.rule,
        "level": LEVELS[finding.problem.severity],
        "message": _message(sentence(finding.problem)),
        "locations": [_location(place, finding.range)],
        "partialFingerprints": {"traceFinding/v1": fingerprint},
    }
    if finding.related:
        told["relatedLocations"] = [
            {"id": number, **_location(place, related.range), "message": _message(related.message)}
            for number, related in enumerate(finding.related, 1)
        ]
    return told


def _location(place: dict[str, object], where: Range) -> dict[str, object]:
    return {"physicalLocation": {"artifactLocation": place, "region": region(where)}}


def _message(text: str) -> dict[str, str]:
    """Give a message whose text is all literal: no embedded link (3.11.6) and no placeholder (3.11.5)."""
    text = _LINK.sub(r"\\[", mended(text))
    return {"text": text.replace("{", "{{").replace("}", "}}") if _PLACEHOLDER.search(text) else text}


def _fix(fix: Fix, place: dict[str, object], document: Document, edits: Sequence[Edit]) -> dict[str, object]:
    changes = [
        {
            "deletedRegion": span_region(document.position(edit.start), document.position(edit.end)),
            "insertedContent": {"text": edit.text},
        }
        for edit in edits
    ]
    return {
        "description": _message(fix.title),
        "artifactChanges": [{"artifactLocation": place, "replacements": changes}],
    }
