"""The trace itself in JSON and YAML."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from itertools import groupby
from typing import Any

from tracecli.reading.yaml_text import Value, in_quotes, is_plain, is_printable, written
from tracecli.text import COMMAND_ANYWHERE, UNSEEN, hides

# JSON is exact, and safe to look at: characters that can't be seen are `\u` escapes, everything else is as it is.

_COMMAND = re.compile(COMMAND_ANYWHERE)


def export_json(data: object) -> str:
    """Return the data of a document as JSON text that ends in a line break.

    Args:
        data: As read: plain dicts, lists, texts, numbers, booleans and None. Order and `x-` properties are kept.
    """
    return defused(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False)) + "\n"


def defused(text: str) -> str:
    """Return JSON text with escapes in place of what can't be seen and of what a CI runner would take for a command."""
    return _COMMAND.sub(r"\\u0023", UNSEEN.sub(_shown, text))


def _shown(match: re.Match[str]) -> str:
    char = match.group()
    if char == "\n" or not hides(match):
        return char
    return r"\u007f" if char == "\x7f" else json.dumps(char)[1:-1]  # json.dumps leaves DEL as it is


_WORD = re.compile(r"\w[\w.+/−-]*")


def is_short(value: object) -> bool:
    """Return whether a value is a number or a word, fit for a list on one line."""
    return not isinstance(value, (dict, list)) and (not isinstance(value, str) or bool(_WORD.fullmatch(value)))


@lru_cache(maxsize=4096)  # keys, states and targets come again in every step
def text(value: str) -> str:
    """Return a text as a scalar on one line."""
    if is_plain(value):
        return value
    if not is_printable(value):
        return in_quotes(value)
    if "'" in value and '"' not in value and "\\" not in value:
        return f'"{value}"'
    return "'" + value.replace("'", "''") + "'"


def scalar(value: Value) -> str:
    """Return any scalar on one line."""
    return text(value) if isinstance(value, str) else written(value)


def lines(value: Value, room: int, width: int) -> list[str]:
    """Return a scalar as lines: one, or the head of a block and the block's own lines, not yet indented.

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
    """Fold a long text at its spaces; nothing where that would change it."""
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
    """Return a text of several lines as they are; nothing where spaces at an end of them would be lost on people."""
    found = value.removesuffix("\n").split("\n")
    if not all(map(is_printable, found)) or not _is_quiet(found):
        return []
    if not found[0] or found[0].startswith(" ") or any(line.endswith(" ") for line in found):
        return []
    ends = sum(1 for _ in next(group for key, group in groupby(reversed(value), lambda char: char == "\n")))
    return ["|-" if not value.endswith("\n") else "|" if ends == 1 else "|+", *found]


def _is_quiet(found: list[str]) -> bool:
    """Return whether no line begins as a CI runner's command does."""
    return not any(line.lstrip().startswith("::") for line in found)


# Every common reader sees the same data, whether of YAML 1.1, to which `no` is a boolean and `12:30` a number, or of
# YAML 1.2, to which `08` and `+1e3` are numbers: such texts are quoted. The layout is our own: PyYAML's emitter wraps
# and escapes differently with and without its C library, and takes a minute where this takes a second.

_STEP = "  "
_WIDTH = 100  # columns, where a list on one line and a folded text end
_COMPACT = 120  # the same of what is to be short
_IN_FLOW = re.compile(r"[,\[\]{}]")  # what ends a plain text inside of brackets
_LONG_KEY = 1000  # a key that is longer, as written, needs a `?` in front (YAML 1.1, 7.3.3: at most 1024 characters)


def export_yaml(data: object, *, compact: bool = False) -> str:
    """Return the data of a document as YAML text that ends in a line break.

    Args:
        data: As read: a dict of plain dicts, lists, texts, numbers, booleans and None. Order and `x-` properties are
            kept.
        compact: Mappings of words are on one line where they fit, and lines are longer: as one writes by hand.
    """
    written: list[str] = []
    _write(data, "", "", written, _COMPACT if compact else _WIDTH)
    return "\n".join(written) + "\n"


def _write(value: Any, head: str, indent: str, written: list[str], wide: int) -> None:
    """Write a value.

    Args:
        value: The value.
        head: What its first line begins with: blanks and a key or a dash; nothing at the top.
        indent: The blanks in front of what is below.
        written: The lines so far; more are added here.
        wide: Columns where a line ends.
    """
    on_one_line = _flow(value, wide - len(head) - 1, mappings=wide == _COMPACT and bool(head))
    if on_one_line:
        written.append(f"{head} {on_one_line}" if head else on_one_line)
    elif isinstance(value, dict):
        _mapping(value, head, indent, written, wide)
    elif isinstance(value, list):
        if head:
            written.append(head)
        for item in value:
            _write(item, f"{indent}-", indent + _STEP, written, wide)
    else:
        first, *below = lines(value, wide - len(head) - 1, wide - len(indent))
        written.append(f"{head} {first}")
        written += [f"{indent}{line}" if line else "" for line in below]


def _flow(value: Any, room: int, *, mappings: bool) -> str:
    """Return what fits on one line: an empty container, a list of words and numbers, or a mapping of such."""
    if value in ({}, []):
        return str(value)
    if mappings and isinstance(value, dict) and len(value) <= room:
        parts = [(key, _flow(held, room, mappings=False) or _inside(held)) for key, held in value.items()]
        shown = f"{{{', '.join([f'{_inside(key)}: {held}' for key, held in parts])}}}"
        return shown if len(shown) <= room and all(held for _, held in parts) else ""
    if not isinstance(value, list) or len(value) > room or not all(map(is_short, value)):
        return ""
    shown = f"[{', '.join(map(scalar, value))}]"
    return shown if len(shown) <= room else ""


def _inside(value: Any) -> str:
    """Return a scalar for the inside of brackets, on one line."""
    shown = scalar(value) if not isinstance(value, (dict, list)) else ""
    return f"'{shown}'" if shown[:1] not in ("'", '"') and _IN_FLOW.search(shown) else shown


def _mapping(value: dict[str, Any], head: str, indent: str, written: list[str], wide: int) -> None:
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
        _write(below, f"{lead}{name}:", indent + _STEP, written, wide)
