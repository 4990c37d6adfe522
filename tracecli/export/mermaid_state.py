"""The values of a scenario as a Mermaid state diagram: a box a state key, its values as states, steps between them."""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.errors import TraceError
from tracecli.export.mermaid_parts import INDENT, described
from tracecli.export.mermaid_text import line, transition
from tracecli.model import Scenario, Trace

_MOST = 5  # numbers of steps named at one arrow


def states(trace: Trace, scenario: Scenario, *, captioned: bool = True) -> str:
    """Give the state diagram of a scenario.

    Args:
        trace: The trace.
        scenario: The scenario.
        captioned: Show the caption beside the boxes. Its description carries it either way.

    Raises:
        TraceError: When the trace has no state keys.
    """
    if not trace.state_labels:
        raise TraceError("the trace has no state to draw")
    lines = ["stateDiagram-v2", *described(scenario.title, trace)]
    for number, key in enumerate(trace.state_labels, 1):
        values = [scenario.initial[key], *(step.state[key] for step in scenario.steps)]
        lines += _box(f"k{number}", trace.state_labels[key], values, scenario)
    if captioned and trace.caption:
        lines += [
            f'{INDENT}state "{line(trace.caption)}" as caption',
            f"{INDENT}classDef quiet fill:none,stroke:none",
            f"{INDENT}class caption quiet",
        ]
    return "\n".join(lines) + "\n"


def _box(name: str, title: str, values: list[str], scenario: Scenario) -> Iterator[str]:
    ids = {value: f"{name}v{number}" for number, value in enumerate(dict.fromkeys(values), 1)}
    yield f'{INDENT}state "{line(title)}" as {name} {{'
    for value, state in ids.items():
        yield f'{INDENT * 2}state "{line(value)}" as {state}'
    yield f"{INDENT * 2}[*] --> {ids[values[0]]}"
    for (before, after), steps in _changes(values).items():
        yield f"{INDENT * 2}{ids[before]} --> {ids[after]} : {_steps(steps, scenario)}"
    yield f"{INDENT}}}"


def _changes(values: list[str]) -> dict[tuple[str, str], list[int]]:
    """Give the changes in the order in which they first happen, each with the numbers of its steps."""
    found: dict[tuple[str, str], list[int]] = {}
    for index in range(1, len(values)):
        if values[index - 1] != values[index]:
            found.setdefault((values[index - 1], values[index]), []).append(index)
    return found


def _steps(numbers: list[int], scenario: Scenario) -> str:
    if len(numbers) == 1:
        return transition(f"{numbers[0]}. {scenario.steps[numbers[0] - 1].title}")
    named = ", ".join(map(str, numbers[:_MOST]))
    return f"steps {named}" + (f" and {len(numbers) - _MOST:,} more" if len(numbers) > _MOST else "")
