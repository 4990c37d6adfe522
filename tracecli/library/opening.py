"""Open what an address names: a file, a file of a git revision, or standard input."""

from __future__ import annotations

import select
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Literal

from tracecli.checking import Checked, check
from tracecli.checking.sourcefiles import SourceFiles, SourceFolder, Unseen
from tracecli.errors import TraceError
from tracecli.git import file_at, top_level
from tracecli.library.allowing import allowed
from tracecli.reading import Document, Limits, read_bytes, read_file

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
    return check(document, Unseen() if path is None else _beside(path), limits or allowed())


def _beside(path: str) -> SourceFiles:
    place = Path(path).parent.absolute()
    return SourceFolder(place, top_level(place) or place)
