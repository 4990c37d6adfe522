"""JSON text → data, positions and problems.

The standard decoder judges and loads, at the speed of C; one reader in Python for everything was tried, and takes ten
times as long for a large file. Hooks that cost next to nothing notice what the decoder would let pass, and only then is
the text read a second time for what that is and where. Positions are looked up when something has to be shown.

Both of these, and the search for the place where a text stops being JSON, step through containers with `members`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any, Literal

from tracecli.problems import Part, Place, Pointer, Problem, Problems, Severity, Span
from tracecli.reading.document import Limits, Loaded, Node, broken, collector_paused
from tracecli.reading.faults import (
    SAFE_DIGITS,
    Unread,
    duplicate_key,
    fault,
    out_of_reach,
    real,
    too_deep,
    too_many_values,
    whole,
)

_SPACE = re.compile(r"[ \t\n\r]*+")
_COLON = re.compile(r"[ \t\n\r]*+:[ \t\n\r]*+")
_COMMA = re.compile(r"[ \t\n\r]*+,[ \t\n\r]*+")
_TO_BRACKET = re.compile(r'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+")*+([\[\]{}])', re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")
# Runs over good pairs and all other escapes up to half of a surrogate pair. Exact, for a backslash is in strings only.
# Compiled when a text has such an escape at all, as few have.
_TO_HALF_PAIR = r"(?s)(?:[^\\]++|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\(?!u[dD][89a-fA-F]).)*+\\u[dD][89a-fA-F]"
_HALF_PAIR = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F]..)|.)", re.DOTALL)

Expected = Literal["value", "key", "colon", "comma", "end", "string"]
Name = str | int
Key = tuple[int, int]
Members = Generator[tuple[Name, Key | None, int], int | None, int]

_decode = json.JSONDecoder(parse_int=float).raw_decode  # float takes any number of digits


def load_json(text: str, limits: Limits) -> Loaded:
    """Read a JSON text that is not empty."""
    # Each value but the first follows a bracket or a comma; those in texts count too.
    if sum(map(text.count, ",[{")) > limits.values:
        return broken(too_many_values(limits.values, Span(0, 0)))
    decoder = _WatchedDecoder()
    try:
        with collector_paused():
            data = decoder.decode(text)
    except RecursionError:
        return broken(_too_deep(text, limits))
    except json.JSONDecodeError as error:
        from tracecli.reading.json_errors import explain  # noqa: PLC0415 -- only for a broken text

        with suppress(RecursionError):  # a value that could just be decoded before is one call further away here
            return broken(explain(text, error.pos))
        return broken(_too_deep(text, limits))
    # Places are looked up with the same decoder, and from deeper in the stack.
    if _is_deeper(data, min(limits.depth, sys.getrecursionlimit() - 100)):
        return broken(_too_deep(text, limits))
    problems = Problems(limits.kept)
    if decoder.has_doubts or ("\\u" in text and re.match(_TO_HALF_PAIR, text)):
        with collector_paused():
            data = _SecondReading(text, problems).read()
    return Loaded(data, tuple(problems.kept), find=partial(find_places, text), left_out=problems.left_out)


class _WatchedDecoder:
    """The standard decoder, with hooks that notice what it lets pass."""

    def __init__(self) -> None:
        self.has_doubts = False  # whether an object has a key twice, or a number or constant can't be one
        decoder = json.JSONDecoder(
            object_pairs_hook=self._members,
            parse_int=self._integer,
            parse_float=partial(self._number, real),
            parse_constant=partial(self._number, Unread),
        )
        self.decode = decoder.decode
        self.raw_decode = decoder.raw_decode

    def _members(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        made = dict(pairs)
        if len(made) != len(pairs):
            self.has_doubts = True
        return made

    def _integer(self, text: str) -> object:
        return int(text) if len(text) <= SAFE_DIGITS else self._number(whole, text)

    def _number(self, read: Callable[[str], object], text: str) -> object:
        value = read(text)
        self.has_doubts = self.has_doubts or type(value) is Unread
        return value


def _is_deeper(data: object, most: int) -> bool:
    """Return whether containers are nested deeper than `most`, a level at a time: no recursion, no stack to pass."""
    level: list[Any] = [data]
    for _ in range(most):
        below: list[Any] = []
        for part in level:
            if type(part) is dict:
                below += part.values()
            elif type(part) is list:
                below += part
        if not below:
            return False
        level = below
    return any(type(part) is dict or type(part) is list for part in level)


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


def brackets(text: str, end: int | None = None) -> Iterator[int]:
    """Yield the offsets of all brackets that are not in strings, up to `end` or to a string that has no end."""
    stop = len(text) if end is None else end
    at = 0
    while found := _TO_BRACKET.match(text, at, stop):
        at = found.end()
        yield at - 1


def skip_space(text: str, at: int) -> int:
    """Return the offset of the next character that is not white space, or of the end."""
    found = _SPACE.match(text, at)
    return found.end() if found else at


class NotJsonError(Exception):
    """The first thing that is not JSON."""

    def __init__(self, at: int, expected: Expected, opened: int | None = None) -> None:
        """Keep the place.

        Args:
            at: Offset of the character that does not fit; the text's end if it is too short. Of a string or container
                that breaks somewhere inside, the first character.
            expected: What should be there: the first or next value or key, a colon, a comma or the closing bracket.
            opened: Offset of the innermost open bracket; None at the top.
        """
        super().__init__(expected)
        self.at = at
        self.expected = expected
        self.opened = opened


def members(text: str, opened: int) -> Members:
    """Step through one container, member by member.

    Args:
        text: Good JSON, or some that breaks anywhere.
        opened: Offset of the container's bracket.

    Yields:
        The key of a member, or the index of an item; where that key starts and ends; where its value starts. The
        caller sends where the value ends. Of a value that it does not care for, the decoder finds the end.

    Returns:
        The offset after the closing bracket.

    Raises:
        NotJsonError: The container breaks here, or something in it.
    """
    named = text[opened] == "{"
    closer = "}" if named else "]"
    at = skip_space(text, opened + 1)
    if text[at : at + 1] == closer:
        return at + 1
    for number in count():
        name: Name = number
        key = None
        if named:
            if text[at : at + 1] != '"':
                raise NotJsonError(at, "key", opened)
            name, end = skip_value(text, at, opened)
            key = at, end
            colon = _COLON.match(text, end)
            if not colon:
                raise NotJsonError(skip_space(text, end), "colon", opened)
            at = colon.end()
        end = (yield name, key, at) or skip_value(text, at, opened)[1]
        comma = _COMMA.match(text, end)
        if not comma:
            break
        at = comma.end()
    at = skip_space(text, end)
    if text[at : at + 1] != closer:
        raise NotJsonError(at, "comma", opened)
    return at + 1


def skip_value(text: str, at: int, opened: int | None = None) -> tuple[Any, int]:
    """Return what the decoder makes of a value, and where that ends.

    Raises:
        NotJsonError: The value breaks, or there is none.
    """
    try:
        return _decode(text, at)
    except ValueError:
        raise NotJsonError(at, "value", opened) from None


def find_places(text: str, pointers: Iterable[Pointer]) -> Node:
    """Look up pointers in good JSON; only containers in which something is looked for are stepped through.

    Of a key that is there twice the last one counts, as in the data.
    """
    tree: dict[Name, Any] = {}  # what is looked for: a dict below each key or index
    for pointer in pointers:
        branch = tree
        for part in pointer:
            branch = branch.setdefault(part, {})
    walks: list[tuple[Node, dict[Name, Node], dict[Name, Any], Members]] = []

    def enter(node: Node, wanted: dict[Name, Any]) -> int | None:
        """Begin a value, and return where it ends if nothing in it is looked for."""
        if not wanted or text[node.start] not in "[{":
            node.end = _decode(text, node.start)[1]
            return node.end
        below: dict[Name, Node] = {}
        node.below = below
        walks.append((node, below, wanted, members(text, node.start)))
        return None

    with collector_paused():
        top = Node(skip_space(text, 0), -1)
        end = enter(top, tree)
        while walks:
            node, below, wanted, walk = walks[-1]
            try:
                name, key, at = walk.send(end)
                while (part := _mended(name)) not in wanted:
                    name, key, at = next(walk)
            except StopIteration as done:
                node.end = end = done.value
                walks.pop()
            else:
                below[part] = Node(at, -1, key)
                end = enter(below[part], wanted[part])
    return top


class _Container:
    """A container that is being read for the second time."""

    def __init__(self, data: Any, walk: Members) -> None:
        self.data = data
        self.walk = walk
        self.name: Name = 0  # the last part of the pointer of the member that is being read
        self.keys: dict[str, Key] = {}  # where each key is for the first time


class _SecondReading:
    """Reads JSON that loads, but not as it was meant: keys twice, numbers out of reach, NaN, halves of pairs.

    The data gets stand-ins for what can't be kept. Values that a second key of the same name hides are judged too.
    """

    def __init__(self, text: str, problems: Problems) -> None:
        self._text = text
        self._problems = problems  # what is wrong is put here, in the order of the text
        self._open: list[_Container] = []
        self._decoder = _WatchedDecoder()

    def read(self) -> object:
        """Return the data."""
        top, end = self._value(skip_space(self._text, 0))
        while self._open:
            container = self._open[-1]
            try:
                name, key, at = container.walk.send(end)
            except StopIteration as done:
                end = done.value
                self._open.pop()
                continue
            container.name = _mended(name)
            if isinstance(name, str) and key:
                self._judge_key(container, name, key)
            value, end = self._value(at)
            if key:
                container.data[container.name] = value
            else:
                container.data.append(value)
        return top

    def _value(self, at: int) -> tuple[Any, int | None]:
        """Return a value and where it ends; None for a container, which is read next."""
        text = self._text
        if text[at] in "[{":
            bracket = _TO_BRACKET.match(text, at + 1)
            if bracket and bracket[1] in "]}":  # nothing is nested in it: four in five containers, and most are good
                self._decoder.has_doubts = False
                value, end = self._decoder.raw_decode(text, at)
                if not self._decoder.has_doubts and text.find("\\u", at, end) < 0:
                    return value, end
            data: Any = [] if text[at] == "[" else {}
            self._open.append(_Container(data, members(text, at)))
            return data, None
        value, end = self._decoder.raw_decode(text, at)
        if type(value) is Unread:
            self._judge_number(value, Span(at, end))
            return str(value), end
        if isinstance(value, str) and _mended(value) is not value:
            self._report_half_pair("value", Span(at, end))
            return _mended(value), end
        return value, end

    def _judge_key(self, container: _Container, name: str, key: Key) -> None:
        first = container.keys.setdefault(name, key)
        if first is not key:
            self._problems.add(duplicate_key(name, self._pointer(), Span(*key), Span(*first), "object"))
        if container.name is not name:
            self._report_half_pair("key", Span(*key))

    def _judge_number(self, number: str, span: Span) -> None:
        if number in {"NaN", "Infinity", "-Infinity"}:
            self._problems.add(fault("syntax", f"{number} is not JSON: write a number", span, self._pointer()))
        else:
            self._problems.add(out_of_reach(number, self._pointer(), span))

    def _report_half_pair(self, part: Part, string: Span) -> None:
        escapes = _HALF_PAIR.finditer(self._text, string.start, string.end)
        start = next((found.start() for found in escapes if found.group(1)), string.start)
        half = self._text[start : start + 6]
        words = f"{half} is half of a surrogate pair and not a character: write both halves, or the character"
        place = Place(self._pointer(), part, Span(start, start + 6))
        self._problems.add(Problem("encoding", Severity.ERROR, words, place))

    def _pointer(self) -> Pointer:
        return tuple(container.name for container in self._open)


def _mended(name: Any) -> Any:
    """Replace halves of surrogate pairs, which no UTF-8 can hold, by U+FFFD; the same object if there are none."""
    if not isinstance(name, str) or name.isascii() or not _SURROGATE.search(name):
        return name
    return _SURROGATE.sub("\ufffd", name)
