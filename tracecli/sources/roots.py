"""The places on this machine where cited code can be looked at: `REPO=PATH`, or `REPO@REVISION=PATH`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from tracecli import git
from tracecli.errors import TraceError
from tracecli.sources.archive import open_archive
from tracecli.sources.checkout import Checkout, is_checkout
from tracecli.sources.citing import Citation
from tracecli.sources.folder import Folder
from tracecli.sources.looking import Gone, Look, Root, Text, Unknown
from tracecli.sources.release import Release, version_of
from tracecli.sources.versions import spelt


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
        """Give the repositories of roots that no link is about, as the user named them."""
        cited = {citation.repo for citation in citations}
        return [root.repo for root in self._roots if not any(_stands_for(root.repo, repo) for repo in cited)]


def _stands_for(named: str, repo: str) -> bool:
    """Tell whether a repository is meant by its own name, with its owner, or with its host too."""
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
    """Give `sglang-0.5.23` of the name of a wheel or an sdist."""
    if name.endswith(".whl"):
        return "-".join(name.split("-")[:2])
    bare = name.removesuffix(".zip").removesuffix(".tgz")
    return bare.rpartition(".tar")[0] or bare
