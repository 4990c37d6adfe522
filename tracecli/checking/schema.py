"""Validation against the published schema: one library decides, the other explains.

The compiled validator judges 100,000 steps in 0.1 s; the reference implementation would take ten seconds over them, and
is imported only to name keys. Of an invalid document, the compiled one is asked about each value on the way down. Its
own list of errors is not used: it is made all at once, a few kilobytes an error, and 3 KB of YAML can have a million.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from jsonschema_rs import Draft202012Validator

from tracecli.problems import Pointer
from tracecli.resources import schema_text

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

_CONTENTS = frozenset({"properties", "patternProperties", "items", "$defs"})  # keywords about what a container holds


class Fault(NamedTuple):
    """A place that the schema refuses, and why."""

    pointer: Pointer  # the value
    instance: Any  # the value itself
    keyword: str  # what it fails: a keyword of JSON Schema 2020-12 such as `type` or `required`
    wanted: Any  # the value of that keyword
    within: Mapping[str, Any]  # the part of the schema that has the keyword
    # `propertyNames`: the keys that can't be. `anyOf`: the keys of which it takes one. Else nothing.
    names: tuple[str, ...]


@cache
def schema() -> dict[str, Any]:
    """Return the published schema of a trace."""
    loaded: dict[str, Any] = json.loads(schema_text())
    return loaded


class _Part:
    """A part of the schema, compiled: as a whole, and each keyword that is about the value itself."""

    def __init__(self, within: dict[str, Any]) -> None:
        self.within = within
        self.is_valid = Draft202012Validator({**within, "$defs": schema()["$defs"]}).is_valid
        own = {keyword: {keyword: wanted} for keyword, wanted in within.items() if keyword not in _CONTENTS}
        if own.get("additionalProperties"):
            own["additionalProperties"] |= {
                keyword: dict.fromkeys(within.get(keyword, ()), True) for keyword in ("properties", "patternProperties")
            }
            if within["additionalProperties"] is not False:
                del own["additionalProperties"]
        self._keywords = {keyword: Draft202012Validator(alone).is_valid for keyword, alone in own.items()}

    def faults(self, pointer: Pointer, value: Any) -> Iterator[Fault]:
        """Yield the keywords that a value fails by itself, whatever it holds."""
        for keyword, is_valid in self._keywords.items():
            if not is_valid(value):
                wanted = self.within[keyword]
                yield Fault(pointer, value, keyword, wanted, self.within, _names(keyword, wanted, value))
                if keyword == "maxLength":
                    return  # the engine of `pattern` gives up on a text of a million characters


@cache
def _compiled() -> Draft202012Validator:
    return Draft202012Validator(schema())


_parts: dict[int, _Part] = {}  # by identity: the schema is loaded once


def _part(within: dict[str, Any]) -> _Part:
    if id(within) not in _parts:
        name = within.get("$ref", "").rpartition("/")[2]
        _parts[id(within)] = _part(schema()["$defs"][name]) if name else _Part(within)
    return _parts[id(within)]


def fits(definition: str, value: object) -> bool:
    """Return whether a value is what a definition of the schema says."""
    return _part(schema()["$defs"][definition]).is_valid(value)


def faults(data: object, *, shared: bool = False) -> Iterator[Fault]:
    """Yield what the schema refuses in a document, value by value in its order: each place and keyword once.

    Args:
        data: The document's.
        shared: Whether aliases share values, so that each is judged only where it is found first.
    """
    if _compiled().is_valid(data):
        return
    judged: set[tuple[int, _Part]] = set()
    waiting: list[Iterator[tuple[Pointer, Any, _Part]]] = [iter([((), data, _part(schema()))])]
    while waiting:
        found = next(waiting[-1], None)
        if found is None:
            waiting.pop()
            continue
        pointer, value, part = found
        if part.is_valid(value):
            continue
        is_container = isinstance(value, (dict, list))
        if shared and is_container:
            if (id(value), part) in judged:
                continue
            judged.add((id(value), part))
        yield from part.faults(pointer, value)
        if is_container:
            waiting.append(_contents(pointer, value, part.within))


def _contents(pointer: Pointer, value: Any, within: Mapping[str, Any]) -> Iterator[tuple[Pointer, Any, _Part]]:
    """Yield what a container holds, each with the part of the schema that is about it."""
    if isinstance(value, list):
        if "items" in within:
            part = _part(within["items"])
            for index, item in enumerate(value):
                yield (*pointer, index), item, part
        return
    known, others = within.get("properties", {}), within.get("additionalProperties")
    is_open = "patternProperties" in within  # to extensions, which may hold anything
    for key, held in value.items():
        if inner := known.get(key) or (None if is_open and key.startswith("x-") else others):
            yield (*pointer, key), held, _part(inner)


def _names(keyword: str, wanted: Any, value: Any) -> tuple[str, ...]:
    if keyword == "anyOf":
        return tuple(key for alternative in wanted for key in alternative["required"])
    if keyword == "propertyNames":
        return tuple(key for key in value if not _reference(json.dumps(wanted)).is_valid(key))
    return ()


@cache
def _reference(wanted: str) -> Validator:
    import jsonschema  # noqa: PLC0415 -- 50 ms that only an invalid document has to pay

    return jsonschema.Draft202012Validator(json.loads(wanted))
