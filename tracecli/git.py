"""The few questions asked of git. Nothing is checked out, nothing is changed, no configured program is run."""

from __future__ import annotations

import os
from pathlib import Path

from tracecli.errors import TraceError

_SECONDS = 60
_PLACE = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX")
_QUIET = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C", "GIT_NO_LAZY_FETCH": "1"}


class RefusedError(TraceError):
    """Git was asked and said no.

    Attributes:
        said: It gave a reason.
        status: Its exit status; 1 where it found nothing, 128 where something is wrong.
    """

    def __init__(self, status: int, said: str) -> None:
        """Keep the reason, and what git advises below it as hints."""
        self.said = bool(said.strip())
        lines = [line.strip() for line in said.splitlines() if line.strip()] or ["git gave no reason"]
        reason = next((at for at, line in enumerate(lines) if line.startswith("fatal: ")), len(lines) - 1)
        super().__init__(lines[reason].removeprefix("fatal: "), *lines[reason + 1 :])
        self.status = status


def ask(*words: str, folder: Path | None = None) -> bytes:
    """Return what git prints for a question.

    Args:
        words: The words after `git`; whoever builds them keeps untrusted ones from looking like options.
        folder: Where to ask; the working directory without it.

    Raises:
        RefusedError: When git says no, in its own words.
        TraceError: When git is not there or takes too long.
    """
    import subprocess  # noqa: PLC0415 - 3 ms, and most runs ask git nothing

    # Inside a hook git's own variables name a repository; a folder that was named is asked, and no other.
    ours = {name: value for name, value in os.environ.items() if folder is None or name not in _PLACE}
    command = ["git", "--no-pager", "-c", "core.fsmonitor=false", *words]
    try:
        done = subprocess.run(  # noqa: S603 - a list of words, no shell
            command, cwd=folder, env=ours | _QUIET, capture_output=True, check=False, timeout=_SECONDS
        )
    except FileNotFoundError as error:
        raise TraceError("git is not installed, and a revision was named", "name a file instead") from error
    except subprocess.TimeoutExpired as error:
        raise TraceError(f"git did not answer within {_SECONDS} seconds") from error
    if done.returncode:
        raise RefusedError(done.returncode, done.stderr.decode(errors="replace"))
    return done.stdout


def file_at(revision: str, path: str, most: int) -> bytes:
    """Return the bytes of a file as a revision has it.

    Args:
        revision: What git takes for a commit (`HEAD~1`, a tag, a hash).
        path: Relative to the repository's root, or to the working directory when it begins with `./` or `../`.
        most: Bytes that are read of it. Of a larger file nothing is: zeros are given, one more than that.

    Raises:
        TraceError: When there is no repository, no such revision, or no such file in it.
    """
    commit = commit_of(revision)
    try:
        kind = ask("cat-file", "-t", f"{commit}:{path}").decode().strip()
    except RefusedError as error:
        if not error.message.startswith("path '"):  # one that leaves the repository, an object that is not fetched
            raise TraceError(f"{revision}:{path} can't be read: {error.message}", *error.hints) from error
        raise TraceError(f"{revision} has no file {path}", *_elsewhere(revision, path)) from error
    if kind != "blob":
        raise TraceError(f"{path} is a folder in {revision}; name a file in it")
    if _is_link(commit, path):  # its text is a path, and no trace
        raise TraceError(f"{path} is a link in {revision}; name the file that it leads to")
    if int(ask("cat-file", "-s", f"{commit}:{path}")) > most:
        return bytes(most + 1)
    return ask("cat-file", "blob", f"{commit}:{path}")


def _is_link(commit: str, path: str) -> bool:
    """Return whether a revision has a link at a path that it has; git takes only `./` and `../` from where we are."""
    place = [] if path.startswith(("./", "../")) else ["--full-tree"]
    return ask("--literal-pathspecs", "ls-tree", "-z", *place, commit, "--", path).startswith(b"120000 ")


def _elsewhere(revision: str, path: str) -> list[str]:
    if path.startswith("/"):
        return [f"paths of a revision begin without a slash: {revision}:{path.lstrip('/')}"]
    hint = f"paths of a revision start at the repository's root; from here write {revision}:./{path}"
    return [] if path.startswith(".") else [hint]


def commit_of(revision: str, folder: Path | None = None) -> str:
    """Return the full hash of the commit that a revision means.

    Raises:
        TraceError: When the revision is unknown, or looks like an option; when git is not there or will not read the
            repository.
    """
    if revision.startswith("-"):
        raise TraceError(f"{revision} is not a revision: it begins with a dash")
    try:
        return (
            ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}", folder=folder)
            .decode()
            .strip()
        )
    except RefusedError as error:
        if "not a git repository" in error.message:
            raise TraceError("this is no git repository, and a revision was named", "name a file instead") from error
        if error.status == 1 or not error.said:
            raise TraceError(f"git knows no revision {revision}", "git log --oneline lists them") from error
        raise


def top_level(folder: Path) -> Path | None:
    """Return the root of the repository around a folder by looking for `.git`, without starting git."""
    for place in (folder, *folder.parents):
        if os.path.exists(place / ".git"):  # not Path.exists, which raises where a folder may not be looked into
            return place
    return None
