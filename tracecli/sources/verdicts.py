"""What can be said of a source: a verdict, the lines it is about, and the problem that it becomes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

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
        """Give it as a link's fragment has it: `L12-L40`."""
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
    """What is true of one source.

    Attributes:
        index: Its place among the trace's sources, from 0.
        source: The source.
        verdict: What became of it.
        why: One sentence; may hold text of the trace or of the file as it stands.
        symbol: Dotted name of what the cited lines should define, where that is known.
        cited: The lines that the link cites, or None for a whole file.
        now: The lines to cite at the version that was looked at, or None where they are not known.
        at: The version that was looked at: the cited one, or the one asked about.
        changed: Whether the text of the definition differs from the cited version; None where both were not read.
        repinned: The link with the lines and the version that hold now; None where the link is right or none is known.
        retitled: The title with the version that holds now, where it names the old one.
        suggestion: A symbol's nearest name, when there is one.
        told: What checking has said already of a local file.
        read: What was read to say so: files of roots, and the local file.
    """

    index: int
    source: Source
    verdict: Verdict
    why: str
    symbol: str | None = None
    cited: LineRange | None = None
    now: LineRange | None = None
    at: str | None = None
    changed: bool | None = None
    repinned: str | None = None
    retitled: str | None = None
    suggestion: str | None = None
    told: Problem | None = None
    read: tuple[str, ...] = ()

    def problem(self) -> Problem | None:
        """Give what a report says of it, or None where all is well."""
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
        """Give what of the source the verdict is about."""
        named = self.verdict is Verdict.SYMBOL_GONE and self.source.symbol is not None
        return Place(("sources", self.index, "symbol" if named else "url" if self.source.url is not None else "file"))


def repins(judgements: Iterable[Judgement]) -> list[Problem]:
    """Give a problem for each link that should be written anew, also for one that only names an older version."""
    return [
        one.problem() or Problem("source-repin", Severity.NOTE, one.why, one.place(), fix=one.fix)
        for one in judgements
        if one.fix is not None
    ]
