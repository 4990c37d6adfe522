"""Manual pages of rules as text, Markdown and data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracecli.checking.rules.rule import Page
from tracecli.problems import Severity
from tracecli.text import Line, Run, line, wrap

_WIDTH = 80


def manual_text(page: Page) -> Iterator[Line]:
    """Return a page for people."""
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
    """Return a page as Markdown."""
    parts = [f"## {page.id} ({page.severity})", page.summary, page.body]
    for title, example in (("Fails", page.failing), ("Passes", page.passing)):
        parts += [f"{title}:", f"```yaml\n{example}\n```"]
    return "\n\n".join(part for part in parts if part) + "\n"


def manual_data(page: Page) -> dict[str, str]:
    """Return a page as data for JSON."""
    return {
        "rule": page.id,
        "severity": str(page.severity),
        "summary": page.summary,
        "description": page.body,
        "failing": page.failing,
        "passing": page.passing,
    }


def rules_text(pages: Sequence[Page]) -> Iterator[Line]:
    """Return all rules, one a line."""
    room = max(len(page.id) for page in pages)
    for page in pages:
        severity = Run(f"{page.severity!s:<7}  ", str(page.severity))
        yield line(Run(f"{page.id:<{room}}  ", "head"), severity, Run(page.summary, "text"))


def rules_markdown(pages: Sequence[Page]) -> str:
    """Return all rules as the table that README carries."""
    rows = [f"| `{page.id}` | {page.severity} | {page.summary} |" for page in pages]
    return "\n".join(["| rule | severity | says |", "|---|---|---|", *rows]) + "\n"


_LINK = "https://github.com/sgl-project/sglang/blob/v0.5.23/python/sglang/srt/managers/"


def _example(lines: str, symbol: str) -> str:
    return f"sources:\n- title: {symbol}\n  url: {_LINK}{lines}\n  symbol: {symbol}"


_LOOP = _example("scheduler.py#L2026-L2058", "Scheduler.event_loop_normal")

SOURCE_PAGES: tuple[Page, ...] = (
    Page(
        "source-cut-short",
        Severity.WARNING,
        "the cited lines begin with a definition and end before it does.",
        "Found by `trace sources`, which reads the cited version. A reader of the link misses the rest. The finding "
        "gives the whole range, and --write puts it into the link. Lines inside of a definition are "
        "a part of it, and fine.",
        _example("scheduler.py#L2026-L2040", "Scheduler.event_loop_normal"),
        _LOOP,
    ),
    Page(
        "source-wide",
        Severity.WARNING,
        "the cited lines hold a definition and more.",
        "Found by `trace sources`. The link cites code that the source is not about. Blank lines and comments at "
        "either end count for nothing. Two definitions need two sources.",
        _example("scheduler.py#L2026-L2134", "Scheduler.event_loop_normal"),
        _LOOP,
    ),
    Page(
        "source-moved",
        Severity.WARNING,
        "what the lines should define is at other lines.",
        "Found by `trace sources`: at the cited version when a link was copied wrongly, with --at when a later release "
        "moved the code. The finding gives the lines, and --write puts them into the link.",
        _example("scheduler.py#L1719-L1751", "Scheduler.event_loop_normal"),
        _LOOP,
    ),
    Page(
        "source-symbol-gone",
        Severity.ERROR,
        "the file does not define what the lines should define.",
        "Found by `trace sources`. The name is that of `symbol`, else of the definition that begins at, or encloses, "
        "the first cited line at the cited version. It was renamed, moved to another file or removed: read the code "
        "again, for the trace may no longer be true.",
        _example("scheduler.py#L2026-L2058", "Scheduler.event_loop_plain"),
        _LOOP,
    ),
    Page(
        "source-file-gone",
        Severity.ERROR,
        "the version that is looked at has no such file.",
        "Found by `trace sources`, and only where that can be known: in a git checkout, and for a Python file of a "
        "package in a release of that package.",
        _example("loop.py#L2026-L2058", "Scheduler.event_loop_normal"),
        _LOOP,
    ),
    Page(
        "source-unjudged",
        Severity.NOTE,
        "it can't be said whether the source still holds, and why.",
        "Found by `trace sources`. Not looked at: no --root for the repository, a version that no root has, a link "
        "that leads to no code, a file that is too large, a path that leaves the repository, a local file of a trace "
        "that does not come from a folder. Can't tell: a file that was read and that this Python can't parse, lines "
        "that no definition encloses, a local file without a sha256. With --strict, exit code 2.",
        "sources:\n- title: The change that brought it\n  url: https://github.com/NVIDIA/TensorRT-LLM/pull/6000",
        _LOOP,
    ),
)
