"""Findings as workflow commands, which GitHub turns into annotations of the changed lines.

Escapes are those that the runner undoes (`ActionCommand.cs`): `%` first, then CR and LF; in properties also `:` and
`,`.
"""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.escaping import guard, visible
from tracecli.problems import Finding, Range, Severity
from tracecli.report.findings import plural, sentence
from tracecli.report.results import Results, beside, last_line

MOST = 10
"""Annotations of a severity that GitHub keeps of one step."""

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def github_report(results: Results) -> str:
    """Give the commands, errors first, and one that says how many findings have no annotation.

    Args:
        results: A run. Notes are shown only when they were asked for.
    """
    severities = [severity for severity in _COMMANDS if results.notes or severity > Severity.NOTE]
    rows = {severity: list(_commands(results, severity)) for severity in severities}
    left = {severity: len(row) - MOST for severity, row in rows.items() if len(row) > MOST}
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
    """Tell whether a log may hold a path: it is no command by itself, and nothing of it would be obeyed or missed."""
    return guard(visible(path)) == path


def _lines(place: Range) -> str:
    """Give lines, and columns where all is on one line: with others the host refuses the annotation."""
    start, end = place.start, place.end
    if last_line(place) > start.line:
        return f"line={start.line},endLine={last_line(place)}"
    columns = f",endColumn={end.column}" if end.line == start.line and end.column > start.column else ""
    return f"line={start.line},endLine={start.line},col={start.column}{columns}"


def _left_out(left: dict[Severity, int]) -> str:
    counts = " and ".join(plural(number, str(severity)) for severity, number in left.items())
    words = f"{counts} more: GitHub keeps {MOST} annotations of a kind. The job summary and other formats have all"
    return f"::notice title=trace::{_data(words)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
