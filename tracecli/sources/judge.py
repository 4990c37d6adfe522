"""Are the cited lines still what the trace says? One judgement for each source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tracecli.model import Source
from tracecli.problems import Problem
from tracecli.sources.archive import Gone, Local, Look, Text, Unknown
from tracecli.sources.citation import Citation, Judgement, LineRange, Verdict, cite, retitled
from tracecli.sources.outline import Definition, Outline, by_line, by_symbol, compare, nearest, outline, whole
from tracecli.sources.roots import Roots

_CITABLE = frozenset({Verdict.EXACT, Verdict.PART, Verdict.CUT_SHORT, Verdict.WIDE, Verdict.MOVED})


class Known(NamedTuple):
    """What is known beside a verdict; each as the attribute of `Judgement`."""

    symbol: str | None = None
    now: LineRange | None = None
    at: str | None = None
    changed: bool | None = None
    suggestion: str | None = None


class Meant(NamedTuple):
    """A file that could be read, and the definition meant; None when the file has none that could be."""

    file: Outline
    one: Definition | None


@dataclass(frozen=True, slots=True)
class Cited:
    """A source that links to code."""

    index: int  # its place among the trace's sources, from 0
    source: Source  # the source
    citation: Citation  # its link, taken apart
    revision: str  # the version that the link cites
    path: str  # the path of the file in the repository
    look: Look  # what the roots say of it
    meant: Meant | None  # what the lines should define, if the file could be read

    def judgement(self, verdict: Verdict, why: str, known: Known | None = None) -> Judgement:
        """Return a judgement of this source, with the link to cite from now on where that is known."""
        about = known or Known()
        at = about.at or self.revision
        link = self.citation.url
        if verdict in _CITABLE and (about.now is not None or verdict is not Verdict.MOVED):
            link = self.citation.repinned(self.revision, at, about.now or self.citation.lines)
        new = link if link != self.citation.url else None
        title = retitled(self.source.title, self.revision, at)
        return Judgement(
            index=self.index,
            source=self.source,
            verdict=verdict,
            why=why,
            symbol=about.symbol or self.source.symbol,
            cited=self.citation.lines,
            now=about.now,
            at=at,
            changed=about.changed,
            repinned=new,
            retitled=title if new and title != self.source.title else None,
            suggestion=about.suggestion,
        )


def cited(index: int, source: Source, citation: Citation, roots: Roots) -> Cited:
    """Find the version and the path that a link means, and what its lines should define."""
    looks = [(revision, path, roots.look(citation, revision, path)) for revision, path in citation.readings()]
    known = [one for one in looks if not isinstance(one[2], Unknown)] or looks
    revision, path, look = next((one for one in known if isinstance(one[2], Text)), known[0])
    return Cited(index, source, citation, revision, path, look, _meant(source, citation.lines, path, look))


def _meant(source: Source, lines: LineRange | None, path: str, look: Look) -> Meant | None:
    if not isinstance(look, Text):
        return None
    file = outline(path, look.text)
    if source.symbol is not None:
        return Meant(file, by_symbol(file, source.symbol, path, source.title, lines))
    return Meant(file, by_line(file, lines, source.title) if lines else None)


def told(verdict: Verdict, one: Definition, lines: LineRange, now: LineRange | None) -> str:
    """Say what cited lines are to a definition, in a sentence without its version."""
    full = LineRange(one.start, one.end)
    match verdict:
        case Verdict.EXACT:
            return f"{lines} is {one.name}"
        case Verdict.PART:
            return f"{now or lines} is a part of {one.name}, {full}"
        case Verdict.CUT_SHORT:
            return f"{lines} ends before {one.name} does, at line {one.end}: cite {now}"
        case Verdict.WIDE:
            return f"{lines} goes beyond {one.name}: cite {now}"
        case _:
            return f"{one.name} is at {now}, and the link cites {lines}"


def drifted(one: Cited, roots: Roots, at: str) -> Judgement:
    """Judge a source at a version that it does not cite."""
    look = roots.look(one.citation, at, one.path)
    if isinstance(look, Gone):
        return one.judgement(Verdict.FILE_GONE, look.why, Known(at=at))
    if isinstance(look, Unknown):
        return one.judgement(Verdict.NOT_LOOKED, f"not looked at: {look.why}", Known(at=at))
    file = outline(one.path, look.text)
    name = _name(one)
    if name is None:
        return _nameless(one, look, at)
    there = by_symbol(file, name, one.path, one.source.title, one.citation.lines)
    if there is None:
        return _gone(one, file, name, at)
    if one.citation.lines is None:
        changed = _changed(one.meant, file, there)
        known = Known(there.name, at=at, changed=changed)
        return one.judgement(Verdict.EXACT, f"at {at}, {one.path} defines {there.name}", known)
    return _Drift(one, file, there, one.citation.lines, at).judgement()


def _changed(meant: Meant | None, file: Outline, there: Definition) -> bool | None:
    """Compare the text of a definition; None where the cited version was not read, or lacks it."""
    if meant is None or meant.one is None:
        return None
    return meant.file.text(meant.one.head, meant.one.end) != file.text(there.head, there.end)


def _name(one: Cited) -> str | None:
    """Return the name of what the lines should define: by the cited version if it can be read, for it is exact."""
    if one.meant is not None and one.meant.one is not None:
        return one.meant.one.name
    return one.source.symbol


def _nameless(one: Cited, there: Text, at: str) -> Judgement:
    lines, cited = one.citation.lines, one.look
    if lines is None and isinstance(cited, Text):
        changed = cited.text != there.text
        text = "another text than" if changed else "the same text as"
        known = Known(at=at, changed=changed)
        return one.judgement(Verdict.EXACT, f"at {at}, {one.path} is there, with {text} at {one.revision}", known)
    if isinstance(cited, Text):
        why = f"no definition begins at line {lines.first if lines else 1} of {one.revision} or encloses it"
    else:
        what = "the lines should define" if lines else "the file held"
        why = f"only {one.revision} tells what {what}, and {cited.why}"
    return one.judgement(Verdict.UNKNOWN, f"not judged: {why}", Known(at=at))


def _gone(one: Cited, file: Outline, name: str, at: str) -> Judgement:
    if file.doubt:
        why = f"not judged: {name} was not found at {at}, and {file.doubt}"
        return one.judgement(Verdict.UNKNOWN, why, Known(at=at))
    known = Known(name, at=at, suggestion=nearest(file, name, one.path))
    return one.judgement(Verdict.SYMBOL_GONE, f"at {at}, {one.path} defines no {name}", known)


@dataclass(frozen=True, slots=True)
class _Drift:
    """A definition that the other version has too."""

    one: Cited
    file: Outline
    there: Definition
    lines: LineRange
    at: str

    def judgement(self) -> Judgement:
        meant, single = self.one.meant, self.one.citation.single
        if meant is None or meant.one is None:
            verdict = compare(self.file, self.there, self.lines, single=single, sure=True)
            return self._told(verdict, at_head=False)
        sure = self.one.source.symbol is not None
        was = compare(meant.file, meant.one, self.lines, single=single, sure=sure)
        if was is Verdict.PART:
            return self._part(meant)
        at_head = meant.one.head <= self.lines.first < meant.one.start
        return self._told(self._since(was, meant.one), at_head=at_head, changed=_changed(meant, self.file, self.there))

    def _since(self, was: Verdict, before: Definition) -> Verdict:
        """Compare the places of a definition that was cited from its beginning."""
        if (before.head, before.start) != (self.there.head, self.there.start):
            return Verdict.MOVED
        if before.end == self.there.end or self.one.citation.single or was is Verdict.MOVED:
            return was
        if self.lines.last == self.there.end:
            return Verdict.EXACT
        return Verdict.CUT_SHORT if self.lines.last < self.there.end else Verdict.WIDE

    def _told(self, verdict: Verdict, *, at_head: bool, changed: bool | None = None) -> Judgement:
        now = None
        if verdict not in (Verdict.EXACT, Verdict.PART):
            now = whole(self.there, at_head=at_head, single=self.one.citation.single)
        why = f"at {self.at}, {told(verdict, self.there, self.lines, now)}"
        return self.one.judgement(verdict, why, Known(self.there.name, now, self.at, changed))

    def _part(self, meant: Meant) -> Judgement:
        """Look for the cited lines inside the definition, word for word."""
        name = self.there.name
        now = self._place(meant.file.lines[self.lines.first - 1 : self.lines.last])
        known = Known(name, now, self.at, _changed(meant, self.file, self.there))
        if now is None:
            full = LineRange(self.there.start, self.there.end)
            why = f"not judged: at {self.at}, the cited part of {name} has other words; all of it is {full}"
            return self.one.judgement(Verdict.UNKNOWN, why, known)
        if now == self.lines:
            why = f"at {self.at}, {told(Verdict.PART, self.there, self.lines, now)}"
            return self.one.judgement(Verdict.PART, why, known)
        why = f"at {self.at}, this part of {name} is at {now}, and the link cites {self.lines}"
        return self.one.judgement(Verdict.MOVED, why, known)

    def _place(self, block: tuple[str, ...]) -> LineRange | None:
        lines, length = self.file.lines, len(block)
        found = [
            LineRange(first, first + length - 1)
            for first in range(self.there.head, self.there.end - length + 2)
            if lines[first - 1] == block[0] and lines[first - 1 : first - 1 + length] == block
        ]
        return min(found, key=lambda place: abs(place.first - self.lines.first), default=None)


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
