"""Validation against the published schema: one library decides and locates, the other explains."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from jsonschema_rs import Draft202012Validator

from tracecli.problems import Pointer
from tracecli.resources import schema_text

if TYPE_CHECKING:
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

# ---- checking.paths
# Keys as the compiled validator gives them back, and as they are.
#
# Its paths tell indices of lists from keys by their looks: of a key `"07"` it makes the number 7, and an empty key it
# leaves out. Where that has happened it is asked again about data whose keys can't be mistaken.

_MISTAKEN = re.compile(r"\x00|\+?[0-9]")
_FILLED = re.compile(r"\t*")  # an empty key must stay one that holds only blanks


def is_exact(data: Any, pointer: Pointer) -> bool:
    """Tell whether a path of the validator's leads to the value that it is about, and surely to no other."""
    for part in pointer:
        if isinstance(data, dict):
            if isinstance(part, int) or "" in data:
                return False
        elif not isinstance(part, int):
            return False
        data = data[part]
    return not isinstance(data, dict) or "" not in data


def marked(data: Any) -> Any:
    """Give a copy with keys that can't be mistaken; the schema thinks of them as it thinks of the true ones."""
    holder: list[Any] = [data]
    stack: list[Any] = [holder]
    while stack:  # no recursion: depth is for the reader's limit to judge
        container = stack.pop()
        for key, value in container.items() if isinstance(container, dict) else enumerate(container):
            if isinstance(value, dict):
                container[key] = {_mark(name): below for name, below in value.items()}
            elif isinstance(value, list):
                container[key] = [*value]
            else:
                continue
            stack.append(container[key])
    return holder[0]


def unmarked(pointer: Iterable[str | int]) -> Pointer:
    """Give the way to the same value with the true keys."""
    return tuple(_unmark(part) if isinstance(part, str) else part for part in pointer)


def _mark(key: str) -> str:
    if _FILLED.fullmatch(key):
        return f"{key}\t"
    return f"\x00{key}" if _MISTAKEN.match(key) else key


def _unmark(key: str) -> str:
    return key[:-1] if _FILLED.fullmatch(key) else key.removeprefix("\x00")


# ---- checking.schema
# The published schema at work: one library decides and locates, the other explains.
#
# The compiled validator judges 100,000 steps in 0.1 s and names the places that fail. The reference implementation would
# take ten seconds over them: it is imported only for an invalid document, and asked only about those places.


class Fault(NamedTuple):
    """A place that the schema refuses, and why.

    Attributes:
        pointer: The value.
        instance: The value itself.
        keyword: What it fails: a keyword of JSON Schema 2020-12 such as `type` or `required`.
        wanted: The value of that keyword.
        within: The part of the schema that the keyword stands in.
        names: `propertyNames`: the keys that can't be. `anyOf`: the keys of which it takes one. Else nothing.
    """

    pointer: Pointer
    instance: Any
    keyword: str
    wanted: Any
    within: Mapping[str, Any]
    names: tuple[str, ...]


@cache
def schema() -> dict[str, Any]:
    """Give the published schema of a trace."""
    loaded: dict[str, Any] = json.loads(schema_text())
    return loaded


@cache
def _compiled() -> Draft202012Validator:
    # Masked, or each error would carry the text of all that it is about: the whole document for a key at its top.
    return Draft202012Validator(schema(), mask="…")


def faults(data: object) -> Iterator[Fault]:
    """Give what the schema refuses in a document, each place and keyword once."""
    if _compiled().is_valid(data):
        return
    errors = _errors(data)
    if not all(is_exact(data, pointer) for pointer, _ in errors):
        errors = {(unmarked(pointer), path): None for pointer, path in _errors(marked(data))}
    for pointer, path in errors:
        keyword_at = path.index("propertyNames") if "propertyNames" in path else len(path) - 1
        yield _explain(pointer, _at(data, pointer), path[:keyword_at], str(path[keyword_at]))


def _errors(data: object) -> dict[tuple[Pointer, Pointer], None]:
    """Give the paths in document and schema of what the compiled validator refuses, each pair once."""
    errors = _compiled().iter_errors(data)
    return {(tuple(error.instance_path), tuple(error.schema_path)): None for error in errors}


def _at(data: Any, pointer: Pointer) -> Any:
    for key in pointer:
        data = data[key]
    return data


def _explain(pointer: Pointer, instance: Any, part: Pointer, keyword: str) -> Fault:
    """Ask the reference implementation about one value and one keyword."""
    within = _at(schema(), part)
    errors = _reference(part, keyword).iter_errors(_shallow(instance))
    names = dict.fromkeys(name for error in errors for name in _names(keyword, error))
    return Fault(pointer, instance, keyword, within[keyword], within, tuple(names))


@cache
def _reference(part: Pointer, keyword: str) -> Validator:
    import jsonschema  # noqa: PLC0415 -- 50 ms that only an invalid document has to pay

    return jsonschema.Draft202012Validator({keyword: _at(schema(), part)[keyword]})


def _shallow(instance: Any) -> Any:
    """Leave out what a container holds: no keyword of a container needs it, and errors write their value out."""
    if isinstance(instance, dict):
        return dict.fromkeys(instance)
    return [None] * len(instance) if isinstance(instance, list) else instance


def _names(keyword: str, error: ValidationError) -> list[str]:
    if keyword == "propertyNames":
        return [str(error.instance)]
    return [key for other in error.context or () for key in _at(other.schema, ("required",))]
