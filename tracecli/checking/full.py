"""What an author may leave out, written in: defaults, derived lists, and states of which only the changes are there.

Everything after this module sees documents in full, so nothing else knows how short one was written. The data may be
anything at all: what is malformed stays as it is, for the schema to report.
"""

from __future__ import annotations

from typing import Any

from tracecli.problems import Pointer
from tracecli.text import reading_time

_STEP = ("duration", "active", "paths", "state")


def full(data: Any) -> Any:
    """Return a document's data in full. What is there already is shared, not copied."""
    if not isinstance(data, dict):
        return data
    filled = dict(data)
    if isinstance(targets := data.get("targets"), dict):
        filled["targets"] = {key: _target(key, raw) for key, raw in targets.items()}
    if isinstance(scenarios := data.get("scenarios"), list):
        filled["scenarios"] = [_scenario(raw, filled.get("targets")) for raw in scenarios]
    return filled


def _target(key: str, raw: Any) -> Any:
    if not isinstance(raw, dict) or ("id" in raw and "kind" in raw):
        return raw
    kind = "edge" if "from" in raw and "to" in raw else "node"
    return {"id": key, "kind": kind} | raw


def _scenario(raw: Any, targets: Any) -> Any:
    if not isinstance(raw, dict) or not isinstance(raw.get("steps"), list):
        return raw
    steps: list[Any] = []
    state = raw.get("initial")
    for step in raw["steps"]:
        steps.append(_step(step, state))
        state = steps[-1].get("state") if isinstance(step, dict) else None
    filled = {key: steps if key == "steps" else value for key, value in raw.items() if key != "steps"}
    if "unselected" not in raw:
        filled["unselected"] = _unused(steps, targets)
    return {**filled, "steps": steps}


def _step(raw: Any, before: Any) -> Any:
    """Return a step in full, after a state in full."""
    if not isinstance(raw, dict) or all(key in raw for key in _STEP):
        return raw
    filled = {key: value for key, value in raw.items() if key != "changes"}
    if "duration" not in raw:
        filled["duration"] = reading_time(f"{raw.get('title')} {raw.get('description')}")
    filled.setdefault("active", [])
    filled.setdefault("paths", [])
    changes = raw.get("changes")
    if "state" not in raw and isinstance(changes, dict) and isinstance(before, dict):
        filled["state"] = {**before, **changes} if changes else before
    return filled


def _unused(steps: list[Any], targets: Any) -> list[str]:
    """Return the targets that no step names, in the order declared."""
    used: set[Any] = set()
    for step in steps:
        for key in ("active", "paths"):
            names = step.get(key) if isinstance(step, dict) else None
            used.update(name for name in names if isinstance(name, str)) if isinstance(names, list) else ()
    return [key for key in targets if key not in used] if isinstance(targets, dict) else []


def written(data: Any, pointer: Pointer) -> Pointer:
    """Return where the author wrote a value of a document in full: for an inherited one, the line that set it.

    Args:
        data: The document as its author wrote it, valid or not.
        pointer: To a value of the same document in full.
    """
    if len(pointer) < 5 or pointer[0] != "scenarios" or pointer[2] != "steps" or pointer[4] != "state":
        return pointer
    scenario = data["scenarios"][pointer[1]]
    index = int(pointer[3])
    if "state" in scenario["steps"][index]:
        return pointer
    if len(pointer) == 5:
        return (*pointer[:4], "changes")
    key = pointer[5]
    for before in range(index, -1, -1):
        step = scenario["steps"][before]
        for part in ("changes", "state"):
            if isinstance(held := step.get(part), dict) and key in held:
                return (*pointer[:3], before, part, *pointer[5:])
    return (*pointer[:2], "initial", *pointer[5:])
