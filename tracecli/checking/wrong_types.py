"""Values of a wrong type, in plain words."""

from __future__ import annotations

from typing import Any

from tracecli.checking.schema import Fault
from tracecli.checking.words import entry, seen, short
from tracecli.problems import Fix, Place, Pointer, Problem, Severity

_WANTED = {
    "string": "text",
    "integer": "a whole number",
    "array": "a list",
    "object": "a mapping of keys to values",
}
_SPECIAL: dict[Pointer, str] = {  # by type and key: a state key may have any name, but its values are text
    ("object",): "a mapping with keys such as 'version', 'targets' and 'scenarios'",
    ("integer", "duration"): "a whole number of milliseconds",
    ("array", "at"): "a list of two numbers: [column, row]",
}
_DIGITS = 18  # more are beyond any limit of the schema
_MAPS = frozenset({"stateLabels", "initial", "state"})
_FREE = frozenset({"title", "description", "label", "caption", "alt"})


def wrong_type(fault: Fault, wanted: str | None = None, written: str | None = None) -> Problem:
    """Say what was seen and what is wanted, and what to write where that is plain.

    Args:
        fault: A failed `type`, or another keyword that only another type can satisfy.
        wanted: What is wanted, when it is not the schema's `type`.
        written: What to write instead, likewise.
    """
    kind = fault.within.get("type", "")
    quoted = _quoted(fault.pointer, fault.instance) if kind == "string" else None
    written = written or (f'"{quoted}"' if quoted else _written(fault, kind))
    wanted = wanted or _SPECIAL.get((kind, *fault.pointer[-1:])) or _WANTED[kind]
    hint = f": write {short(written)}" if written else ""
    return Problem(
        rule="wrong-type",
        severity=Severity.ERROR,
        message=f"{entry(fault.pointer)} must be {wanted}, not {seen(fault.instance)}{hint}",
        place=Place(fault.pointer),
        suggestion=written,
        fix=Fix("put it in quotes", ((fault.pointer, quoted),)) if quoted else None,
    )


def _written(fault: Fault, kind: str) -> str | None:
    """Give what to write instead, where the value says it plainly enough and what it says will do."""
    value = fault.instance
    if kind == "integer" and isinstance(value, str) and value.isascii() and value.isdecimal():
        digits = value.lstrip("0") or "0"
        fits = len(digits) < _DIGITS and fault.within["minimum"] <= int(digits) <= fault.within["maximum"]
        return digits if fits else None
    return f"[{value}]" if kind == "array" and isinstance(value, str) and value else None


def _quoted(pointer: Pointer, value: Any) -> str | None:
    """Give a number or a boolean as text where any text will do; a fraction may have been spelt in another way."""
    free = pointer[-1] in _FREE or (len(pointer) > 1 and pointer[-2] in _MAPS)
    return str(value).lower() if free and isinstance(value, (bool, int)) else None
