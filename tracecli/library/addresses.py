"""An address (`overlap`, `file.yaml#serial/3`, `HEAD~1:traces/overlap.json`) → which trace, scenario and step."""

from __future__ import annotations

import os
import re
from enum import Enum
from typing import NamedTuple

from tracecli.text import visible

ENDINGS = (".json", ".yaml", ".yml")
STDIN_WORD = "stdin:"
"""What `-` is called before `#` once options have been parsed: no parser takes `-#serial` for an argument."""

ID = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
"""An id of the format, to be matched whole; a test holds it to the schema's."""

# A step may be a number too. No id has letters beyond ASCII: one that looks like an id gets the id as a suggestion.
_INSIDE = re.compile(
    r"(?P<scenario>[A-Za-z\u0080-\U0010ffff][A-Za-z0-9_.\u0080-\U0010ffff-]*)?(?:/(?P<step>[A-Za-z0-9_.\u0080-\U0010ffff-]+))?"
)


class Reference(Enum):
    """How an address names its trace."""

    FILE = "file"
    REVISION = "revision"
    STDIN = "standard input"
    NAME = "name"
    WORD = "word"
    """A bare word: a scenario anywhere in the library, or else the name of a trace, or else of a file right here."""


class Address(NamedTuple):
    """An address taken apart."""

    text: str  # as it was typed
    reference: Reference  # how the trace is named
    trace: str  # path, `REV:path`, `-`, name of a trace, or the bare word
    scenario: str | None = None  # scenario id, or None for the whole trace
    step: str | None = None  # a number or a step's id as typed, or None


def parse(text: str) -> Address:
    """Take an address apart by the four steps of the manual.

    Asks the file system only whether a file of that very name exists.
    """
    if text in ("-", STDIN_WORD):
        return Address(text, Reference.STDIN, "-")
    if is_path(text) and (os.path.lexists(text) or "#" not in text):
        return Address(text, Reference.FILE, text)
    trace, _, rest = text.rpartition("#")
    inside = _INSIDE.fullmatch(rest) if trace else None
    scenario, step = (inside["scenario"], inside["step"]) if inside else (None, None)
    trace = trace if inside else text
    has_ending = trace.lower().endswith(ENDINGS)
    if inside is None and not has_ending:
        word, slash, step = text.partition("/")
        return Address(text, Reference.WORD, word, word, step if slash else None)
    if trace in ("-", STDIN_WORD):
        reference, trace = Reference.STDIN, "-"
    elif is_path(trace):
        reference = Reference.FILE
    elif not has_ending:
        reference = Reference.NAME
    else:
        revision, _, path = trace.partition(":")
        one_letter_drive = len(revision) == 1 and path[:1] in ("\\", "/")
        reference = Reference.REVISION if revision and path and not one_letter_drive else Reference.FILE
    return Address(text, reference, trace, scenario, step)


def is_path(text: str) -> bool:
    """Return whether a text can only mean a file: it exists, or is written as a path (`./x`, `../x`, `/x`)."""
    return text.startswith(("./", "../", "/", ".\\", "..\\")) or os.path.lexists(text)


# What no shell changes: letters and digits of any script, these signs, and `#` and `~` after the first character.
# Where a word has `=`, Bash takes `~` after it for a home directory.
_SHELL_SAFE = re.compile(r"[\w@%+:,./-](?:[\w@%+:,./~#-]*|[\w@%+=:,./#-]*)")


def quoted(address: str) -> str:
    """Return an address as it can be pasted into a shell; what can't be seen is shown as an escape."""
    shown = visible(address)
    return shown if _SHELL_SAFE.fullmatch(shown) else "'" + shown.replace("'", "'\"'\"'") + "'"
