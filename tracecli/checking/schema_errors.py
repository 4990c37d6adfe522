"""What the schema refuses, in plain words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from tracecli.checking.messages import Near, ask, entry, listed, name, seen, short
from tracecli.checking.schema import Fault
from tracecli.problems import Fix, Place, Pointer, Problem, Related, Severity
from tracecli.text import code_point_note

KEYWORDS = frozenset({"required", "additionalProperties", "dependentRequired", "anyOf"})
"""The keywords about keys."""


def key_problems(faults: Sequence[Fault], near: Near) -> Iterator[Problem]:
    """Report what is wrong with the keys of one mapping.

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
    """Return the keys that one fault misses, with what to say of each; alternatives share their words."""
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
    """Report a node that has one end of an edge: that it has any is `wrong-kind`'s to report."""
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
            ask(found, key)
            or f": known are {listed(key for key in _properties(fault) if key != '$schema')}, and any with x- in front"
        )
    only = found[0] if len(found) == 1 and not there else None
    fix = None
    # A key that is misspelt in another way may be the author's own. Each finding carries the whole mapping.
    if only and len(fault.instance) <= _MOST_RENAMED and code_point_note(only, key):
        renamed = {only if known == key else known: value for known, value in fault.instance.items()}
        fix = Fix(f"write {name(only)}", ((fault.pointer, renamed),))
    return Problem(
        "unknown-key", Severity.ERROR, f"{name(key)} is not known here{words}", Place(pointer, "key"), (), only, fix
    )


_MOST_RENAMED = 100  # keys of a mapping

_WANTED = {
    "string": "text",
    "integer": "a whole number",
    "array": "a list",
    "object": "a mapping of keys to values",
    "number": "a number",
    "boolean": "true or false",
}
_SPECIAL: dict[Pointer, str] = {  # by type and key: a state key may have any name, but its values are text
    ("object",): "a mapping with keys such as 'version', 'targets' and 'scenarios'",
    ("integer", "duration"): "a whole number of milliseconds",
    ("array", "at"): "a list of two numbers: [column, row]",
    ("array", "moves"): "a pair: [before, after]",
}
_NUMBER = re.compile(
    r"""
    \s* (?: \+?(?P<decimal>[0-9]+(?:[_, ][0-9]{3})+ | [0-9][0-9_]*(?:\.[0-9]*)?(?:e\+?[0-9]{1,2})?)
         | \+?(?P<other>0x[0-9a-f_]*[0-9a-f] | 0o[0-7_]*[0-7] | 0b[01_]*[01]) )
    (?:\s*(?P<unit>ms|s))? \s*
    """,
    re.ASCII | re.IGNORECASE | re.VERBOSE,
)
_LONGEST_NUMBER = 24  # characters: more are beyond any limit of the schema
_MAPS = frozenset({"stateLabels", "initial", "state", "changes", "when", "then", "else", "never"})
_FREE = frozenset({"title", "description", "label", "caption", "alt"})


def wrong_type(fault: Fault, wanted: str | None = None, written: str | None = None) -> Problem:
    """Say what was seen and what is wanted, and what to write where that is plain.

    Args:
        fault: A failed `type`, or another keyword that only another type can satisfy.
        wanted: What is wanted, when it is not the schema's `type`.
        written: What to write instead, likewise.
    """
    kinds = fault.within.get("type", "")
    kind = kinds if isinstance(kinds, str) else ""
    quoted = _quoted(fault.pointer, fault.instance) if kind == "string" else None
    written = written or (f'"{quoted}"' if quoted else _written(fault, kind))
    wanted = wanted or _SPECIAL.get((kind, *fault.pointer[-1:]))
    wanted = wanted or (_WANTED[kind] if kind else " or ".join([_WANTED[one] for one in kinds]))
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
    """Return what to write instead, where the value says it plainly enough and what it says will do."""
    value = fault.instance
    if kind == "integer" and isinstance(value, str):
        number = _whole(value, milliseconds=fault.pointer[-1] == "duration")
        return (
            str(number) if number is not None and fault.within["minimum"] <= number <= fault.within["maximum"] else None
        )
    if kind == "string" and isinstance(value, float) and _is_free(fault.pointer) and "e" not in repr(value):
        return f'"{value!r}"'  # no repair: it may have been spelled in another way
    return f"[{value}]" if kind == "array" and isinstance(value, str) and value else None


def _whole(text: str, *, milliseconds: bool = False) -> int | None:
    """Return the whole number that a text says in another notation than JSON's: `+3000`, `3_000`, `0x10`, `3 s`."""
    found = _NUMBER.fullmatch(text) if len(text) <= _LONGEST_NUMBER else None
    if not found or (found["unit"] and not milliseconds):
        return None
    if found["other"]:
        return int(found["other"].replace("_", ""), 0)
    number = float(re.sub("[_, ]", "", found["decimal"])) * (1000 if found["unit"] in ("s", "S") else 1)
    return int(number) if number.is_integer() else None


def _quoted(pointer: Pointer, value: Any) -> str | None:
    """Return a number or a boolean as text where any text will do; a fraction may have been spelled in another way."""
    return str(value).lower() if isinstance(value, (bool, int)) and _is_free(pointer) else None


def _is_free(pointer: Pointer) -> bool:
    return pointer[-1] in _FREE or (len(pointer) > 1 and pointer[-2] in _MAPS)


Say = Callable[[Fault, Near], list[Problem]]

_DAY = 86_400_000
_PATTERNS = {
    "id": "an id: that is a letter, then letters, digits, '_', '.' and '-'",
    "name": "a name: that is a letter, then letters, digits, '_', '.' and '-'",
    "language": "a language tag such as en or pt-BR",
    "url": "a link that begins with http:// or https:// and has no spaces",
    "sha256": "a hash of 64 hexadecimal digits",
}


def problems_of(faults: Iterable[Fault], near: Near) -> Iterator[Problem]:
    """Turn what the schema refuses into problems, one for each fault of the author's.

    Args:
        faults: Of one document, those of one value together.
        near: Looks up near names.
    """
    for _, of_value in groupby(faults, key=lambda fault: fault.pointer):
        together = list(of_value)
        keys = [fault for fault in together if fault.keyword in KEYWORDS]
        values = [fault for fault in together if fault.keyword not in KEYWORDS]
        if keys:
            yield from key_problems(keys, near)
        if values:
            gravest = min(values, key=lambda fault: list(SENTENCES).index(fault.keyword))
            yield from SENTENCES[gravest.keyword](gravest, near)


def _type(fault: Fault, _: Near) -> list[Problem]:
    return [wrong_type(fault)]


def _const(fault: Fault, _: Near) -> list[Problem]:
    """Of `version`, whose other numbers have been dealt with before."""
    written = str(fault.wanted)
    is_meant = isinstance(fault.instance, str) and _whole(fault.instance) == fault.wanted
    return [wrong_type(fault, f"the number {written}", written if is_meant else None)]


def _enum(fault: Fault, near: Near) -> list[Problem]:
    allowed = listed(map(name, fault.wanted), "or")
    if not isinstance(fault.instance, str):
        return [wrong_type(fault, allowed)]
    found = near.names(fault.instance, tuple(fault.wanted))
    only = found[0] if len(found) == 1 else None  # no repair: how the target is used may say otherwise
    return _wrong(fault, f"{allowed}, not {name(fault.instance)}{ask(found, fault.instance)}", only)


def _range(fault: Fault, _: Near) -> list[Problem]:
    least, most = fault.within["minimum"], fault.within["maximum"]
    unit = " milliseconds (24 hours)" if most == _DAY else ""
    return _wrong(fault, f"from {least} to {most:,}{unit}, not {short(str(fault.instance))}")


def _length(fault: Fault, _: Near) -> list[Problem]:
    return _wrong(fault, f"at most {fault.wanted:,} characters long, not {len(fault.instance):,}")


def _size(fault: Fault, _: Near) -> list[Problem]:
    if "maxItems" in fault.within:
        wanted = "[column, row]" if fault.pointer[-1] == "at" else "a pair: [before, after]"
        return _wrong(fault, f"{wanted}, not a list of {len(fault.instance)}")
    return _say(fault, f"{entry(fault.pointer)} is empty, and at least one is needed")


def _pattern(fault: Fault, _: Near) -> list[Problem]:
    if not fault.wanted.startswith("^"):
        state = "holds only spaces" if fault.instance else "is empty"
        return _say(fault, f"{entry(fault.pointer)} {state}, and text is needed")
    if fault.pointer[0] == "targets":
        return _say(fault, f"{name(fault.instance)} is not an id of a target: that has no spaces, and is not empty")
    key = "id" if isinstance(fault.pointer[-1], int) else str(fault.pointer[-1])  # lists have ids of others
    written = fault.instance.replace("_", "-") if key == "language" and "_" in fault.instance else None
    hint = f": write {written}" if written else ""
    return _say(fault, f"{name(fault.instance)} is not {_PATTERNS[key]}{hint}", written)


def _unique(fault: Fault, _: Near) -> list[Problem]:
    """Report each name that stands in a list already; an entry that is no text is another fault."""
    texts = [(index, value) for index, value in enumerate(fault.instance) if isinstance(value, str)]
    first: dict[str, int] = {}
    again = [(index, value) for index, value in texts if first.setdefault(value, index) != index]
    fix = Fix("name it once", ((fault.pointer, list(first)),)) if len(texts) == len(fault.instance) else None
    return [
        Problem(
            rule="wrong-value",
            severity=Severity.ERROR,
            message=f"{name(value)} stands twice in {entry(fault.pointer)}",
            place=Place((*fault.pointer, index)),
            related=(Related("the first one", Place((*fault.pointer, first[value]))),),
            fix=fix,
        )
        for index, value in again
    ]


def _names(fault: Fault, _: Near) -> list[Problem]:
    holder = entry(fault.pointer)
    named = fault.wanted["pattern"].startswith("^[")
    shape = "a letter or '_', then letters, digits, '_' and '-'" if named else "more than spaces"
    problems = []
    for key in fault.names:
        words = f"a key of {holder} must be {shape}"
        if key.startswith("x-") and not named:  # elsewhere such a key is ignored, and so would be a declared state
            words = f"{name(key)} can't be a key of {holder}: a name that begins with x- is an extension"
        problems.append(Problem("wrong-value", Severity.ERROR, words, Place((*fault.pointer, key), "key")))
    return problems


def _both(fault: Fault, _: Near) -> list[Problem]:
    """Report keys that exclude each other."""
    return _say(fault, f"{listed(map(name, fault.wanted['required']))} exclude each other: write one of them")


def _wrong(fault: Fault, wanted: str, suggestion: str | None = None) -> list[Problem]:
    return _say(fault, f"{entry(fault.pointer)} must be {wanted}", suggestion)


def _say(fault: Fault, message: str, suggestion: str | None = None) -> list[Problem]:
    return [Problem("wrong-value", Severity.ERROR, message, Place(fault.pointer), (), suggestion)]


SENTENCES: dict[str, Say] = {
    "type": _type,
    "const": _const,
    "enum": _enum,
    "minimum": _range,
    "maximum": _range,
    "minItems": _size,
    "maxItems": _size,
    "maxLength": _length,
    "pattern": _pattern,
    "uniqueItems": _unique,
    "propertyNames": _names,
    "not": _both,
}
"""Every keyword about values that the schema uses; of several that one value fails, the first is told."""
