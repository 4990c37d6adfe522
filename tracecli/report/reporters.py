"""The formats of a report: name → reporter, in one visible table.

A reporter is a pure function from the results of a run to a text. A terminal shows `text` in colour, from the same
lines (`report.text`).
"""

from __future__ import annotations

from collections.abc import Callable

from tracecli.escaping import guard
from tracecli.report.github import github_report
from tracecli.report.gitlab import gitlab_report
from tracecli.report.json import json_report
from tracecli.report.junit import junit_report
from tracecli.report.markdown import markdown_report
from tracecli.report.results import Results
from tracecli.report.sarif import sarif_report
from tracecli.report.text import text_report
from tracecli.runs import plain

Reporter = Callable[[Results], str]


def _text(results: Results) -> str:
    lines = (line for file in results.files for line in text_report(file, notes=results.notes, most=results.most))
    return "".join(f"{guard(plain(line))}\n" for line in lines)


def _json(results: Results) -> str:
    return json_report(results.files, failed=results.failed)


REPORTERS: dict[str, Reporter] = {
    "text": _text,
    "json": _json,
    "github": github_report,
    "gitlab": gitlab_report,
    "sarif": sarif_report,
    "junit": junit_report,
    "markdown": markdown_report,
}
