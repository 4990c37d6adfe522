"""What may be asked of a root, and its three answers. Whoever judges opens nothing itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PureWindowsPath
from typing import Protocol

LARGEST = 8 << 20
"""Bytes of a source file that are read at the most; the longest cited so far has 0.4 MiB."""


@dataclass(frozen=True, slots=True)
class Text:
    """The file as that version has it.

    Attributes:
        text: What it holds.
        name: What was read: the root, and the file in it.
    """

    text: str
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
    """What became of looking at a local file that a trace names.

    Attributes:
        unread: Why it was not read, a sentence; None when it is there and can be read.
        sha256: The hash of what was read, in lower-case hexadecimal; None when nothing was read to the end.
    """

    unread: str | None = None
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
    """Tell whether a path could lead anywhere but down from the top of a repository."""
    foreign = PureWindowsPath(path)
    climbs = any(part in ("", ".", "..") for part in path.split("/"))
    return bool(climbs or foreign.drive or foreign.root or "\\" in path or "\0" in path)


def decoded(raw: bytes, name: str) -> Look:
    """Give a file's text, lines ended by LF alone. Bytes that are not UTF-8 stay apart, so that others are a change.

    Args:
        raw: All of the file, or one byte more than is allowed.
        name: What was read.
    """
    if len(raw) > LARGEST:
        return Unknown(f"the file is larger than {LARGEST >> 20} MiB")
    if b"\0" in raw[:8000]:
        return Unknown("the file is not text")
    return Text(raw.decode("utf-8-sig", errors="backslashreplace").replace("\r\n", "\n"), name)
