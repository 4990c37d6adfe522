"""Write files whole or not at all."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import stat

from tracecli.errors import TraceError


def write_whole(path: str, content: bytes) -> None:
    """Write a file so that at every moment it is the old one or the new one, whole.

    Written beside it and then put in its place: its mode and owner are kept, a link stays a link to it. What is no
    plain file (a pipe, `/dev/stdout`) is written to as it is.

    Args:
        path: Where to; an existing file is replaced.
        content: All of it.

    Raises:
        TraceError: It can't be written, be it that the disk is full or that the file is read-only.
    """
    try:
        target = os.path.realpath(path)
        old = _status(target)
        if old and not stat.S_ISREG(old.st_mode):
            with open(target, "wb", buffering=0) as stream:
                _write(stream, content)
        else:
            _replace(target, content, old)
    except OSError as error:
        raise TraceError(f"{path} can't be written: {error.strerror or error}; nothing of it was changed") from error
    except ValueError as error:  # a NUL in the name
        raise TraceError(f"{path} can't be written: no file can have this name") from error


def rewrite_text(path: str, before: str, after: str) -> None:
    """Put a new text in place of the one that was read; a byte order mark stays.

    Args:
        path: The file.
        before: Its text as it was read, without a byte order mark.
        after: The new text.

    Raises:
        TraceError: It can't be written, or holds something else by now.
    """
    try:
        with open(path, "rb") as file:
            raw = file.read()
    except OSError as error:
        raise TraceError(f"{path} can't be read again: {error.strerror or error}; nothing was changed") from error
    mark = codecs.BOM_UTF8 if raw.startswith(codecs.BOM_UTF8) else b""
    if raw != mark + before.encode():
        raise TraceError(f"{path} has changed since it was read; nothing was written", "run the same again")
    write_whole(path, mark + after.encode())


def _status(path: str) -> os.stat_result | None:
    with contextlib.suppress(FileNotFoundError):
        return os.stat(path)
    return None


def _replace(target: str, content: bytes, old: os.stat_result | None) -> None:
    if old and not (old.st_mode & 0o222 and os.access(target, os.W_OK)):
        raise PermissionError(0, "it is read-only")  # the folder would allow to replace it all the same
    beside = os.path.join(os.path.dirname(target), f".trace-{os.urandom(8).hex()}.tmp")
    try:
        with open(beside, "xb", buffering=0) as file:
            if old:
                _keep(file.fileno(), old)
            _write(file, content)
        os.replace(beside, target)
    except BaseException:  # Ctrl-C too must leave nothing behind
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise


def _keep(handle: int, old: os.stat_result) -> None:
    with contextlib.suppress(OSError):  # only its owner or root may give a file away
        os.fchown(handle, old.st_uid, old.st_gid)
    os.fchmod(handle, stat.S_IMODE(old.st_mode))


def _write(file: io.RawIOBase, content: bytes) -> None:
    """Write all of it, and wait until it is on the disk."""
    rest = memoryview(content)
    while rest:
        rest = rest[file.write(rest) or 0 :]
    with contextlib.suppress(OSError):  # pipes and some network disks know nothing of it
        os.fsync(file.fileno())
