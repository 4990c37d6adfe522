"""Does a source hold at another version? What its lines define at the cited one is looked for there."""

from __future__ import annotations

from dataclasses import dataclass

from tracecli.sources.choosing import by_symbol, nearest
from tracecli.sources.definition import Definition
from tracecli.sources.looking import Gone, Text, Unknown
from tracecli.sources.meaning import Cited, Known, Meant, told
from tracecli.sources.outline import Outline, outline
from tracecli.sources.ranges import compare, whole
from tracecli.sources.roots import Roots
from tracecli.sources.verdicts import Judgement, LineRange, Verdict


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
    """Give the name of what the lines should define: by the cited version if it can be read, for it is exact."""
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
