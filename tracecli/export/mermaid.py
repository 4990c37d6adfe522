"""Mermaid: a flowchart of the targets, a sequence diagram of the steps, or a state diagram of the values.

Every generated id has a prefix, so that no key of a trace meets a reserved word (`end`, `graph`, `style`).
"""

from __future__ import annotations

from enum import StrEnum

from tracecli.errors import TraceError
from tracecli.export.mermaid_flow import flowchart
from tracecli.export.mermaid_sequence import sequence
from tracecli.export.mermaid_state import states
from tracecli.model import Kind, Scenario, Trace

MOST_CHARACTERS = 50_000
"""What GitHub draws: Mermaid's own `maxTextSize`, which a diagram can't raise."""
MOST_EDGES = 500
"""The same for the edges of a flowchart: `maxEdges`."""


class Diagram(StrEnum):
    """The kinds of diagram."""

    FLOWCHART = "flowchart"
    SEQUENCE = "sequence"
    STATE = "state"


def export(
    trace: Trace,
    scenario: Scenario | None = None,
    *,
    diagram: Diagram = Diagram.FLOWCHART,
    step: int | None = None,
    any_size: bool = False,
) -> str:
    """Give a trace as a Mermaid diagram.

    Args:
        trace: The trace.
        scenario: The scenario to draw. A flowchart is drawn of the whole trace without it; the other two need one.
        diagram: Which kind.
        step: A step whose active nodes and paths a flowchart shows as such; 0 is the initial state.
        any_size: Give diagrams too that GitHub refuses to draw.

    Raises:
        TraceError: When an edge to be drawn has no ends, a scenario is needed or a step is not, or the diagram is too
            large for GitHub.
    """
    if diagram is Diagram.FLOWCHART:
        text = flowchart(trace, scenario, step)
    elif step is not None:
        raise TraceError(f"a {diagram} diagram shows all steps", "name the scenario without a step")
    elif scenario is None:
        raise TraceError(f"a {diagram} diagram is of one scenario, and the trace has {len(trace.scenarios)}")
    else:
        text = sequence(trace, scenario) if diagram is Diagram.SEQUENCE else states(trace, scenario)
    return text if any_size else _fit(text, 0 if diagram is not Diagram.FLOWCHART else _edges(trace))


def picture(trace: Trace, scenario: Scenario | None = None) -> str:
    """Give the flowchart for a text that has the caption already; nothing where it can't be drawn."""
    try:
        return _fit(flowchart(trace, scenario, captioned=False), _edges(trace))
    except TraceError:
        return ""


def state_picture(trace: Trace, scenario: Scenario) -> str:
    """Give the state diagram for a text that has the caption already; nothing where it is too large."""
    try:
        return _fit(states(trace, scenario, captioned=False), 0)
    except TraceError:
        return ""


def _edges(trace: Trace) -> int:
    return sum(target.kind is Kind.EDGE for target in trace.targets.values())


def _fit(text: str, edges: int) -> str:
    length = len(text.encode("utf-16-le")) // 2  # JavaScript counts UTF-16 code units
    for count, most, what in ((length, MOST_CHARACTERS, "characters"), (edges, MOST_EDGES, "edges")):
        if count > most:
            raise TraceError(
                f"the diagram has {count:,} {what}, and GitHub draws at most {most:,}",
                "--any-size writes it all the same, for a Mermaid of your own",
            )
    return text
