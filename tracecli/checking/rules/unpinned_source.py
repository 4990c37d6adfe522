"""unpinned-source (warning): a link to code follows a branch, which moves.

The lines that a trace cites are other lines next month when the link names 'main'. Link a tag or a commit. Only links
of code hosts are judged (blob, tree, raw, blame), and only on main, master, dev, develop, trunk, HEAD, latest and
release/*.

Fails:

    sources:
    - title: The scheduler's loop
      url: https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/managers/scheduler.py#L2026-L2058

Passes:

    sources:
    - title: The scheduler's loop
      url: https://github.com/sgl-project/sglang/blob/v0.5.23/python/sglang/srt/managers/scheduler.py#L2026-L2058
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tracecli.checking.lenient import Shape
from tracecli.checking.messages import name
from tracecli.problems import Place, Problem, Severity

# Where code hosts put the branch, after the scheme: GitHub and its raw host, GitLab anywhere (its /-/ is its mark),
# Gitea and Forgejo (branch/, which names no tag), Gitee, sourcehut, Bitbucket.
_HOSTS = (
    r"(?:www\.)?github\.com/[^/]+/[^/]+/(?:blob|tree|raw|blame)/",
    r"raw\.githubusercontent\.com/[^/]+/[^/]+/",
    r"[^/]+/.+?/-/(?:blob|tree|raw|blame)/",
    r"gitlab\.com/[^/]+/[^/]+/(?:blob|tree|raw|blame)/",
    r"[^/]+/[^/]+/[^/]+/(?:src|raw|blame)/branch/",
    r"gitee\.com/[^/]+/[^/]+/(?:blob|tree|raw|blame)/",
    r"git\.sr\.ht/[^/]+/[^/]+/(?:blob|tree|raw|blame)/",
    r"bitbucket\.org/[^/]+/[^/]+/(?:src|raw|annotate)/",
)
_MOVING = ("main", "master", "dev", "develop", "trunk", "HEAD", "latest", "release")
_REST = r"(?P<branch>(?:refs/heads/)?(?:main|master|dev|develop|trunk|HEAD|latest|release(?:/|%2F)[^/?#]+))(?=[/?#]|\Z)"


def check(shape: Shape) -> Iterator[Problem]:
    """Look for a branch in each link."""
    for source in shape.sources:
        url = source.url or ""
        found = re.match(rf"(?i:https?://(?:{'|'.join(_HOSTS)})){_REST}", url) if _may_move(url) else None
        if found:
            yield Problem(
                rule="unpinned-source",
                severity=Severity.WARNING,
                message=f"this link follows {name(found['branch'])}, which moves: link a tag or a commit",
                place=Place((*source.pointer, "url")),
            )


def _may_move(url: str) -> bool:
    """Rule most links out: the expression takes a millisecond to compile."""
    return any(f"/{branch}" in url for branch in _MOVING)
