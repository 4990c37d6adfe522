"""A model checker's counterexample as a trace: the Informal Trace Format that Apalache, Quint and TLC tools write.

Architecture decision record 015 of Apalache ("Informal Trace Format in JSON"). Variables become state keys and nodes;
the ones that change are active. A variable that is a record in every state, with the same fields, becomes a state key
for each field. Every other value is written as TLA+ writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tracecli.errors import TraceError
from tracecli.text import number_range, plural, runs_of, visible

MAX_VARIABLES = 100  # state keys: more are not to be read step by step
MAX_VALUE = 10_000  # characters of a value
_DEPTH = 50
_COLUMNS = 4  # of the drawing
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
_NOT_ID = re.compile(r"[^A-Za-z0-9_.-]+")

State = dict[str, Any]


def is_itf(data: object) -> bool:
    """Return whether a document is a trace in this format."""
    return isinstance(data, dict) and isinstance(data.get("vars"), list) and isinstance(data.get("states"), list)


def convert(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return a counterexample as the data of a trace, written short.

    Args:
        data: As read.
        name: What to call the scenario; an id is made of it.

    Raises:
        TraceError: It is not in the format, or beyond what can be shown.
    """
    variables, states = _states(data)
    flattened = [variable for variable in variables if _fields(states, variable)]
    keys = _keys(variables, states)
    if len(keys) > MAX_VARIABLES:
        raise TraceError(f"{name} has {len(keys):,} variables and fields, and at most {MAX_VARIABLES} are shown")
    texts = [{key: _value(state, path) for key, path in keys.items()} for state in states]
    meta = data["#meta"] if isinstance(data.get("#meta"), dict) else {}
    source, about = (str(meta.get(key) or "").strip() for key in ("source", "description"))
    source = source or name
    loop = data.get("loop")
    scenario = _NOT_ID.sub("-", name).strip("-.")
    return {
        "version": 1,
        "language": "en",
        "title": visible(f"Counterexample of {source}"),
        "description": visible(about or "What a model checker found, state by state."),
        "caption": "Imported from a model checker. Playback time is reading time.",
        "alt": f"One box for each of {plural(len(keys), 'variable')}",
        "stateLabels": {key: visible(key) for key in keys},
        "targets": {
            key: {
                "id": f"var-{index}",
                "kind": "node",
                "label": visible(key),
                "at": [index % _COLUMNS, index // _COLUMNS],
                "shows": key,
            }
            for index, key in enumerate(keys)
        },
        "limitations": list(_notes(flattened, texts, loop)),
        "scenarios": [
            {
                "id": scenario if _WORD.fullmatch(scenario) else "counterexample",
                "title": visible(source),
                "description": _ending(loop, len(states)),
                "initial": texts[0],
                **_unselected(texts),
                "steps": [_step(index, texts, states) for index in range(1, len(texts))] or [_only(texts[0])],
            }
        ],
    }


def _unselected(texts: Sequence[Mapping[str, str]]) -> dict[str, list[str]]:
    """Return the variables that never change as what the scenario leaves out; one state is active as a whole."""
    still = [key for key in texts[0] if len(texts) > 1 and all(text[key] == texts[0][key] for text in texts)]
    return {"unselected": still} if still else {}


def _states(data: Mapping[str, Any]) -> tuple[list[str], list[State]]:
    """Return the variables and the states, each of which has them all."""
    if not is_itf(data):
        raise TraceError("this is not an Informal Trace Format file: it has no vars and states")
    variables = [variable for variable in data["vars"] if isinstance(variable, str) and variable.strip()]
    states = data["states"]
    if not states or not variables or len(variables) != len(data["vars"]):
        raise TraceError("its vars are not a list of names, or it has no state")
    for index, state in enumerate(states):
        missing = [variable for variable in variables if not isinstance(state, dict) or variable not in state]
        if missing:
            raise TraceError(f"state {index} has no value for {visible(missing[0])}")
    return variables, states


def _fields(states: Sequence[State], variable: str) -> list[str]:
    """Return the fields of a variable that is a record of the same fields in every state; none where it is not."""
    first = states[0][variable]
    if (
        not isinstance(first, dict)
        or not first
        or any(key.startswith("#") for key in first)
        or set(first) == {"tag", "value"}
    ):
        return []
    alike = all(isinstance(state[variable], dict) and state[variable].keys() == first.keys() for state in states)
    return list(first) if alike else []


def _keys(variables: Sequence[str], states: Sequence[State]) -> dict[str, tuple[str, ...]]:
    """Return state key → the way to its value in a state. No key begins as an extension does."""
    keys: dict[str, tuple[str, ...]] = {}
    for variable in variables:
        for field in _fields(states, variable) or ("",):
            key = f"{variable}.{field}" if field else variable
            key = f"_{key}" if key.lower().startswith("x-") else key
            while key in keys:
                key += "'"
            keys[key] = (variable, field) if field else (variable,)
    return keys


def _value(state: State, path: tuple[str, ...]) -> str:
    value: Any = state
    for key in path:
        value = value[key]
    text = written(value)
    if len(text) > MAX_VALUE:
        raise TraceError(
            f"a value of {visible('.'.join(path))} is {len(text):,} characters, and {MAX_VALUE:,} is the limit"
        )
    return text


def written(value: Any, depth: int = 0) -> str:
    """Return a value as TLA+ writes it: `{1, 2}`, `<<1, 2>>`, `[a |-> 1]`, `(1 :> "x")`, `Some(1)`.

    Raises:
        TraceError: It is nested too deeply, or has no list where the format wants one.
    """
    if depth > _DEPTH:
        raise TraceError(f"a value is nested more than {_DEPTH} levels deep")
    if isinstance(value, dict):
        return _tagged(value, depth + 1)
    if isinstance(value, list):
        return f"<<{', '.join(written(item, depth + 1) for item in value)}>>"
    if isinstance(value, str):
        return f'"{value}"' if depth else value
    return str(value).upper() if isinstance(value, bool) else str(value)


def _tagged(value: Mapping[str, Any], depth: int) -> str:
    """Return a record, or a value whose one key says what it is."""
    key = next(iter(value), "")
    held: Any = value.get(key)
    if key in ("#bigint", "#unserializable"):
        return str(held)
    if key in ("#map", "#tup", "#set") and not isinstance(held, list):
        raise TraceError(f"the value of {key} is not a list")
    if key == "#map":
        if not all(isinstance(pair, list) and len(pair) == 2 for pair in held):
            raise TraceError("the value of #map is not a list of pairs")
        pairs = sorted([(written(one, depth), written(other, depth)) for one, other in held], key=_by_number)
        return f"({' @@ '.join([f'{one} :> {other}' for one, other in pairs])})"
    if key in ("#tup", "#set"):
        items = [written(item, depth) for item in held]
        return f"<<{', '.join(items)}>>" if key == "#tup" else f"{{{', '.join(sorted(items, key=_by_number))}}}"
    if set(value) == {"tag", "value"} and isinstance(value["tag"], str):
        inner = value["value"]
        is_empty = inner in ({"#tup": []}, {"tag": "UNIT", "value": "U_OF_UNIT"}, "U_OF_UNIT")
        return value["tag"] if is_empty else f"{value['tag']}({written(inner, depth)})"
    return f"[{', '.join([f'{one} |-> {written(other, depth)}' for one, other in value.items() if one != '#meta'])}]"


def _by_number(item: str | tuple[str, str]) -> tuple[tuple[int, str], ...]:
    """Order texts with their numbers as numbers, 2 before 10: sets have no order, and the same set is the same text."""
    text = item if isinstance(item, str) else item[0]
    return tuple([(len(part), part) if part.isdigit() else (-1, part) for part in re.split(r"([0-9]+)", text)])


def _step(index: int, texts: Sequence[Mapping[str, str]], states: Sequence[State]) -> dict[str, Any]:
    before, now = texts[index - 1], texts[index]
    changes = {key: now[key] for key in now if now[key] != before[key]}
    action = _action(states[index])
    said = ", ".join(map(visible, list(changes)[:3])) + (f" and {len(changes) - 3} more" if len(changes) > 3 else "")
    step: dict[str, Any] = {
        "title": action
        or (f"{said} changes" if len(changes) == 1 else f"{said} change" if changes else "Nothing changes"),
        "description": f"State {index}." + (f" Changed: {said}." if action and changes else ""),
    }
    return {**step, **({"active": list(changes)} if changes else {}), "changes": changes}


def _action(state: State) -> str:
    """Return the action that led to a state, where the checker wrote it down."""
    meta = state.get("#meta")
    for holder, key in ((state, "mbt::actionTaken"), (state, "action_taken"), (meta, "action"), (meta, "transition")):
        if isinstance(holder, dict) and isinstance(holder.get(key), str) and holder[key].strip():
            return visible(holder[key])
    return ""


def _only(state: Mapping[str, str]) -> dict[str, Any]:
    """Return the step of a counterexample of one state: it is wrong from the start."""
    return {
        "title": "The initial state",
        "description": "The counterexample is this one state.",
        "active": list(state),
        "changes": {},
    }


def _ending(loop: object, count: int) -> str:
    if not isinstance(loop, int) or isinstance(loop, bool) or not 0 <= loop < count:
        return f"{plural(count, 'state')}, from the initial one to the one that breaks what was checked."
    return f"{plural(count, 'state')}. After the last one the run goes back to state {loop}, and so on for ever."


def _notes(flattened: Sequence[str], texts: Sequence[Mapping[str, str]], loop: object) -> Iterator[str]:
    yield "Titles were made from what changes in each state; the model says nothing about how long a step takes."
    if flattened:
        names = ", ".join(map(visible, flattened))
        yield f"Flattened: each field of {names} is a state key of its own."
    yield "Sets, sequences, maps and records inside of values are written as TLA+ writes them."
    quiet = [index for index in range(1, len(texts)) if texts[index] == texts[index - 1]]
    if quiet:
        runs = ", ".join(number_range(run[0], run[-1]) for run in runs_of(quiet, lambda one, other: other == one + 1))
        yield f"In steps {runs} no variable changes."
    if isinstance(loop, int) and not isinstance(loop, bool):
        yield f"The counterexample is a lasso: its last state is followed by state {loop} again."
