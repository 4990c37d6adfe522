"""Files and stretches of text as SARIF names them."""

from __future__ import annotations

from tracecli.problems import Position, Range
from tracecli.report.results import Results

ROOT = "%SRCROOT%"
"""What relative addresses are relative to, by the name that hosts know."""


def artifact(results: Results, path: str, index: int | None = None) -> dict[str, object]:
    """Give a file: relative to the root where it lies inside, else by its whole address.

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
    """Give a stretch: lines and columns from 1, its end exclusive."""
    return span_region(place.start, place.end)


def span_region(start: Position, end: Position) -> dict[str, int]:
    """Give the stretch between two positions."""
    return {"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column}
