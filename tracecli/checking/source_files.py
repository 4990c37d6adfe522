"""Local files that a trace names as sources."""

from __future__ import annotations

import os
import stat
from pathlib import Path, PureWindowsPath
from typing import NamedTuple, Protocol

_CHUNK = 1 << 20
# Never through a link (the path is resolved by then), and a FIFO that takes a file's place must not make us wait.
_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class Found(NamedTuple):
    """The file is there.

    Attributes:
        sha256: Its hash in lower-case hexadecimal, if it was asked for.
    """

    sha256: str | None = None


class Missing(NamedTuple):
    """There is no such file, or none that can be read; the reason follows "was not read: "."""

    reason: str


class Escapes(NamedTuple):
    """The path leaves the allowed root and was not read.

    Attributes:
        absolute: It is no relative path.
        through: The link, as the trace spells it, that leads out.
    """

    absolute: bool = False
    through: str | None = None


class NotLooked(NamedTuple):
    """Nobody looked: the trace does not come from a folder."""


Look = Found | Missing | Escapes | NotLooked


class SourceFiles(Protocol):
    """Answers what is at a path that a trace names."""

    def look(self, path: str, *, digest: bool) -> Look:
        """Look at a file.

        Args:
            path: As the trace spells it: relative to its folder, with forward slashes.
            digest: Whether its hash is wanted, which reads all of it.
        """


class Unseen:
    """For traces from standard input or a git revision: there is no folder to look in."""

    def look(self, path: str, *, digest: bool) -> Look:  # noqa: ARG002 -- the signature of SourceFiles
        """Refuse what is absolute anywhere, and say that nothing else was looked at."""
        return Escapes(absolute=True) if is_absolute(path) else NotLooked()


class SourceFolder:
    """Looks into a trace's folder, and nowhere outside of a root."""

    def __init__(self, folder: Path, root: Path) -> None:
        """Take where the trace lies and what no path may leave: the repository, or that same folder."""
        self.folder = folder.resolve()
        self.root = root.resolve()
        self._seen: dict[tuple[Path, bool], Look] = {}  # a trace may name one large file a thousand times

    def look(self, path: str, *, digest: bool) -> Look:
        """Look at a file, once; refuse, unread, what is absolute, leaves the root, or is not a plain file."""
        if is_absolute(path):
            return Escapes(absolute=True)
        try:
            there = self._walk(path)
            return there if isinstance(there, Escapes) else self._examined(there, digest=digest)
        except FileNotFoundError:
            return Missing("there is no such file")
        except (OSError, RuntimeError, ValueError) as error:  # a loop of links (RuntimeError before 3.13), a NUL
            return Missing(getattr(error, "strerror", None) or "no file can be reached by that path")

    def _examined(self, path: Path, *, digest: bool) -> Look:
        asked = (path, digest)
        if asked not in self._seen:
            self._seen[asked] = _examine(path, digest=digest)
        return self._seen[asked]

    def _walk(self, path: str) -> Path | Escapes:
        """Follow a path part by part, as the system would, so that no link can lead out and back unseen."""
        here = self.folder
        seen: list[str] = []
        for part in path.replace(os.sep, "/").split("/"):
            seen.append(part)
            step = here / part if part != ".." else here.parent
            link = step.is_symlink()
            here = step.resolve() if link else step
            if not here.is_relative_to(self.root):
                return Escapes(through="/".join(seen) if link else None)
        return here


def is_absolute(path: str) -> bool:
    """Tell whether a path names a place of its own on any system: `/etc`, `C:x`, `//host/share`."""
    foreign = PureWindowsPath(path)
    return bool(foreign.drive or foreign.root)


def _examine(path: Path, *, digest: bool) -> Look:
    """Open a resolved path, so that what is judged is what is read."""
    kind = path.stat(follow_symlinks=False).st_mode
    if not stat.S_ISREG(kind):
        return Missing("it is a folder" if stat.S_ISDIR(kind) else "it is not a plain file")
    descriptor = os.open(path, _FLAGS)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return Missing("it is not a plain file")
        return Found(_hash(descriptor) if digest else None)
    finally:
        os.close(descriptor)


def _hash(descriptor: int) -> str:
    import hashlib  # noqa: PLC0415 -- 3 ms, and few traces pin a file

    digest = hashlib.sha256()
    while chunk := os.read(descriptor, _CHUNK):
        digest.update(chunk)
    return digest.hexdigest()
