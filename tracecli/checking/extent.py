"""How much a trace asks of whoever tells it: its steps, and labels that all of them repeat."""

from __future__ import annotations

from typing import Any

from tracecli.checking.shape import Shape
from tracecli.checking.words import name
from tracecli.problems import Place, Pointer, Problem, Severity
from tracecli.reading.limits import beyond

_UNIT = 100  # characters of a text that count as one value, as with YAML's aliases


def many_steps(data: object, most: int) -> Problem | None:
    """Point at the first step of a document that is too many.

    Args:
        data: As read; anything at all.
        most: Steps over all scenarios.
    """
    left = most
    for index, scenario in enumerate(_held(data, "scenarios")):
        steps = _held(scenario, "steps")
        if len(steps) > left:
            message = f"the trace has more than {most:,} steps, {beyond('steps')}; nothing else of it was judged"
            return Problem("too-large", Severity.ERROR, message, Place(("scenarios", index, "steps", left)))
        left -= len(steps)
    return None


def _held(holder: object, key: str) -> list[Any]:
    """Give the list that a mapping has under a key; an empty one where there is none."""
    value = holder.get(key) if isinstance(holder, dict) else None
    return value if isinstance(value, list) else []


def much_text(data: object, shape: Shape, most: int) -> Problem | None:
    """Point at the label that makes a small file into a huge transcript: a long one, named by many steps.

    Args:
        data: As read.
        shape: Its steps and targets.
        most: How often 100 characters of a label may be repeated.
    """
    labels = data.get("stateLabels") if isinstance(data, dict) else None
    weights = _weights(labels if isinstance(labels, dict) else {}, shape)
    if not weights:
        return None
    everywhere = [pointer for pointer in weights if pointer[0] == "stateLabels"]
    told = dict.fromkeys(weights, 0)
    for step in (step for scenario in shape.scenarios for step in scenario.steps):
        named = [("targets", key) for _, names in step.uses() for key in names if key is not None]
        for pointer in (*everywhere, *named):
            if pointer in weights:
                told[pointer] += weights[pointer]
    if sum(told.values()) <= most:
        return None
    worst = max(told, key=lambda pointer: told[pointer])
    message = f"with every step that names it, the label of {name(str(worst[1]))} is too much text: all such labels "
    message += f"together are {sum(told.values()) * _UNIT:,} characters, and {most * _UNIT:,} is {beyond('expansion')}"
    place = worst if worst[0] == "stateLabels" else (*worst, "label")
    return Problem("too-large", Severity.ERROR, message, Place(place))


def _weights(labels: dict[str, Any], shape: Shape) -> dict[Pointer, int]:
    """Give what telling a label costs, for those long enough to cost anything; an edge is told with its ends."""
    texts = {key: len(target.label or "") for key, target in (shape.targets or {}).items()}
    sizes: dict[Pointer, int] = {
        ("stateLabels", key): len(text) for key, text in labels.items() if isinstance(text, str)
    }
    for key, target in (shape.targets or {}).items():
        sizes["targets", key] = texts[key] + sum(texts.get(end or "", 0) for end in target.ends.values())
    return {pointer: size // _UNIT for pointer, size in sizes.items() if size >= _UNIT}
