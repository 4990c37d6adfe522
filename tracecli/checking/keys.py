"""Keys that are unknown or missing in one mapping: told together, for a misspelt key is both and one fault."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tracecli.checking.near import Near
from tracecli.checking.schema import Fault
from tracecli.checking.words import ask, listed, name
from tracecli.problems import Place, Pointer, Problem, Severity

KEYWORDS = frozenset({"required", "additionalProperties", "dependentRequired", "anyOf"})
"""The keywords about keys."""


def key_problems(faults: Sequence[Fault], near: Near) -> Iterator[Problem]:
    """Tell what is wrong with the keys of one mapping.

    Args:
        faults: All of them, at least one, of one mapping, by `KEYWORDS`.
        near: Looks up near names.
    """
    fault, *others = faults
    missing = _missing(fault)
    for other in others:
        missing |= _missing(other)
    for key in _unknown(fault):
        found = near.names(key, tuple(missing)) or near.names(key, tuple(_properties(fault)))
        told = {missing[meant] for meant in found if meant in missing}
        missing = {kept: words for kept, words in missing.items() if words not in told}
        yield _unknown_key(fault, key, found)
    for message in dict.fromkeys(missing.values()):
        yield Problem("missing-key", Severity.ERROR, message, Place(fault.pointer))


def _properties(fault: Fault) -> Mapping[str, Any]:
    known: Mapping[str, Any] = fault.within.get("properties", {})
    return known


def _unknown(fault: Fault) -> list[str]:
    known = _properties(fault)
    return [key for key in fault.instance if key not in known and not key.startswith("x-")]


def _missing(fault: Fault) -> dict[str, str]:
    """Give the keys that one fault misses, with what to say of each; alternatives share their words."""
    instance, wanted = fault.instance, fault.wanted
    if fault.keyword == "required":
        return {key: f"{name(key)} is missing: {_purpose(fault, key)}" for key in wanted if key not in instance}
    if fault.keyword == "anyOf":
        words = f"{listed(map(name, fault.names), 'or')} is missing: one of them is needed"
        return dict.fromkeys(fault.names, words)
    if fault.keyword == "dependentRequired" and not _is_of_node(instance):
        pairs = [(key, other) for key, others in wanted.items() if key in instance for other in others]
        return {
            other: f"{name(key)} needs {name(other)} beside it: {_purpose(fault, other)}"
            for key, other in pairs
            if other not in instance
        }
    return {}


def _is_of_node(instance: Mapping[str, Any]) -> bool:
    """Tell a node that has one end of an edge: that it has any is `wrong-kind`'s to report."""
    return instance.get("kind") == "node"


def _purpose(fault: Fault, key: str) -> str:
    """Say what a key is for: the first sentence of its description in the schema."""
    description: str = _properties(fault)[key]["description"]
    sentence = description.partition(". ")[0].rstrip(".")
    return sentence[0].lower() + sentence[1:]


def _unknown_key(fault: Fault, key: str, found: list[str]) -> Problem:
    pointer: Pointer = (*fault.pointer, key)
    there = [meant for meant in found if meant in fault.instance]
    if there:
        words = f", and {name(there[0])} is here already"
    else:
        words = (
            ask(found)
            or f": known are {listed(key for key in _properties(fault) if key != '$schema')}, and any with x- in front"
        )
    only = found[0] if len(found) == 1 and not there else None
    return Problem(
        "unknown-key", Severity.ERROR, f"{name(key)} is not known here{words}", Place(pointer, "key"), (), only
    )
