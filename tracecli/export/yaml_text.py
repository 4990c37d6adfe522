"""Scalars in YAML: plain where every reader takes them for the same text, else quoted, folded or literal."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from itertools import groupby

from tracecli.escaping import visible
from tracecli.reading.yaml_scalars import other_reading, resolve

Scalar = str | int | float | bool | None

_NOT_FIRST = frozenset(" -?:,[]{}#&*!|>'\"%@`=~<.")  # YAML 1.1's indicators, and what looks like one to people
_NOT_WITHIN = re.compile(r": | #|:$| $")
_NOT_YAML = re.compile("[\ufffe\uffff]")  # no characters in the sense of YAML 1.1, 5.1
_WORD = re.compile(r"\w[\w.+/−-]*")
_COMMAND = re.compile(r"#(?=#\[|#vso\[)", re.IGNORECASE)
# What `other_reading` does not know: booleans and whole numbers of other readers than PyYAML.
_ELSEWHERE = re.compile("[yYnN]|0o[0-7]+")


def is_short(value: object) -> bool:
    """Tell whether a value is a number or a word, fit for a list on one line."""
    return not isinstance(value, (dict, list)) and (not isinstance(value, str) or bool(_WORD.fullmatch(value)))


@lru_cache(maxsize=4096)  # keys, states and targets come again in every step
def text(value: str) -> str:
    """Give a text as a scalar on one line."""
    if not _is_printable(value):
        return _double(value)
    if value and value[0] not in _NOT_FIRST and not _NOT_WITHIN.search(value) and _is_text(value):
        return value
    if "'" in value and '"' not in value and "\\" not in value:
        return f'"{value}"'
    return "'" + value.replace("'", "''") + "'"


def scalar(value: Scalar) -> str:
    """Give any scalar on one line."""
    if isinstance(value, str):
        return text(value)
    if isinstance(value, float):
        shown = repr(value)
        return shown if "." in shown else shown.replace("e", ".0e")  # YAML 1.1 has no number without a point there
    return json.dumps(value)


def lines(value: Scalar, room: int, width: int) -> list[str]:
    """Give a scalar as lines: one, or the head of a block and the block's own lines, not yet indented.

    Args:
        value: The scalar.
        room: Columns left on the first line.
        width: Columns of the lines below.
    """
    written = scalar(value)
    if not isinstance(value, str):
        return [written]
    if "\n" in value:
        return _literal(value) or [written]
    return (len(written) > room and _folded(value, width)) or [written]


def _is_printable(value: str) -> bool:
    return visible(value) == value and not _NOT_YAML.search(value) and not _COMMAND.search(value)


def _is_text(value: str) -> bool:
    return isinstance(resolve(value), str) and not other_reading(value, value) and not _ELSEWHERE.fullmatch(value)


def _double(value: str) -> str:
    """Quote a text; what can't be seen is escaped, in the same way as on a terminal."""
    escaped = visible(value.replace("\\", "\\\\").replace('"', '\\"'))
    escaped = _NOT_YAML.sub(lambda match: f"\\u{ord(match.group()):04x}", escaped)
    return '"' + _COMMAND.sub(r"\\x23", escaped) + '"'


def _folded(value: str, width: int) -> list[str]:
    """Fold a long text at its blanks; nothing where that would change it."""
    words = value.split(" ")
    if not _is_printable(value) or "" in words:
        return []
    found = [words[0]]
    for word in words[1:]:
        if len(found[-1]) + 1 + len(word) <= width:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return [">-", *found] if len(found) > 1 and _is_quiet(found) else []


def _literal(value: str) -> list[str]:
    """Give a text of several lines as they are; nothing where blanks at an end of them would be lost on people."""
    found = value.removesuffix("\n").split("\n")
    if not all(map(_is_printable, found)) or not _is_quiet(found):
        return []
    if not found[0] or found[0].startswith(" ") or any(line.endswith(" ") for line in found):
        return []
    ends = sum(1 for _ in next(group for key, group in groupby(reversed(value), lambda char: char == "\n")))
    return ["|-" if not value.endswith("\n") else "|" if ends == 1 else "|+", *found]


def _is_quiet(found: list[str]) -> bool:
    """Tell whether no line begins as a CI runner's command does."""
    return not any(line.lstrip().startswith("::") for line in found)
