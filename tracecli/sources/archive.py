"""A wheel or an sdist as it comes from the package index. Nothing is unpacked onto the disk, so no entry can climb."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO

from tracecli.errors import TraceError
from tracecli.sources.looking import LARGEST, Unknown
from tracecli.sources.sipping import MOST, Sip, TooMuchError

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
        """Tell whether it has a file or a link at a path."""
        return path in self._members

    def has_folder(self, name: str) -> bool:
        """Tell whether it has a folder at its top."""
        return name in self._folders

    def tops(self) -> list[str]:
        """Give the paths of files at the top or one folder below it."""
        return sorted(path for path in self._members if path.count("/") < 2)

    def read(self, path: str) -> bytes | Unknown:
        """Give a member's bytes, however large it says it is."""
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
        unpacked = Sip(_unpacked(path, start))
        tar = tarfile.TarFile(fileobj=unpacked)
        members = {one.name.removeprefix("./"): one for one in _few(tar) if not one.isdir()}
        unpacked.seek(tar.offset)
        if unpacked.read(tarfile.BLOCKSIZE) != bytes(tarfile.BLOCKSIZE):  # `tarfile` takes that for an end as well
            raise tarfile.ReadError("it is cut off or damaged")
        return Archive(str(path), members, tar)
    except TooMuchError as error:
        raise TraceError(f"{path} unpacks to more than {MOST >> 20} MiB, and was not read") from error
    except _BROKEN as error:
        raise TraceError(f"{path} is no wheel and no sdist that can be read: {error}") from error


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
