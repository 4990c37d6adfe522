"""Are the cited lines still what the trace says? One judgement for each source."""

from __future__ import annotations

from collections.abc import Sequence

from tracecli.model import Source
from tracecli.problems import Problem
from tracecli.sources.choosing import nearest
from tracecli.sources.citing import cite
from tracecli.sources.definition import Definition
from tracecli.sources.drifting import drifted
from tracecli.sources.looking import Gone, Unknown
from tracecli.sources.meaning import Cited, Known, cited, told
from tracecli.sources.outline import Outline
from tracecli.sources.ranges import compare, whole
from tracecli.sources.roots import Roots
from tracecli.sources.verdicts import Judgement, LineRange, Verdict

_OF_FILES = ("source-hash", "missing-source", "source-escapes")


def judge(
    sources: Sequence[Source], roots: Roots, *, at: str | None = None, found: Sequence[Problem] = ()
) -> tuple[Judgement, ...]:
    """Judge every source, in order.

    Args:
        sources: The trace's sources.
        roots: Where cited code can be looked at.
        at: Ask whether links hold at this tag or commit instead of the one that they cite.
        found: What checking the document found; what it says of local files is taken over.
    """
    return tuple(_judged(index, source, roots, at, found) for index, source in enumerate(sources))


def _judged(index: int, source: Source, roots: Roots, at: str | None, found: Sequence[Problem]) -> Judgement:
    if source.url is None:
        return _local(index, source, found)
    citation = cite(source.url)
    if citation is None:
        return Judgement(index, source, Verdict.UNKNOWN, "not judged: the link leads to no file of a code host")
    one = cited(index, source, citation, roots)
    return _at_home(one) if at is None else drifted(one, roots, at)


def _local(index: int, source: Source, found: Sequence[Problem]) -> Judgement:
    """Take over what checking says of a local file: that its hash differs, or why nobody looked."""
    for one in found:
        if one.rule in _OF_FILES and one.place.pointer[:2] == ("sources", index):
            verdict = Verdict.CHANGED if one.rule == "source-hash" else Verdict.UNKNOWN
            return Judgement(index, source, verdict, one.message, told=one)
    return Judgement(
        index, source, Verdict.EXACT, "the file is the one pinned" if source.sha256 else "the file is there"
    )


def _at_home(one: Cited) -> Judgement:
    """Judge a source at the version that it cites."""
    if isinstance(one.look, Gone):
        return one.judgement(Verdict.FILE_GONE, one.look.why)
    if isinstance(one.look, Unknown):
        return one.judgement(Verdict.UNKNOWN, f"not judged: {one.look.why}")
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
        return one.judgement(Verdict.EXACT, "the file is there")
    if lines.first > len(file.lines):
        return one.judgement(Verdict.MOVED, f"the link cites {lines}, and the file ends at line {len(file.lines)}")
    return one.judgement(Verdict.UNKNOWN, "not judged: no definition begins at the first cited line or encloses it")
