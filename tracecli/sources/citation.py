"""A link to code, taken apart, and what can be said of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple
from urllib.parse import quote, unquote

from tracecli.model import Source
from tracecli.problems import Fix, Place, Problem, Severity


class Verdict(StrEnum):
    """What became of a source."""

    EXACT = "exact"
    """The cited lines are the definition, no more and no less; or the whole file is cited, and it is as pinned.

    Said only by code that has read the file and compared.
    """
    PART = "part"
    """They lie inside the definition."""
    CUT_SHORT = "cut short"
    """They begin with the definition and end before it does."""
    WIDE = "wide"
    """They hold the definition and more."""
    MOVED = "moved"
    """The definition is at other lines."""
    SYMBOL_GONE = "symbol gone"
    FILE_GONE = "file gone"
    CHANGED = "changed"
    """A local file is not the one that its hash pins."""
    UNKNOWN = "can't tell"
    """It was read, and that does not decide it."""
    NOT_LOOKED = "not looked at"
    """It was not read: nobody said where it is, it may not be read, or it is not there."""

    @property
    def judged(self) -> bool:
        """Whether the source was read and something can be said of it."""
        return self not in (Verdict.UNKNOWN, Verdict.NOT_LOOKED)


class LineRange(NamedTuple):
    """Lines of a file, from 1, both ends included."""

    first: int
    last: int

    def __str__(self) -> str:
        """Return it as a link's fragment has it: `L12-L40`."""
        return f"L{self.first}-L{self.last}" if self.last > self.first else f"L{self.first}"


# Verdicts that become a problem; the others are as they should be.
_RULES: dict[Verdict, tuple[str, Severity]] = {
    Verdict.CUT_SHORT: ("source-cut-short", Severity.WARNING),
    Verdict.WIDE: ("source-wide", Severity.WARNING),
    Verdict.MOVED: ("source-moved", Severity.WARNING),
    Verdict.SYMBOL_GONE: ("source-symbol-gone", Severity.ERROR),
    Verdict.FILE_GONE: ("source-file-gone", Severity.ERROR),
    Verdict.UNKNOWN: ("source-unjudged", Severity.NOTE),
    Verdict.NOT_LOOKED: ("source-unjudged", Severity.NOTE),
}


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is true of one source."""

    index: int  # its place among the trace's sources, from 0
    source: Source  # the source
    verdict: Verdict  # what became of it
    why: str  # one sentence; may hold text of the trace or of the file as it stands
    symbol: str | None = None  # dotted name of what the cited lines should define, where that is known
    cited: LineRange | None = None  # the lines that the link cites, or None for a whole file
    # The lines to cite at the version that was looked at, or None where they are not known.
    now: LineRange | None = None
    at: str | None = None  # the version that was looked at: the cited one, or the one asked about
    # Whether the text of the definition differs from the cited version; None where both were not read.
    changed: bool | None = None
    # The link with the lines and the version that hold now; None where the link is right or none is known.
    repinned: str | None = None
    retitled: str | None = None  # the title with the version that holds now, where it names the old one
    suggestion: str | None = None  # A symbol's nearest name, when there is one
    told: Problem | None = None  # what checking has said already of a local file
    read: tuple[str, ...] = ()  # what was read to say so: files of roots, and the local file

    def problem(self) -> Problem | None:
        """Return what a report says of it, or None where all is well."""
        if self.told is not None or self.verdict not in _RULES:
            return self.told
        rule, severity = _RULES[self.verdict]
        return Problem(rule, severity, self.why, self.place(), suggestion=self.suggestion, fix=self.fix)

    @property
    def fix(self) -> Fix | None:
        """What to write so that link and title say what holds now."""
        if self.repinned is None:
            return None
        pointer = ("sources", self.index)
        titles = (((*pointer, "title"), self.retitled),) if self.retitled is not None else ()
        return Fix(f"cite {self.now or self.at}", (((*pointer, "url"), self.repinned), *titles))

    def place(self) -> Place:
        """Return what of the source the verdict is about."""
        named = self.verdict is Verdict.SYMBOL_GONE and self.source.symbol is not None
        return Place(("sources", self.index, "symbol" if named else "url" if self.source.url is not None else "file"))


def repins(judgements: Iterable[Judgement]) -> list[Problem]:
    """Return a problem for each link that should be written again, also for one that only names an older version."""
    return [
        one.problem() or Problem("source-repin", Severity.NOTE, one.why, one.place(), fix=one.fix)
        for one in judgements
        if one.fix is not None
    ]


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
    """What a link cites."""

    url: str  # the link
    repo: str  # `github.com/owner/name`
    rest: str  # what follows the repository: version and path, still percent-encoded
    start: int  # where `rest` begins in the link
    lines: LineRange | None  # the cited lines, or None for the whole file
    single: bool  # only one line is named, which marks a place and not a stretch

    def readings(self) -> Iterator[tuple[str, str]]:
        """Return the ways to split the rest into version and path, likeliest first; both decoded."""
        parts = self.rest.split("/")
        for length in range(1, min(len(parts), _SEGMENTS + 1)):
            yield unquote("/".join(parts[:length])), unquote("/".join(parts[length:]))

    def repinned(self, revision: str, wanted: str, lines: LineRange | None) -> str:
        """Return the link with another version and other lines, in the same style.

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
    """Return a title with another version where it names the old one: as a word, or as the start of a commit's hash."""
    title = re.sub(rf"(?<![\w.-]){re.escape(old)}(?![\w-]|\.\w)", lambda _: new, title)
    return _HASH.sub(lambda found: new if old.startswith(found[0]) else found[0], title)
