"""What `validate` is asked to check: files, folders, patterns and standard input, in the order named."""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tracecli.library.address import ENDINGS


class Input(NamedTuple):
    """One file to check.

    Attributes:
        path: As the user would name it; `-` is standard input.
        named: Named outright, so it is checked whatever it holds.
    """

    path: str
    named: bool


class Inputs:
    """All that was asked for, and what of it there is not.

    Attributes:
        files: In the order named, each once; those of a folder sorted by name.
        failed: A line for each argument that names nothing.
        skipped: How many special files the folders held.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.files: list[Input] = []
        self.failed: list[str] = []
        self.skipped = 0


def gather(arguments: Sequence[str], *, allow_empty: bool = False) -> Inputs:
    """Give the files that arguments name. A literal name beats a pattern.

    Args:
        arguments: Paths, folders, patterns of `glob` (with `**`), or `-`.
        allow_empty: A pattern that matches nothing is no failure.
    """
    inputs = Inputs()
    seen: set[str] = set()
    for argument in arguments:
        for found in _expand(argument, inputs, allow_empty=allow_empty):
            if found.path not in seen:
                seen.add(found.path)
                inputs.files.append(found)
    return inputs


def _expand(argument: str, inputs: Inputs, *, allow_empty: bool) -> Iterator[Input]:
    if os.path.isdir(argument):
        yield from _walk(argument, inputs)
    elif argument == "-" or os.path.lexists(argument) or not glob.has_magic(argument):
        yield Input(argument, named=True)
    else:
        yield from _match(argument, inputs, allow_empty=allow_empty)


def _match(pattern: str, inputs: Inputs, *, allow_empty: bool) -> Iterator[Input]:
    matches = sorted(glob.glob(pattern, recursive=True))
    if not matches and not allow_empty:
        inputs.failed.append(f"the pattern {pattern} matches nothing")
    for match in matches:
        if os.path.isdir(match):
            yield from _walk(match, inputs)
        else:
            yield Input(match, named=True)


def _walk(top: str, inputs: Inputs) -> Iterator[Input]:
    def refuse(error: OSError) -> None:
        inputs.failed.append(f"{error.filename} can't be opened: {error.strerror}")

    for folder, folders, names in os.walk(top, onerror=refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.lower().endswith(ENDINGS) and not name.startswith("."):
                path = os.path.join(folder, name)
                if _is_special(path):
                    inputs.skipped += 1
                else:
                    yield Input(path, named=False)


def _is_special(path: str) -> bool:
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False  # opening it says why it can't be read
    return not stat.S_ISREG(mode)
