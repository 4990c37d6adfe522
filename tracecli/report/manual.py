"""A rule's manual page as text, Markdown and data; and all rules in one table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracecli.checking.rules.page import Page
from tracecli.runs import Line, Run, line
from tracecli.widths import wrap

_WIDTH = 80


def manual_text(page: Page) -> Iterator[Line]:
    """Give a page for people."""
    yield line(Run(page.id, "head"), Run(f" ({page.severity})", str(page.severity)))
    yield from _paragraph(page.summary)
    for paragraph in page.body.split("\n\n"):
        yield ()
        yield from _paragraph(paragraph)
    for title, example in (("Fails", page.failing), ("Passes", page.passing)):
        yield ()
        yield line(Run(f"{title}:", "head"))
        yield ()
        for row in example.splitlines():
            yield line(Run(f"  {row}", "excerpt"))


def _paragraph(text: str) -> Iterator[Line]:
    for row in wrap(text, _WIDTH):
        yield line(Run(row, "text"))


def manual_markdown(page: Page) -> str:
    """Give a page as Markdown."""
    parts = [f"## {page.id} ({page.severity})", page.summary, page.body]
    for title, example in (("Fails", page.failing), ("Passes", page.passing)):
        parts += [f"{title}:", f"```yaml\n{example}\n```"]
    return "\n\n".join(part for part in parts if part) + "\n"


def manual_data(page: Page) -> dict[str, str]:
    """Give a page as data for JSON."""
    return {
        "rule": page.id,
        "severity": str(page.severity),
        "summary": page.summary,
        "description": page.body,
        "failing": page.failing,
        "passing": page.passing,
    }


def rules_text(pages: Sequence[Page]) -> Iterator[Line]:
    """Give all rules, one a line."""
    room = max(len(page.id) for page in pages)
    for page in pages:
        severity = Run(f"{page.severity!s:<7}  ", str(page.severity))
        yield line(Run(f"{page.id:<{room}}  ", "head"), severity, Run(page.summary, "text"))


def rules_markdown(pages: Sequence[Page]) -> str:
    """Give all rules as the table that README carries."""
    rows = [f"| `{page.id}` | {page.severity} | {page.summary} |" for page in pages]
    return "\n".join(["| rule | severity | says |", "|---|---|---|", *rows]) + "\n"
