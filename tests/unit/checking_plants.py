"""Faults to plant into a document, everywhere they can be, each with what has to be said of it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tracecli.problems import Part, Pointer

Change = Callable[[Any], None]


class Plant(NamedTuple):
    """A fault, and what has to be said of it.

    Attributes:
        what: A few words for a person.
        pointer: The container to change.
        change: Changes it in place.
        rule: The rule that finds it.
        at: Where, from the top.
        part: Which part of it.
    """

    what: str
    pointer: Pointer
    change: Change
    rule: str
    at: Pointer
    part: Part = "value"


def at(data: Any, pointer: Pointer) -> Any:
    for key in pointer:
        data = data[key]
    return data


def walk(data: Any, pointer: Pointer = ()) -> Iterator[tuple[Pointer, Any]]:
    """Give every value of a document."""
    yield pointer, data
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from walk(value, (*pointer, key))


def put(key: str | int, value: object) -> Change:
    return lambda holder: holder.__setitem__(key, value)


def drop(key: str | int) -> Change:
    return lambda holder: holder.__delitem__(key)


def rename(old: str, new: str) -> Change:
    def change(holder: dict[str, Any]) -> None:
        items = list(holder.items())
        holder.clear()
        holder.update((new if key == old else key, value) for key, value in items)

    return change


REQUIRED = {
    "trace": ("version", "language", "title", "description", "stateLabels", "targets", "scenarios"),
    "target": ("label",),
    "scenario": ("id", "title", "description", "initial", "steps"),
    "step": ("title", "description", "state"),
}
OPTIONAL = {
    "trace": (),
    "target": ("id", "kind"),
    "scenario": ("unselected",),
    "step": ("duration", "active", "paths"),
}


def mappings(data: Any) -> Iterator[tuple[str, Pointer]]:
    """Give every mapping whose keys the format names."""
    yield "trace", ()
    yield from (("target", ("targets", key)) for key in data["targets"])
    for i, scenario in enumerate(data["scenarios"]):
        yield "scenario", ("scenarios", i)
        yield from (("step", ("scenarios", i, "steps", j)) for j in range(len(scenario["steps"])))


def lists_of_targets(data: Any) -> Iterator[tuple[Pointer, list[str]]]:
    for pointer, value in walk(data):
        if pointer[-1:] in (("active",), ("paths",), ("unselected",)):
            yield pointer, value


def states(data: Any) -> Iterator[Pointer]:
    yield from (pointer for pointer, _ in walk(data) if pointer[-1:] in (("state",), ("initial",)))


def keys_planted(data: Any) -> Iterator[Plant]:
    for what, pointer in mappings(data):
        for key in (*REQUIRED[what], *OPTIONAL[what]):
            if key in REQUIRED[what]:
                yield Plant(f"no {key}", pointer, drop(key), "missing-key", pointer)
            slip = key[0] + key[2:] if len(key) > 2 else f"{key}s"
            yield Plant(f"{key} as {slip}", pointer, rename(key, slip), "unknown-key", (*pointer, slip), "key")
        yield Plant("a strange key", pointer, put("zzz", 1), "unknown-key", (*pointer, "zzz"), "key")
    for index, _ in enumerate(data["sources"]):
        yield Plant("no title", ("sources", index), drop("title"), "missing-key", ("sources", index))
    yield Plant("no url", ("sources", 1), drop("url"), "missing-key", ("sources", 1))


def values_planted(data: Any) -> Iterator[Plant]:
    for pointer, value in walk(data):
        if pointer:
            yield Plant("nothing", pointer[:-1], put(pointer[-1], None), "wrong-type", pointer)
        if isinstance(value, (dict, list)) and pointer:
            yield Plant("text", pointer[:-1], put(pointer[-1], "text"), "wrong-type", pointer)
        if isinstance(value, str):
            yield Plant("a list", pointer[:-1], put(pointer[-1], ["x"]), "wrong-type", pointer)
            yield Plant("a number", pointer[:-1], put(pointer[-1], 12), "wrong-type", pointer)
        if pointer[-1:] in (("steps",), ("scenarios",)):
            yield Plant("empty", pointer[:-1], put(pointer[-1], []), "wrong-value", pointer)
        if pointer[-1:] in (("title",), ("label",), ("caption",), ("alt",)):
            yield Plant("blanks", pointer[:-1], put(pointer[-1], " \t"), "wrong-value", pointer)


def durations_planted(data: Any) -> Iterator[Plant]:
    for pointer, _ in walk(data):
        if pointer[-1:] == ("duration",):
            for wrong in (0, -1, 86_400_001, 10**30):
                yield Plant(f"{wrong}", pointer[:-1], put("duration", wrong), "wrong-value", pointer)
            for other in (1.5, True, "900", [900]):
                yield Plant(f"{other}", pointer[:-1], put("duration", other), "wrong-type", pointer)
            yield Plant("seconds", pointer[:-1], put("duration", 3), "duration-outlier", pointer)


def targets_planted(data: Any) -> Iterator[Plant]:
    for pointer, names in lists_of_targets(data):
        for index, name in enumerate(names):
            slip = f"{name[:-2]}{name[-1]}"
            yield Plant(f"{name} as {slip}", pointer, put(index, slip), "unknown-target", (*pointer, index))
            yield Plant(f"{name} twice", pointer, _again(name), "wrong-value", (*pointer, len(names)))
    for key in data["targets"]:
        slip = f"{key[:-2]}{key[-1]}"
        yield Plant(f"declared {slip}", ("targets",), rename(key, slip), "unknown-target", ("targets", slip), "key")
    for pointer, names in lists_of_targets(data):
        scenario = at(data, pointer[:2])
        if pointer[-1] == "unselected":
            for index, _ in enumerate(names):
                yield Plant("no longer listed", pointer, drop(index), "unused-target", pointer, "key")
        else:
            wrong = "loop" if pointer[-1] == "active" else "pick"
            yield Plant(f"{wrong} in {pointer[-1]}", pointer, _again(wrong), "wrong-kind", (*pointer, len(names)))
            kind = "node" if pointer[-1] == "active" else "edge"
            left_out = [name for name in scenario["unselected"] if data["targets"][name]["kind"] == kind]
            for name in left_out:
                yield Plant(f"uses {name}", pointer, _again(name), "unselected-used", (*pointer, len(names)))


def _again(name: str) -> Change:
    return lambda names: names.append(name)


def kinds_planted(data: Any) -> Iterator[Plant]:
    """Swap each kind: where two places or more show what it should be, the declaration is blamed."""
    for key, target in data["targets"].items():
        uses = [pointer for pointer, value in walk(data) if value == key and pointer[-2] in ("active", "paths")]
        ends = [pointer for pointer, value in walk(data) if value == key and pointer[-1] in ("from", "to")]
        own = [(("targets", key, name)) for name in ("at", "from") if name in target]
        places = [*own, *ends, *uses] if target["kind"] == "node" else [*own, *uses]
        swapped = "edge" if target["kind"] == "node" else "node"
        blamed: Pointer = ("targets", key, "kind") if len(places) > 1 else places[0]
        yield Plant(f"{key} as {swapped}", ("targets", key), put("kind", swapped), "wrong-kind", blamed)
        yield Plant(f"{key} as nod", ("targets", key), put("kind", "nod"), "wrong-value", ("targets", key, "kind"))


def ids_planted(data: Any) -> Iterator[Plant]:
    first, *others = data["targets"]
    for key in others:
        same = data["targets"][first]["id"]
        yield Plant(f"id of {key}", ("targets", key), put("id", same), "duplicate-id", ("targets", key, "id"))
    yield Plant("scenario", ("scenarios", 1), put("id", "serial"), "duplicate-id", ("scenarios", 1, "id"))
    for pointer in (("scenarios", 0), ("scenarios", 1)):
        yield Plant("no id", pointer, put("id", "2 loops"), "wrong-value", (*pointer, "id"))


def states_planted(data: Any) -> Iterator[Plant]:
    for pointer in states(data):
        for key in data["stateLabels"]:
            yield Plant(f"no {key}", pointer, drop(key), "state-keys", pointer, "key")
            yield Plant(f"{key}s", pointer, rename(key, f"{key}s"), "state-keys", (*pointer, f"{key}s"), "key")
        yield Plant("a strange key", pointer, put("zzz", "1"), "state-keys", (*pointer, "zzz"), "key")
    for key in data["stateLabels"]:
        yield Plant(f"no label {key}", ("stateLabels",), drop(key), "state-keys", ("stateLabels",), "key")
        other = f"{key}s"
        yield Plant(f"label {other}", ("stateLabels",), rename(key, other), "state-keys", ("stateLabels", other), "key")
    yield Plant("a label", ("stateLabels",), put("zzz", "Z"), "state-keys", ("stateLabels", "zzz"), "key")


def steps_planted(data: Any) -> Iterator[Plant]:
    for i, scenario in enumerate(data["scenarios"]):
        for j, step in enumerate(scenario["steps"]):
            pointer = ("scenarios", i, "steps")
            again = copy.deepcopy(step)
            yield Plant("twice", pointer, _insert(j, again), "no-op-step", (*pointer, j + 1))


def _insert(index: int, value: object) -> Change:
    return lambda holder: holder.insert(index, value)


def sources_planted(data: Any) -> Iterator[Plant]:
    for index, source in enumerate(data["sources"]):
        holder: Pointer = ("sources", index)
        if "url" in source:
            moved = source["url"].replace("v0.5.23", "main")
            yield Plant("main", holder, put("url", moved), "unpinned-source", (*holder, "url"))
            yield Plant(
                "line 0", holder, put("url", f"{source['url'].partition('#')[0]}#L0"), "bad-range", (*holder, "url")
            )
            yield Plant("script", holder, put("url", "javascript:alert(1)"), "wrong-value", (*holder, "url"))
        if "file" in source:
            yield Plant("absolute", holder, put("file", "/etc/passwd"), "source-escapes", (*holder, "file"))
            yield Plant("hash", holder, put("sha256", "1234"), "wrong-value", (*holder, "sha256"))
    yield Plant("no alt", (), drop("alt"), "no-alt", ("targets",), "key")


PLANTERS = (
    keys_planted,
    values_planted,
    durations_planted,
    targets_planted,
    kinds_planted,
    ids_planted,
    states_planted,
    steps_planted,
    sources_planted,
)
