"""Releases as roots: a wheel, an sdist, an unpacked folder."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import re
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PureWindowsPath
from typing import IO, Protocol, cast

from tracecli.errors import TraceError

LARGEST = 8 << 20
"""Bytes of a source file that are read at the most; the longest cited so far has 0.4 MiB."""


@dataclass(frozen=True, slots=True)
class Text:
    """The file as that version has it."""

    text: str  # what it holds
    # What was read: the root, and the file in it.
    name: str = field(default="", compare=False)  # one text is the same wherever it was read


@dataclass(frozen=True, slots=True)
class Gone:
    """The root is of that version, and the version has no such file."""

    why: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """The root can't say; the reason is a clause."""

    why: str


Look = Text | Gone | Unknown


@dataclass(frozen=True, slots=True)
class Local:
    """What became of looking at a local file that a trace names."""

    unread: str | None = None  # why it was not read, a sentence; None when it is there and can be read
    # The hash of what was read, in lower-case hexadecimal; None when nothing was read to the end.
    sha256: str | None = None


class Root(Protocol):
    """A place on this machine that has a repository's files at one version, or at many."""

    @property
    def repo(self) -> str:
        """The repository that it stands for, as the user named it."""

    def look(self, revision: str, path: str) -> Look:
        """Look at a file at a version.

        Args:
            revision: A tag, a commit, or what git takes for one; untrusted.
            path: Relative to the repository's top, with forward slashes; untrusted.
        """


def leaves(path: str) -> bool:
    """Return whether a path could lead anywhere but down from the top of a repository."""
    foreign = PureWindowsPath(path)
    climbs = any(part in ("", ".", "..") for part in path.split("/"))
    return bool(climbs or foreign.drive or foreign.root or "\\" in path or "\0" in path)


def decoded(raw: bytes, name: str) -> Look:
    """Return a file's text, lines ended by LF alone. Bytes that are not UTF-8 stay apart, so that others are a change.

    Args:
        raw: All of the file, or one byte more than is allowed.
        name: What was read.
    """
    if len(raw) > LARGEST:
        return Unknown(f"the file is larger than {LARGEST >> 20} MiB")
    if b"\0" in raw[:8000]:
        return Unknown("the file is not text")
    return Text(raw.decode("utf-8-sig", errors="backslashreplace").replace("\r\n", "\n"), name)


MOST = 1 << 30
"""Bytes that an archive may unpack to. The largest sdist of the engines that are traced has a tenth of that."""

_PIECE = 64 << 20  # a header that asks for more at once is no header


class TooMuchError(Exception):
    """The limit is passed."""


class BoundedReader(io.RawIOBase):
    """A seekable stream over another one that ends in `TooMuchError` beyond the limit."""

    def __init__(self, stream: io.BufferedIOBase, most: int = MOST) -> None:
        """Take the stream to read from."""
        self._stream = stream
        self._most = most

    def read(self, size: int | None = -1) -> bytes:
        """Read, if what is asked for and where it stands are within reason."""
        if size is None or size < 0 or size > _PIECE or self._stream.tell() + size > self._most + _PIECE:
            raise TooMuchError
        return self._stream.read(size)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place that is not beyond the limit."""
        if whence != io.SEEK_SET or offset > self._most:
            raise TooMuchError
        return self._stream.seek(offset)

    def tell(self) -> int:
        """Return the place."""
        return self._stream.tell()

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def seekable(self) -> bool:
        """Say that it can be wound."""
        return True

    def close(self) -> None:
        """Close what it reads from."""
        self._stream.close()
        super().close()


_BROKEN = (zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError)
_UNREADABLE = (*_BROKEN, RuntimeError, NotImplementedError)  # encrypted, or compressed in a way that is not known
_MEMBERS = 200_000


class Archive:
    """The files of an archive."""

    def __init__(self, name: str, members: Mapping[str, zipfile.ZipInfo | tarfile.TarInfo], file: _Opened) -> None:
        """Take what an archive holds, by path; a single folder at the top is not part of the paths."""
        self.name = name
        self._file = file
        tops = {path.partition("/")[0] for path in members}
        # Of an sdist or a host's archive; a wheel has its package and its metadata.
        self.top = tops.pop() if len(tops) == 1 and all("/" in path for path in members) else ""
        cut = len(self.top) + 1 if self.top else 0
        self._members = {path[cut:]: member for path, member in members.items()}
        self._folders = {path.partition("/")[0] for path in self._members if "/" in path}

    def has(self, path: str) -> bool:
        """Return whether it has a file or a link at a path."""
        return path in self._members

    def has_folder(self, name: str) -> bool:
        """Return whether it has a folder at its top."""
        return name in self._folders

    def tops(self) -> list[str]:
        """Return the paths of files at the top or one folder below it."""
        return sorted(path for path in self._members if path.count("/") < 2)

    def read(self, path: str) -> bytes | Unknown:
        """Return a member's bytes, however large it says it is."""
        member = self._members[path]
        if isinstance(member, tarfile.TarInfo) and not member.isreg():
            return Unknown(f"{path} is a link")
        try:
            return _member(self._file, member)
        except TooMuchError:
            return Unknown(f"{self.name} unpacks to more than {MOST >> 20} MiB")
        except _UNREADABLE as error:
            return Unknown(f"{path} in {self.name} could not be read: {error}")


_Opened = zipfile.ZipFile | tarfile.TarFile


def _member(file: _Opened, member: zipfile.ZipInfo | tarfile.TarInfo) -> bytes:
    stream: IO[bytes] | None
    if isinstance(file, zipfile.ZipFile):
        stream = file.open(member) if isinstance(member, zipfile.ZipInfo) else None
    else:
        stream = file.extractfile(member) if isinstance(member, tarfile.TarInfo) else None
    if stream is None:
        return b""
    with stream:
        return stream.read(LARGEST + 1)


def open_archive(path: Path) -> Archive:
    """Open a wheel, a zip or a tar, told apart by how it begins.

    Raises:
        TraceError: When it is none of them, is damaged, or unpacks to too much.
    """
    try:
        with path.open("rb") as file:
            start = file.read(4)
        if start[:2] == b"PK":
            zipped = zipfile.ZipFile(path)
            return Archive(str(path), {one.filename: one for one in zipped.infolist() if not one.is_dir()}, zipped)
        unpacked = BoundedReader(_unpacked(path, start))
        tar = tarfile.TarFile(fileobj=unpacked, tarinfo=_Member)
        members = {one.name.removeprefix("./"): one for one in _few(tar) if not one.isdir()}
        unpacked.seek(tar.offset)
        if unpacked.read(tarfile.BLOCKSIZE) != bytes(tarfile.BLOCKSIZE):  # `tarfile` takes that for an end as well
            raise tarfile.ReadError("it is cut off or damaged")
        return Archive(str(path), members, tar)
    except TooMuchError as error:
        raise TraceError(f"{path} unpacks to more than {MOST >> 20} MiB, and was not read") from error
    except _BROKEN as error:
        raise TraceError(f"{path} is no wheel and no sdist that can be read: {error}") from error


_EXTENDED = 64 << 10  # bytes of a member's extended header: names and times
_DIGITS = re.compile(rb"[0-9]{40}")


class _Member(tarfile.TarInfo):
    """A member whose extended header is within reason.

    Python before 3.11.10 and 3.12.6 looks for a number again from each digit of a long run (CVE-2024-6232).
    """

    def _proc_pax(self, tar: tarfile.TarFile) -> tarfile.TarInfo:
        stream = cast("IO[bytes]", tar.fileobj)
        place = stream.tell()
        if self.size > _EXTENDED or _DIGITS.search(stream.read(self.size)):
            raise tarfile.ReadError("it has an extended header that no release has")
        stream.seek(place)
        return super()._proc_pax(tar)  # type: ignore[misc,no-any-return]  # a hook that the library documents in code


def _unpacked(path: Path, start: bytes) -> io.BufferedIOBase:
    """Open a tar, told by its first bytes to be compressed in one of three ways or not at all."""
    if start.startswith(b"\x1f\x8b"):
        return gzip.GzipFile(path)
    if start.startswith(b"BZ"):
        return bz2.BZ2File(path)
    return lzma.LZMAFile(path) if start.startswith(b"\xfd7") else path.open("rb")


def _few(members: Iterable[tarfile.TarInfo]) -> Iterator[tarfile.TarInfo]:
    """Pass on members until there are more of them than any release has."""
    for count, member in enumerate(members):
        if count > _MEMBERS:
            raise TooMuchError
        yield member


# A FIFO that takes a file's place must not make us wait, and the path is free of links by then.
_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class Folder:
    """The files of a folder."""

    def __init__(self, path: Path) -> None:
        """Take the folder; it may itself be reached through a link, since the user named it."""
        self.name = str(path)
        self._root = path.resolve()

    def has(self, path: str) -> bool:
        """Return whether something lies at a path, be it a link to elsewhere."""
        try:
            return (self._root / path).is_symlink() or (self._root / path).is_file()
        except OSError:  # a part of the path is longer than a file system allows
            return False

    def has_folder(self, name: str) -> bool:
        """Return whether there is a folder at the top."""
        try:
            return (self._root / name).is_dir()
        except OSError:
            return False

    def tops(self) -> list[str]:
        """Return the paths of the metadata files at the top."""
        found = [f"{place.name}/METADATA" for place in self._root.glob("*.dist-info")]
        return sorted(path for path in [*found, "PKG-INFO"] if (self._root / path).is_file())

    def read(self, path: str) -> bytes | Unknown:
        """Read a file, unless a link leads out of the folder or it is no plain file."""
        try:
            there = (self._root / path).resolve()
            if not there.is_relative_to(self._root):
                return Unknown(f"{path} leads out of {self.name} through a link, and was not read")
            return self._bytes(there)
        except (OSError, RuntimeError, ValueError) as error:  # a loop of links (RuntimeError before 3.13)
            return Unknown(f"{path} could not be read: {getattr(error, 'strerror', None) or error}")

    def _bytes(self, path: Path) -> bytes | Unknown:
        descriptor = os.open(path, _FLAGS)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return Unknown(f"{path.name} is not a plain file")
            return file.read(LARGEST + 1)


# Tags and versions are written differently (`v0.5.23` and `0.5.23`, `v1.0-rc.1` and `1.0rc1`), so both are brought into
# one spelling, close to the normal form of the version specifiers of Python packaging.

_COMMIT = re.compile(r"(?=[0-9]*[a-f])[0-9a-f]{7,40}\Z|[0-9a-f]{40}\Z", re.IGNORECASE)
_VERSION = re.compile(
    r"(?:^|(?<=[-_/@vV]))(?P<numbers>[0-9]+(?:\.[0-9]+)*)"
    r"(?P<more>(?:[._-]?(?:alpha|beta|preview|pre|post|rev|dev|rc|a|b|c|r)[._-]?[0-9]*+)*+)(?:\+[A-Za-z0-9.]++)?\Z",
    re.IGNORECASE,
)  # possessive: a separator belongs to the mark before it, or the ways to share them out would double with each
_LONGEST_VERSION = 200  # characters; no tag and no folder of a release is as long
_MARK = re.compile(r"[._-]?(alpha|beta|preview|pre|post|rev|dev|rc|a|b|c|r)[._-]?([0-9]*)", re.IGNORECASE)
_NAMES = {"alpha": "a", "beta": "b", "c": "rc", "pre": "rc", "preview": "rc", "rev": "post", "r": "post"}


def is_commit(revision: str) -> bool:
    """Return whether a revision looks like the hash of a commit, which no release can be compared with."""
    return _COMMIT.match(revision) is not None


def spelt(revision: str) -> str | None:
    """Return the version in a tag, a version or a name that ends in one, in one spelling; None where there is none.

    Numbers lose trailing zeros, and what follows a plus sign (a build) does not count.
    """
    found = _VERSION.search(revision) if len(revision) <= _LONGEST_VERSION else None
    if not found:
        return None
    numbers = [str(int(number)) for number in found["numbers"].split(".") if len(number) <= 30]
    while len(numbers) > 1 and numbers[-1] == "0":
        numbers.pop()
    marks = [(_NAMES.get(m[1].lower(), m[1].lower()), int(m[2] or 0)) for m in _MARK.finditer(found["more"])]
    return ".".join(numbers) + "".join(f"{name}{number}" for name, number in marks)


def same(tag: str, version: str) -> bool:
    """Return whether a tag names a version."""
    return tag == version or (not is_commit(tag) and spelt(tag) is not None and spelt(tag) == spelt(version))


_METADATA = re.compile(r"(?:[^/]+\.dist-info/METADATA|PKG-INFO)\Z")
_FIELD = re.compile(r"^(Name|Version):[ \t]*(\S+)", re.MULTILINE)


class Store(Protocol):
    """The files of a release."""

    @property
    def name(self) -> str:
        """What it is called: the file or folder as the user named it."""

    def has(self, path: str) -> bool:
        """Return whether it has a file."""

    def has_folder(self, name: str) -> bool:
        """Return whether it has a folder at its top."""

    def read(self, path: str) -> bytes | Unknown:
        """Return a file's bytes, one more than is allowed at the most."""

    def tops(self) -> list[str]:
        """Return the paths of its metadata files."""


@dataclass(frozen=True, slots=True)
class Release:
    """A release."""

    repo: str  # the repository that it stands for
    store: Store  # its files
    version: str | None  # its version, or the revision that the user declared; None when nothing says so

    def look(self, revision: str, path: str) -> Look:
        """Look at a file, if this is the version meant. `pkg/…` in a wheel is `…/pkg/…` in the repository."""
        if leaves(path):
            return Unknown("its path leaves the repository, and was not looked at")
        if self.version is None:
            return Unknown(f"{self.store.name} does not say which version it is; write REPO@{revision}=PATH")
        if not same(revision, self.version):
            what = "a commit, which no release can be compared with" if is_commit(revision) else revision
            return Unknown(f"{self.store.name} is {self.version}, and the link cites {what}")
        member = self._member(path)
        if member is None:
            return self._missing(path)
        raw = self.store.read(member)
        return raw if isinstance(raw, Unknown) else decoded(raw, f"{self.store.name}, {member}")

    def _member(self, path: str) -> str | None:
        """Drop folders from the front until the release has the rest, but not down to a bare name from far below.

        Nor to one out of a folder that the release has: `tests/conftest.py` is not the `conftest.py` beside `tests`.
        """
        parts = path.split("/")
        for drop in range(len(parts)):
            if drop == len(parts) - 1 and (drop > 1 or (drop == 1 and self.store.has_folder(parts[0]))):
                break
            if self.store.has(rest := "/".join(parts[drop:])):
                return rest
        return None

    def _missing(self, path: str) -> Look:
        """Say why: a release carries a part of the repository, but of a package all Python files."""
        packaged = any(self.store.has_folder(part) for part in path.split("/")[:-1])
        if packaged and path.endswith(".py"):
            return Gone(f"{self.version} has no file {path}")
        return Unknown(f"{self.store.name} carries only a part of the repository, without {path}")


def version_of(store: Store, repo: str) -> str | None:
    """Return the version that metadata states; of several packages, that of the one named like the repository."""
    found = dict(filter(None, (_stated(store, path) for path in store.tops() if _METADATA.match(path))))
    return next(iter(found.values())) if len(found) == 1 else _named(found, repo)


def _stated(store: Store, path: str) -> tuple[str, str] | None:
    raw = store.read(path)
    if isinstance(raw, Unknown):
        return None
    fields = dict(_FIELD.findall(raw.decode("utf-8", errors="replace").partition("\n\n")[0]))
    return (fields["Name"], fields["Version"]) if len(fields) == 2 else None


def _named(found: Mapping[str, str], repo: str) -> str | None:
    wanted = _alike(repo.rpartition("/")[2])
    return next((version for name, version in found.items() if _alike(name) == wanted), None)


def _alike(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
