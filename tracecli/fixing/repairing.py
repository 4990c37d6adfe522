"""Problems that can be repaired → the repaired text, proven before it is given."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tracecli.fixing.edits import Claims, Edit, Refused, edited
from tracecli.fixing.intended import NowhereError, intended
from tracecli.fixing.planning import Planner
from tracecli.problems import Fix, Pointer, Problem
from tracecli.reading import Document, Limits, read_bytes

Check = Callable[[Document], Sequence[Problem]]

_ROUNDS = 8  # what one repair stands in the way of comes in the next round
_TRIES = 64  # readings of the whole document in a round, however many repairs don't hold
_LEAST_TRIES = 8
_READ = 20_000_000  # characters that all tries of a round read: a trace of 100,000 steps is not read 64 times
_AS_BEFORE = Limits(size=sys.maxsize, depth=sys.maxsize, expansion=sys.maxsize)  # it has been read under limits once


@dataclass(frozen=True, slots=True)
class Fixed:
    """A document after repairs.

    Attributes:
        text: The new text, without a byte order mark, like `Document.text`.
        applied: The problems that are repaired.
        left: Problems that have a repair which could not be made.
    """

    text: str
    applied: tuple[Problem, ...]
    left: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _Repair:
    """One repair and all problems that it solves."""

    fix: Fix
    edits: tuple[Edit, ...]
    problems: list[Problem]


def fixed(document: Document, problems: Sequence[Problem], check: Check | None = None) -> Fixed:
    """Make all safe repairs of a document.

    Of two at one place the first is made; with `check`, others follow on what it leaves, until nothing is left to do,
    so that a second run changes nothing. A repair is dropped when the new text, read again, does not have exactly the
    data that was meant, or when it brings a finding that was not there.

    Args:
        document: As read.
        problems: All of its problems, those without a repair too.
        check: Gives all problems of a document. Without it there is one round.
    """
    applied: list[Problem] = []
    for _ in range(_ROUNDS if check else 1):
        made, after = _round(document, problems, check)
        applied += [problem for repair in made for problem in repair.problems]
        if not made:
            break
        document = after
        done = set(map(id, applied))
        problems = check(after) if check else [problem for problem in problems if id(problem) not in done]
    return Fixed(document.text, tuple(applied), tuple(problem for problem in problems if problem.fix))


def replacements(document: Document, problems: Sequence[Problem]) -> list[tuple[Edit, ...]]:
    """Give for each problem the edits that repair it: proven ones, and none where there are none."""
    made, _ = _round(document, problems, None)
    edits = {id(problem): repair.edits for repair in made for problem in repair.problems}
    return [edits.get(id(problem), ()) for problem in problems]


def _round(document: Document, problems: Sequence[Problem], check: Check | None) -> tuple[list[_Repair], Document]:
    repairs = _repairs(document, problems) if document.readable else []
    if not repairs:
        return [], document
    known = Counter(problem.rule for problem in (problems if check else document.problems))
    proof = _Proof(document, lambda after: _brings_nothing(after, known, check))
    proof.add(repairs)
    return proof.sure, proof.after


def _repairs(document: Document, problems: Iterable[Problem]) -> list[_Repair]:
    """Give the repairs that don't get in each other's way; one that several problems ask for stands once."""
    asking = [(problem, problem.fix) for problem in problems if problem.fix]
    planner, claims = Planner(document, (fix for _, fix in asking)), Claims()
    found: dict[tuple[Pointer, ...], _Repair] = {}
    for problem, fix in asking:
        pointers = tuple(pointer for pointer, _ in fix.replace)
        same = found.get(pointers)
        if same and same.fix.replace == fix.replace:
            same.problems.append(problem)
            continue
        try:
            edits = planner.edits(fix)
        except Refused:
            continue
        if edits and claims.take(pointers, edits):
            found[pointers] = _Repair(fix, edits, [problem])
    return list(found.values())


class _Proof:
    """Finds the repairs that hold, together.

    Attributes:
        sure: Those that do.
        after: The document with them.
    """

    def __init__(self, document: Document, is_better: Callable[[Document], bool]) -> None:
        self.sure: list[_Repair] = []
        self.after = document
        self._document = document
        self._is_better = is_better
        self._tries = max(_LEAST_TRIES, min(_TRIES, _READ // max(1, len(document.text))))

    def add(self, more: Sequence[_Repair]) -> None:
        """Add as many as hold, by halves: one that does not hold costs a logarithm of the rest."""
        if not self._tries:
            return
        self._tries -= 1
        after = _after(self._document, [*self.sure, *more])
        if after and self._is_better(after):
            self.sure, self.after = [*self.sure, *more], after
        elif len(more) > 1:
            middle = len(more) // 2
            self.add(more[:middle])
            self.add(more[middle:])


def _after(document: Document, repairs: Sequence[_Repair]) -> Document | None:
    """Read the repaired text again; None when it does not say what was meant."""
    text = edited(document.text, (edit for repair in repairs for edit in repair.edits))
    try:
        meant = intended(document.data, (repair.fix for repair in repairs))
    except NowhereError:
        return None
    after = read_bytes(text.encode(), document.name, format=document.format, limits=_AS_BEFORE)
    return after if after.readable and after.data == meant else None


def _brings_nothing(after: Document, known: Counter[str], check: Check | None) -> bool:
    found = Counter(problem.rule for problem in (check(after) if check else after.problems))
    return all(found[rule] <= known[rule] for rule in found)
