"""The steps of a scenario as a Mermaid sequence diagram: nodes as participants, paths as messages, one block a step."""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.errors import TraceError
from tracecli.export.mermaid_parts import INDENT, described, need_ends, nodes
from tracecli.export.mermaid_text import message
from tracecli.export.words import seen
from tracecli.model import Scenario, Trace
from tracecli.playback import Moment, moment

_BLOCK = "rect rgba(128, 128, 128, 0.15)"  # seen on light and on dark
_WIDTH = 74  # columns of a note: half of it goes into the gap in front of the last participant


def sequence(trace: Trace, scenario: Scenario) -> str:
    """Give the sequence diagram of a scenario.

    Args:
        trace: The trace.
        scenario: The scenario.

    Raises:
        TraceError: When there is no node, or a path that is travelled has no ends.
    """
    travelled = [trace.targets[key] for key in dict.fromkeys(key for step in scenario.steps for key in step.paths)]
    need_ends(travelled)
    left_out = {*scenario.unselected} - {edge.start for edge in travelled} - {edge.end for edge in travelled}
    ids = {key: name for key, name in nodes(trace).items() if key not in left_out}
    if not ids:
        raise TraceError("the scenario has no nodes to draw", "a state diagram (--state) needs none")
    lines = [
        "sequenceDiagram",
        *described(scenario.title, trace),
        *(f"{INDENT}participant {name} as {message(trace.targets[key].label)}" for key, name in ids.items()),
        *([f"{INDENT}{_across(ids, trace.caption)}"] if trace.caption else ()),
    ]
    for index in range(1, len(scenario.steps) + 1):
        lines += _block(moment(trace, scenario, index), ids)
    return "\n".join(lines) + "\n"


def _across(ids: dict[str, str], *texts: str) -> str:
    """Give a note that reaches over all participants."""
    over = ",".join(dict.fromkeys((next(iter(ids.values())), next(reversed(ids.values())))))
    return f"Note over {over}: {'<br/>'.join(message(text, _WIDTH) for text in texts)}"


def _block(now: Moment, ids: dict[str, str]) -> Iterator[str]:
    changes = (f"{value.label}: {seen(value.value)} (was {seen(value.before or '')})" for value in now.changed)
    yield f"{INDENT}{_BLOCK}"
    yield f"{INDENT * 2}{_across(ids, f'{now.index}. {now.title}', *changes)}"
    for edge in now.paths:
        yield f"{INDENT * 2}{ids[edge.start or '']}->>{ids[edge.end or '']}: {message(edge.label)}"
    for node in now.nodes:
        yield f"{INDENT * 2}Note over {ids[node.key]}: at work"
    yield f"{INDENT}end"
