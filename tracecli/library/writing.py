"""Write files whole or not at all."""

from __future__ import annotations

import codecs
import contextlib
import errno
import io
import os
import re
import signal
import stat
import time
from collections.abc import Iterator

from tracecli.descriptors import write_all
from tracecli.errors import TraceError
from tracecli.reading import raw_bytes


def spare(path: str, *read: str) -> None:
    """Refuse to write what is made from files over one of them: a slip in a command line must cost no work.

    Args:
        path: The file to be written.
        read: The files that were read.

    Raises:
        TraceError: It is one of these.
    """
    for one in read:
        with contextlib.suppress(OSError, ValueError):
            if os.path.isfile(path) and os.path.samefile(path, one):
                raise TraceError(f"{path} was read itself, and is not overwritten", "name another file")


def write_whole(path: str, content: bytes) -> None:
    """Write a file so that at every moment it is the old one or the new one, whole.

    Written beside it and then put in its place: its mode and owner are kept, a link stays a link to it. A file that has
    other names (hard links) is written in place instead, or those would keep the old text. What is no plain file (a
    pipe, a device) is written to as it is, and so is what the shell has opened for us (`/dev/stdout`, `/dev/fd/63`): a
    log that it appends to keeps what it holds.

    Args:
        path: Where to; an existing file is replaced.
        content: All of it.

    Raises:
        BrokenPipeError: It is a pipe, and its reader has closed it.
        TraceError: It can't be written, be it that the disk is full or that the file is read-only.
    """
    if not os.path.basename(path):
        raise TraceError(f"{path or 'no name'} can't be written: a file is meant", "name one")
    kept = ""
    try:
        old = _status(path)
        if (handle := _descriptor(path)) is not None:
            with open(os.dup(handle), "wb", buffering=0) as stream:
                _write(stream, content)
        elif old and stat.S_ISFIFO(old.st_mode):
            _write_to_fifo(path, content)
        elif old and not stat.S_ISREG(old.st_mode):
            with open(path, "wb", buffering=0) as stream:
                _write(stream, content)
        else:
            kept = "; nothing of it was changed" if not old or old.st_nlink == 1 else ""
            _replace(os.path.realpath(path), content, old)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise TraceError(f"{path} can't be written: {error.strerror or error}{kept}") from error
    except ValueError as error:  # a NUL in the name
        raise TraceError(f"{path} can't be written: no file can have this name") from error


def write_new(path: str, content: bytes) -> None:
    """Write a file that is not there yet, whole or not at all.

    Args:
        path: Where to.
        content: All of it.

    Raises:
        TraceError: It is there already, or can't be written.
    """
    try:
        with _unbroken():
            _create(path, content)
    except FileExistsError as error:
        raise TraceError(f"{path} exists already and is left as it is", "choose another name") from error
    except OSError as error:
        raise TraceError(f"{path} can't be written: {error.strerror or error}") from error
    except ValueError as error:  # a NUL in the name
        raise TraceError(f"{path} is no name for a file") from error


def _create(path: str, content: bytes) -> None:
    file = open(path, "xb", buffering=0)  # noqa: SIM115 - closed below; what was there before is nobody's to remove
    with _gone_on_failure(path), file:
        _write(file, content)


def rewrite_text(path: str, before: str, after: str) -> None:
    """Put a new text in place of the one that was read; a byte order mark stays.

    Args:
        path: The file.
        before: Its text as it was read, without a byte order mark.
        after: The new text.

    Raises:
        TraceError: It can't be written, or holds something else by now.
    """
    expected = before.encode()
    try:
        # Links were judged when it was read, perhaps within a folder that was named; only that same text is replaced.
        raw = raw_bytes(os.path.realpath(path), len(codecs.BOM_UTF8) + len(expected) + 1, timeout=0)
    except OSError as error:
        raise TraceError(f"{path} can't be read again: {error.strerror or error}; nothing was changed") from error
    mark = codecs.BOM_UTF8 if raw.startswith(codecs.BOM_UTF8) else b""
    if raw != mark + expected:
        raise TraceError(f"{path} has changed since it was read; nothing was written", "run the same again")
    write_whole(path, mark + after.encode())


def _status(path: str) -> os.stat_result | None:
    with contextlib.suppress(FileNotFoundError):
        return os.stat(path)
    return None


_DESCRIPTORS = re.compile(rf"/dev/fd|/proc/{os.getpid()}(/task/[0-9]+)?/fd")
_FIFO_SECONDS = 10.0  # without a reader, or with one that reads nothing
_LINKS = 40  # that one after the other lead to a file: as many as Linux follows


def _descriptor(path: str) -> int | None:
    """Return the descriptor that a path is a name of, if it is one; opened by that name it would be emptied first."""
    for _ in range(_LINKS):
        folder, name = os.path.split(path)
        folder = os.path.realpath(folder)
        if re.fullmatch("[0-9]{1,9}", name) and _DESCRIPTORS.fullmatch(folder):
            return int(name)
        if not os.path.islink(path):
            return None
        path = os.path.join(folder, os.readlink(path))
    return None


def _write_to_fifo(path: str, content: bytes) -> None:
    """Write to a named pipe; opened as usual, one without a reader would hold us for ever."""
    until = time.monotonic() + _FIFO_SECONDS
    while True:
        try:
            handle = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
            break
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            if time.monotonic() > until:
                raise TimeoutError(f"waited {_FIFO_SECONDS:g} s for a reader of this pipe") from error
        time.sleep(_FIFO_SECONDS / 500)
    try:
        write_all(handle, content, _FIFO_SECONDS)
    finally:
        os.close(handle)


def _replace(target: str, content: bytes, old: os.stat_result | None) -> None:
    if old and not (old.st_mode & 0o222 and os.access(target, os.W_OK)):
        raise PermissionError(0, "it is read-only")  # the folder would allow to replace it all the same
    if old and old.st_nlink > 1:
        _overwrite(target, content, old.st_size)
        return
    beside = os.path.join(os.path.dirname(target), f".trace-{os.urandom(8).hex()}.tmp")
    with _unbroken(), _gone_on_failure(beside):
        with open(beside, "xb", buffering=0) as file:
            if old and hasattr(os, "fchown"):  # Windows keeps neither in a mode
                _keep(file.fileno(), target, old)
            _write(file, content)
        os.replace(beside, target)


def _overwrite(path: str, content: bytes, size: int) -> None:
    """Write a file in place, after its room has been made sure of."""
    with _unbroken(), open(path, "r+b", buffering=0) as file:
        if hasattr(os, "posix_fallocate") and content:
            try:
                os.posix_fallocate(file.fileno(), 0, len(content))
            except OSError as error:
                file.truncate(size)
                if error.errno not in (errno.EINVAL, errno.EOPNOTSUPP):  # of some file systems, which can't tell
                    raise
        _write(file, content)
        file.truncate(len(content))


@contextlib.contextmanager
def _unbroken() -> Iterator[None]:
    """Let signals that end us wait: what dies of one has no time to tidy up."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _gone_on_failure(path: str) -> Iterator[None]:
    """Leave no half of a file behind."""
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(path)
        raise


def _keep(handle: int, path: str, old: os.stat_result) -> None:
    """Let nobody read or write the new file who could not read or write the old one, and everybody who could."""
    mode = stat.S_IMODE(old.st_mode)
    for owner in (old.st_uid, -1):  # only root may give a file away; a group of one's own may be kept all the same
        with contextlib.suppress(OSError):
            os.fchown(handle, owner, old.st_gid)
            break
    else:
        mode = mode & ~0o070 | (mode & 0o007) << 3  # the members of another group are anybody
    os.fchmod(handle, mode)
    if hasattr(os, "listxattr"):  # Linux; lists of access are attributes there, and a folder may give a new file one
        with contextlib.suppress(OSError):
            _keep_attributes(handle, path)


def _keep_attributes(handle: int, path: str) -> None:
    kept = os.listxattr(path)
    for name in {*os.listxattr(handle), *kept}:
        with contextlib.suppress(OSError):
            if name in kept:
                os.setxattr(handle, name, os.getxattr(path, name))
            else:
                os.removexattr(handle, name)


def _write(file: io.RawIOBase, content: bytes) -> None:
    """Write all of it, and wait until it is on the disk."""
    write_all(file.fileno(), content)
    try:
        os.fsync(file.fileno())
    except OSError as error:  # pipes and some network disks know nothing of it; others fail only here
        if error.errno in (errno.EIO, errno.ENOSPC, errno.EDQUOT):
            raise
