"""Faults of YAML that still has a meaning: types, tags, merge keys, aliases, keys."""

from __future__ import annotations

from collections.abc import Iterable

from tracecli.nearest import near_names
from tracecli.problems import Fix, Place, Pointer, Problem, Severity, Span
from tracecli.reading.limits import beyond
from tracecli.reading.wording import quoted
from tracecli.reading.yaml_nodes import Node
from tracecli.reading.yaml_scalars import Value, in_quotes, kind, written


def other_type(place: Place, text: str, value: Value, other: str) -> Problem:
    """Warn of a plain scalar that another reader takes for another type; `other` says which, and for what."""
    ours, advice = ("text", "put it in quotes") if isinstance(value, str) else (kind(value), "write it out")
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        value = int(value)
    fix = Fix(advice, ((place.pointer, value),)) if place.part == "value" else None
    message = f"{quoted(text)} is {ours} here, but {other}: {advice}"
    return Problem("yaml-type", Severity.WARNING, message, place, suggestion=written(value), fix=fix)


def merge_key(pointer: Pointer, span: Span) -> Problem:
    """Refuse `<<`."""
    message = "merge keys (<<) are not part of the format: write the keys out, or share a whole value with an alias"
    return Problem("syntax", Severity.ERROR, message, Place(pointer, "key", span))


def odd_key(key: Node, pointer: Pointer, span: Span) -> Problem:
    """Refuse a key that is not text."""
    place = Place(pointer, "key", span)
    if key.below is not None:
        what = "a mapping" if isinstance(key.below, dict) else "a list"
        return Problem("syntax", Severity.ERROR, f"{what} can't be a key: keys are text", place)
    if not key.text:
        return Problem("wrong-type", Severity.ERROR, "a key is missing before ':'", place)
    message = f"the key {quoted(key.text)} is {kind(key.data)}, and keys are text: put it in quotes"
    return Problem("wrong-type", Severity.ERROR, message, place, suggestion=in_quotes(key.text))


def tag(seen: str) -> str:
    """Refuse a tag."""
    return f"{quoted(seen)} is a tag, and a trace is plain data: take it out, or put the text in quotes"


def cycle(anchor: str) -> str:
    """Refuse an alias inside of what it stands for."""
    return f"{quoted('*' + anchor)} stands inside of the value that it stands for, which would never end"


def unknown_alias(anchor: str, known: Iterable[str]) -> str:
    """Refuse an alias to nothing."""
    near = near_names(anchor, known)
    meant = (
        f"did you mean {' or '.join(f'*{name}' for name in near)}?" if near else "text that begins with * needs quotes"
    )
    return f"{quoted('*' + anchor)} is an alias, but no {quoted('&' + anchor)} stands before it; {meant}"


def expansion(most: int) -> str:
    """Say that a limit is passed."""
    return f"with this alias, all aliases together stand for more than {most:,} values, {beyond('expansion')}"
