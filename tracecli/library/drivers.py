"""What git hands to an external diff driver: one pair of files a call (git(1), under `GIT_EXTERNAL_DIFF`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tracecli.escaping import visible
from tracecli.runs import Line, Run, line

_NOTHING = "."  # git's mode and hash of a side that is not there; its file is then /dev/null
_FILE = "100"  # the type in a mode; 120 is a link, 160 a submodule


@dataclass(frozen=True, slots=True)
class Version:
    """One side of a pair.

    Attributes:
        path: Relative to the repository's root, also where this side has no file.
        file: Where its contents are: in a temporary file, or in the working tree.
        mode: As git writes it, such as `100644`; `.` where this side has no file.
    """

    path: str
    file: str
    mode: str

    @property
    def absent(self) -> bool:
        """This side has no file: it was added, or deleted."""
        return self.mode == _NOTHING

    @property
    def plain(self) -> bool:
        """A file; not a link, whose contents are where it leads, or a submodule, whose contents are its commit."""
        return self.mode.startswith(_FILE)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two versions of a file.

    Attributes:
        old: On the left.
        new: On the right; its path is another one where the file was renamed or copied.
        told: Lines by git itself, about a rename or a copy.
    """

    old: Version
    new: Version
    told: tuple[str, ...] = ()


def pair(arguments: Sequence[str]) -> Pair | None:
    """Read git's arguments.

    Args:
        arguments: Path, then file, hash and mode of the old and of the new side; for a rename or a copy also the new
            path, and git's lines about it.

    Returns:
        The pair, or None where these are not git's.
    """
    if len(arguments) < 7:
        return None
    path, old, _, old_mode, new, _, new_mode, *more = arguments
    told = [text for text in "".join(more[1:]).split("\n") if text]
    return Pair(Version(path, old, old_mode), Version(more[0] if more else path, new, new_mode), tuple(told))


def header(given: Pair) -> Iterator[Line]:
    """Give the lines above a difference, as git's own look; escaped."""
    old, new = given.old, given.new
    yield _head(f"diff --trace a/{old.path} b/{new.path}")
    if old.absent:
        yield _head(f"new file mode {new.mode}")
    elif new.absent:
        yield _head(f"deleted file mode {old.mode}")
    elif old.mode != new.mode:
        yield _head(f"old mode {old.mode}")
        yield _head(f"new mode {new.mode}")
    for text in given.told:
        yield _head(text)


def _head(text: str) -> Line:
    return line(Run(visible(text), "head"))
