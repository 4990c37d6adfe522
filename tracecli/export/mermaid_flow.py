"""The targets as a Mermaid flowchart: what a scenario does not use is faint, what is at work in a step is lit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tracecli.errors import TraceError
from tracecli.export.mermaid_parts import INDENT, described, need_ends, nodes, title_of
from tracecli.export.mermaid_text import label
from tracecli.model import Kind, Scenario, Trace

_STYLES = {
    "active": "fill:#ffd866,stroke:#7a5c00,stroke-width:2px,color:#1b1b1b",
    "unused": "stroke-dasharray:4 4,opacity:0.55",
    "caption": "fill:none,stroke:none",
}
_WRAPS = 480  # pixels; Mermaid's own 200 makes a tower of a caption


def flowchart(
    trace: Trace, scenario: Scenario | None = None, step: int | None = None, *, captioned: bool = True
) -> str:
    """Give the flowchart.

    Args:
        trace: The trace.
        scenario: Whose unselected targets are drawn faint, if one is meant.
        step: Number of the step to light up, if one is meant; 0 lights nothing.
        captioned: Show the caption below the drawing. Its description carries it either way.

    Raises:
        TraceError: When there is no node, or an edge has no ends.
    """
    ids = nodes(trace)
    if not ids:
        raise TraceError("the trace has no nodes to draw", "a state diagram (--state) needs none")
    now = scenario.steps[step - 1] if scenario and step else None
    unused = scenario.unselected if scenario else ()
    caption = trace.caption if captioned else None
    lines = [
        *(_wrapping() if caption else ()),
        f"flowchart {_direction(trace)}",
        *described(title_of(trace, scenario), trace),
        *(f'{INDENT}{ids[key]}["{label(trace.targets[key].label)}"]' for key in ids),
        *_edges(trace, ids, frozenset(now.paths if now else ()), frozenset(unused)),
        *([f'{INDENT}caption["{label(caption)}"]'] if caption else ()),
        *_class("active", [ids[key] for key in now.active] if now else []),
        *_class("unused", [ids[key] for key in unused if key in ids]),
        *_class("caption", ["caption"] if caption else []),
    ]
    return "\n".join(lines) + "\n"


def _wrapping() -> Iterator[str]:
    yield "---"
    yield "config:"
    yield "  flowchart:"
    yield f"    wrappingWidth: {_WRAPS}"
    yield "---"


def _direction(trace: Trace) -> str:
    cells = [target.at for target in trace.targets.values() if target.at]
    tall = max((row for _, row in cells), default=0) > max((column for column, _ in cells), default=0)
    return "TB" if tall else "LR"


def _edges(trace: Trace, ids: Mapping[str, str], travelled: frozenset[str], unused: frozenset[str]) -> Iterator[str]:
    edges = [target for target in trace.targets.values() if target.kind is Kind.EDGE]
    need_ends(edges)
    for edge in edges:
        arrow = "==>" if edge.key in travelled else "-.->" if edge.key in unused else "-->"
        yield f'{INDENT}{ids[edge.start or ""]} {arrow}|"{label(edge.label)}"| {ids[edge.end or ""]}'


def _class(name: str, members: Sequence[str]) -> Iterator[str]:
    if members:
        yield f"{INDENT}classDef {name} {_STYLES[name]}"
        yield f"{INDENT}class {','.join(members)} {name}"
