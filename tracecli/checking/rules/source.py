"""Rules about sources: what is at a path, and whether a link still shows what the author saw."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tracecli.checking.lenient import Shape
from tracecli.checking.messages import name
from tracecli.checking.source_files import Escapes, Found, Missing, NotLooked
from tracecli.problems import Place, Problem, Severity
from tracecli.text import plural


def missing_source(shape: Shape) -> Iterator[Problem]:
    """missing-source (note): a source's file is not there.

    A source that can't be found can't be checked by anyone. The path counts from the trace's own folder. A trace from
    standard input or a git revision has no folder: one note says that its files were not looked at.

    Fails:

        sources:
        - title: Diagram by the author
          file: no-such-folder/diagram.svg

    Passes:

        sources:
        - title: Diagram by the author
          url: https://example.org/diagram.svg
    """
    unseen = 0
    for source in shape.sources:
        found = source.found
        if isinstance(found, Missing):
            message = f"{name(source.file or '')} was not read: {found.reason}"
            yield Problem("missing-source", Severity.NOTE, message, Place((*source.pointer, "file")))
        unseen += isinstance(found, NotLooked)
    if unseen:
        message = f"{plural(unseen, 'file')} named here {'was' if unseen == 1 else 'were'} not looked at: "
        message += "this trace does not come from a folder"
        yield Problem("missing-source", Severity.NOTE, message, Place(("sources",), "key"))


def source_hash(shape: Shape) -> Iterator[Problem]:
    """source-hash (error): a source's file is not the one that was pinned.

    'sha256' says exactly which bytes the trace was written from. When the file has changed, what the trace says of it
    may no longer hold: read it again, then pin it again.

    Fails:

        sources:
        - title: The licence
          file: LICENSE
          sha256: "0000000000000000000000000000000000000000000000000000000000000000"

    Passes:

        sources:
        - title: The licence
          file: LICENSE
    """
    for source in shape.sources:
        found = source.found
        if isinstance(found, Found) and found.sha256 and source.sha256 and found.sha256 != source.sha256.lower():
            yield Problem(
                rule="source-hash",
                severity=Severity.ERROR,
                message=f"{name(source.file or '')} has changed since it was pinned: its sha256 is now {found.sha256}",
                place=Place((*source.pointer, "sha256")),
                suggestion=found.sha256,
            )


def source_escapes(shape: Shape) -> Iterator[Problem]:
    """source-escapes (note): a source's path leaves the repository, so the file was not read.

    A trace that someone was sent must not read files of their machine when they check it. The repository around
    the trace is the border; without one, the trace's own folder. Such a path is refused unread. It is an error with
    'sha256', since that asks for the file to be read, and for an absolute path or one through a link, which mean
    something else on every machine.

    Fails:

        sources:
        - title: Ledger of versions
          file: /home/me/SOURCE.md

    Passes:

        sources:
        - title: Ledger of versions
          url: https://example.org/SOURCE.md
    """
    for source in shape.sources:
        found = source.found
        if not isinstance(found, Escapes):
            continue
        grave = found.absolute or found.through is not None or source.sha256 is not None
        if found.absolute:
            why = "is an absolute path, which means something else on every machine"
        else:
            way = f"through the link {name(found.through)} out" if found.through else "out"
            why = f"leads {way} of the repository (or, without one, out of the trace's folder)"
        yield Problem(
            rule="source-escapes",
            severity=Severity.ERROR if grave else Severity.NOTE,
            message=f"{name(source.file or '')} {why}: it was not read",
            place=Place((*source.pointer, "file")),
        )


# What moves, and what ends it. `release` alone is a folder or a tag; `tip` is what Mercurial calls it.
_MOVING = (
    r"(?P<branch>(?:refs/heads/)?(?:main|master|dev|develop|trunk|HEAD|latest|tip|release/[^/?#:;&]+))(?=[/?#:;&]|\Z)"
)
_RAW = r"(?:raw\.(?:githubusercontent|githack)\.com|rawcdn\.githack\.com|raw\.github[^/]*|[^/]*github[^/]*/raw)/"
_FOLDER = r"(?:(?!(?:blob|tree|raw|blame|src|-)/)[^/?#]+/)"
_QUERY = r"[^?#]*\?(?:[^#]*[&;])?"
# Where code hosts put the branch, after the scheme.
_PLACES = (
    rf"{_RAW}[^/]+/[^/]+/",  # GitHub's raw files, and those of GitHub Enterprise
    # GitHub, GitLab and Gitea, on any host
    rf"(?!{_RAW})[^/?#]+/(?:{_FOLDER}{{2,}}|[^/?#]+\.git/)(?:-/)?(?:blob|tree|raw|blame)/",
    rf"[^/?#]+/{_FOLDER}{{2}}(?:src|raw|blame|media)/branch/",  # Gitea, Forgejo, Codeberg; a tag is below tag/
    r"bitbucket\.org/[^/]+/[^/]+/(?:src|raw|annotate)/",
    rf"(?=[^?#]*/(?:projects|users)/){_QUERY}at=",  # Bitbucket Server
    r"[^?#]*/\+[a-z]*/",  # Gitiles: googlesource.com, source.chromium.org, cs.android.com
    rf"(?=[^?#]*/(?:tree|plain|blame)/)(?![^#]*[?&;]id=){_QUERY}h=",  # cgit: git.kernel.org; a commit in id= wins
    rf"{_QUERY}hb=",  # gitweb
    rf"(?=[^?#]*/_git/){_QUERY}version=GB",  # Azure DevOps: GB is a branch, GT a tag, GC a commit
    r"api\.github\.com/repos/[^?#]*\?(?:[^#]*&)?ref=",
    r"hg\.[^/]+/[^?#]*/(?:file|raw-file|annotate)/",  # Mercurial
    r"cdn\.(?:jsdelivr\.net|statically\.io)/(?:gh|gl|bb)/[^/]+/[^/@]+[@/]",
    r"(?:cdn\.jsdelivr\.net/npm|unpkg\.com|esm\.sh)/(?:@[^/@]+/)?[^/@?#]+@",
)
_DEFAULT = (  # cgit and Azure DevOps take the default branch where a link names no version
    r"https?://[^?#]*(?:\.git/(?:tree|plain|blame)/[^?#]+(?![^#]*[?&;](?:h|id)=)|/_git/[^?#]+\?(?=[^#]*path=)(?![^#]*version=))"
)
_LONGEST = 2000  # characters of a link that are looked at: some of these expressions go over them more than once
_MAY_MOVE = re.compile(
    r"[/=@B](?:main|master|dev|develop|trunk|HEAD|latest|tip|release|refs)(?:[/?#:;&%]|\Z)|\.git/|/_git/"
)


def unpinned_source(shape: Shape) -> Iterator[Problem]:
    """unpinned-source (warning): a link to code follows a branch, which moves.

    The lines that a trace cites are other lines next month when the link names 'main'. Link a tag or a commit. Only
    links to files of code hosts are judged, and only on main, master, dev, develop, trunk, HEAD, latest and release/*,
    or where a host shows the default branch because the link names no version.

    Fails:

        sources:
        - title: The scheduler's loop
          url: https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/managers/scheduler.py#L2026-L2058

    Passes:

        sources:
        - title: The scheduler's loop
          url: https://github.com/sgl-project/sglang/blob/v0.5.23/python/sglang/srt/managers/scheduler.py#L2026-L2058
    """
    for source in shape.sources:
        url = source.url or ""
        if not _MAY_MOVE.search(url):  # the other expressions take a millisecond to compile
            continue
        found = re.match(rf"(?i:https?://(?:{'|'.join(_PLACES)})){_MOVING}", re.sub("(?i)%2f", "/", url[:_LONGEST]))
        if found or re.match(_DEFAULT, url[:_LONGEST]):
            branch = name(found["branch"]) if found else "the default branch"
            yield Problem(
                rule="unpinned-source",
                severity=Severity.WARNING,
                message=f"this link follows {branch}, which moves: link a tag or a commit",
                place=Place((*source.pointer, "url")),
            )


# GitHub's L10C3-L20C5, GitLab's L10-20, Bitbucket's lines-10:20, cgit's n10.
_LINES = re.compile(r"(?:L|lines-|n)([0-9]+)(?:C[0-9]+)?(?:[-:]L?([0-9]+)(?:C[0-9]+)?)?\Z")


def bad_range(shape: Shape) -> Iterator[Problem]:
    """bad-range (error): a link cites lines that can't be: line 0, or an end before its start.

    Lines count from 1, and a range runs forwards. How many lines a range has never counts.

    Fails:

        sources:
        - title: The scheduler's loop
          url: https://github.com/sgl-project/sglang/blob/v0.5.23/python/sglang/srt/managers/scheduler.py#L2058-L2026

    Passes:

        sources:
        - title: The scheduler's loop
          url: https://github.com/sgl-project/sglang/blob/v0.5.23/python/sglang/srt/managers/scheduler.py#L2026-L2058
    """
    for source in shape.sources:
        cited = _LINES.match((source.url or "").partition("#")[2])
        if not cited:
            continue
        # Digits without leading zeros: there may be more of them than an int can be read from.
        first, last = cited[1].lstrip("0"), (cited[2] or cited[1]).lstrip("0")
        place = Place((*source.pointer, "url"))
        if not first or not last:
            message = "lines count from 1, and this link cites line 0"
            yield Problem("bad-range", Severity.ERROR, message, place)
        elif (len(last), last) < (len(first), first):
            message = f"the cited lines end ({last}) before they start ({first})"
            yield Problem("bad-range", Severity.ERROR, message, place)
