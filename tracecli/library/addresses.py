"""From an address to a checked trace, its scenario and the number of a step."""

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

# A step may be a number too.
_INSIDE = re.compile(r"(?P<scenario>" + ID.pattern + r")?(?:/(?P<step>[A-Za-z0-9_.-]+))?")


class Reference(Enum):
    """How an address names its trace."""

    FILE = "file"
    REVISION = "revision"
    STDIN = "standard input"
    NAME = "name"
    WORD = "word"
    """A bare word: a scenario anywhere in the library, or else the name of a trace."""


class Address(NamedTuple):
    """An address taken apart."""

    text: str  # as it was typed
    reference: Reference  # how the trace is named
    trace: str  # path, `REV:path`, `-`, name of a trace, or the bare word
    scenario: str | None = None  # scenario id, or None for the whole trace
    step: str | None = None  # A number or a step's id as typed, or None


def parse(text: str) -> Address:
    """Take an address apart by the four steps of the manual.

    Asks the file system only whether a file of that very name exists.
    """
    if text in ("-", STDIN_WORD):
        return Address(text, Reference.STDIN, "-")
    if is_path(text) and (os.path.lexists(text) or "#" not in text):
        return Address(text, Reference.FILE, text)
    if (parts := _split(text)) is None:
        return _unsplit(text)
    trace, scenario, step = parts
    return Address(text, _reference(trace), "-" if trace == STDIN_WORD else trace, scenario, step)


def is_path(text: str) -> bool:
    """Return whether a text can only mean a file: it exists, or is written as a path (`./x`, `/x`, `~`)."""
    return text.startswith(("./", "../", "/", ".\\", "..\\")) or os.path.lexists(text)


def _split(text: str) -> tuple[str, str | None, str | None] | None:
    left, mark, right = text.rpartition("#")
    if not mark or not left or (inside := _INSIDE.fullmatch(right)) is None:
        return None
    return left, inside["scenario"], inside["step"]


def _reference(trace: str) -> Reference:
    if trace in ("-", STDIN_WORD):
        return Reference.STDIN
    if is_path(trace):
        return Reference.FILE
    if not trace.lower().endswith(ENDINGS):
        return Reference.NAME
    return Reference.REVISION if _has_revision(trace) else Reference.FILE


def _has_revision(trace: str) -> bool:
    revision, colon, path = trace.partition(":")
    one_letter_drive = len(revision) == 1 and path[:1] in ("\\", "/")
    return bool(colon and revision and path) and not one_letter_drive


def _unsplit(text: str) -> Address:
    if text.lower().endswith(ENDINGS):
        return Address(text, _reference(text), text)
    word, slash, step = text.partition("/")
    return Address(text, Reference.WORD, word, word, step if slash else None)


def quoted(address: str) -> str:
    """Return an address as it can be pasted into a shell; what can't be seen is shown as an escape."""
    import shlex  # noqa: PLC0415 - only when an address is shown

    return shlex.quote(address) if address.isprintable() else shlex.quote(visible(address))
