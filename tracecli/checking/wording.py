"""What the schema refuses, in plain words: a table from its keywords to sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from tracecli.checking.keys import KEYWORDS, key_problems
from tracecli.checking.near import Near
from tracecli.checking.schema import Fault
from tracecli.checking.words import ask, entry, listed, name, short
from tracecli.checking.wrong_types import wrong_type
from tracecli.problems import Fix, Place, Pointer, Problem, Related, Severity

Say = Callable[[Fault, Near], list[Problem]]

_DAY = 86_400_000
_PATTERNS = {
    "id": "an id: that is a letter, then letters, digits, '_', '.' and '-'",
    "language": "a language tag such as en or pt-BR",
    "url": "a link that begins with http:// or https:// and has no blanks",
    "sha256": "a hash of 64 hexadecimal digits",
}


def problems_of(faults: Iterable[Fault], near: Near) -> Iterator[Problem]:
    """Turn what the schema refuses into problems, one for each fault of the author's.

    Args:
        faults: Of one document.
        near: Looks up near names.
    """
    keys: dict[Pointer, list[Fault]] = defaultdict(list)
    values: dict[Pointer, list[Fault]] = defaultdict(list)
    for fault in faults:
        (keys if fault.keyword in KEYWORDS else values)[fault.pointer].append(fault)
    for of_mapping in keys.values():
        yield from key_problems(of_mapping, near)
    for of_value in values.values():
        gravest = min(of_value, key=lambda fault: list(SENTENCES).index(fault.keyword))
        yield from SENTENCES[gravest.keyword](gravest, near)


def _type(fault: Fault, _: Near) -> list[Problem]:
    return [wrong_type(fault)]


def _const(fault: Fault, _: Near) -> list[Problem]:
    """Of `version`, whose other numbers have been dealt with before."""
    written = str(fault.wanted)
    return [wrong_type(fault, f"the number {written}", written if fault.instance == written else None)]


def _enum(fault: Fault, near: Near) -> list[Problem]:
    allowed = listed(map(name, fault.wanted), "or")
    if not isinstance(fault.instance, str):
        return [wrong_type(fault, allowed)]
    found = near.names(fault.instance, tuple(fault.wanted))
    only = found[0] if len(found) == 1 else None  # no repair: how the target is used may say otherwise
    return _wrong(fault, f"{allowed}, not {name(fault.instance)}{ask(found)}", only)


def _range(fault: Fault, _: Near) -> list[Problem]:
    least, most = fault.within["minimum"], fault.within["maximum"]
    unit = " milliseconds (24 hours)" if most == _DAY else ""
    return _wrong(fault, f"from {least} to {most:,}{unit}, not {short(str(fault.instance))}")


def _length(fault: Fault, _: Near) -> list[Problem]:
    return _wrong(fault, f"at most {fault.wanted:,} characters long, not {len(fault.instance):,}")


def _size(fault: Fault, _: Near) -> list[Problem]:
    if "maxItems" in fault.within:
        return _wrong(fault, f"[column, row], not a list of {len(fault.instance)}")
    return _say(fault, f"{entry(fault.pointer)} is empty, and at least one is needed")


def _pattern(fault: Fault, _: Near) -> list[Problem]:
    if not fault.wanted.startswith("^"):
        state = "holds only blanks" if fault.instance else "is empty"
        return _say(fault, f"{entry(fault.pointer)} {state}, and text is needed")
    if fault.pointer[0] == "targets":
        return _say(fault, f"{name(fault.instance)} is not an id of a target: that has no blanks, and is not empty")
    key = str(fault.pointer[-1])
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
    words = f"a key of {entry(fault.pointer)} must be more than blanks"
    places = [Place((*fault.pointer, key), "key") for key in fault.names]
    return [Problem("wrong-value", Severity.ERROR, words, place) for place in places]


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
}
"""Every keyword about values that the schema uses; of several that one value fails, the first is told."""
