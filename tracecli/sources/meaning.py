"""A source with what was found of it: the version and path that its link means, and what its lines should define."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tracecli.model import Source
from tracecli.sources.choosing import by_line, by_symbol
from tracecli.sources.citing import Citation, retitled
from tracecli.sources.definition import Definition
from tracecli.sources.looking import Look, Text, Unknown
from tracecli.sources.outline import Outline, outline
from tracecli.sources.roots import Roots
from tracecli.sources.verdicts import Judgement, LineRange, Verdict

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
    """A source that links to code.

    Attributes:
        index: Its place among the trace's sources, from 0.
        source: The source.
        citation: Its link, taken apart.
        revision: The version that the link cites.
        path: The path of the file in the repository.
        look: What the roots say of it.
        meant: What the lines should define, if the file could be read.
    """

    index: int
    source: Source
    citation: Citation
    revision: str
    path: str
    look: Look
    meant: Meant | None

    def judgement(self, verdict: Verdict, why: str, known: Known | None = None) -> Judgement:
        """Give a judgement of this source, with the link to cite from now on where that is known."""
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
