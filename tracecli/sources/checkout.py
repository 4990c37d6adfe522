"""A git checkout as a root: read at any version it has, with nothing checked out and nothing changed."""

from __future__ import annotations

import re
from pathlib import Path

from tracecli import git
from tracecli.errors import TraceError
from tracecli.sources.looking import LARGEST, Gone, Look, Unknown, decoded, leaves

# What git allows in the name of a tag or a branch (git-check-ref-format), so that no link can ask for more than a name.
_NAME = re.compile(r"(?!-)(?!.*(?:\.\.|@\{|//))[^\x00-\x20\x7f~^:?*\[\\]+\Z")
_LINK, _MODULE = "120000", "160000"


def is_checkout(path: Path) -> bool:
    """Tell whether a folder is the top of a git repository, with a work tree or without."""
    return (path / ".git").exists() or ((path / "HEAD").is_file() and (path / "objects").is_dir())


class Checkout:
    """A repository on this machine; what it lacks is not fetched."""

    def __init__(self, repo: str, path: Path) -> None:
        """Take a folder of the repository.

        Raises:
            TraceError: When git is not there or will not read the repository.
        """
        self.repo = repo
        self._folder = path
        self._commits: dict[str, str] = {}
        self._ask("rev-parse", "--git-dir")

    def look(self, revision: str, path: str) -> Look:
        """Look at a file as a version has it."""
        if leaves(path):
            return Unknown("its path leaves the repository, and was not looked at")
        commit = self._commit(revision)
        if not commit:
            return Unknown(f"{self._folder} has no {revision}; git fetch --tags may bring it")
        entry = self._entry(commit, path)
        if entry is None:
            return self._missing(commit, revision, path)
        mode, kind, blob = entry
        if kind != "blob" or mode == _LINK:
            return Unknown(f"{path} is {'a link' if mode == _LINK else 'a folder'}")
        return self._blob(blob, f"{self._folder}, {revision}:{path}")

    def _blob(self, blob: str, name: str) -> Look:
        try:
            if int(self._ask("cat-file", "-s", blob)) > LARGEST:
                return Unknown(f"the file is larger than {LARGEST >> 20} MiB")
            return decoded(self._ask("cat-file", "blob", blob), name)
        except git.RefusedError as error:  # a partial clone, or a damaged one
            return Unknown(f"{self._folder} lacks the file's contents: {error.message}")

    def _missing(self, commit: str, revision: str, path: str) -> Look:
        """Say why a path is not there: perhaps it goes through a link or a submodule."""
        parts = path.split("/")
        for length in range(1, len(parts)):
            above = "/".join(parts[:length])
            entry = self._entry(commit, above)
            if entry and entry[0] in (_LINK, _MODULE):
                return Unknown(f"{above} is {'a link' if entry[0] == _LINK else 'a submodule'}")
        return Gone(f"{revision} has no file {path}")

    def _commit(self, revision: str) -> str:
        if revision not in self._commits:
            try:
                self._commits[revision] = git.commit_of(revision, self._folder) if _NAME.match(revision) else ""
            except TraceError:
                self._commits[revision] = ""
        return self._commits[revision]

    def _entry(self, commit: str, path: str) -> tuple[str, str, str] | None:
        raw = self._ask("--literal-pathspecs", "ls-tree", "-z", "--full-tree", commit, "--", path)
        about = raw.partition(b"\t")[0].decode().split()
        return (about[0], about[1], about[2]) if len(about) == 3 else None

    def _ask(self, *words: str) -> bytes:
        return git.ask("-c", "protocol.allow=never", *words, folder=self._folder)
