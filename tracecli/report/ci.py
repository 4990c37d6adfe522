"""Findings for CI: GitHub annotations, GitLab code quality, JUnit, JSON; and the table of all reporters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from html import escape

from tracecli.problems import Finding, Place, Position, Problem, Range, Severity, Span
from tracecli.report.findings import (
    FileReport,
    Results,
    beside,
    count,
    fingerprints,
    last_line,
    mended,
    sentence,
)
from tracecli.report.markdown import markdown_report
from tracecli.report.sarif import sarif_report
from tracecli.report.text import text_report
from tracecli.text import COMMAND, guard, json_text, plain, plural, visible

# Escapes are those that the runner undoes (`ActionCommand.cs`): `%` first, then CR and LF; in properties also `:` and
# `,`.

MOST = 10
"""Annotations of a severity that GitHub keeps of one step."""

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def github_report(results: Results) -> str:
    """Return the commands, errors first, and one that says how many findings have no annotation.

    Args:
        results: A run. Notes are shown only when they were asked for.
    """
    severities = [severity for severity in _COMMANDS if results.notes or severity > Severity.NOTE]
    rows = {severity: list(_commands(results, severity)) for severity in severities}
    counts = count(results.files)
    counts[Severity.ERROR] += len(results.failed)
    left = {severity: counts[severity] - len(row[:MOST]) for severity, row in rows.items()}
    left = {severity: number for severity, number in left.items() if number}
    lines = [line for row in rows.values() for line in row[:MOST]]
    if left:
        if len(rows.get(Severity.NOTE, ())) >= MOST:  # the last line needs a place among the notices itself
            left[Severity.NOTE] = left.get(Severity.NOTE, 0) + 1
            lines.pop()
        lines.append(_left_out(left))
    return "".join(f"{line}\n" for line in lines)


def _commands(results: Results, severity: Severity) -> Iterator[str]:
    if severity is Severity.ERROR:
        for failure in results.failed:
            yield f"::error title=trace::{_data(guard(visible(failure)))}"
    for file, finding in results.findings(severity):
        yield _command(finding, results.inside(file.path))


def _command(finding: Finding, path: str | None) -> str:
    message = guard(visible(sentence(finding.problem)))
    message = "\n".join([message, *(guard(visible(beside(related))) for related in finding.related)])
    properties = f"title={_property(finding.problem.rule)}"
    if path is None or not _is_plain(_property(path)):
        start = finding.range.start
        message = f"{guard(visible(finding.path))}:{start.line}:{start.column}: {message}"
    else:
        properties = f"file={_property(path)},{_lines(finding.range)},{properties}"
    return f"::{_COMMANDS[finding.problem.severity]} {properties}::{_data(message)}"


def _is_plain(path: str) -> bool:
    """Return whether a log may hold a path: it is no command by itself, and nothing of it would be obeyed or missed."""
    return guard(visible(path)) == path


def _lines(place: Range) -> str:
    """Return lines, and columns where all is on one line: with others the host refuses the annotation."""
    start, end = place.start, place.end
    if last_line(place) > start.line:
        return f"line={start.line},endLine={last_line(place)}"
    columns = f",endColumn={end.column}" if end.line == start.line and end.column > start.column else ""
    return f"line={start.line},endLine={start.line},col={start.column}{columns}"


def _left_out(left: dict[Severity, int]) -> str:
    counts = " and ".join(plural(number, str(severity)) for severity, number in left.items())
    words = f"{counts} more: GitHub keeps {MOST} annotations of a kind. The job summary and other formats have more"
    return f"::notice title=trace::{_data(words)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}


def gitlab_report(results: Results) -> str:
    """Return the report as JSON text that ends in a line break; `[]` when there is nothing to say.

    Args:
        results: A run. What could not be checked has no place in this format; the exit code tells it.
    """
    return json_text([issue for file in results.files for issue in _issues(file, mended(results.outside(file.path)))])


def _issues(file: FileReport, path: str) -> Iterator[dict[str, object]]:
    for finding, fingerprint in zip(file.findings, fingerprints(file, path), strict=True):
        yield _issue(finding, path, fingerprint)
    if more := file.more():
        worst = max(severity for severity, _, _ in file.left_out)
        message = f"{plural(more, 'more finding')} of this file {'is' if more == 1 else 'are'} only counted"
        problem = Problem("too-large", worst, message, Place())
        finding = Finding(file.path, problem, Span(0, 0), Range(Position(1, 1), Position(1, 1)))
        yield _issue(finding, path, sha256(f"left out\0{path}".encode()).hexdigest())


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


_NONCHARACTERS = re.compile("[\ufffe\uffff]")  # all that XML 1.0 (section 2.2) can't carry and `visible` shows as it is
_COMMAND = re.compile(COMMAND, re.MULTILINE)
_SUITE = "trace validate"


def junit_report(results: Results) -> str:
    """Return the report as XML that ends in a line break.

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
    failing, more = _failing(file, results.fail_on), file.more(results.fail_on)
    others = [finding for finding in file.findings if finding.problem.severity < results.fail_on]
    parts = []
    if failing:
        worst = max(failing, key=lambda finding: finding.problem.severity).problem
        words = f'message="{plural(len(failing) + more, "finding")}" type="{worst.severity}"'
        parts.append(f"      <failure {words}>{_junit_lines(failing, more)}</failure>")
    if others:
        parts.append(f"      <system-out>{_junit_lines(others, file.more() - more)}</system-out>")
    return "\n".join([f"{head}>", *parts, "    </testcase>"]) if parts else f"{head}/>"


def _error(failure: str) -> str:
    words = _text(failure)
    head = f'    <testcase classname="trace" name="{words}">'
    return f'{head}\n      <error message="{words}" type="failed"/>\n    </testcase>'


def _junit_lines(findings: list[Finding], more: int) -> str:
    lines = [line for finding in findings for line in _finding(finding)]
    return "\n".join([*lines, f"and {plural(more, 'more finding')}, only counted"] if more else lines)


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


VERSION = 1


def json_report(files: Sequence[FileReport], *, failed: Sequence[str] = ()) -> str:
    """Return the report of a run as JSON text that ends in a line break.

    Args:
        files: All files that were checked, clean ones too.
        failed: What could not be checked, a sentence each.
    """
    counts = count(files)
    report = {
        "version": VERSION,
        "files": [
            {
                "path": file.path,
                "findings": [_json_finding(finding) for finding in file.findings],
                **({"leftOut": file.more()} if file.left_out else {}),
            }
            for file in files
        ],
        "failed": list(failed),
        "summary": {
            "files": len(files),
            "errors": counts[Severity.ERROR],
            "warnings": counts[Severity.WARNING],
            "notes": counts[Severity.NOTE],
        },
    }
    return json_text(report)


def _json_finding(finding: Finding) -> dict[str, object]:
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
    """Return a pointer as RFC 6901 writes it: `/scenarios/1/steps/3`."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in pointer)


# A reporter is a pure function from the results of a run to a text. A terminal shows `text` in colour, from the same
# lines (`report.text`).

Reporter = Callable[[Results], str]


def _reporters_text(results: Results) -> str:
    lines = (line for file in results.files for line in text_report(file, notes=results.notes, most=results.most))
    return "".join(f"{guard(plain(line))}\n" for line in lines)


def _json(results: Results) -> str:
    return json_report(results.files, failed=results.failed)


REPORTERS: dict[str, Reporter] = {
    "text": _reporters_text,
    "json": _json,
    "github": github_report,
    "gitlab": gitlab_report,
    "sarif": sarif_report,
    "junit": junit_report,
    "markdown": markdown_report,
}
