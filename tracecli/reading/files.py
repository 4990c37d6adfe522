"""A path or bytes → Document, or why not."""

from __future__ import annotations

import codecs
import os
import re
import select
import stat
import time
from collections.abc import Callable
from errno import EACCES, EISDIR, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR, ENXIO, EPERM
from pathlib import Path

from tracecli.errors import TraceError
from tracecli.problems import Problem, Span
from tracecli.reading.document import DEFAULT, Document, Format, Limits, Loaded, beyond, broken
from tracecli.reading.faults import character, fault
from tracecli.reading.links import LinkError, guard

_WIDE = (  # the longer mark first: UTF-32's begins with UTF-16's (Unicode standard, table 23-7)
    (codecs.BOM_UTF32_LE, "UTF-32", "utf-32-le"),
    (codecs.BOM_UTF32_BE, "UTF-32", "utf-32-be"),
    (codecs.BOM_UTF16_LE, "UTF-16", "utf-16-le"),
    (codecs.BOM_UTF16_BE, "UTF-16", "utf-16-be"),
)
_NULS: dict[
    tuple[bool, ...], tuple[str, str]
] = {  # where the first four bytes are NUL, for a text that begins with two ASCII characters (RFC 4627, section 3)
    (True, True, True, False): ("UTF-32", "utf-32-be"),
    (False, True, True, True): ("UTF-32", "utf-32-le"),
    (True, False, True, False): ("UTF-16", "utf-16-be"),
    (False, True, False, True): ("UTF-16", "utf-16-le"),
}
_OTHERS = (
    (b"\x1f\x8b", "a gzip archive"),
    (b"PK\x03\x04", "a zip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"\x89PNG", "a picture"),
    (b"%PDF-", "a PDF"),
    (b"+/v8", "UTF-7 text"),
    (b"+/v9", "UTF-7 text"),
    (b"\x84\x31\x95\x33", "GB18030 text"),
)
_ENDINGS: tuple[tuple[tuple[str, ...], Format], ...] = (((".json",), "json"), ((".yaml", ".yml"), "yaml"))
_OPENS = re.compile(r"\s*+[\[{]")
_CONFLICT = re.compile(r"^<{7}(?:[ ][^\r\n]*)?(?=[\r\n]|\Z)", re.MULTILINE)
_LFS_POINTER = re.compile(r"version https://git-lfs[.]github[.]com/spec/[^\r\n]*")
_EXPECTED = {
    "json": "a trace in JSON was expected, which begins with {",
    "yaml": "a trace in YAML was expected, which begins with lines such as 'version: 1'",
}


def read_bytes(
    raw: bytes,
    name: str,
    *,
    format: Format | None = None,  # noqa: A002 -- the word that people use for it
    limits: Limits = DEFAULT,
) -> Document:
    """Read a document. Never raises because of what the bytes are.

    Args:
        raw: All of it; one byte more than `limits.size` is enough to know that it is too large.
        name: The path as the user named it, for findings and to guess the format from.
        format: What it is, when that is known otherwise.
        limits: How much is read.
    """
    if len(raw) > limits.size:
        most = f"{limits.size / 2**20:g} MiB" if limits.size >= 2**20 else f"{limits.size:,} bytes"
        words = f"the file is larger than {most}, {beyond('size')}; nothing of it was read"
        return _unread(name, fault("too-large", words, Span(0, 0)), format)
    text, problem = _decoded(raw)
    kind = format or guess_format(name, text)
    if problem:
        loaded = broken(problem)
    elif not text or text.isspace():
        what = "contains only white space" if text else "is empty"
        loaded = broken(fault("syntax", f"the file {what}: {_EXPECTED[kind]}", Span(0, 0)))
    elif pointer := _LFS_POINTER.match(text):
        words = "this is a Git LFS pointer and not the file that it stands for: 'git lfs pull' fetches that"
        loaded = broken(fault("syntax", words, Span(*pointer.span())))
    elif kind == "json":
        from tracecli.reading.json import load_json  # noqa: PLC0415 -- most runs read files of one kind

        loaded = load_json(text, limits)
    else:
        from tracecli.reading.yaml import load_yaml  # noqa: PLC0415 -- PyYAML takes 10 ms to import

        loaded = load_yaml(text, limits)
    if not loaded.readable:
        loaded = _conflict(text, loaded)
    return Document(name, kind, text, *loaded)


def _unread(name: str, problem: Problem, format: Format | None = None) -> Document:  # noqa: A002 -- as above
    """Return the document of a file of which nothing was read, and the problem that says why."""
    return Document(name, format or guess_format(name), "", *broken(problem))


def guess_format(name: str, text: str = "") -> Format:
    """Tell JSON from YAML: by the ending of the name, else by the first character that is not white space."""
    for endings, known in _ENDINGS:
        if name.lower().endswith(endings):
            return known
    return "json" if _OPENS.match(text) else "yaml"


def _conflict(text: str, loaded: Loaded) -> Loaded:
    """Report a merge that was left half done as what it is, and not by what its first marker breaks."""
    marker = _CONFLICT.search(text) if any(one.rule == "syntax" for one in loaded.problems) else None
    if marker is None:
        return loaded
    words = "a merge conflict begins here: keep one side, and take the lines <<<<<<<, ======= and >>>>>>> out"
    return broken(fault("syntax", words, Span(*marker.span())))


def _decoded(raw: bytes) -> tuple[str, Problem | None]:
    """Decode UTF-8, with one byte order mark or none. With a problem, the text is as near to one as can be shown."""
    if other := _other_encoding(raw):
        return other
    raw = raw.removeprefix(codecs.BOM_UTF8)
    if b"\x00" in raw:
        at, words = raw.index(0), "byte 0x00 (NUL) is not text: this looks like a binary file, or UTF-16"
    else:
        try:
            text = raw.decode()
        except UnicodeDecodeError as error:
            at, words = error.start, _not_utf8(raw, error)
        else:
            if not text.startswith("\ufeff"):
                return text, None
            words = "the file begins with two byte order marks (U+FEFF): at most one is allowed"
            return text, fault("encoding", words, Span(0, 1))
    offset = len(raw[:at].decode(errors="replace"))
    return raw.decode(errors="replace"), fault("encoding", words, Span(offset, offset + 1))


def _other_encoding(raw: bytes) -> tuple[str, Problem] | None:
    """Recognize what is not UTF-8 by its first bytes."""
    for mark, name, codec in _WIDE:
        if raw.startswith(mark):
            seen = f"it begins with {mark.hex(' ').upper()}, {name}'s byte order mark"
            return _in_other_encoding(name, seen, raw.removeprefix(mark).decode(codec, "replace"))
    start = raw * 2 if len(raw) == 2 else raw[:4]  # two bytes may be one character of UTF-16
    if 0 in start and (wide := _NULS.get(tuple(not byte for byte in start))):
        seen = f"its first bytes are {raw[:4].hex(' ').upper()}"
        return _in_other_encoding(wide[0], seen, raw.decode(wide[1], "replace"))
    for magic, name in _OTHERS:
        if raw.startswith(magic):
            words = f"this is {name}, not UTF-8 text: it begins with {magic.hex(' ').upper()}"
            return raw.decode(errors="replace"), fault("encoding", words, Span(0, 0))
    return None


def _in_other_encoding(name: str, seen: str, text: str) -> tuple[str, Problem]:
    return text, fault("encoding", f"the file is in {name}, not UTF-8: {seen}. Save it as UTF-8", Span(0, 0))


def _not_utf8(raw: bytes, error: UnicodeDecodeError) -> str:
    byte = raw[error.start]
    seen = f"byte 0x{byte:02x} is not UTF-8"
    if error.reason == "unexpected end of data":
        return f"{seen}: the file ends in the middle of a character"
    if byte == 0xED and raw[error.start + 1 : error.start + 2] >= b"\xa0":
        return f"{seen}: half of a surrogate pair (CESU-8). Save the file as UTF-8"
    guess = bytes([byte]).decode("cp1252", "ignore")
    looks = f"; in Windows-1252 or Latin-1 it is {character(guess)}" if guess else ""
    return f"{seen}{looks}. Save the file as UTF-8"


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
    timeout: float = 10.0,
    root: str | None = None,
) -> Document:
    """Read a file, or a FIFO that is named. One that a link leads out of its repository is a problem, and not read.

    Args:
        path: Where it is.
        name: What to call it in findings; the path itself if not given. The format is guessed from it.
        limits: How much is read. A larger file is a problem of the document, not an error.
        timeout: Seconds to wait until a FIFO has been read.
        root: The folder in which it was found, which no link may leave where there is no repository.

    Raises:
        TraceError: If it can't be opened or read.
    """
    shown = os.fspath(path) if name is None else name
    try:
        raw = raw_bytes(path, limits.size + 1, timeout, root)
    except LinkError as error:
        return _unread(shown, fault("link-escapes", error.message, Span(0, 0)))
    except OSError as error:
        raise TraceError(f"{shown}: {_reason(path, error)}") from error
    except ValueError as error:  # a NUL or half a surrogate pair in the name
        raise TraceError(f"{shown}: no file can have this name") from error
    return read_bytes(raw, shown, limits=limits)


def raw_bytes(path: str | os.PathLike[str], most: int, timeout: float = 10.0, root: str | None = None) -> bytes:
    """Return the first bytes of a file or of a FIFO that is named, `most` at the most.

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
            return read_pipe(handle, most, timeout)
        pieces: list[bytes] = []
        # The size is only a guess, for it may change while the file is read.
        while most and (piece := os.read(handle, min(most, max(status.st_size + 1, 1 << 16)))):
            pieces.append(piece)
            most -= len(piece)
        return b"".join(pieces)
    finally:
        os.close(handle)


def _refuse(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise OSError(EISDIR, os.strerror(EISDIR))
    if not stat.S_ISREG(mode) and not stat.S_ISFIFO(mode):
        raise OSError(ENXIO, os.strerror(ENXIO))


def _reason(path: str | os.PathLike[str], error: OSError) -> str:
    if isinstance(error, TimeoutError):
        return str(error)
    if error.errno == ENOENT and Path(path).is_symlink():
        return "this link leads to no file"
    known = _WHY.get(error.errno or 0)
    return known or f"could not be read: {error.strerror or error}"


def read_pipe(handle: int, most: int, timeout: float, clock: Callable[[], float] = time.monotonic) -> bytes:
    """Read to the end of a FIFO, or `most` bytes.

    Args:
        handle: A descriptor that was opened without blocking.
        most: Bytes to stop at.
        timeout: Seconds for all of it.
        clock: Seconds that only grow.

    Raises:
        TimeoutError: If its end has not come by then.
    """
    pieces: list[bytes] = []
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    until = clock() + timeout
    while most > 0:
        ready = poll.poll(max(0.0, until - clock()) * 1000)  # milliseconds
        if not ready or clock() > until:
            came = "its end" if pieces else "anything"
            raise TimeoutError(f"waited {timeout:g} s for {came} to come through this pipe")
        piece = os.read(handle, min(most, 1 << 16))
        if not piece:
            break
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)
