"""Findings as SARIF 2.1.0."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tracecli.checking.rules.rule import Page
from tracecli.fixing import Edit, replacements
from tracecli.problems import Finding, Fix, Position, Range, Severity
from tracecli.reading import Document
from tracecli.report.findings import FileReport, Results, fingerprints, mended, sentence
from tracecli.report.manual import manual_markdown, manual_text
from tracecli.text import json_text, plain, plural

ROOT = "%SRCROOT%"
"""What relative addresses are relative to, by the name that hosts know."""


def artifact(results: Results, path: str, index: int | None = None) -> dict[str, object]:
    """Return a file: relative to the root where it lies inside, else by its whole address.

    Args:
        results: The run.
        path: As the user named it.
        index: Its place among the run's files.
    """
    inside = results.inside(path)
    found: dict[str, object]
    if inside is None:
        found = {"uri": f"file://{_quoted(results.absolute(path))}"}
    else:
        found = {"uri": _quoted(inside), "uriBaseId": ROOT}
    return found if index is None else {**found, "index": index}


def _quoted(path: str) -> str:
    """Write a path as a URI does: everything but letters, digits and `-._~/` as bytes in percent notation."""
    from urllib.parse import quote_from_bytes  # noqa: PLC0415 -- 5 ms, for SARIF alone

    try:
        raw = path.encode(errors="surrogateescape")  # the bytes of the name, be they UTF-8 or not
    except UnicodeEncodeError:
        raw = path.encode(errors="surrogatepass")
    return quote_from_bytes(raw, safe="/")


def region(place: Range) -> dict[str, int]:
    """Return a stretch: lines and columns from 1, its end exclusive."""
    return span_region(place.start, place.end)


def span_region(start: Position, end: Position) -> dict[str, int]:
    """Return the stretch between two positions."""
    return {"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column}


LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def rule(page: Page) -> dict[str, object]:
    """Return a rule with its help, in text and in Markdown."""
    sentence = f"{page.summary[:1].upper()}{page.summary[1:]}"
    name = "".join(word.capitalize() for word in page.id.split("-"))
    return {
        "id": page.id,
        **({"name": name} if "-" in page.id else {}),  # one that only repeats the id is advised against (SARIF1001)
        "shortDescription": {"text": sentence},
        "fullDescription": {"text": page.body or sentence},
        "help": {"text": "\n".join(plain(line) for line in manual_text(page)), "markdown": manual_markdown(page)},
        "defaultConfiguration": {"level": LEVELS[page.severity]},
    }


_LINK = re.compile(r"\[(?=[^\[\]]*\]\()")
_PLACEHOLDER = re.compile(r"\{[0-9]+\}")


def results_of(results: Results, file: FileReport, index: int) -> Iterator[dict[str, object]]:
    """Return the results of one file.

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
        result = _result(finding, place, fingerprint)
        if finding.problem.rule in numbers:
            result["ruleIndex"] = numbers[finding.problem.rule]
        if changes and file.document and finding.problem.fix and sum(len(one.text) for one in changes) <= _LONGEST_FIX:
            result["fixes"] = [_fix(finding.problem.fix, place, file.document, changes)]
        yield result


def notification(results: Results, finding: Finding, index: int) -> dict[str, object]:
    """Return a finding that kept a file from being read, as the run's own trouble."""
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
    # A repair that writes a long list is not repeated by each of the thousand names that it takes out.
    return replacements(file.document, [one if _is_short(one.fix) else one._replace(fix=None) for one in problems])


def _is_short(fix: Fix | None) -> bool:
    return fix is None or all(not isinstance(new, list) or len(new) <= _LONGEST_LIST for _, new in fix.replace)


def _result(finding: Finding, place: dict[str, object], fingerprint: str) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": finding.problem.rule,
        "level": LEVELS[finding.problem.severity],
        "message": _message(sentence(finding.problem)),
        "locations": [_location(place, finding.range)],
        "partialFingerprints": {"traceFinding/v1": fingerprint},
    }
    if finding.related:
        result["relatedLocations"] = [
            {"id": number, **_location(place, related.range), "message": _message(related.message)}
            for number, related in enumerate(finding.related, 1)
        ]
    return result


def _location(place: dict[str, object], where: Range) -> dict[str, object]:
    return {"physicalLocation": {"artifactLocation": place, "region": region(where)}}


def _message(text: str) -> dict[str, str]:
    """Return a message whose text is all literal: no embedded link (3.11.6) and no placeholder (3.11.5)."""
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


MOST = 25_000
"""Results of a run: GitHub refuses a file with more."""
_LONGEST_FIX = 10_000  # characters
_LONGEST_LIST = 200  # entries that a repair writes
_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def sarif_report(results: Results) -> str:
    """Return the report as JSON text that ends in a line break.

    Args:
        results: A run. The files that can't be read as JSON or YAML, what could not be checked at all, and how many
            results are left out, are notifications too, so that the run is not taken for a complete one.
    """
    found = [result for index, file in enumerate(results.files) for result in results_of(results, file, index)]
    if len(found) > MOST:  # errors first
        found.sort(key=lambda result: ("error", "warning", "note").index(str(result["level"])))
    left_out = len(found[MOST:]) + sum(file.more() for file in results.files)
    run = {
        "tool": {"driver": _driver(results)},
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "originalUriBaseIds": {ROOT: {"description": {"text": "The root of the repository."}}},
        "invocations": [_invocation(results, left_out)],
        "artifacts": [
            {"location": artifact(results, file.path), "roles": ["analysisTarget"]} for file in results.files
        ],
        "results": found[:MOST],
    }
    return json_text({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _driver(results: Results) -> dict[str, object]:
    return {"name": "trace", "version": results.version, "rules": [rule(page) for page in results.pages]}


def _invocation(results: Results, left_out: int) -> dict[str, object]:
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
    limits: list[dict[str, object]] = []
    if left_out:
        words = f"{plural(left_out, 'more result')} {'is' if left_out == 1 else 'are'} only counted"
        limits.append({"level": "warning", "message": {"text": words}})
    return {"executionSuccessful": not failures, "toolExecutionNotifications": [*failures, *unread, *limits]}
