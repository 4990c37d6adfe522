"""An unpacked release. Nothing outside of its folder is read, whatever its links say."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from tracecli.sources.looking import LARGEST, Unknown

# A FIFO that takes a file's place must not make us wait, and the path is free of links by then.
_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class Folder:
    """The files of a folder."""

    def __init__(self, path: Path) -> None:
        """Take the folder; it may itself be reached through a link, since the user named it."""
        self.name = str(path)
        self._root = path.resolve()

    def has(self, path: str) -> bool:
        """Tell whether something lies at a path, be it a link to elsewhere."""
        return (self._root / path).is_symlink() or (self._root / path).is_file()

    def has_folder(self, name: str) -> bool:
        """Tell whether there is a folder at the top."""
        return (self._root / name).is_dir()

    def tops(self) -> list[str]:
        """Give the paths of the metadata files at the top."""
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
