"""The comment on a pull request: found by its hidden first line, written once, updated in place.

The interface is GitHub's REST API for issue comments, version 2022-11-28.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tracecli.errors import TraceError

_SECONDS = 30  # for one answer
_PAGES = 30  # of 100 comments; a comment of ours beyond them is not found, and another one is written
_LARGEST = 8 << 20  # bytes of an answer: 100 comments of 65,536 characters
_APP = "github-actions[bot]"  # who a workflow's own token writes as; it may not ask who it is


class DeniedError(TraceError):
    """The host does not let this token comment; a pull request from a fork has such a token."""


class PullRequest(NamedTuple):
    """Where a comment goes."""

    api: str  # address of the host's interface, without a slash at its end
    repository: str  # OWNER/NAME
    number: int
    token: str

    @property
    def comments(self) -> str:
        """The address of its comments."""
        return f"{self.api}/repos/{self.repository}/issues/{self.number}/comments"


def pull_request(environ: Mapping[str, str]) -> PullRequest:
    """Return the pull request that a workflow runs for, from the variables that its runner sets.

    Args:
        environ: `GITHUB_EVENT_PATH` (the event as JSON), `GITHUB_REPOSITORY`, `GITHUB_API_URL`, and `GITHUB_TOKEN`.

    Raises:
        TraceError: This is no workflow, or one for something else than a pull request.
        DeniedError: There is no token.
    """
    try:
        with open(environ["GITHUB_EVENT_PATH"], "rb") as file:
            number = json.load(file)["pull_request"]["number"]
        repository = environ["GITHUB_REPOSITORY"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TraceError("this is no workflow for a pull request, so there is nothing to comment on") from error
    api = environ.get("GITHUB_API_URL", "https://api.github.com").rstrip("/")
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", repository) or type(number) is not int:
        raise TraceError("the event names no pull request of a repository")
    if urlsplit(api).scheme != "https" and urlsplit(api).hostname not in ("127.0.0.1", "localhost"):
        raise TraceError(f"GITHUB_API_URL is {api}, and a token is sent only over https")
    if not (token := environ.get("GITHUB_TOKEN", "")):
        raise DeniedError("GITHUB_TOKEN is not set")
    return PullRequest(api, repository, number, token)


def put_comment(where: PullRequest, body: str) -> str:
    """Write the comment, or rewrite the one that is there.

    Args:
        where: The pull request.
        body: Markdown; its first line is the hidden marker by which the comment is found again.

    Returns:
        The comment's address.

    Raises:
        DeniedError: The token may not comment.
        TraceError: The host can't be reached, or answers with an error.
    """
    marker = body.partition("\n")[0]
    present = _ours(where, marker)
    if present is None:
        answer = _ask(where, "POST", where.comments, {"body": body})
    else:
        address = f"{where.api}/repos/{where.repository}/issues/comments/{present['id']}"
        answer = present if present["body"] == body else _ask(where, "PATCH", address, {"body": body})
    return str(answer.get("html_url", "")) if isinstance(answer, dict) else ""


def _ours(where: PullRequest, marker: str) -> dict[str, Any] | None:
    """Return the comment that begins with the marker and that we wrote; anyone can write the marker."""
    us = _login(where)
    for page in range(1, _PAGES + 1):
        comments = _ask(where, "GET", f"{where.comments}?per_page=100&page={page}")
        for one in comments:
            text = (one.get("body") or "").replace("\r\n", "\n")
            if text.partition("\n")[0] == marker and (one.get("user") or {}).get("login") == us:
                return {**one, "body": text}
        if len(comments) < 100:
            return None
    return None


def _login(where: PullRequest) -> str:
    try:
        return str(_ask(where, "GET", f"{where.api}/user")["login"])
    except DeniedError:  # what a workflow's own token gets
        return _APP


def _ask(where: PullRequest, method: str, address: str, data: object = None) -> Any:
    """Return what the host answers.

    Raises:
        DeniedError: It refuses (401, 403, 404).
        TraceError: It can't be reached, answers with another error, or with something that is not JSON.
    """
    import urllib.error  # noqa: PLC0415 -- 20 ms, and only a workflow comments
    import urllib.request  # noqa: PLC0415

    class Stay(urllib.request.HTTPRedirectHandler):
        """Follows no redirect: the token would go along."""

        def redirect_request(self, *_: object) -> None:
            """Refuse."""

    headers = {
        "Accept": "application/vnd.github+json",
        "Authorization": f"Bearer {where.token}",
        "Content-Type": "application/json",
        "User-Agent": "steptrace",
        "X-GitHub-Api-Version": "2022-11-28",
    }
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(address, body, headers, method=method)  # noqa: S310 -- https, as asked above
    try:
        with urllib.request.build_opener(Stay).open(request, timeout=_SECONDS) as answer:
            return json.loads(answer.read(_LARGEST))
    except urllib.error.HTTPError as error:
        with error:
            message = f"{urlsplit(where.api).hostname} answers {error.code} to {method} {urlsplit(address).path}"
            raise (DeniedError if error.code in (401, 403, 404) else TraceError)(message) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise TraceError(f"{urlsplit(where.api).hostname} can't be asked: {reason}") from error
