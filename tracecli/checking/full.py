"""What an author may leave out, written in: defaults, derived lists, and states of which only the changes are there.

Everything after this module sees documents in full, so nothing else knows how short one was written. The data may be
anything at all: what is malformed stays as it is, for the schema to report.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Any

from tracecli.problems import Fix, Place, Pointer, Problem, Related
from tracecli.text import NORMAL_WPM, number_range, reading_ms, runs_of

_STEP = ("duration", "active", "paths", "state")
_TARGET_KEYS = frozenset({"id", "kind", "label", "from", "to", "at", "shows"})
_SCENARIO_KEYS = frozenset({"id", "title", "description", "initial", "unselected", "steps", "timing"})
_STEP_KEYS = frozenset(
    {"id", "title", "description", "duration", "active", "paths", "state", "changes", "sources", "messages", "timing"}
)
_LEAST = 1000  # milliseconds of a step whose duration is left out
_TENTH = 100
_RUNS = 8  # of steps that a finding names


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
    return {"id": key, "kind": kind} | raw if _all_known(raw, _TARGET_KEYS) else raw


def _scenario(raw: Any, targets: Any) -> Any:
    if not isinstance(raw, dict) or not isinstance(raw.get("steps"), list):
        return raw
    steps: list[Any] = []
    state = raw.get("initial")
    for step in raw["steps"]:
        steps.append(_step(step, state))
        state = steps[-1].get("state") if isinstance(step, dict) else None
    filled = {key: steps if key == "steps" else value for key, value in raw.items() if key != "steps"}
    if "unselected" not in raw and _all_known(raw, _SCENARIO_KEYS):
        filled["unselected"] = _unused(steps, targets)
    return {**filled, "steps": steps}


def _step(raw: Any, before: Any) -> Any:
    """Return a step in full, after a state in full."""
    if not isinstance(raw, dict) or all(key in raw for key in _STEP):
        return raw
    filled = {key: value for key, value in raw.items() if key != "changes"}
    if "duration" not in raw:
        needed = reading_ms(f"{raw.get('title')} {raw.get('description')}", NORMAL_WPM)
        filled["duration"] = max(_LEAST, -(-needed // _TENTH) * _TENTH)
    if _all_known(raw, _STEP_KEYS):
        filled.setdefault("active", [])
        filled.setdefault("paths", [])
    changes = raw.get("changes")
    if "state" not in raw and isinstance(changes, dict) and isinstance(before, dict):
        filled["state"] = {**before, **changes} if changes else before
    return filled


def _all_known(raw: dict[str, Any], known: frozenset[str]) -> bool:
    """Return whether a mapping has no misspelt key: what that one means must not get a default besides."""
    return all(key in known or key.startswith("x-") for key in raw)


def _unused(steps: list[Any], targets: Any) -> list[str]:
    """Return the targets that no step names, in the order declared."""
    used: set[Any] = set()
    for step in steps:
        for key in ("active", "paths"):
            names = step.get(key) if isinstance(step, dict) else None
            used.update(name for name in names if isinstance(name, str)) if isinstance(names, list) else ()
    return [key for key in targets if key not in used] if isinstance(targets, dict) else []


def lean(data: Any) -> Any:
    """Return a document's data without what `full` writes in: the shortest way to say the same.

    Args:
        data: Of a document without errors, in full or short. Order and `x-` properties are kept.
    """
    whole = full(data)
    targets = whole["targets"]
    return {
        **whole,
        "targets": {key: _lean_target(key, raw) for key, raw in targets.items()},
        "scenarios": [_lean_scenario(raw, targets) for raw in whole["scenarios"]],
    }


def _lean_target(key: str, raw: dict[str, Any]) -> dict[str, Any]:
    bare = {name: value for name, value in raw.items() if name not in ("id", "kind")}
    defaults = _target(key, bare)
    kept = {name for name in ("id", "kind") if raw[name] != defaults.get(name)}
    return {name: value for name, value in raw.items() if name in kept or name in bare}


def _lean_scenario(raw: dict[str, Any], targets: dict[str, Any]) -> dict[str, Any]:
    steps: list[dict[str, Any]] = []
    state = raw["initial"]
    for step in raw["steps"]:
        steps.append(_lean_step(step, state))
        state = step["state"]
    short = {key: steps if key == "steps" else value for key, value in raw.items()}
    if raw.get("unselected") == _unused(raw["steps"], targets):
        del short["unselected"]
    return short


def _lean_step(raw: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    """Return a step without defaults; its state as what changes, unless all of it does."""
    left_out = {key: value for key, value in raw.items() if key not in ("duration", "active", "paths")}
    defaults = _step(left_out, before)
    changes = {key: value for key, value in raw["state"].items() if value != before[key]}
    short: dict[str, Any] = {}
    for key, value in raw.items():
        if key == "state" and len(changes) < len(value):
            short["changes"] = changes
        elif key not in ("duration", "active", "paths") or value != defaults[key]:
            short[key] = value
    return short


class Written:
    """Finds where an author wrote a state value of a document in full: for an inherited one, the line that set it."""

    def __init__(self, data: Any) -> None:
        """Keep a document as its author wrote it; it may be anything at all."""
        self._data = data
        self._setters: dict[tuple[Any, Any], list[int]] = {}  # (scenario, state key) → the steps that set it
        scenarios = data.get("scenarios") if isinstance(data, dict) else None
        self.is_short = any(
            "changes" in step
            for scenario in (scenarios if isinstance(scenarios, list) else ())
            for step in _steps(scenario)
            if isinstance(step, dict)
        )

    def problems(self, problems: Iterable[Problem]) -> Iterator[Problem]:
        """Yield a rule's problems at the places that its author wrote; one of an inherited value once, at the end."""
        if not self.is_short:
            yield from problems
            return
        cells: dict[tuple[Place, str], tuple[Problem, list[int]]] = {}
        for problem in problems:
            place = self._place(problem.place)
            moved = problem._replace(
                place=place,
                related=tuple([Related(words, self._place(other)) for words, other in problem.related]),
                fix=problem.fix
                and Fix(problem.fix.title, tuple([(self.pointer(at), value) for at, value in problem.fix.replace])),
            )
            pointer = problem.place.pointer
            if len(pointer) == 6 and pointer[4] == "state":
                _, steps = cells.setdefault((place, problem.rule), (moved, []))
                steps.append(int(pointer[3]) + 1)
            else:
                yield moved
        for problem, (first, *later) in cells.values():
            runs = [number_range(run[0], run[-1]) for run in runs_of(later, lambda one, other: other == one + 1)]
            more = (
                f" (step {first}, and {', '.join(runs[:_RUNS])}{', …' if len(runs) > _RUNS else ''})" if later else ""
            )
            yield problem._replace(message=problem.message + more)

    def _place(self, place: Place) -> Place:
        return place._replace(pointer=self.pointer(place.pointer))

    def pointer(self, pointer: Pointer) -> Pointer:
        """Return the pointer in the document as written of a value in full."""
        if len(pointer) < 5 or pointer[2] != "steps" or pointer[4] != "state":
            return pointer
        index = int(pointer[3])
        steps = _steps(self._data["scenarios"][pointer[1]])
        if "state" in steps[index]:
            return pointer
        if len(pointer) == 5:
            return (*pointer[:4], "changes")
        setters = self._setters.get((pointer[1], pointer[5]))
        if setters is None:
            setters = [
                number for number, step in enumerate(steps) if isinstance(step, dict) and pointer[5] in _set(step)
            ]
            self._setters[pointer[1], pointer[5]] = setters
        before = bisect_right(setters, index)
        if not before:
            return (*pointer[:2], "initial", *pointer[5:])
        setter = setters[before - 1]
        return (*pointer[:3], setter, "state" if "state" in steps[setter] else "changes", *pointer[5:])


def _steps(scenario: Any) -> list[Any]:
    steps = scenario.get("steps") if isinstance(scenario, dict) else None
    return steps if isinstance(steps, list) else []


def _set(step: dict[str, Any]) -> Any:
    held = step.get("state", step.get("changes"))
    return held if isinstance(held, dict) else ()
