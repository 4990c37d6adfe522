"""Scalars in YAML: plain where every reader takes them for the same text, else quoted, folded or literal."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby

from tracecli.reading.yaml_scalars import Value, in_quotes, is_plain, is_printable, written

_WORD = re.compile(r"\w[\w.+/−-]*")


def is_short(value: object) -> bool:
    """Tell whether a value is a number or a word, fit for a list on one line."""
    return not isinstance(value, (dict, list)) and (not isinstance(value, str) or bool(_WORD.fullmatch(value)))


@lru_cache(maxsize=4096)  # keys, states and targets come again in every step
def text(value: str) -> str:
    """Give a text as a scalar on one line."""
    if is_plain(value):
        return value
    if not is_printable(value):
        return in_quotes(value)
    if "'" in value and '"' not in value and "\\" not in value:
        return f'"{value}"'
    return "'" + value.replace("'", "''") + "'"


def scalar(value: Value) -> str:
    """Give any scalar on one line."""
    return text(value) if isinstance(value, str) else written(value)


def lines(value: Value, room: int, width: int) -> list[str]:
    """Give a scalar as lines: one, or the head of a block and the block's own lines, not yet indented.

    Args:
        value: The scalar.
        room: Columns left on the first line.
        width: Columns of the lines below.
    """
    on_one_line = scalar(value)
    if not isinstance(value, str):
        return [on_one_line]
    if "\n" in value:
        return _literal(value) or [on_one_line]
    return (len(on_one_line) > room and _folded(value, width)) or [on_one_line]


def _folded(value: str, width: int) -> list[str]:
    """Fold a long text at its blanks; nothing where that would change it."""
    words = value.split(" ")
    if not is_printable(value) or "" in words:
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
    if not all(map(is_printable, found)) or not _is_quiet(found):
        return []
    if not found[0] or found[0].startswith(" ") or any(line.endswith(" ") for line in found):
        return []
    ends = sum(1 for _ in next(group for key, group in groupby(reversed(value), lambda char: char == "\n")))
    return ["|-" if not value.endswith("\n") else "|" if ends == 1 else "|+", *found]


def _is_quiet(found: list[str]) -> bool:
    """Tell whether no line begins as a CI runner's command does."""
    return not any(line.lstrip().startswith("::") for line in found)
