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
from typing import NamedTuple

from tracecli.errors import TraceError
from tracecli.problems import Problem, Span
from tracecli.reading.document import DEFAULT, Document, Format, Limits, Loaded, beyond, broken
from tracecli.reading.links import LinkError, guard
from tracecli.reading.messages import character, fault

_WIDE = (  # the longer mark first: UTF-32's begins with UTF-16's (Unicode standard, table 23-7)
    (codecs.BOM_UTF32_LE, "UTF-32", "utf-32-le"),
    (codecs.BOM_UTF32_BE, "UTF-32", "utf-32-be"),
    (codecs.BOM_UTF16_LE, "UTF-16", "utf-16-le"),
    (codecs.BOM_UTF16_BE, "UTF-16", "utf-16-be"),
)
_NULS = (  # where the first four bytes are NUL, for a text that begins with two ASCII characters (RFC 4627, section 3)
    ("0001", "UTF-32", "utf-32-be"),
    ("1000", "UTF-32", "utf-32-le"),
    ("0101", "UTF-16", "utf-16-be"),
    ("1010", "UTF-16", "utf-16-le"),
)
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


class Decoded(NamedTuple):
    """A text without its byte order mark; with a problem, as near to a text as can be shown."""

    text: str
    problem: Problem | None = None


def decode(raw: bytes) -> Decoded:
    """Decode UTF-8, with one byte order mark or none."""
    other = _wide(raw) or _other(raw)
    if other:
        return other
    raw = raw.removeprefix(codecs.BOM_UTF8)
    if b"\x00" in raw:
        return _broken(raw, raw.index(0), "byte 0x00 (NUL) is in no text: this looks like a binary file, or UTF-16")
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        return _broken(raw, error.start, _not_utf8(raw, error))
    if text.startswith("\ufeff"):
        words = "the file begins with two byte order marks (U+FEFF): at most one is allowed"
        return Decoded(text, fault("encoding", words, Span(0, 1)))
    return Decoded(text)


def _wide(raw: bytes) -> Decoded | None:
    for mark, name, codec in _WIDE:
        if raw.startswith(mark):
            seen = f"it begins with {mark.hex(' ').upper()}, {name}'s byte order mark"
            return _elsewise(name, seen, raw.removeprefix(mark).decode(codec, "replace"))
    start = raw * 2 if len(raw) == 2 else raw[:4]  # two bytes may be one character of UTF-16
    nuls = "".join("1" if byte else "0" for byte in start)
    for pattern, name, codec in _NULS:
        if nuls == pattern:
            seen = f"its first bytes are {raw[:4].hex(' ').upper()}"
            return _elsewise(name, seen, raw.decode(codec, "replace"))
    return None


def _other(raw: bytes) -> Decoded | None:
    for magic, name in _OTHERS:
        if raw.startswith(magic):
            words = f"this is {name}, not UTF-8 text: it begins with {magic.hex(' ').upper()}"
            return Decoded(raw.decode(errors="replace"), fault("encoding", words, Span(0, 0)))
    return None


def _elsewise(name: str, seen: str, text: str) -> Decoded:
    return Decoded(text, fault("encoding", f"the file is in {name}, not UTF-8: {seen}. Save it as UTF-8", Span(0, 0)))


def _broken(raw: bytes, at: int, words: str) -> Decoded:
    offset = len(raw[:at].decode(errors="replace"))
    return Decoded(raw.decode(errors="replace"), fault("encoding", words, Span(offset, offset + 1)))


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


_ENDINGS: tuple[tuple[tuple[str, ...], Format], ...] = (((".json",), "json"), ((".yaml", ".yml"), "yaml"))
_OPENS = re.compile(r"\s*+[\[{]")
_CONFLICT = re.compile(r"^<{7}(?:[ ][^\r\n]*)?(?=[\r\n]|\Z)", re.MULTILINE)
_POINTER = re.compile(r"version https://git-lfs[.]github[.]com/spec/[^\r\n]*")
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
        return unread(name, _too_large(limits), format)
    decoded = decode(raw)
    kind = format or guess_format(name, decoded.text)
    loaded = broken(decoded.problem) if decoded.problem else _load(decoded.text, kind, limits)
    return _document(name, kind, decoded.text, loaded)


def unread(name: str, problem: Problem, format: Format | None = None) -> Document:  # noqa: A002 -- as above
    """Return the document of a file of which nothing was read, and the problem that says why."""
    return _document(name, format or guess_format(name), "", broken(problem))


def guess_format(name: str, text: str = "") -> Format:
    """Return the format: by the ending of the name, else by the first character that is not blank."""
    for endings, known in _ENDINGS:
        if name.lower().endswith(endings):
            return known
    return "json" if _OPENS.match(text) else "yaml"


def _document(name: str, kind: Format, text: str, loaded: Loaded) -> Document:
    return Document(name, kind, text, loaded.data, loaded.readable, loaded.problems, loaded.find)


def _load(text: str, kind: Format, limits: Limits) -> Loaded:
    if not text or text.isspace():
        what = "the file holds only blanks" if text else "the file is empty"
        return broken(fault("syntax", f"{what}: {_EXPECTED[kind]}", Span(0, 0)))
    if pointer := _POINTER.match(text):
        words = "this is a Git LFS pointer and not the file that it stands for: 'git lfs pull' brings that"
        return broken(fault("syntax", words, Span(*pointer.span())))
    loaded = _parse(text, kind, limits)
    return loaded if loaded.readable else _conflict(text, loaded)


def _conflict(text: str, loaded: Loaded) -> Loaded:
    """Report a merge that was left half done as what it is, and not by what its first marker breaks."""
    marker = _CONFLICT.search(text) if any(one.rule == "syntax" for one in loaded.problems) else None
    if marker is None:
        return loaded
    words = "a merge conflict begins here: keep one side, and take the lines <<<<<<<, ======= and >>>>>>> out"
    return broken(fault("syntax", words, Span(*marker.span())))


def _parse(text: str, kind: Format, limits: Limits) -> Loaded:
    if kind == "json":
        from tracecli.reading.json import load_json  # noqa: PLC0415 -- one reader a file; most files are of one kind

        return load_json(text, limits)
    from tracecli.reading.yaml import load_yaml  # noqa: PLC0415 -- PyYAML takes 10 ms to import

    return load_yaml(text, limits)


def _too_large(limits: Limits) -> Problem:
    most = f"{limits.size / 2**20:g} MiB" if limits.size >= 2**20 else f"{limits.size:,} bytes"
    return fault("too-large", f"the file is larger than {most}, {beyond('size')}; nothing of it was read", Span(0, 0))


def read_pipe(handle: int, most: int, patience: float, clock: Callable[[], float] = time.monotonic) -> bytes:
    """Read to the end of a FIFO, or `most` bytes.

    Args:
        handle: A descriptor that was opened without blocking.
        most: Bytes to stop at.
        patience: Seconds for all of it.
        clock: Seconds that only grow.

    Raises:
        TimeoutError: If its end has not come by then.
    """
    pieces: list[bytes] = []
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    until = clock() + patience
    while most > 0:
        ready = poll.poll(max(0.0, until - clock()) * 1000)  # milliseconds
        if not ready or clock() > until:
            came = "its end" if pieces else "anything"
            raise TimeoutError(f"waited {patience:g} s for {came} to come through this pipe")
        piece = os.read(handle, min(most, 1 << 16))
        if not piece:
            break
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


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
