"""Mermaid: a flowchart of the targets, a sequence diagram of the steps, or a state diagram of the values.

Every generated id has a prefix, so that no key of a trace meets a reserved word (`end`, `graph`, `style`). Text of a
trace is written as Mermaid 10 to 12 read it, so that nothing of it is syntax, Markdown or HTML: in Mermaid's own codes
(`#59;` is a semicolon), which are decoded after parsing, in every kind of diagram.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from tracecli.errors import TraceError
from tracecli.model import Kind, Scenario, Target, Trace
from tracecli.playback import Moment, moment, seen
from tracecli.text import LINE_BREAK, visible, wrap

_MARKS = re.compile(r'["#$%&*;<=>@\[\\\]^`{|}~]|:(?! )|(?<![^\W_])_|_(?![^\W_])')  # `_` in a word is no emphasis
_LIST = re.compile(r"\d*[-+.)]")  # version 11 refuses what begins like a list: "Unsupported markdown: list"
# Icons and formulas are made of codes too where a label has several lines, but not with a place to break inside.
_MADE = re.compile(r"(?<=fa)[bklrs]?#58;(?=fa-)|#36;(?=#36;)")
_WRAP = re.compile(r"^((?:no)?wrap):", re.IGNORECASE)  # an instruction at the start of a message
_DIRECTION = re.compile(r"(?<=direction)\s+(?=TB|BT|RL|LR|TD)", re.IGNORECASE)  # one anywhere in a line, even quoted
_OWN = "ﬂ°"  # begins the mark that stands for a code while Mermaid parses; with two letters for the ligature it is none


def label(text: str) -> str:
    """Return the label of a node or an edge of a flowchart, to be put between double quotes."""
    return _MADE.sub(r"\g<0><wbr>", _text(text, "<br>"))


def line(text: str) -> str:
    """Return text on one line: a state, to be put between double quotes, or an accessible title or description."""
    return _text(text, " ")  # a state of several lines would be read as Markdown, codes or not


def transition(text: str) -> str:
    """Return the label of an arrow in a state diagram, which is written without quotes after a colon."""
    return line(text).replace(":", "#58;")  # version 10 allows one colon only


def message(text: str, width: int = 0) -> str:
    """Return the text of a message, a note or a participant of a sequence diagram.

    Args:
        text: The text.
        width: Columns at which lines are broken; 0 leaves them as they are.
    """
    return _WRAP.sub(r"\1#58;", _text(text, "<br/>", width))


def _text(text: str, between: str, width: int = 0) -> str:
    lines = [visible(line.strip(" \t")) for line in LINE_BREAK.split(seen(text.strip(" \t\r\n")))]
    if width:
        lines = [part for line in lines for part in wrap(line, width)]
    return between.join(map(_line, lines))


def _line(text: str) -> str:
    start = _LIST.match(text)
    end = start.end() if start else 0
    first = f"{text[: end - 1]}#{ord(text[end - 1])};" if end else ""
    coded = _MARKS.sub(lambda match: f"#{ord(match.group())};", text[end:].replace(_OWN, "fl°"))
    return first + _DIRECTION.sub("#32;", coded)


_INDENT = "    "


def _node_ids(trace: Trace) -> dict[str, str]:
    """Return the generated id of each node: key → `n1`, `n2` in the order declared."""
    keys = (key for key, target in trace.targets.items() if target.kind is Kind.NODE)
    return {key: f"n{number}" for number, key in enumerate(keys, 1)}


def _described(title: str, trace: Trace) -> Iterator[str]:
    """Return the lines of the accessible title and description; the latter carries caption and limitations."""
    yield f"{_INDENT}accTitle: {line(title)}"
    yield f"{_INDENT}accDescr {{"
    yield f"{_INDENT * 2}{line(trace.alt or trace.description)}"
    if trace.caption:
        yield f"{_INDENT * 2}{line(trace.caption)}"
    for limitation in trace.limitations:
        yield f"{_INDENT * 2}Limitation: {line(limitation)}"
    yield f"{_INDENT}}}"


def _need_ends(edges: Iterable[Target]) -> None:
    loose = [edge.key for edge in edges if edge.start is None or edge.end is None]
    if loose:
        others = f" and {len(loose) - 1:,} more edges have" if len(loose) > 1 else " has"
        raise TraceError(
            f"{loose[0]}{others} no 'from' and 'to', so nothing says which nodes to draw it between",
            "add both to each edge; a state diagram (--state) needs neither",
        )


_STYLES = {
    "active": "fill:#ffd866,stroke:#7a5c00,stroke-width:2px,color:#1b1b1b",
    "unused": "stroke-dasharray:4 4,opacity:0.55",
    "caption": "fill:none,stroke:none",
}
# Pixels; Mermaid's own 200 makes a tower of a caption.
_WRAPPING = ("---", "config:", "  flowchart:", "    wrappingWidth: 480", "---")


def flowchart(
    trace: Trace, scenario: Scenario | None = None, step: int | None = None, *, captioned: bool = True
) -> str:
    """Return the flowchart.

    Args:
        trace: The trace.
        scenario: Whose unselected targets are drawn faint, if one is meant.
        step: Number of the step to light up, if one is meant; 0 lights nothing.
        captioned: Show the caption below the drawing. Its description carries it either way.

    Raises:
        TraceError: When there is no node, or an edge has no ends.
    """
    ids = _node_ids(trace)
    if not ids:
        raise TraceError("the trace has no nodes to draw", "a state diagram (--state) needs none")
    now = scenario.steps[step - 1] if scenario and step else None
    unused = scenario.unselected if scenario else ()
    caption = trace.caption if captioned else None
    cells = [target.at for target in trace.targets.values() if target.at]
    tall = max((row for _, row in cells), default=0) > max((column for column, _ in cells), default=0)
    tall = tall or _breadth(trace) > _MAX_BREADTH
    lines = [
        *(_WRAPPING if caption else ()),
        f"flowchart {'TB' if tall else 'LR'}",
        *_described(scenario.title if scenario else trace.title, trace),
        *(f'{_INDENT}{ids[key]}["{label(trace.targets[key].label)}"]' for key in ids),
        *_edges(trace, ids, frozenset(now.paths if now else ()), frozenset(unused)),
        *([f'{_INDENT}caption["{label(caption)}"]'] if caption else ()),
        *_class("active", [ids[key] for key in now.active] if now else []),
        *_class("unused", [ids[key] for key in unused if key in ids]),
        *_class("caption", ["caption"] if caption else []),
    ]
    return "\n".join(lines) + "\n"


_MAX_BREADTH = 1200  # pixels, about, of a flowchart from left to right; a broader one goes down
_LETTER, _NODE_PAD, _EDGE_PAD = 8, 60, 60


def _breadth(trace: Trace) -> int:
    """Return about how broad a flowchart is from left to right: its longest way without going in circles."""
    leaving: dict[str, list[Target]] = {}
    for edge in trace.targets.values():
        if edge.start is not None:
            leaving.setdefault(edge.start, []).append(edge)
    known: dict[str, int] = {}
    for first in trace.targets:
        stack, open_keys = [first], set[str]()
        while stack:
            key = stack[-1]
            waiting = [] if key in open_keys else [edge.end or "" for edge in leaving.get(key, ())]
            open_keys.add(key)
            more = [end for end in waiting if end not in known and end not in open_keys]
            if more:
                stack += more
                continue
            stack.pop()
            ways = (
                _LETTER * len(edge.label) + _EDGE_PAD + known.get(edge.end or "", 0) for edge in leaving.get(key, ())
            )
            known[key] = _LETTER * len(trace.targets[key].label) + _NODE_PAD + max(ways, default=0)
    return max((known[key] for key, target in trace.targets.items() if target.kind is Kind.NODE), default=0)


def _edges(trace: Trace, ids: Mapping[str, str], travelled: frozenset[str], unused: frozenset[str]) -> Iterator[str]:
    edges = [target for target in trace.targets.values() if target.kind is Kind.EDGE]
    _need_ends(edges)
    for edge in edges:
        arrow = "==>" if edge.key in travelled else "-.->" if edge.key in unused else "-->"
        yield f'{_INDENT}{ids[edge.start or ""]} {arrow}|"{label(edge.label)}"| {ids[edge.end or ""]}'


def _class(name: str, members: Sequence[str]) -> Iterator[str]:
    if members:
        yield f"{_INDENT}classDef {name} {_STYLES[name]}"
        yield f"{_INDENT}class {','.join(members)} {name}"


_BLOCK = "rect rgba(128, 128, 128, 0.15)"  # can be seen on light and on dark
_WIDTH = 74  # columns of a note: half of it goes into the gap before the last participant


def sequence(trace: Trace, scenario: Scenario) -> str:
    """Return the sequence diagram of a scenario.

    Args:
        trace: The trace.
        scenario: The scenario.

    Raises:
        TraceError: When there is no node, or a path that is travelled has no ends.
    """
    travelled = [trace.targets[key] for key in dict.fromkeys(key for step in scenario.steps for key in step.paths)]
    _need_ends(travelled)
    left_out = {*scenario.unselected} - {edge.start for edge in travelled} - {edge.end for edge in travelled}
    ids = {key: name for key, name in _node_ids(trace).items() if key not in left_out}
    if not ids:
        raise TraceError("the scenario has no nodes to draw", "a state diagram (--state) needs none")
    lines = [
        "sequenceDiagram",
        *_described(scenario.title, trace),
        *(f"{_INDENT}participant {name} as {message(trace.targets[key].label)}" for key, name in ids.items()),
        *([f"{_INDENT}{_across(ids, trace.caption)}"] if trace.caption else ()),
    ]
    before: tuple[str, ...] = ()
    for index in range(1, len(scenario.steps) + 1):
        now = moment(trace, scenario, index)
        active = tuple(node.key for node in now.nodes)
        after = scenario.steps[index].active if index < len(scenario.steps) else ()
        lines += _block(
            now, ids, [key for key in active if key not in before], [key for key in active if key not in after]
        )
        before = active
    return "\n".join(lines) + "\n"


def _across(ids: dict[str, str], *texts: str) -> str:
    """Return a note that reaches over all participants."""
    over = ",".join(dict.fromkeys((next(iter(ids.values())), next(reversed(ids.values())))))
    return f"Note over {over}: {'<br/>'.join(message(text, _WIDTH) for text in texts)}"


def _block(now: Moment, ids: dict[str, str], begin: Sequence[str], end: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a step; nodes that begin to be active in it have a bar, until the step in which they end."""
    changes = (f"{value.label}: {seen(value.value)} (was {seen(value.before or '')})" for value in now.changed)
    yield f"{_INDENT}{_BLOCK}"
    yield from (f"{_INDENT * 2}activate {ids[key]}" for key in begin)
    yield f"{_INDENT * 2}{_across(ids, f'{now.index}. {now.title}', *changes)}"
    for edge in now.paths:
        yield f"{_INDENT * 2}{ids[edge.start or '']}->>{ids[edge.end or '']}: {message(edge.label)}"
    yield from (f"{_INDENT * 2}deactivate {ids[key]}" for key in end)
    yield f"{_INDENT}end"


_MAX_NUMBERS = 5  # of steps at one arrow


def states(trace: Trace, scenario: Scenario, *, captioned: bool = True) -> str:
    """Return the state diagram of a scenario.

    Args:
        trace: The trace.
        scenario: The scenario.
        captioned: Show the caption beside the boxes. Its description carries it either way.

    Raises:
        TraceError: When the trace has no state keys.
    """
    if not trace.state_labels:
        raise TraceError("the trace has no state to draw")
    lines = ["stateDiagram-v2", *_described(scenario.title, trace)]
    for number, key in enumerate(trace.state_labels, 1):
        values = [scenario.initial[key], *(step.state[key] for step in scenario.steps)]
        lines += _box(f"k{number}", trace.state_labels[key], values, scenario)
    if captioned and trace.caption:
        lines += [
            f'{_INDENT}state "{line(trace.caption)}" as caption',
            f"{_INDENT}classDef quiet fill:none,stroke:none",
            f"{_INDENT}class caption quiet",
        ]
    return "\n".join(lines) + "\n"


def _box(name: str, title: str, values: list[str], scenario: Scenario) -> Iterator[str]:
    ids = {value: f"{name}v{number}" for number, value in enumerate(dict.fromkeys(values), 1)}
    yield f'{_INDENT}state "{line(title)}" as {name} {{'
    for value, state in ids.items():
        yield f'{_INDENT * 2}state "{line(value)}" as {state}'
    yield f"{_INDENT * 2}[*] --> {ids[values[0]]}"
    for (before, after), steps in _changes(values).items():
        yield f"{_INDENT * 2}{ids[before]} --> {ids[after]} : {_steps(steps, scenario)}"
    yield f"{_INDENT}}}"


def _changes(values: list[str]) -> dict[tuple[str, str], list[int]]:
    """Return the changes in the order in which they first happen, each with the numbers of its steps."""
    found: dict[tuple[str, str], list[int]] = {}
    for index in range(1, len(values)):
        if values[index - 1] != values[index]:
            found.setdefault((values[index - 1], values[index]), []).append(index)
    return found


def _steps(numbers: list[int], scenario: Scenario) -> str:
    if len(numbers) == 1:
        return transition(f"{numbers[0]}. {scenario.steps[numbers[0] - 1].title}")
    named = ", ".join(map(str, numbers[:_MAX_NUMBERS]))
    return f"steps {named}" + (f" and {len(numbers) - _MAX_NUMBERS:,} more" if len(numbers) > _MAX_NUMBERS else "")


MAX_CHARACTERS = 50_000
"""What GitHub draws: Mermaid's own `maxTextSize`, which a diagram can't raise."""
MAX_EDGES = 500
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
    """Return a trace as a Mermaid diagram.

    Args:
        trace: The trace.
        scenario: The scenario to draw. A flowchart is drawn of the whole trace without it; the other two need one.
        diagram: Which kind.
        step: A step whose active nodes and paths a flowchart shows as such; 0 is the initial state.
        any_size: Whether diagrams may be larger than GitHub draws.

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
    return text if any_size else _fit(text, 0 if diagram is not Diagram.FLOWCHART else _edge_count(trace))


def picture(trace: Trace, scenario: Scenario | None = None) -> str:
    """Return the flowchart for a text that has the caption already; nothing where it can't be drawn."""
    try:
        return _fit(flowchart(trace, scenario, captioned=False), _edge_count(trace))
    except TraceError:
        return ""


def state_picture(trace: Trace, scenario: Scenario) -> str:
    """Return the state diagram for a text that has the caption already; nothing where it is too large."""
    try:
        return _fit(states(trace, scenario, captioned=False), 0)
    except TraceError:
        return ""


def _edge_count(trace: Trace) -> int:
    return sum(target.kind is Kind.EDGE for target in trace.targets.values())


def _fit(text: str, edges: int) -> str:
    length = len(text.encode("utf-16-le")) // 2  # JavaScript counts UTF-16 code units
    for count, most, what in ((length, MAX_CHARACTERS, "characters"), (edges, MAX_EDGES, "edges")):
        if count > most:
            raise TraceError(
                f"the diagram has {count:,} {what}, and GitHub draws at most {most:,}",
                "--any-size writes it all the same, for a Mermaid of your own",
            )
    return text
