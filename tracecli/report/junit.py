"""Findings as JUnit XML: a test case for every file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from tracecli.escaping import visible
from tracecli.problems import Finding, Severity
from tracecli.report.findings import FileReport, plural, sentence
from tracecli.report.results import Results, beside

_NONCHARACTERS = re.compile("[\ufffe\uffff]")  # all that XML 1.0 (section 2.2) can't carry and `visible` shows as it is
_COMMAND = re.compile(r"^(\s*):(?=:)|#(?=#\[|#vso\[)", re.IGNORECASE | re.MULTILINE)
_SUITE = "trace validate"


def junit_report(results: Results) -> str:
    """Give the report as XML that ends in a line break.

    Args:
        results: A run. A file fails when it has findings that make the run fail; its other findings are its output.
    """
    cases = [_case(file, results) for file in results.files] + [_error(one) for one in results.failed]
    failures = sum(1 for file in results.files if _failing(file, results.fail_on))
    counts = f'tests="{len(cases)}" failures="{failures}" errors="{len(results.failed)}"'
    xml = "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<testsuites name="{_SUITE}" {counts}>',
            f'  <testsuite name="{_SUITE}" {counts} skipped="0">',
            *cases,
            "  </testsuite>",
            "</testsuites>",
        ]
    )
    safe = _COMMAND.sub(_reference, xml)
    return safe.encode("ascii", "xmlcharrefreplace").decode() + "\n"  # right in whatever encoding it is written


def _failing(file: FileReport, fail_on: Severity) -> list[Finding]:
    return [finding for finding in file.findings if finding.problem.severity >= fail_on]


def _case(file: FileReport, results: Results) -> str:
    name, path = _text(file.path), _text(results.outside(file.path))
    head = f'    <testcase classname="trace" name="{name}" file="{path}"'
    failing = _failing(file, results.fail_on)
    others = [finding for finding in file.findings if finding.problem.severity < results.fail_on]
    parts = []
    if failing:
        worst = max(failing, key=lambda finding: finding.problem.severity).problem
        words = f'message="{plural(len(failing), "finding")}" type="{worst.severity}"'
        parts.append(f"      <failure {words}>{_lines(failing)}</failure>")
    if others:
        parts.append(f"      <system-out>{_lines(others)}</system-out>")
    return "\n".join([f"{head}>", *parts, "    </testcase>"]) if parts else f"{head}/>"


def _error(failure: str) -> str:
    words = _text(failure)
    head = f'    <testcase classname="trace" name="{words}">'
    return f'{head}\n      <error message="{words}" type="failed"/>\n    </testcase>'


def _lines(findings: list[Finding]) -> str:
    return "\n".join(line for finding in findings for line in _finding(finding))


def _finding(finding: Finding) -> Iterator[str]:
    problem, start = finding.problem, finding.range.start
    place = f"{finding.path}:{start.line}:{start.column}"
    yield _text(f"{place}: {problem.severity} {problem.rule}: {sentence(problem)}")
    yield from (f"   {_text(beside(related))}" for related in finding.related)


def _text(text: str) -> str:
    return escape(_NONCHARACTERS.sub(lambda found: f"\\u{ord(found[0]):04x}", visible(text)))


def _reference(match: re.Match[str]) -> str:
    """Write a character that begins a CI runner's command as a reference, which says the same to a parser."""
    return "&#35;" if match[0] == "#" else f"{match[1]}&#58;"
