"""The trace itself in YAML, laid out as one would write it by hand.

Every common reader sees the same data, whether of YAML 1.1, to which `no` is a boolean and `12:30` a number, or of
YAML 1.2, to which `08` and `+1e3` are numbers: such texts are quoted. The layout is our own: PyYAML's emitter wraps and
escapes differently with and without its C library, and takes a minute where this takes a second.
"""

from __future__ import annotations

from typing import Any

from tracecli.export.yaml_text import is_short, lines, scalar, text

_STEP = "  "
_WIDTH = 100  # columns, where a list on one line and a folded text end
_LONG_KEY = 1000  # a key that is longer, as written, needs a `?` in front (YAML 1.1, 7.3.3: at most 1024 characters)


def export(data: object) -> str:
    """Give the data of a document as YAML text that ends in a line break.

    Args:
        data: As read: a dict of plain dicts, lists, texts, numbers, booleans and None. Order and `x-` properties are
            kept.
    """
    written: list[str] = []
    _write(data, "", "", written)
    return "\n".join(written) + "\n"


def _write(value: Any, head: str, indent: str, written: list[str]) -> None:
    """Write a value.

    Args:
        value: The value.
        head: What its first line begins with: blanks and a key or a dash; nothing at the top.
        indent: The blanks in front of what is below.
        written: The lines so far; more are added here.
    """
    on_one_line = _flow(value, _WIDTH - len(head) - 1)
    if on_one_line:
        written.append(f"{head} {on_one_line}" if head else on_one_line)
    elif isinstance(value, dict):
        _mapping(value, head, indent, written)
    elif isinstance(value, list):
        _sequence(value, head, indent, written)
    else:
        first, *below = lines(value, _WIDTH - len(head) - 1, _WIDTH - len(indent))
        written.append(f"{head} {first}")
        written += [f"{indent}{line}" if line else "" for line in below]


def _flow(value: Any, room: int) -> str:
    """Give an empty container, or a list of words and numbers that fits its line; else nothing."""
    if value in ({}, []):
        return str(value)
    if not isinstance(value, list) or len(value) > room or not all(map(is_short, value)):
        return ""
    shown = f"[{', '.join(map(scalar, value))}]"
    return shown if len(shown) <= room else ""


def _mapping(value: dict[str, Any], head: str, indent: str, written: list[str]) -> None:
    in_list = head.endswith("-")
    if head and not in_list:
        written.append(head)
    for key, below in value.items():
        lead = f"{head} " if in_list else indent
        in_list = False
        name = text(key)
        if len(name) > _LONG_KEY:
            written.append(f"{lead}? {name}")
            lead, name = indent, ""
        _write(below, f"{lead}{name}:", indent + _STEP, written)


def _sequence(value: list[Any], head: str, indent: str, written: list[str]) -> None:
    if head:
        written.append(head)
    for item in value:
        _write(item, f"{indent}-", indent + _STEP, written)
