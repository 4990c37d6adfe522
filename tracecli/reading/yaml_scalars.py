"""What a plain YAML scalar stands for: JSON's words and numbers, and text for everything else."""

from __future__ import annotations

import json
import re

import yaml

from tracecli.reading.reach import real, whole

_WORDS = {"": None, "~": None, "null": None, "true": True, "false": False}
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")  # RFC 8259, section 6
_FIRST = frozenset("-0123456789")

# YAML 1.1's types as PyYAML tells them: first character → tags and patterns.
_OTHERS: dict[str, list[tuple[str, re.Pattern[str]]]] = yaml.SafeLoader.yaml_implicit_resolvers
_TYPES = {
    "tag:yaml.org,2002:bool": "a boolean",
    "tag:yaml.org,2002:int": "a number",
    "tag:yaml.org,2002:float": "a number",
    "tag:yaml.org,2002:null": "nothing",
    "tag:yaml.org,2002:timestamp": "a date",
}

Value = str | int | float | bool | None


def resolve(text: str) -> Value:
    """Give what a plain scalar stands for; `Unread` for a number that is out of reach."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _FIRST:
        return text
    found = _NUMBER.fullmatch(text)
    if not found:
        return text
    return real(text) if found[1] or found[2] else whole(text)


def other_reading(text: str, value: Value) -> str | None:
    """Name what a YAML 1.1 reader takes a plain scalar for, if that is another type than ours."""
    patterns = _OTHERS.get(text[:1], ())
    tags = [tag for tag, pattern in patterns if pattern.match(text)] if patterns else []
    if isinstance(value, str):
        return _TYPES.get(tags[0], "something else") if tags else None
    return None if tags or isinstance(value, bool) or value is None else "text"


def kind(value: Value) -> str:
    """Name the type of a scalar that is not text."""
    if value is None:
        return "nothing (null)"
    return "a boolean" if isinstance(value, bool) else "a number"


def written(value: Value) -> str:
    """Write a scalar so that every YAML reader agrees."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        value = int(value)
    return json.dumps(value, ensure_ascii=False)
