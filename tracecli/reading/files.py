"""A path → Document, or one line about why not."""

from __future__ import annotations

import os
import stat
from errno import EACCES, EISDIR, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR, ENXIO, EPERM
from pathlib import Path

from tracecli.errors import TraceError
from tracecli.problems import Span
from tracecli.reading.contents import read_bytes, unread
from tracecli.reading.document import Document
from tracecli.reading.limits import DEFAULT, Limits
from tracecli.reading.links import LinkError, guard
from tracecli.reading.pipes import read_pipe
from tracecli.reading.wording import fault

_WHY = {
    ENOENT: "there is no such file",
    EISDIR: "this is a folder, and one file is meant",
    EACCES: "there is no permission to read it",
    EPERM: "there is no permission to read it",
    ELOOP: "this is a loop of links",
    ENOTDIR: "part of this path is a file, not a folder",
    ENAMETOOLONG: "the name is too long",
    ENXIO: "this is a device or a socket, not a file",
}
# Without O_NONBLOCK, opening a FIFO waits for a writer, perhaps for ever.
_FLAGS = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY


def read_file(
    path: str | os.PathLike[str],
    *,
    name: str | None = None,
    limits: Limits = DEFAULT,
    patience: float = 10.0,
    root: str | None = None,
) -> Document:
    """Read a file, or a FIFO that is named. One that a link leads out of its repository is a problem, and not read.

    Args:
        path: Where it is.
        name: What to call it in findings; the path itself if not given. The format is guessed from it.
        limits: How much is read. A larger file is a problem of the document, not an error.
        patience: Seconds to wait until a FIFO has been read.
        root: The folder in which it was found, which no link may leave where there is no repository.

    Raises:
        TraceError: If it can't be opened or read.
    """
    shown = os.fspath(path) if name is None else name
    try:
        raw = raw_bytes(path, limits.size + 1, patience, root)
    except LinkError as error:
        return unread(shown, fault("link-escapes", error.message, Span(0, 0)))
    except OSError as error:
        raise TraceError(f"{shown}: {_reason(path, error)}") from error
    except ValueError as error:  # a NUL or half a surrogate pair in the name
        raise TraceError(f"{shown}: no file can have this name") from error
    return read_bytes(raw, shown, limits=limits)


def raw_bytes(path: str | os.PathLike[str], most: int, patience: float = 10.0, root: str | None = None) -> bytes:
    """Give the first bytes of a file or of a FIFO that is named, `most` at the most.

    Raises:
        LinkError: A link leads out of the repository, or of `root` where there is none.
        OSError: It can't be opened or read, or is neither.
        ValueError: No file can have this name.
    """
    guard(path, root)
    _refuse(os.stat(path).st_mode)  # before opening: opening a device can have effects
    handle = os.open(path, _FLAGS)
    try:
        status = os.fstat(handle)
        _refuse(status.st_mode)  # both again: it may have been exchanged meanwhile
        guard(path, root, handle)
        if stat.S_ISFIFO(status.st_mode):
            return read_pipe(handle, most, patience)
        return _all(handle, most, status.st_size)
    finally:
        os.close(handle)


def _refuse(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise OSError(EISDIR, os.strerror(EISDIR))
    if not stat.S_ISREG(mode) and not stat.S_ISFIFO(mode):
        raise OSError(ENXIO, os.strerror(ENXIO))


def _all(handle: int, most: int, expected: int) -> bytes:
    """Read to the end or to `most`; the size is only a guess, for it may change while we read."""
    pieces: list[bytes] = []
    left = most
    while left and (piece := os.read(handle, min(left, max(expected + 1, 1 << 16)))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def _reason(path: str | os.PathLike[str], error: OSError) -> str:
    if isinstance(error, TimeoutError):
        return str(error)
    if error.errno == ENOENT and Path(path).is_symlink():
        return "this link leads to no file"
    known = _WHY.get(error.errno or 0)
    return known or f"could not be read: {error.strerror or error}"
