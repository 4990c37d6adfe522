"""Whether a path stays where it belongs: no link may lead a reader out of the repository that it is in.

Repositories, archives and pull requests carry links, and a report quotes what it reads: in a CI log, `x.yaml` that
leads to `/etc/shadow` or `/proc/self/environ` would show it to everyone. So every file is opened through `guard`.

A link must lead to a place within the border around it:

1. the repository that holds the link (the nearest one, so a submodule is one by itself);
2. without a repository, the folder that was named, if one was; for the library, the working directory;
3. without either, the folder that holds the link, when that is at or below the working directory.

A link elsewhere was typed by the user and is their own wish (`/tmp` on macOS, `/home/me` on another disk), and so are
the descriptors in `/dev` and `/proc`. So is a path that goes out by itself, without a link: `/x`, `../x`.
"""

from __future__ import annotations

import os
from errno import ELOOP, EPERM, ESTALE
from pathlib import Path
from typing import NamedTuple

from tracecli.git import top_level
from tracecli.resources import is_packaged

_MOST = 40  # links that one after the other lead to a file: as many as Linux follows


class LinkError(OSError):
    """A link leads out of the border around it.

    Attributes:
        link: The part of the path, as it was given, that is this link or leads to it.
        message: What to say about it, in a sentence that ends a line. Where the link leads to is not said.
    """

    def __init__(self, link: str, border: str) -> None:
        """Keep the link, and say what it leads out of."""
        self.link = link
        self.message = f"the link '{link}' leads out of {border}, so it was not read"
        super().__init__(EPERM, self.message)


class _Border(NamedTuple):
    folder: str
    words: str


def guard(path: str | os.PathLike[str], root: str | None = None, handle: int | None = None) -> None:
    """Refuse a path that a link leads out of the border around that link, before anything that it leads to is touched.

    Args:
        path: As the user named it, or as it was found in a folder.
        root: The folder that was named, for files that were found in it; counts only where there is no repository.
        handle: What has been opened by this path after it was found to be good. Is it still the file that the path
            leads to? A link may have taken a place on the way meanwhile.

    Raises:
        LinkError: A link leads out.
        OSError: The path can't be followed, or no longer leads to what was opened.
    """
    shown = os.fspath(path)
    if is_packaged(shown):
        return  # some installers put links to a cache there
    there = _followed(shown, root)
    if handle is None:
        return
    try:  # not os.stat: the last part has been followed already, and is a link only if it was exchanged
        if os.path.samestat(os.lstat(there), os.fstat(handle)):
            return
        wrong = OSError(ESTALE, "it was exchanged while it was opened")
    except OSError as error:
        wrong = error
    if _border(os.path.dirname(there), root) is not None:
        raise wrong


def escape(path: str, root: str | None = None) -> str | None:
    """Return the link by which a path leads out of the border around that link, or None."""
    try:
        guard(path, root)
    except LinkError as error:
        return error.link
    except (OSError, ValueError):
        pass  # opening it says why it can't be read
    return None


def _followed(path: str, root: str | None) -> str:
    """Follow a path part by part, as the system does, and return where it ends.

    Links are not followed at once by `realpath`: of a chain, each one is judged by the border around it.
    """
    here = "/" if path.startswith("/") else os.getcwd()
    shown = "/" if path.startswith("/") else ""
    left = [(part, True) for part in reversed(path.split("/"))]  # is it a part of the path itself, or of a link's text?
    links = 0
    while left:
        part, given = left.pop()
        if part in {"", "."}:
            continue
        if given:
            shown = os.path.join(shown, part)
        if part == "..":
            here = os.path.dirname(here)
            continue
        there = os.path.join(here, part)
        if not os.path.islink(there):
            here = there
            continue
        border = _border(here, root)
        if border and not _within(os.path.realpath(there), border.folder):
            raise LinkError(shown, border.words)
        links += 1
        if links > _MOST:
            raise OSError(ELOOP, os.strerror(ELOOP))
        target = os.readlink(there)
        here = "/" if target.startswith("/") else here
        left += [(one, False) for one in reversed(target.split("/"))]
    return here


def _border(folder: str, root: str | None) -> _Border | None:
    """Return what a link in a folder must not leave; None where it is the user's own."""
    if folder == "/dev" or _within(folder, "/proc"):  # /dev/stdin, <(command); a repository may be in /dev/shm
        return None
    if repository := top_level(Path(folder)):
        return _Border(str(repository), "the repository")
    if root and _within(folder, real := os.path.realpath(root)):
        return _Border(real, "its folder")
    return _Border(folder, "its folder") if _within(folder, os.getcwd()) else None


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")
