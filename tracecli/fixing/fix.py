"""Problems that can be repaired → the repaired text, proven before it is returned."""

from __future__ import annotations

import sys
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, cast

from tracecli.fixing.lists import Edit, Listing, Notation, NotByPositionError, changed, find_model
from tracecli.problems import Fix, Place, Pointer, Problem, Span
from tracecli.reading import Document, Limits, read_bytes
from tracecli.reading.document import Node
from tracecli.reading.yaml_text import Value

Check = Callable[[Document], Sequence[Problem]]

_ROUNDS = 8  # what another repair is in the way of comes in the next round
_TRIES = 64  # readings of the whole document in a round, however many repairs don't hold
_LEAST_TRIES = 8
_READ = 20_000_000  # characters that all tries of a round read: a trace of 100,000 steps is not read 64 times
_AS_BEFORE = Limits(size=sys.maxsize, depth=sys.maxsize, expansion=sys.maxsize)  # it has been read under limits once


@dataclass(frozen=True, slots=True)
class Fixed:
    """A document after repairs."""

    text: str  # the new text, without a byte order mark, like `Document.text`
    applied: tuple[Problem, ...]  # the problems that are repaired
    left: tuple[Problem, ...]  # problems that have a repair which could not be made


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
    """Return for each problem the edits that repair it: proven ones, and none where there are none."""
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
    """Return the repairs that don't get in each other's way; one that several problems ask for is there once."""
    asking = [(problem, problem.fix) for problem in problems if problem.fix]
    planner, claims = Planner(document, (fix for _, fix in asking)), Claims()
    found: dict[tuple[Pointer, ...], _Repair] = {}
    refused: dict[tuple[Pointer, ...], Fix] = {}  # a thousand names of one list may ask for one repair of it
    for problem, fix in asking:
        pointers = tuple(pointer for pointer, _ in fix.replace)
        if refused.get(pointers) == fix:
            continue
        same = found.get(pointers)
        if same and same.fix.replace == fix.replace:
            same.problems.append(problem)
            continue
        try:
            edits = planner.edits(fix)
        except NotByPositionError:
            edits = ()
        if edits and claims.take(pointers, edits):
            found[pointers] = _Repair(fix, edits, [problem])
        else:
            refused[pointers] = fix
    return list(found.values())


class Claims:
    """Which values and characters are taken: of two repairs at one place the first wins."""

    def __init__(self) -> None:
        """Begin with nothing taken."""
        self._values: set[Pointer] = set()
        self._holders: set[Pointer] = set()  # containers of taken values
        self._edits: list[Edit] = []  # in the order of the text

    def take(self, pointers: Sequence[Pointer], edits: Sequence[Edit]) -> bool:
        """Take all of it; or nothing, and return False, where any of it is taken."""
        for pointer in pointers:
            is_within = any(pointer[:length] in self._values for length in range(len(pointer) + 1))
            if is_within or pointer in self._holders:
                return False
        for edit in edits:
            at = bisect_left(self._edits, edit)
            if any(_overlap(edit, other) for other in self._edits[max(0, at - 1) : at + 1]):
                return False
        for pointer in pointers:
            self._values.add(pointer)
            self._holders.update(pointer[:length] for length in range(len(pointer)))
        for edit in edits:
            insort(self._edits, edit)
        return True


def _overlap(one: Edit, other: Edit) -> bool:
    return one.start == other.start or (one.start < other.end and other.start < one.end)


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
    parts: list[str] = []
    at = 0
    for edit in sorted(edit for repair in repairs for edit in repair.edits):
        parts += document.text[at : edit.start], edit.text
        at = edit.end
    text = "".join([*parts, document.text[at:]])
    try:
        fixes = (repair.fix for repair in repairs)
        meant = intended_with_aliases(document, fixes) if document.anchors else intended(document.data, fixes)
    except NowhereError:
        return None
    after = read_bytes(text.encode(), document.name, format=document.format, limits=_AS_BEFORE)
    return after if after.readable and after.data == meant else None


def _brings_nothing(after: Document, known: Counter[str], check: Check | None) -> bool:
    found = Counter(problem.rule for problem in (check(after) if check else after.problems))
    return all(found[rule] <= known[rule] for rule in found)


class NowhereError(Exception):
    """A pointer leads to nothing."""


def value_at(data: Any, pointer: Pointer) -> object:
    """Return the value at a pointer.

    Raises:
        NowhereError: There is none.
    """
    for part in pointer:
        in_mapping = isinstance(data, dict) and part in data
        in_list = isinstance(data, list) and isinstance(part, int) and 0 <= part < len(data)
        if not in_mapping and not in_list:
            raise NowhereError
        data = data[part]
    return cast("object", data)


def intended(data: object, fixes: Iterable[Fix]) -> object:
    """Return a document's data as repairs mean to have it; what does not change is shared, not copied.

    Raises:
        NowhereError: A repair is about a place that is not there.
    """
    holder = [data]
    copies: dict[Pointer, Any] = {}  # of the containers above new values, each made once: an alias shares the original
    for fix in fixes:
        for pointer, value in fix.replace:
            path = (0, *pointer)
            container: Any = holder
            for length, part in enumerate(path[:-1], 1):
                if path[:length] not in copies:
                    copies[path[:length]] = container[part] = copy(value_at(container, (part,)))
                container = copies[path[:length]]
            value_at(container, path[-1:])
            container[path[-1]] = value
    return holder[0]


def intended_with_aliases(document: Document, fixes: Iterable[Fix]) -> object:
    """Return the same for a document in which one place of the text may be several in the data: all of them change.

    Raises:
        NowhereError: A repair is about a place that is not there, or only about one of several that share a text.
    """
    top = document.find(())
    written: dict[int, object] = {}  # by node
    through_alias: dict[int, object] = {}
    for fix in fixes:
        for pointer, value in fix.replace:
            *above, node = way = list(top.way(pointer))
            if len(way) <= len(pointer):
                raise NowhereError
            (through_alias if any(one.anchor for one in above) else written)[id(node)] = value
    if any(node not in written or written[node] != value for node, value in through_alias.items()):
        raise NowhereError
    return _rewritten(top, document.data, written)


def _rewritten(node: Node, data: Any, made: dict[int, object]) -> object:
    """Return the data of a node; what is made already, by node, is not made again."""
    if id(node) in made:
        return made[id(node)]
    if node.anchor:
        return _rewritten(node.anchor, data, made)
    if isinstance(node.below, Mapping):
        data = {key: _rewritten(child, data[key], made) for key, child in node.below.items()}
    elif node.below is not None:
        data = [_rewritten(child, data[index], made) for index, child in enumerate(node.below)]
    made[id(node)] = data
    return cast("object", data)


class Planner:
    """Turns repairs of one document into edits; looks all places up in one pass."""

    def __init__(self, document: Document, fixes: Iterable[Fix]) -> None:
        """Look up what the repairs need."""
        self._document = document
        self._notation = Notation(document)
        self._models: dict[str | int, Listing | None] = {}
        pointers = dict.fromkeys(pointer for fix in fixes for pointer, _ in fix.replace)
        self._spans = document.spans(place for pointer in pointers for place in self._places(pointer))

    def _places(self, pointer: Pointer) -> Iterator[Place]:
        yield from (Place(pointer[:length]) for length in range(len(pointer) + 1))
        yield Place(pointer, "key")
        try:
            value = value_at(self._document.data, pointer)
        except NowhereError:
            return
        if isinstance(value, list):
            yield from (Place((*pointer, index)) for index in range(len(value)))
        elif isinstance(value, dict):
            yield from (Place((*pointer, key), "key") for key in value)

    def edits(self, fix: Fix) -> tuple[Edit, ...]:
        """Return the edits of a repair, in the order of the text.

        Raises:
            NotByPositionError: It can't be made by position.
        """
        edits: list[Edit] = []
        for pointer, new in fix.replace:
            try:
                old = value_at(self._document.data, pointer)
            except NowhereError as error:
                raise NotByPositionError from error
            if isinstance(old, list) and isinstance(new, list):
                edits += self._list_edits(pointer, [*map(_plain, old)], [*map(_plain, new)])
            elif isinstance(old, dict) and isinstance(new, dict):
                edits += self._key_edits(pointer, old, new)
            else:
                edits.append(self._scalar_edit(pointer, _plain(old), _plain(new)))
        row = sorted(set(edits))
        if any(_overlap(one, other) for one, other in pairwise(row)):
            raise NotByPositionError
        return tuple(row)

    def _scalar_edit(self, pointer: Pointer, old: Value, new: Value) -> Edit:
        text, span = self._document.text, self._spans[Place(pointer)]
        like = text[span.start : span.end]
        if old is None and not like:
            raise NotByPositionError  # nothing is written there, and so nothing shows where a value may begin
        return Edit(span.start, span.end, self._notation.written(new, like, flow=self._in_brackets(pointer)))

    def _key_edits(self, pointer: Pointer, old: dict[str, Any], new: dict[str, Any]) -> Iterator[Edit]:
        """Rename keys of a mapping; its values and their order have to stay."""
        if len(old) != len(new) or any(one is not other for one, other in zip(old.values(), new.values(), strict=True)):
            raise NotByPositionError
        for key, name in zip(old, new, strict=True):
            if key != name:
                start, end = self._spans[Place((*pointer, key), "key")]
                like = self._document.text[start:end]
                yield Edit(start, end, self._notation.written(name, like, flow=self._in_brackets((*pointer, key))))

    def _in_brackets(self, pointer: Pointer) -> bool:
        containers = (self._spans[Place(pointer[:length])] for length in range(len(pointer)))
        return any(self._document.text[container.start] in "[{" for container in containers)

    def _list_edits(self, pointer: Pointer, old: Sequence[Value], new: Sequence[Value]) -> list[Edit]:
        model = None
        if not old:
            key = pointer[-1] if pointer else 0
            if key not in self._models:
                found = find_model(self._document.data, key)
                places = [Place(found), Place(found, "key"), Place((*found, 0))] if found is not None else []
                self._models[key] = self._listing(self._document.spans(places), found, 1) if found is not None else None
            model = self._models[key]
        return changed(self._listing(self._spans, pointer, len(old)), old, new, model)

    def _listing(self, spans: dict[Place, Span], pointer: Pointer, length: int) -> Listing:
        span, key = spans[Place(pointer)], spans[Place(pointer, "key")]
        entries = [spans[Place((*pointer, index))] for index in range(length)]
        return Listing(self._notation, span, entries, None if key == span else key)


def _plain(value: object) -> Value:
    if isinstance(value, (dict, list)):
        raise NotByPositionError
    return cast("Value", value)
