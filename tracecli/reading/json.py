"""JSON text → data, positions and problems."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple, cast

from tracecli.problems import Part, Place, Pointer, Problem, Severity, Span
from tracecli.reading.document import Finder, Limits, Loaded, Spot, broken, collector_paused
from tracecli.reading.messages import Unread, doubled_key, fault, out_of_reach, real, too_deep, too_many, whole

_BLANKS = re.compile(r"[ \t\n\r]*+")
_TO_BRACKET = re.compile(r'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+")*+([\[\]{}])', re.DOTALL)


def skip_blanks(text: str, at: int) -> int:
    """Return the offset of the next character that is no blank, or of the end."""
    found = _BLANKS.match(text, at)
    return found.end() if found else at


def brackets(text: str, end: int | None = None) -> Iterator[int]:
    """Return the offsets of all brackets that are not in strings, up to `end` or to a string that has no end."""
    stop = len(text) if end is None else end
    at = 0
    while found := _TO_BRACKET.match(text, at, stop):
        at = found.end()
        yield at - 1


# Looks up many pointers in one pass: only containers that hold a wanted value are walked here, and everything else is
# skipped by the standard decoder at the speed of C.

_decode = json.JSONDecoder(parse_int=float).raw_decode  # float takes any number of digits

_SURROGATES = re.compile("[\ud800-\udfff]")


def mend(text: str) -> str:
    """Put U+FFFD for halves of surrogate pairs, which no UTF-8 can hold; give the same object if there are none."""
    return text if text.isascii() or not _SURROGATES.search(text) else _SURROGATES.sub("\ufffd", text)


class _Wanted:
    """A value that is looked for, or that something looked for is in."""

    __slots__ = ("children", "key", "round", "seen", "value")

    def __init__(self) -> None:
        self.children: dict[str | int, _Wanted] = {}
        self.key: Span | None = None
        self.value: Span | None = None
        self.round = 0  # grows with each visit, for a key that is there twice: only what the last visit saw counts
        self.seen = 0  # the round of the parent in which this was found


class _Frame(NamedTuple):
    """A container that is being walked."""

    wanted: _Wanted
    start: int
    numbers: Iterator[int]


def find_places(text: str, pointers: Iterable[Pointer], *, numbered: bool = False) -> dict[Pointer, Spot]:
    """Return the spots of those pointers that exist, and of the containers above them.

    Args:
        text: Good JSON.
        pointers: What to look for, in any order.
        numbered: Whether the pointers count the members of objects, from 0, instead of naming them: with that a key
            that is there twice has two places.
    """
    top = _Wanted()
    for pointer in pointers:
        node = top
        for part in pointer:
            node = node.children.setdefault(part, _Wanted())
    with collector_paused():
        _Walk(text, numbered=numbered).run(top)
    return dict(_spots(top))


def _spots(top: _Wanted) -> Iterator[tuple[Pointer, Spot]]:
    stack: list[tuple[Pointer, _Wanted]] = [((), top)]
    while stack:
        pointer, node = stack.pop()
        if node.value:
            yield pointer, Spot(node.value, node.key)
        below = node.children.items()
        stack += [((*pointer, part), child) for part, child in below if child.seen and child.seen == node.round]


class _Walk:
    """One pass over a text."""

    def __init__(self, text: str, *, numbered: bool) -> None:
        self._text = text
        self._numbered = numbered
        self._frames: list[_Frame] = []

    def run(self, top: _Wanted) -> None:
        """Fill in the places of all that is wanted."""
        at = self._enter(top, skip_blanks(self._text, 0))
        while self._frames:
            frame = self._frames[-1]
            node, at = self._next_wanted(frame, at)
            if node:
                at = self._enter(node, at)
            else:
                frame.wanted.value = Span(frame.start, at + 1)
                at = skip_blanks(self._text, at + 1)
                self._frames.pop()

    def _enter(self, node: _Wanted, at: int) -> int:
        """Begin a value, and give where to go on: in it, if something in it is wanted, else behind it."""
        node.round += 1
        if node.children and self._text[at] in "[{":
            self._frames.append(_Frame(node, at, iter(range(len(self._text)))))
            return skip_blanks(self._text, at + 1)
        end = _decode(self._text, at)[1]
        node.value = Span(at, end)
        return skip_blanks(self._text, end)

    def _next_wanted(self, frame: _Frame, at: int) -> tuple[_Wanted | None, int]:
        """Skip members that nobody asked for. Return the next that is wanted and its start, or None and the bracket."""
        text = self._text
        named = text[frame.start] == "{"
        while text[at] not in "]}":
            if text[at] == ",":
                at = skip_blanks(text, at + 1)
            part: str | int = next(frame.numbers)
            key = None
            if named:
                name, end = _decode(text, at)
                key, at = (at, end), skip_blanks(text, skip_blanks(text, end) + 1)
                part = part if self._numbered else mend(name)
            if node := frame.wanted.children.get(part):
                node.seen = frame.wanted.round
                node.key = Span(*key) if key else None
                return node, at
            at = skip_blanks(text, _decode(text, at)[1])
        return None, at


# The data is walked, not the text. A *trail* counts the members of objects instead of naming them, so that it can lead
# to a value that a second key of the same name has hidden, and so that trails sort in the order of the text.

Members = list[tuple[str, object]]
Doubled = Mapping[int, tuple[dict[str, object], Members]]

_HALF = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F]..)|.)", re.DOTALL)
_CONSTANTS = {"NaN", "Infinity", "-Infinity"}


class _Flaw(NamedTuple):
    """Where something is wrong, and the string, key or number that is; for a second key, the first one's trail."""

    trail: Pointer
    pointer: Pointer
    part: Part
    what: str
    first: Pointer | None = None


def flaws(text: str, data: object, doubled: Doubled, most: int, *, halves: bool) -> tuple[object, tuple[Problem, ...]]:
    """Return the data with stand-ins for what can't be kept, and what is wrong, in the order of the text.

    With more than `most` problems, the walk has ended early and the data is not to be used.

    Args:
        text: The JSON.
        data: What it holds; changed in place.
        doubled: Objects with a key twice, by identity, with all their members.
        most: How many problems to list; one more is given if there are more.
        halves: Whether some string holds half of a surrogate pair.
    """
    holder = [data]  # one more level, so that a value at the top has a container too
    with collector_paused():
        found = sorted(islice(_walk(holder, doubled, halves=halves), most + 1), key=lambda flaw: flaw.trail)
    trails = [flaw.trail[1:] for flaw in found] + [flaw.first[1:] for flaw in found if flaw.first]
    spots = find_places(text, trails, numbered=True)
    return holder[0], tuple(_problem(text, flaw, spots) for flaw in found)


def _walk(holder: list[object], doubled: Doubled, *, halves: bool) -> Iterator[_Flaw]:
    """Go through all containers, and put stand-ins where they are needed."""
    stack: list[tuple[Pointer, Pointer, Any]] = [((), (), holder)]
    while stack:
        trail, pointer, container = stack.pop()
        members = _members(container, doubled)
        if isinstance(container, dict) and (halves or id(container) in doubled):
            yield from _keys(trail, pointer, [key for key, _ in members])
        below = []
        for number, (part, value) in enumerate(members):
            kind = type(value)
            if kind is dict or kind is list:
                below.append(((*trail, number), (*pointer, _mended(part)), value))
            elif kind is Unread or (halves and kind is str and mend(cast("str", value)) is not value):
                yield _Flaw((*trail, number), (*pointer, _mended(part)), "value", cast("str", value))
                if container[part] is value:  # else a second key has hidden it
                    container[part] = _stand_in(cast("str", value))
        if halves:
            _mend_keys(container)
        stack += reversed(below)


def _members(container: Any, doubled: Doubled) -> Iterable[tuple[Any, object]]:
    if isinstance(container, list):
        return enumerate(container)
    return doubled[id(container)][1] if id(container) in doubled else container.items()


def _keys(trail: Pointer, pointer: Pointer, keys: list[str]) -> Iterator[_Flaw]:
    first: dict[str, int] = {}
    for number, key in enumerate(keys):
        if first.setdefault(key, number) != number:
            yield _Flaw((*trail, number), (*pointer, mend(key)), "key", key, (*trail, first[key]))
        if mend(key) is not key:
            yield _Flaw((*trail, number), (*pointer, mend(key)), "key", key)


def _mend_keys(container: Any) -> None:
    if isinstance(container, dict) and any(mend(key) is not key for key in container):
        mended = {mend(key): value for key, value in container.items()}
        container.clear()
        container.update(mended)


def _mended(part: str | int) -> str | int:
    return mend(part) if isinstance(part, str) else part


def _stand_in(value: str) -> str:
    return str(value) if isinstance(value, Unread) else mend(value)


def _problem(text: str, flaw: _Flaw, spots: Mapping[Pointer, Spot]) -> Problem:
    span = spots[flaw.trail[1:]].span(flaw.part)
    pointer = flaw.pointer[1:]
    if flaw.first is not None:
        return doubled_key(flaw.what, pointer, span, spots[flaw.first[1:]].span("key"), "object")
    if not isinstance(flaw.what, Unread):
        return _half(text, pointer, flaw.part, span)
    if flaw.what in _CONSTANTS:
        words = f"{flaw.what} is not JSON: write a number"
        return Problem("syntax", Severity.ERROR, words, Place(pointer, span=span))
    return out_of_reach(flaw.what, pointer, span)


def _half(text: str, pointer: Pointer, part: Part, string: Span) -> Problem:
    """Point at the first half of a surrogate pair in a string that has one."""
    escapes = _HALF.finditer(text, string.start, string.end)
    start = next((found.start() for found in escapes if found.group(1)), string.start)
    words = (
        f"{text[start : start + 6]} is half of a surrogate pair and no character: write both halves, or the character"
    )
    return Problem("encoding", Severity.ERROR, words, Place(pointer, part, Span(start, start + 6)))


# The standard decoder judges and loads; hooks that cost next to nothing notice what it would let pass. Only when they
# have noticed something is the data walked (`flaws`), and only when something is shown is the text (`find_places`).

# Runs over good pairs and all other escapes up to half of a surrogate pair. Exact, for a backslash is in strings only.
# Compiled when a text has such an escape at all, as few have.
_TO_HALF = r"(?s)(?:[^\\]++|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\(?!u[dD][89a-fA-F]).)*+\\u[dD][89a-fA-F]"

LoadingMembers = list[tuple[str, object]]


class Notes:
    """What the hooks noticed.

    Attributes:
        doubled: Objects with a key twice, by identity: the dict that the data holds, and all members as written.
        unread: Whether a number or constant was left as text.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.doubled: dict[int, tuple[dict[str, object], LoadingMembers]] = {}
        self.unread = False

    def members(self, pairs: LoadingMembers) -> dict[str, object]:
        """Make an object."""
        made = dict(pairs)
        if len(made) != len(pairs):
            self.doubled[id(made)] = (made, pairs)
        return made

    def whole(self, text: str) -> int | Unread:
        """Make an integer."""
        value = whole(text)
        self.unread = self.unread or type(value) is Unread
        return value

    def real(self, text: str) -> float | Unread:
        """Make any other number."""
        value = real(text)
        self.unread = self.unread or type(value) is Unread
        return value

    def constant(self, text: str) -> Unread:
        """Keep the text of NaN, Infinity and -Infinity."""
        self.unread = True
        return Unread(text)


def load_json(text: str, limits: Limits) -> Loaded:
    """Read a JSON text that is not blank."""
    notes = Notes()
    decoder = json.JSONDecoder(
        object_pairs_hook=notes.members,
        parse_int=notes.whole,
        parse_float=notes.real,
        parse_constant=notes.constant,
    )
    try:
        with collector_paused():
            data = decoder.decode(text)
    except RecursionError:
        return broken(_too_deep(text, limits))
    except json.JSONDecodeError as error:
        from tracecli.reading.json_errors import explain  # noqa: PLC0415 -- only for a broken text

        return broken(explain(text, error.pos))
    if _deeper(data, limits.depth):
        return broken(_too_deep(text, limits))
    halves = "\\u" in text and bool(re.match(_TO_HALF, text))
    if notes.doubled or notes.unread or halves:
        data, problems = flaws(text, data, notes.doubled, limits.faults, halves=halves)
        if len(problems) > limits.faults:
            return broken(*problems[:-1], too_many(limits.faults, Span(len(text), len(text))))
        return Loaded(data, problems, find=_finder(text))
    return Loaded(data, find=_finder(text))


def _finder(text: str) -> Finder:
    def find(pointers: Iterable[Pointer]) -> Mapping[Pointer, Spot]:

        return find_places(text, pointers)

    return find


def _deeper(data: object, most: int) -> bool:
    """Return whether containers lie deeper than `most` levels, a level at a time: no recursion, no stack to pass."""
    level = [part for part in [data] if type(part) is dict or type(part) is list]
    for _ in range(most):
        if not level:
            return False
        level = [
            part
            for held in level
            for part in (held.values() if type(held) is dict else held)
            if type(part) is dict or type(part) is list
        ]
    return bool(level)


def _too_deep(text: str, limits: Limits) -> Problem:
    """Find the first bracket that goes too deep; without one, Python's own limit was passed before ours."""
    depth = deepest = at = 0
    for bracket in brackets(text):
        depth += 1 if text[bracket] in "[{" else -1
        if depth > deepest:
            deepest, at = depth, bracket
        if depth > limits.depth:
            return too_deep(limits.depth, Span(at, at + 1))
    return fault(
        "too-deep", f"this is nested {deepest} levels deep, deeper than Python's reader goes", Span(at, at + 1)
    )
