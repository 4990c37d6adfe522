"""What all Mermaid diagrams of a trace have in common: ids, titles and descriptions for those who can't see them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tracecli.errors import TraceError
from tracecli.export.mermaid_text import line
from tracecli.model import Kind, Scenario, Target, Trace

INDENT = "    "


def nodes(trace: Trace) -> dict[str, str]:
    """Give the generated id of each node: key → `n1`, `n2` in the order declared."""
    keys = (key for key, target in trace.targets.items() if target.kind is Kind.NODE)
    return {key: f"n{number}" for number, key in enumerate(keys, 1)}


def described(title: str, trace: Trace) -> Iterator[str]:
    """Give the lines of the accessible title and description; the latter carries caption and limitations.

    Args:
        title: What the diagram shows.
        trace: The trace it is of.
    """
    yield f"{INDENT}accTitle: {line(title)}"
    yield f"{INDENT}accDescr {{"
    for text in _description(trace):
        yield f"{INDENT * 2}{text}"
    yield f"{INDENT}}}"


def _description(trace: Trace) -> Iterator[str]:
    yield line(trace.alt or trace.description)
    if trace.caption:
        yield line(trace.caption)
    for limitation in trace.limitations:
        yield f"Limitation: {line(limitation)}"


def need_ends(edges: Iterable[Target]) -> None:
    """Make sure that edges lead from a node to a node.

    Raises:
        TraceError: When one does not say so.
    """
    loose = [edge.key for edge in edges if edge.start is None or edge.end is None]
    if loose:
        others = f" and {len(loose) - 1:,} more edges have" if len(loose) > 1 else " has"
        raise TraceError(
            f"{loose[0]}{others} no 'from' and 'to', so nothing says which nodes to draw it between",
            "add both to each edge; a state diagram (--state) needs neither",
        )


def title_of(trace: Trace, scenario: Scenario | None) -> str:
    """Give the title of a scenario, or of the whole trace."""
    return trace.title if scenario is None else scenario.title
