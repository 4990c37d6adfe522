"""Are the cited lines still what the trace says? One judgement for each source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tracecli.model import Source
from tracecli.problems import Problem
from tracecli.sources.choosing import nearest
from tracecli.sources.citing import cite
from tracecli.sources.definition import Definition
from tracecli.sources.drifting import drifted
from tracecli.sources.looking import Gone, Local, Text, Unknown
from tracecli.sources.meaning import Cited, Known, cited, told
from tracecli.sources.outline import Outline
from tracecli.sources.ranges import compare, whole
from tracecli.sources.roots import Roots
from tracecli.sources.verdicts import Judgement, LineRange, Verdict

_OF_FILES = ("source-hash", "missing-source", "source-escapes")


def judge(
    sources: Sequence[Source],
    roots: Roots,
    *,
    at: str | None = None,
    local: Mapping[int, Local] | None = None,
    found: Sequence[Problem] = (),
) -> tuple[Judgement, ...]:
    """Judge every source, in order.

    Args:
        sources: The trace's sources.
        roots: Where cited code can be looked at.
        at: Ask whether links hold at this tag or commit instead of the one that they cite.
        local: What became of looking at local files, by the index of the source. One that is missing here was not
            looked at.
        found: What checking the document found; its words about local files are taken over.
    """
    looks = local or {}
    return tuple(
        _both(
            _link(index, source, roots, at) if source.url is not None else None,
            _file(index, source, looks.get(index), found) if source.file is not None else None,
        )
        for index, source in enumerate(sources)
    )


def _both(link: Judgement | None, file: Judgement | None) -> Judgement:
    """Judge a source by its link and its file; of one that names both, nothing is proven by one of them alone."""
    if link is None or file is None:
        return link or file  # type: ignore[return-value]  # a source names at least one
    if link.verdict not in (Verdict.EXACT, Verdict.PART):
        return link
    worse = link if file.verdict is Verdict.EXACT else file
    return replace(link, verdict=worse.verdict, why=worse.why, told=worse.told, read=(*link.read, *file.read))


def _file(index: int, source: Source, look: Local | None, found: Sequence[Problem]) -> Judgement:
    """Judge a local file by its hash; that it is there says nothing about what it holds."""
    about = [one for one in found if one.rule in _OF_FILES and one.place.pointer[:2] == ("sources", index)]
    told = about[0] if about else None
    if look is None or look.unread is not None:
        why = look.unread if look and look.unread else f"{source.file} was not looked at"
        return Judgement(index, source, Verdict.NOT_LOOKED, told.message if told else why, told=told)
    if source.sha256 is None or look.sha256 is None:
        why = f"not judged: {source.file} is there, and no sha256 says what it should hold"
        return Judgement(index, source, Verdict.UNKNOWN, why, told=told)
    read = (str(source.file),)
    if look.sha256 == source.sha256.lower():
        return Judgement(index, source, Verdict.EXACT, f"{source.file} has the sha256 that is pinned", read=read)
    why = f"{source.file} has changed since it was pinned: its sha256 is now {look.sha256}"
    return Judgement(index, source, Verdict.CHANGED, told.message if told else why, told=told, read=read)


def _link(index: int, source: Source, roots: Roots, at: str | None) -> Judgement:
    """Judge a link, and name what was read for it."""
    citation = cite(source.url or "")
    if citation is None:
        return Judgement(index, source, Verdict.NOT_LOOKED, "not looked at: the link leads to no file of a code host")
    one = cited(index, source, citation, roots)
    looks = [one.look] if at is None else [one.look, roots.look(citation, at, one.path)]
    read = tuple(look.name or one.path for look in looks if isinstance(look, Text))
    return replace(_at_home(one) if at is None else drifted(one, roots, at), read=read)


def _at_home(one: Cited) -> Judgement:
    """Judge a source at the version that it cites."""
    if isinstance(one.look, Gone):
        return one.judgement(Verdict.FILE_GONE, one.look.why)
    if isinstance(one.look, Unknown):
        return one.judgement(Verdict.NOT_LOOKED, f"not looked at: {one.look.why}")
    file, definition = one.meant or (None, None)
    if file is None or definition is None:
        return _without(one, file)
    if one.citation.lines is None:
        return one.judgement(Verdict.EXACT, f"{one.path} defines {definition.name}", Known(definition.name))
    return _lines(one, file, definition, one.citation.lines)


def _lines(one: Cited, file: Outline, definition: Definition, lines: LineRange) -> Judgement:
    single = one.citation.single
    verdict = compare(file, definition, lines, single=single, sure=one.source.symbol is not None)
    now = None
    if verdict not in (Verdict.EXACT, Verdict.PART):
        now = whole(definition, at_head=definition.head <= lines.first < definition.start, single=single)
    return one.judgement(verdict, told(verdict, definition, lines, now), Known(definition.name, now))


def _without(one: Cited, file: Outline | None) -> Judgement:
    """Judge a source whose file has no definition that could be meant."""
    symbol, lines = one.source.symbol, one.citation.lines
    if symbol is not None and file is not None:
        if file.doubt:
            return one.judgement(Verdict.UNKNOWN, f"not judged: {symbol} was not found, and {file.doubt}")
        near = nearest(file, symbol, one.path)
        return one.judgement(Verdict.SYMBOL_GONE, f"{one.path} defines no {symbol}", Known(suggestion=near))
    if lines is None or file is None:
        return one.judgement(Verdict.EXACT, f"{one.revision} has the file {one.path}")
    if lines.first > len(file.lines):
        return one.judgement(Verdict.MOVED, f"the link cites {lines}, and the file ends at line {len(file.lines)}")
    return one.judgement(Verdict.UNKNOWN, "not judged: no definition begins at the first cited line or encloses it")
