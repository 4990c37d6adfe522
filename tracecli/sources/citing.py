"""A link to code, taken apart: repository, version, path and lines; and put together again for another version."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote

from tracecli.sources.verdicts import LineRange

# Where code hosts put repository and version. What follows is VERSION/PATH; only the host knows how many segments of it
# are the version, since a tag may hold slashes.
_HOSTS = tuple(
    re.compile(rf"[Hh][Tt][Tt][Pp][Ss]?://{pattern}")
    for pattern in (
        r"(?:www\.)?(?P<host>github\.com)/(?P<repo>[^/]+/[^/]+)/(?:blob|raw|blame)/(?:refs/(?:tags|heads)/)?",
        r"raw\.(?P<host>github)usercontent\.com/(?P<repo>[^/]+/[^/]+)/(?:refs/(?:tags|heads)/)?",
        r"(?P<host>[^/]+)/(?P<repo>.+?)/-/(?:blob|raw|blame)/",
        r"(?P<host>(?:gitee|gitlab)\.com)/(?P<repo>[^/]+/[^/]+)/(?:blob|raw|blame)/",
        r"(?P<host>[^/]+)/(?P<repo>[^/]+/[^/]+)/(?:src|raw|blame)/(?:tag|commit|branch)/",
        r"(?P<host>bitbucket\.org)/(?P<repo>[^/]+/[^/]+)/(?:src|raw|annotate)/",
    )
)
# GitHub's L10C3-L20C5, GitLab's L10-20, Bitbucket's lines-10:20, cgit's n10.
_LINES = re.compile(
    r"(?P<a>L)(?P<first>[0-9]{1,9})(?:C[0-9]+)?(?:(?P<b>-L?)(?P<last>[0-9]{1,9})(?:C[0-9]+)?)?\Z"
    r"|(?P<c>lines-)(?P<from>[0-9]{1,9})(?:(?P<d>:)(?P<to>[0-9]{1,9}))?\Z"
    r"|(?P<e>n)(?P<one>[0-9]{1,9})\Z"
)
_HASH = re.compile(r"\b[0-9a-f]{7,40}\b")
_SEGMENTS = 4  # a version of more segments is not looked for


@dataclass(frozen=True, slots=True)
class Citation:
    """What a link cites.

    Attributes:
        url: The link.
        repo: `github.com/owner/name`.
        rest: What follows the repository: version and path, still percent-encoded.
        start: Where `rest` begins in the link.
        lines: The cited lines, or None for the whole file.
        single: Only one line is named, which marks a place and not a stretch.
    """

    url: str
    repo: str
    rest: str
    start: int
    lines: LineRange | None
    single: bool

    def readings(self) -> Iterator[tuple[str, str]]:
        """Give the ways to split the rest into version and path, likeliest first; both decoded."""
        parts = self.rest.split("/")
        for length in range(1, min(len(parts), _SEGMENTS + 1)):
            yield unquote("/".join(parts[:length])), unquote("/".join(parts[length:]))

    def repinned(self, revision: str, wanted: str, lines: LineRange | None) -> str:
        """Give the link with another version and other lines, in the same style.

        Args:
            revision: The version in the link, decoded, as `readings` gave it.
            wanted: The version to cite.
            lines: The lines to cite; without them the fragment stays.
        """
        length = revision.count("/") + 1
        path = "/".join(self.rest.split("/")[length:])
        end = self.start + len(self.rest)
        written = self.rest if wanted == revision else f"{quote(wanted, safe='/+@')}/{path}"
        tail = self.url[end:]
        if lines is not None and self.lines is not None:
            head, _, fragment = tail.partition("#")
            tail = f"{head}#{_fragment(fragment, lines)}"
        return f"{self.url[: self.start]}{written}{tail}"


def cite(url: str) -> Citation | None:
    """Take a link apart; None when it does not lead to a file of a code host."""
    bare, _, fragment = url.partition("#")
    bare = bare.partition("?")[0]
    for host in _HOSTS:
        found = host.match(bare)
        if found and "/" in bare[found.end() :].strip("/"):
            lines, single = _cited(fragment)
            name = found["host"].lower()
            repo = f"{'github.com' if name == 'github' else name}/{found['repo'].removesuffix('.git')}"
            return Citation(url, repo, bare[found.end() :], found.end(), lines, single)
    return None


def _cited(fragment: str) -> tuple[LineRange | None, bool]:
    found = _LINES.match(fragment)
    if not found:
        return None, False
    first = int(found["first"] or found["from"] or found["one"])
    last = found["last"] or found["to"]
    if first < 1 or (last and int(last) < first):
        return None, False  # bad-range says so
    return LineRange(first, int(last or first)), last is None


def _fragment(old: str, lines: LineRange) -> str:
    found = _LINES.match(old)
    if not found:
        return str(lines)
    mark = found["a"] or found["c"] or found["e"]
    joint = found["b"] or found["d"]
    return f"{mark}{lines.first}{joint}{lines.last}" if joint else f"{mark}{lines.first}"


def retitled(title: str, old: str, new: str) -> str:
    """Give a title with another version where it names the old one: as a word, or as the start of a commit's hash."""
    title = re.sub(rf"(?<![\w.-]){re.escape(old)}(?![\w-]|\.\w)", lambda _: new, title)
    return _HASH.sub(lambda found: new if old.startswith(found[0]) else found[0], title)
