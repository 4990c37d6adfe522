"""A release as a root: an unpacked one, a wheel or an sdist. It has one version, which must be the one cited."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from tracecli.sources.looking import Gone, Look, Unknown, decoded, leaves
from tracecli.sources.versions import is_commit, same

_METADATA = re.compile(r"(?:[^/]+\.dist-info/METADATA|PKG-INFO)\Z")
_FIELD = re.compile(r"^(Name|Version):[ \t]*(\S+)", re.MULTILINE)


class Store(Protocol):
    """The files of a release."""

    @property
    def name(self) -> str:
        """What it is called: the file or folder as the user named it."""

    def has(self, path: str) -> bool:
        """Tell whether it has a file."""

    def has_folder(self, name: str) -> bool:
        """Tell whether it has a folder at its top."""

    def read(self, path: str) -> bytes | Unknown:
        """Give a file's bytes, one more than is allowed at the most."""

    def tops(self) -> list[str]:
        """Give the paths of its metadata files."""


@dataclass(frozen=True, slots=True)
class Release:
    """A release.

    Attributes:
        repo: The repository that it stands for.
        store: Its files.
        version: Its version, or the revision that the user declared; None when nothing says so.
    """

    repo: str
    store: Store
    version: str | None

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
    """Give the version that metadata states; of several packages, that of the one named like the repository."""
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
