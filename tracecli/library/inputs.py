"""Open and check what a command is given: files, folders, patterns, revisions, standard input."""

from __future__ import annotations

import contextlib
import glob
import os
import re
import select
import stat
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import IO, Any, Literal

from tracecli.checking import Checked, check
from tracecli.checking.source_files import SourceFolder, Unseen
from tracecli.errors import TraceError
from tracecli.git import file_at, top_level
from tracecli.library.addresses import ENDINGS
from tracecli.problems import Severity
from tracecli.reading import DEFAULT, Document, Limits, read_bytes, read_file
from tracecli.reading.links import escape
from tracecli.report.findings import FileReport

_MEBIBYTE = 2**20
_UNITS = {"size": _MEBIBYTE, "depth": 1, "expansion": 1, "steps": 1, "values": 1}
_MOST = 10**9  # of a unit: more is not meant


def allowed(environment: Mapping[str, str] = os.environ, **options: int | None) -> Limits:
    """Return the limits, raised or lowered by `TRACE_MAX_SIZE` (MiB), `_DEPTH`, `_EXPANSION`, `_STEPS` and `_VALUES`.

    Args:
        environment: Holds those variables.
        options: The same by option, `size` in MiB too; an option is stronger than the environment.

    Raises:
        TraceError: A variable is not a whole number from 1.
    """
    limits: dict[str, int] = {}
    for limit, unit in _UNITS.items():
        number, text = options.get(limit), environment.get(f"TRACE_MAX_{limit.upper()}")
        if not number and text:
            number = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(_MOST)) else 0
            if not 1 <= number <= _MOST:
                wanted = "a whole number of MiB" if unit == _MEBIBYTE else "a whole number"
                raise TraceError(f"TRACE_MAX_{limit.upper()} is {text!r}, and {wanted} is needed, from 1 to {_MOST:,}")
        if number:
            limits[limit] = min(number, _MOST) * unit
    return DEFAULT._replace(**limits)


STDIN_NAME = "<stdin>"


def open_file(path: str, limits: Limits | None = None, root: str | None = None) -> Document:
    """Read a trace from a file.

    Args:
        path: Where it is.
        limits: What is too large.
        root: The folder in which it was found, if one was named; see `reading.links`.

    Raises:
        TraceError: When it can't be opened.
    """
    return read_file(path, limits=limits or allowed(), root=root)


def open_revision(reference: str, limits: Limits | None = None) -> Document:
    """Read a trace as a git revision has it.

    Args:
        reference: `REV:path`, split at the first colon.
        limits: What is too large.
    """
    revision, _, path = reference.partition(":")
    limits = limits or allowed()
    return read_bytes(file_at(revision, path, limits.size), reference, limits=limits)


def open_stdin(
    name: str = STDIN_NAME, kind: Literal["json", "yaml"] | None = None, limits: Limits | None = None
) -> Document:
    """Read a trace from standard input, at most one byte more than the limit allows.

    Raises:
        TraceError: When it can't be read.
    """
    limits = limits or allowed()
    try:
        raw = b"" if sys.stdin is None else b"".join(_pieces(sys.stdin.buffer, limits.size + 1))
    except OSError as error:
        raise TraceError(f"standard input can't be read: {error.strerror or error}") from error
    return read_bytes(raw, name, format=kind, limits=limits)


def _pieces(stream: IO[Any], most: int) -> Iterator[bytes]:
    """Read up to `most` bytes piece by piece: asked for all at once, that much memory is taken first."""
    while most:
        piece = stream.read(min(most, 1 << 16))
        if piece is None:  # a non-blocking pipe that is empty for now, which is not its end
            select.select([stream], [], [])
            continue
        if not piece:
            return
        yield piece
        most -= len(piece)


def check_here(document: Document, path: str | None, limits: Limits | None = None) -> Checked:
    """Check a document, looking at its source files only where they can lie beside it.

    Args:
        document: As read.
        path: The file that it was read from; None for standard input, revisions and shipped traces.
        limits: How many steps are judged.
    """
    if path is None:
        return check(document, Unseen(), limits or allowed())
    folder = Path(path).parent.absolute()
    return check(document, SourceFolder(folder, top_level(folder) or folder), limits or allowed())


def reported(document: Document, path: str | None, *, notes: bool = True, limits: Limits | None = None) -> FileReport:
    """Return all findings of a document; its text is kept only where there is something to show of it.

    Args:
        document: As read.
        path: The file that it was read from, beside which its sources lie; None where there is none.
        limits: How many steps are judged.
        notes: Look up notes too. A long trace may have tens of thousands, and a look-up costs more than the rule.
    """
    checked = check_here(document, path, limits)
    wanted = [one for one in checked.problems if notes or one.severity > Severity.NOTE]
    findings = tuple(document.locate(wanted)) if wanted else ()
    left_out = Counter(checked.left_out)
    if len(wanted) < len(checked.problems):
        unwanted = (one for one in checked.problems if one.severity is Severity.NOTE)
        left_out.update((one.severity, one.rule, one.fix is not None) for one in unwanted)
    return FileReport(document.name, findings, document if findings else None, left_out)


_BELOW = re.compile(r"(?P<head>(?:.*?/)??)\*\*(?:/+\*\*)*+(?:/+(?P<rest>.*)|\Z)", re.DOTALL)
"""A pattern with `**` for a part of its own, which means all folders from there on."""


@dataclass(frozen=True, slots=True)
class Input:
    """One file to check, or a link that leads out of the repository."""

    path: str  # as the user would name it; `-` is standard input
    named: bool  # named outright, so it is checked whatever it holds
    # The folder that was named, where the file was found in one; see `reading.links`.
    root: str | None = field(default=None, compare=False)


@dataclass(slots=True)
class Inputs:
    """All that was asked for, and what of it there is not."""

    files: list[Input] = field(default_factory=list)  # in the order named, each once; those of a folder by name
    failed: list[str] = field(default_factory=list)  # a line for each argument that names nothing
    skipped: int = 0  # special files in folders: pipes, sockets, devices


def gather(arguments: Sequence[str], *, allow_empty: bool = False) -> Inputs:
    """Return the files that arguments name. A literal name beats a pattern.

    Args:
        arguments: Paths, folders, patterns of `glob` (with `**`), or `-`.
        allow_empty: A pattern that matches nothing is no failure.
    """
    inputs = Inputs()
    real = cache(os.path.realpath)
    seen: set[str] = set()
    for argument in arguments:
        for found in _expand(argument, inputs, allow_empty=allow_empty):
            folder, name = os.path.split(found.path)  # `./x`, `d//x` and `d/../x` are one file; a link is itself
            place = found.path if found.path == "-" else os.path.join(real(folder), name)
            if place not in seen:
                seen.add(place)
                inputs.files.append(found)
    return inputs


def _expand(argument: str, inputs: Inputs, *, allow_empty: bool) -> Iterator[Input]:
    if os.path.isdir(argument):
        yield from [Input(argument, named=True)] if escape(argument) else _walk(argument, argument, inputs)
    elif argument == "-" or os.path.lexists(argument) or not glob.has_magic(argument):
        yield Input(argument, named=True)
    else:
        parts = argument.split(os.sep)
        plain = next(index for index, part in enumerate(parts) if glob.has_magic(part))
        root = os.sep.join([*parts[:plain], ""]) or "."  # the folder before the first part that is a pattern
        matches = sorted(set(_matches(argument, root)))
        if not matches and not allow_empty:
            inputs.failed.append(f"the pattern {argument} matches nothing")
        for match in matches:
            if link := escape(match, root):
                yield Input(link, named=True, root=root)  # not the match: names of files elsewhere are not quoted
            elif os.path.isdir(match):
                yield from _walk(match, root, inputs)
            elif _is_special(match):
                inputs.skipped += 1
            else:
                yield Input(match, named=True, root=root)


def _matches(pattern: str, root: str) -> Iterator[str]:
    """Return what a pattern matches; of what a link leads to elsewhere, no more than the link.

    Below `**` a link to a folder is not followed, as in a folder that is named: `glob` does, and with two links that
    lead back its work doubles at every level.
    """
    found = _BELOW.fullmatch(pattern)
    if found is None:
        yield from glob.glob(pattern)
        return
    for top in glob.glob(found["head"]) if found["head"] else [""]:
        if not found["rest"] or escape(top, root):
            yield top or "."
            continue
        for folder, _ in _tree(top or ".", lambda _: None):  # a pattern matches what can be seen
            place = folder if top else folder.removeprefix(".").removeprefix(os.sep)
            yield from _matches(os.path.join(glob.escape(place), found["rest"]), root)


def _walk(top: str, root: str, inputs: Inputs) -> Iterator[Input]:
    def refuse(error: OSError) -> None:
        inputs.failed.append(f"{error.filename} can't be opened: {error.strerror}")

    for folder, names in _tree(top, refuse):
        for name in names:
            if name.lower().endswith(ENDINGS):
                path = os.path.join(folder, name)
                # The way to a folder was judged before it was walked, so only a link can lead out from here.
                if not (os.path.islink(path) and escape(path, root)) and _is_special(path):
                    inputs.skipped += 1
                else:
                    yield Input(path, named=False, root=root)


def _tree(top: str, refuse: Callable[[OSError], None]) -> Iterator[tuple[str, list[str]]]:
    """Return a folder and those below it, each with the names of its files, in order; hidden ones are left out.

    No link to a folder is followed. Not `os.walk`, which calls itself for each level, and folders go deeper than that.

    Args:
        top: Where to begin.
        refuse: Called for each folder that can't be opened.
    """
    waiting = [top]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as found:
                entries = sorted((one for one in found if not one.name.startswith(".")), key=lambda one: one.name)
        except OSError as error:
            refuse(error)
            continue
        below: dict[str, os.DirEntry[str]] = {}
        for entry in entries:
            with contextlib.suppress(OSError):  # a loop of links
                if entry.is_dir():
                    below[entry.name] = entry
        yield folder, [one.name for one in entries if one.name not in below]
        waiting += [one.path for one in reversed(below.values()) if not one.is_symlink()]


def _is_special(path: str) -> bool:
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False  # opening it says why it can't be read
    return not stat.S_ISREG(mode)
