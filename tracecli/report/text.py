"""Findings for people: a clickable first line, the place in the text, what else is worth seeing."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from tracecli.problems import Finding, RelatedFinding, Severity
from tracecli.reading import Document
from tracecli.report.findings import FileReport, sentence
from tracecli.text import Line, Run, cell_width, line, plural, visible

MOST = 100
"""Findings shown of one file; the rest is counted."""

_EXCERPT = 96  # columns of a document's line that an excerpt shows: fits beside the gutter in 110


def text_report(file: FileReport, *, notes: bool, most: int = MOST) -> Iterator[Line]:
    """Return the lines for one file.

    Args:
        file: A checked file.
        notes: Show notes too.
        most: How many findings are shown at the most; 0 shows all.
    """
    shown = [finding for finding in file.findings if notes or finding.problem.severity > Severity.NOTE]
    cut = shown[:most] if most else shown
    for finding in cut:
        yield from _finding(finding, file.document)
    only_counted = file.more(Severity.NOTE if notes else Severity.WARNING)
    if more := len(shown) - len(cut) + only_counted:
        how = "--most 0 shows all" if len(shown) > len(cut) else "counted only"
        if only_counted and len(shown) > len(cut):
            how = f"--most 0 shows {len(shown):,} in all, the others are only counted"
        yield line(Run(f"{visible(file.path)}: {plural(more, 'more finding')} ({how})", "quiet"))


def _finding(finding: Finding, document: Document | None) -> Iterator[Line]:
    problem, start = finding.problem, finding.range.start
    severity = str(problem.severity)
    yield line(
        Run(f"{visible(finding.path)}:{start.line}:{start.column}: ", "place"),
        Run(severity, severity),
        Run(f" {problem.rule}: ", "rule"),
        Run(visible(sentence(problem)), "text"),
    )
    if document is not None:
        yield from _excerpt(finding, document)
    for related in finding.related:
        yield line(Run(f"   {visible(related.message)} at {_where(finding.path, related)}", "quiet"))


def _where(path: str, related: RelatedFinding) -> str:
    return f"{visible(path)}:{related.range.start.line}:{related.range.start.column}"


def _excerpt(finding: Finding, document: Document) -> Iterator[Line]:
    start, end = finding.range.start, finding.range.end
    stop = end.column - 1 if end.line == start.line else sys.maxsize
    gutter = max(5, len(str(start.line)) + 1)
    if start.line > 1 and (before := _window(document, start.line - 1, 0, 0)[0]).strip():
        yield _gutter(gutter, str(start.line - 1), before)
    shown, indent, width = _window(document, start.line, start.column - 1, stop)
    yield _gutter(gutter, str(start.line), shown)
    yield line(
        Run(f"{'':{gutter}} | ", "quiet"), Run(" " * indent + "^" * max(1, width), str(finding.problem.severity))
    )


def _gutter(width: int, number: str, text: str) -> Line:
    return line(Run(f"{number:>{width}} | ", "quiet"), Run(text.rstrip(), "excerpt"))


def _window(document: Document, number: int, start: int, stop: int) -> tuple[str, int, int]:
    """Cut a line around its marked characters.

    Returns:
        The text shown, the column in it where the mark begins, and how many columns the mark spans.
    """
    is_long = len(document.line(number, 0, _EXCERPT + 1)) > _EXCERPT
    first = max(0, start - _EXCERPT // 3) if is_long else 0
    text = document.line(number, first, _EXCERPT + 1)
    shown, tail = text[:_EXCERPT], "…" if len(text) > _EXCERPT else ""
    begin, end = start - first, max(start, min(stop, first + len(shown))) - first
    before = ("…" if first else "") + _shown(shown[:begin])
    marked = _shown(shown[begin:end])
    return before + marked + _shown(shown[end:]) + tail, cell_width(before), cell_width(marked)


def _shown(text: str) -> str:
    """Escape a part of a line; tabs as four spaces, since indentation is what they mean here."""
    return visible(text.replace("\t", "    "))
