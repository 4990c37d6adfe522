"""The places on this machine where cited code can be looked at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from tracecli import git
from tracecli.errors import TraceError
from tracecli.sources.archive import (
    LARGEST,
    Folder,
    Gone,
    Look,
    Release,
    Root,
    Text,
    Unknown,
    decoded,
    leaves,
    open_archive,
    spelt,
    version_of,
)
from tracecli.sources.citation import Citation

# What git allows in the name of a tag or a branch (git-check-ref-format), so that no link can ask for more than a name.
_NAME = re.compile(r"(?!-)(?!.*(?:\.\.|@\{|//))[^\x00-\x20\x7f~^:?*\[\\]+\Z")
_LINK, _MODULE = "120000", "160000"
_TREE = ("--literal-pathspecs", "ls-tree", "-z", "--full-tree")
_DEEPEST = 64  # parts of a path


def is_checkout(path: Path) -> bool:
    """Return whether a folder is the top of a git repository, with a work tree or without."""
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
        if len(parts) > _DEEPEST:
            return Unknown(f"its path has more than {_DEEPEST} parts, and was not looked at")
        above = ["/".join(parts[:length]) for length in range(1, len(parts))]
        for entry in self._ask(*_TREE, commit, "--", *above).split(b"\0") if above else ():
            mode, _, name = entry.partition(b" ")
            if mode.decode() in (_LINK, _MODULE):
                shown = name.partition(b"\t")[2].decode(errors="replace")
                return Unknown(f"{shown} is {'a link' if mode.decode() == _LINK else 'a submodule'}")
        return Gone(f"{revision} has no file {path}")

    def _commit(self, revision: str) -> str:
        if revision not in self._commits:
            try:
                self._commits[revision] = git.commit_of(revision, self._folder) if _NAME.match(revision) else ""
            except TraceError:
                self._commits[revision] = ""
        return self._commits[revision]

    def _entry(self, commit: str, path: str) -> tuple[str, str, str] | None:
        raw = self._ask(*_TREE, commit, "--", path)
        about = raw.partition(b"\t")[0].decode().split()
        return (about[0], about[1], about[2]) if len(about) == 3 else None

    def _ask(self, *words: str) -> bytes:
        return git.ask("-c", "protocol.allow=never", *words, folder=self._folder)


class Roots:
    """All roots of a run; what they answer is kept, since sources often cite one file."""

    def __init__(self, roots: Sequence[Root] = ()) -> None:
        """Take the roots in the order in which they are asked."""
        self._roots = roots
        self._seen: dict[tuple[str, str, str], Look] = {}

    def look(self, citation: Citation, revision: str, path: str) -> Look:
        """Look at a file in every root of its repository, until one has it.

        Returns:
            The text; else that it is gone, if a root of that version lacks it; else why nobody can say.
        """
        key = (citation.repo, revision, path)
        if key not in self._seen:
            self._seen[key] = self._asked(citation.repo, revision, path)
        return self._seen[key]

    def _asked(self, repo: str, revision: str, path: str) -> Look:
        gone: Gone | None = None
        unknown: list[str] = []
        for root in self._roots:
            if _stands_for(root.repo, repo):
                look = root.look(revision, path)
                if isinstance(look, Text):
                    return look
                if isinstance(look, Gone):
                    gone = look
                else:
                    unknown.append(look.why)
        reasons = dict.fromkeys(unknown) or [f"no root for {repo}: --root {repo.partition('/')[2]}=PATH names one"]
        return gone or Unknown("; ".join(reasons))

    def unused(self, citations: Iterable[Citation]) -> list[str]:
        """Return the repositories of roots that no link is about, as the user named them."""
        cited = {citation.repo for citation in citations}
        return [root.repo for root in self._roots if not any(_stands_for(root.repo, repo) for repo in cited)]


def _stands_for(named: str, repo: str) -> bool:
    """Return whether a repository is meant by its own name, with its owner, or with its host too."""
    return f"/{repo}".casefold().endswith(f"/{named}".casefold())


def open_roots(words: Iterable[str]) -> Roots:
    """Open what the user named.

    Args:
        words: `REPO=PATH` each, with `@REVISION` after REPO where the path does not say which version it is.

    Raises:
        TraceError: When a word is not of that form, or nothing that can be read lies there.
    """
    return Roots([_open(word) for word in words])


def _open(word: str) -> Root:
    named, equals, place = word.partition("=")
    name, _, revision = named.partition("@")
    if not equals or not name or not place:
        raise TraceError(
            f"{word} is no root", "write --root owner/name=PATH, a checkout, a release, a wheel or an sdist"
        )
    repo = name.removeprefix("https://").removesuffix("/").removesuffix(".git")
    path = Path(place).expanduser()
    try:
        if path.is_dir():
            return _folder(repo, path, revision)
        if not path.is_file():
            raise TraceError(f"{place}: there is no such file or folder", f"--root {name} names it")
    except OSError as error:
        raise TraceError(f"{place}: {error.strerror or error}") from error
    archive = open_archive(path)
    version = revision or version_of(archive, repo) or spelt(archive.top) or spelt(_stem(path.name))
    return Release(repo, archive, version)


def _folder(repo: str, path: Path, revision: str) -> Root:
    store = Folder(path)
    version = revision or version_of(store, repo) or spelt(path.resolve().name)
    # An unpacked release that lies somewhere inside of a checkout is still a release.
    if not revision and (is_checkout(path) or (version is None and git.top_level(path.resolve()))):
        return Checkout(repo, path)
    return Release(repo, store, version)


def _stem(name: str) -> str:
    """Return `sglang-0.5.23` of the name of a wheel or an sdist."""
    if name.endswith(".whl"):
        return "-".join(name.split("-")[:2])
    bare = name.removesuffix(".zip").removesuffix(".tgz")
    return bare.rpartition(".tar")[0] or bare
