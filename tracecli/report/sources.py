"""Judgements of sources: as a table for people, as data for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from tracecli.sources import Judgement, LineRange, Verdict
from tracecli.text import Line, Run, cell_width, json_text, line, pad, plural, visible

VERSION = 1
_TEXT = {True: "changed", False: "same", None: "—"}


def citation_table(judgements: Sequence[Judgement], *, at: str | None = None) -> Iterator[Line]:
    """Return a line for each source: verdict, lines cited and lines now, and what they define.

    Args:
        judgements: In the order of the sources.
        at: The version that was asked about; the cited ones without it.
    """
    titles = ("verdict", "cited", f"at {visible(at)}" if at else "should be", *(("text",) if at else ()), "what")
    shared = {why: number for why, number in Counter(map(_reason, judgements)).items() if why and number > 1}
    rows = [_row(one, shared, compared=at is not None) for one in judgements]
    widths = [max(map(cell_width, column)) for column in zip(titles, *rows, strict=True)]
    yield _line(titles, widths, "head")
    for one, row in zip(judgements, rows, strict=True):
        problem = one.problem()
        yield _line(row, widths, str(problem.severity) if problem else "text")
    for why, number in shared.items():
        yield line(Run(f"{number:,} of them: {visible(why)}", "text"))


def _reason(one: Judgement) -> str:
    """Return why nothing can be told; nothing where something can."""
    return "" if one.verdict.judged else one.why.removeprefix("not judged: ").removeprefix("not looked at: ")


def _row(one: Judgement, shared: Collection[str], *, compared: bool) -> tuple[str, ...]:
    now = one.cited if one.now is None and one.verdict in (Verdict.EXACT, Verdict.PART) else one.now
    text = (_TEXT[one.changed],) if compared else ()
    return (str(one.verdict), _lines(one.cited), _lines(now), *text, visible(_what(one, shared)))


def _lines(lines: LineRange | None) -> str:
    return str(lines) if lines else "—"


def _what(one: Judgement, shared: Collection[str]) -> str:
    """Name what is cited, with the file's name in front; where nothing is known of it, the title and why.

    Reasons that several sources share are told once, below the table.
    """
    if why := _reason(one):
        return one.source.title if why in shared else f"{one.source.title}: {why}"
    if one.source.url is None:
        return f"{one.source.title}: {one.why}"
    if one.symbol is None:
        return one.source.title
    file = one.source.url.partition("#")[0].partition("?")[0].rpartition("/")[2]
    return f"{file} {one.symbol}"


def _line(cells: Sequence[str], widths: Sequence[int], meaning: str) -> Line:
    first, *rest = (pad(cell, width) for cell, width in zip(cells, widths, strict=True))
    return line(Run(first, meaning), Run(f"  {'  '.join(rest)}".rstrip(), "head" if meaning == "head" else "text"))


def citation_summary(judgements: Sequence[Judgement]) -> str:
    """Count the verdicts, in words."""
    counts = Counter(one.verdict for one in judgements)
    told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict])
    return f"{plural(len(judgements), 'source')}: {told or 'nothing to judge'}"


def citation_json(name: str, judgements: Sequence[Judgement], *, at: str | None = None) -> str:
    """Return all judgements as JSON text that ends in a line break."""
    counts = Counter(one.verdict for one in judgements)
    told = {
        "version": VERSION,
        "trace": name,
        "at": at,
        "sources": [_data(one) for one in judgements],
        "summary": {str(verdict): counts[verdict] for verdict in Verdict if counts[verdict]},
    }
    return json_text(told)


def _data(one: Judgement) -> dict[str, object]:
    problem = one.problem()
    told: dict[str, object] = {
        "index": one.index,
        "title": one.source.title,
        "url": one.source.url,
        "file": one.source.file,
        "verdict": str(one.verdict),
        "severity": str(problem.severity) if problem else None,
        "rule": problem.rule if problem else None,
        "message": one.why,
        "read": list(one.read),
        "symbol": one.symbol,
        "cited": _pair(one.cited),
        "now": _pair(one.now),
        "at": one.at,
        "textChanged": one.changed,
        "repinned": one.repinned,
        "suggestion": one.suggestion,
    }
    return {key: value for key, value in told.items() if value is not None}


def _pair(lines: LineRange | None) -> dict[str, int] | None:
    return {"first": lines.first, "last": lines.last} if lines else None
