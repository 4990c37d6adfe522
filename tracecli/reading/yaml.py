"""YAML text → data, positions and problems."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import yaml

from tracecli.problems import Fix, Part, Place, Pointer, Problem, Severity, Span
from tracecli.reading.document import Limits, Loaded, Spot, beyond, broken, collector_paused
from tracecli.reading.messages import (
    Unread,
    character,
    doubled_key,
    fault,
    out_of_reach,
    quoted,
    too_deep,
    too_many,
)
from tracecli.reading.yaml_text import Value, in_quotes, kind, other_reading, resolve, written
from tracecli.text import near_names

Entry = tuple["Node", int, int]
"""A value, and where its key starts and ends."""


class Node:
    """A value.

    Attributes:
        data: What it stands for.
        start: Offset of its first character, after an anchor or a tag.
        end: Offset after its last one; -1 while it is being read.
        below: The entries of a mapping by key, or the nodes of a list; None for a scalar.
        text: The text of a scalar as a key sees it.
        weight: How much an alias to it adds: nodes, and one for each 100 characters.
    """

    __slots__ = ("below", "data", "end", "start", "text", "weight")

    def __init__(self, data: Any, start: int, end: int, text: str = "") -> None:
        """Make a node without anything below it."""
        self.data = data
        self.start = start
        self.end = end
        self.text = text
        self.below: dict[str, Entry] | list[Node] | None = None
        self.weight = 1 + len(text) // 100

    def alias(self, start: int, end: int) -> Node:
        """Return a node that stands at another place for the same data."""
        node = Node(self.data, start, end, self.text)
        node.below, node.weight = self.below, self.weight
        return node

    def step(self, part: str | int) -> tuple[Node, Span | None] | None:
        """Go down by one part of a pointer; gives the node there and the place of its key."""
        if isinstance(self.below, dict) and isinstance(part, str) and part in self.below:
            node, start, end = self.below[part]
            return node, Span(start, end)
        if isinstance(self.below, list) and isinstance(part, int) and 0 <= part < len(self.below):
            return self.below[part], None
        return None


def find_nodes(top: Node, pointers: Iterable[Pointer]) -> dict[Pointer, Spot]:
    """Return the spots of those pointers that exist, and of the containers above them."""
    spots: dict[Pointer, Spot] = {}
    for pointer in pointers:
        below: tuple[Node, Span | None] | None = (top, None)
        for length in range(len(pointer) + 1):
            if below is None:
                break
            node, key = below
            spots.setdefault(pointer[:length], Spot(Span(node.start, node.end), key))
            below = node.step(pointer[length]) if length < len(pointer) else None
    return spots


# An anchor's name ends where libyaml ends it: text may follow at once, as in `&a:b`.
_PROPERTY = re.compile(r"(?:!<[^>\s]*+>|&[0-9A-Za-z_-]*+|![^\s,\[\]{}]*+)")
_SPACE = re.compile(r"(?:\s++|#[^\r\n]*+)*+")


def skip_properties(text: str, start: int, end: int) -> tuple[int, list[Span]]:
    """Return where a value itself begins, `end` at the latest, and where its tags are."""
    tags: list[Span] = []
    while found := _PROPERTY.match(text, start, end):
        if found[0].startswith("!"):
            tags.append(Span(*found.span()))
        space = _SPACE.match(text, found.end(), end)
        start = space.end() if space else found.end()
    return start, tags


# Line breaks that no editor shows: U+0085, U+2028 and U+2029. libyaml reads them as YAML 1.1 does (section 5.4 of
# YAML 1.2 describes the change), so what follows one in a comment is part of the document.
_BREAKS = "\x85\u2028\u2029"
_UNSEEN = re.compile(f"[{_BREAKS}]")
_LINE = re.compile(r"[^\r\n]++")


def unseen_breaks(text: str, top: Node) -> Iterator[Problem]:
    """Report those between values, where something follows on the line that an eye sees; within a text they are text.

    Args:
        text: The document.
        top: What was read from it.
    """
    if not any(char in text for char in _BREAKS):  # twenty times as quick as an expression, and so it is nearly always
        return
    spans = sorted(_scalars(top))
    starts = [span.start for span in spans]
    for at in _followed(text):
        number = bisect_right(starts, at) - 1
        if number < 0 or spans[number].end <= at:
            words = f"{character(text[at])} ends a line for some YAML readers and for no eye: take it out"
            yield fault("syntax", words, Span(at, at + 1))


def _followed(text: str) -> Iterator[int]:
    """Return where such a break has something behind it on its line; each line is looked at once."""
    for line in _LINE.finditer(text):
        end = line.start() + len(line[0].rstrip())
        for found in _UNSEEN.finditer(text, line.start(), end):
            yield found.start()


def _scalars(top: Node) -> Iterator[Span]:
    """Return the places of all keys and of all values that are no containers; what aliases share, once."""
    rest, seen = [top], set()
    while rest:
        node = rest.pop()
        if node.below is None:
            yield Span(node.start, node.end)
        elif id(node.below) not in seen:
            seen.add(id(node.below))
            if isinstance(node.below, dict):
                for value, start, end in node.below.values():
                    yield Span(start, end)
                    rest.append(value)
            else:
                rest += node.below


class Frame:
    """A mapping or list that has begun and not yet ended.

    Attributes:
        node: What it becomes.
        mapping: Whether it is a mapping.
        key: The key whose value comes next, if there is one.
        firsts: First keys by spelling; text and, say, a number of the same spelling are two keys.
        merging: Whether the key is `<<`.
        end: Offset where the last key or value ended.
    """

    __slots__ = ("_merges", "end", "firsts", "key", "mapping", "merging", "node")

    def __init__(self, node: Node, *, mapping: bool) -> None:
        """Begin with nothing in it."""
        self.node = node
        self.mapping = mapping
        self.key: Node | None = None
        self.firsts: dict[tuple[bool, str], Node] = {}
        self.merging = False
        self.end = node.start
        self._merges: list[Node] = []

    @property
    def at_key(self) -> bool:
        """Whether a key comes next."""
        return self.mapping and self.key is None

    def add(self, node: Node) -> None:
        """Take the next key, value or item."""
        self.end = node.end
        self.node.weight += node.weight
        if isinstance(self.node.below, list):
            self.node.data.append(node.data)
            self.node.below.append(node)
        elif self.key is None:
            self.key = node
        else:
            self._put(self.key, node)
            self.key = None

    def _put(self, key: Node, value: Node) -> None:
        if self.merging:
            self.merging = False
            self._merges.append(value)
        elif isinstance(self.node.below, dict):
            self.node.data[key.text] = value.data
            self.node.below[key.text] = (value, key.start, key.end)

    def close(self, end: int) -> None:
        """End it."""
        self.node.end = end
        for source in self._merges:
            _merge(source, self.node)


def _merge(source: Node, target: Node) -> None:
    """Do what a merge key asks for, so that it is one problem and its missing keys are not more."""
    for one in source.below if isinstance(source.below, list) else [source]:
        if isinstance(one.below, dict) and isinstance(target.below, dict):
            for key, entry in one.below.items():
                target.below.setdefault(key, entry)
                target.data.setdefault(key, entry[0].data)


def other_type(place: Place, text: str, value: Value, other: str) -> Problem:
    """Warn of a plain scalar that another reader takes for another type; `other` says which, and for what."""
    ours, advice = ("text", "put it in quotes") if isinstance(value, str) else (kind(value), "write it out")
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        value = int(value)
    fix = Fix(advice, ((place.pointer, value),)) if place.part == "value" else None
    message = f"{quoted(text)} is {ours} here, but {other}: {advice}"
    return Problem("yaml-type", Severity.WARNING, message, place, suggestion=written(value), fix=fix)


def merge_key(pointer: Pointer, span: Span) -> Problem:
    """Refuse `<<`."""
    message = "merge keys (<<) are not part of the format: write the keys out, or share a whole value with an alias"
    return Problem("syntax", Severity.ERROR, message, Place(pointer, "key", span))


def odd_key(key: Node, pointer: Pointer, span: Span) -> Problem:
    """Refuse a key that is not text."""
    place = Place(pointer, "key", span)
    if key.below is not None:
        what = "a mapping" if isinstance(key.below, dict) else "a list"
        return Problem("syntax", Severity.ERROR, f"{what} can't be a key: keys are text", place)
    if not key.text:
        return Problem("wrong-type", Severity.ERROR, "a key is missing before ':'", place)
    message = f"the key {quoted(key.text)} is {kind(key.data)}, and keys are text: put it in quotes"
    return Problem("wrong-type", Severity.ERROR, message, place, suggestion=in_quotes(key.text))


def tag(seen: str) -> str:
    """Refuse a tag."""
    return f"{quoted(seen)} is a tag, and a trace is plain data: take it out, or put the text in quotes"


def cycle(anchor: str) -> str:
    """Refuse an alias inside of what it stands for."""
    return f"{quoted('*' + anchor)} stands inside of the value that it stands for, which would never end"


def unknown_alias(anchor: str, known: Iterable[str]) -> str:
    """Refuse an alias to nothing."""
    near = near_names(anchor, known)
    meant = (
        f"did you mean {' or '.join(f'*{name}' for name in near)}?" if near else "text that begins with * needs quotes"
    )
    return f"{quoted('*' + anchor)} is an alias, but no {quoted('&' + anchor)} stands before it; {meant}"


def expansion(most: int) -> str:
    """Say that a limit is passed."""
    return f"with this alias, all aliases together stand for more than {most:,} values, {beyond('expansion')}"


_MERGE = "<<"
_UNKNOWN = "?"  # stands in a pointer for a key that is still being read


class StopError(Exception):
    """A limit was passed: nothing more of this document is read."""

    def __init__(self, problem: Problem) -> None:
        """Keep the problem."""
        super().__init__(problem.message)
        self.problem = problem


class Builder:
    """Builds one document. The events are those of PyYAML.

    Attributes:
        top: The whole document, once it has ended.
        problems: What was found on the way.
    """

    def __init__(self, text: str, limits: Limits) -> None:
        """Begin with nothing."""
        self.top: Node | None = None
        self.problems: list[Problem] = []
        self._text = text
        self._limits = limits
        self._frames: list[Frame] = []
        self._anchors: dict[str, Node] = {}
        self._added = 0  # by aliases
        self._unknowns = 0
        self._takers = {
            yaml.ScalarEvent: self._scalar,
            yaml.MappingStartEvent: self._open,
            yaml.SequenceStartEvent: self._open,
            yaml.MappingEndEvent: self._close,
            yaml.SequenceEndEvent: self._close,
            yaml.AliasEvent: self._alias,
        }

    def take(self, event: Any) -> None:
        """Take the next event; those that begin and end documents say nothing.

        Raises:
            StopError: If a limit is passed.
        """
        taker = self._takers.get(type(event))
        if taker:
            taker(event)
        self._bound(event.end_mark.index)

    def add(self, problems: Iterable[Problem]) -> None:
        """Take problems that were found in the text.

        Raises:
            StopError: If there are too many.
        """
        for problem in problems:
            self.problems.append(problem)
            self._bound(problem.place.span.end if problem.place.span else 0)

    def _bound(self, at: int) -> None:
        if len(self.problems) > self._limits.faults:
            raise StopError(too_many(self._limits.faults, Span(at, at)))

    @property
    def _at_key(self) -> bool:
        return bool(self._frames) and self._frames[-1].at_key

    def _scalar(self, event: Any) -> None:
        text: str = event.value
        start, end = self._content(event), event.end_mark.index
        if event.style in {"|", ">"}:  # ends where the next token begins
            end = start + len(self._text[start:end].rstrip())
        elif start == end and self._frames:  # nothing is written: else it would stand where the next token begins
            before = self._frames[-1].end
            start = end = before + len(self._text[before:start].rstrip())
        plain = not event.style and event.tag is None
        value: Value = resolve(text) if plain else text
        unread: Value = 0 if self._at_key else str(value)  # a key is no text because it can't be read as a number
        node = Node(unread if type(value) is Unread else value, start, end, text)
        if event.anchor is not None:
            self._anchors[event.anchor] = node
        if plain:
            self._doubt(node, value)
        self._add(node)

    def _doubt(self, node: Node, value: Value) -> None:
        """Say what is doubtful about a plain scalar."""
        at_key = self._at_key
        if at_key and value == _MERGE:
            self._frames[-1].merging = True
            self.problems.append(merge_key(self._pointer(_MERGE), Span(node.start, node.end)))
        elif type(value) is Unread:
            if not at_key:  # a key is refused as what it is, whatever its size
                self.problems.append(out_of_reach(value, self._pointer(), Span(node.start, node.end)))
        elif other := other_reading(node.text, value):
            part: Part = "key" if at_key else "value"
            place = Place(self._pointer(node.text), part, Span(node.start, node.end))
            self.problems.append(other_type(place, node.text, value, other))

    def _open(self, event: Any) -> None:
        start = self._content(event)
        if len(self._frames) >= self._limits.depth:
            raise StopError(too_deep(self._limits.depth, Span(start, start + 1)))
        mapping = type(event) is yaml.MappingStartEvent
        node = Node({} if mapping else [], start, -1)
        node.below = {} if mapping else []
        if event.anchor is not None:
            self._anchors[event.anchor] = node
        self._frames.append(Frame(node, mapping=mapping))

    def _close(self, event: Any) -> None:
        frame = self._frames.pop()
        flow = event.end_mark.index > event.start_mark.index  # a block ends where the next token begins
        frame.close(event.end_mark.index if flow else frame.end)
        self._add(frame.node)

    def _alias(self, event: Any) -> None:
        span = Span(event.start_mark.index, event.end_mark.index)
        target = self._anchors.get(event.anchor)
        if target is None or target.end < 0:
            words = cycle(event.anchor) if target else self._unknown(event.anchor)
            written = self._text[span.start : span.end]
            self.problems.append(fault("syntax", words, span, self._pointer(written)))
            self._add(Node(written if self._at_key else None, span.start, span.end, written))
            return
        self._added += target.weight
        if self._added > self._limits.expansion:
            raise StopError(fault("too-large", expansion(self._limits.expansion), span))
        self._add(target.alias(span.start, span.end))

    def _unknown(self, anchor: str) -> str:
        self._unknowns += 1
        near = islice(self._anchors, 100 if self._unknowns <= 10 else 0)  # each name is compared with each
        return unknown_alias(anchor, near)

    def _content(self, event: Any) -> int:
        """Return where a value begins, behind its anchor and tag. A tag is a problem."""
        start: int = event.start_mark.index
        if event.anchor is None and event.tag is None:
            return start
        start, tags = skip_properties(self._text, start, event.end_mark.index)
        for span in tags:
            self.problems.append(fault("syntax", tag(self._text[span.start : span.end]), span, self._pointer()))
        return start

    def _add(self, node: Node) -> None:
        """Put a finished value or key where it belongs."""
        if not self._frames:
            self.top = node
            return
        frame = self._frames[-1]
        if frame.at_key and not frame.merging:
            self._check_key(frame, node)
        frame.add(node)

    def _check_key(self, frame: Frame, key: Node) -> None:
        if key.below is not None:
            key.text = self._text[key.start : key.end]
        is_text = isinstance(key.data, str)
        first = frame.firsts.setdefault((is_text, key.text), key)
        if is_text and first is key:
            return
        pointer, span = self._pointer(key.text), Span(key.start, key.end)
        if not is_text:
            self.problems.append(odd_key(key, pointer, span))
        if first is not key:
            self.problems.append(doubled_key(key.text, pointer, span, Span(first.start, first.end), "mapping"))

    def _pointer(self, key: str = _UNKNOWN) -> Pointer:
        """Return the pointer of what comes next; `key` is its own last part if it is a key."""
        return tuple(self._parts(key))

    def _parts(self, key: str) -> Iterator[str | int]:
        for frame in self._frames:
            if frame.mapping:
                yield frame.key.text if frame.key else key
            else:
                yield len(frame.node.data)


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # PyYAML can be built without libyaml: 10 times slower


def load_yaml(text: str, limits: Limits) -> Loaded:
    """Read a YAML text that is not blank."""
    builder = Builder(text, limits)
    try:
        with collector_paused():
            _build(builder, text)
        if builder.top is not None:
            builder.add(unseen_breaks(text, builder.top))
    except StopError as stop:
        return broken(*_sorted([*builder.problems, stop.problem]))
    except yaml.YAMLError as error:
        return broken(*_sorted([*builder.problems, _explain(text, error, limits)]))
    if builder.top is None:
        return broken(fault("syntax", "the file holds only comments: a trace was expected", Span(0, 0)))
    return Loaded(builder.top.data, _sorted(builder.problems), find=partial(find_nodes, builder.top))


def _build(builder: Builder, text: str) -> None:
    for event in yaml.parse(text, Loader=_LOADER):
        if type(event) is yaml.DocumentStartEvent and builder.top:
            if builder.top.data is None:
                message = "the document before this line is empty, and one document a file is read: take this line out"
                raise StopError(fault("syntax", message, _span(event)))
            message = "a second document begins here: one document a file"
            builder.problems.append(fault("syntax", message, _span(event)))
            return
        builder.take(event)


def _explain(text: str, error: yaml.YAMLError, limits: Limits) -> Problem:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark and "nesting depth" in (error.problem or ""):
        return _too_deep(text[: error.problem_mark.index], limits)
    from tracecli.reading.yaml_errors import explain  # noqa: PLC0415 -- only for a broken text

    return explain(text, error)


def _too_deep(text: str, limits: Limits) -> Problem:
    """Find where our limit is passed: libyaml looks ahead and stops at 1,000 levels before it has given one."""
    try:
        _build(Builder(text, limits), text)
    except StopError as stop:
        return stop.problem
    except yaml.YAMLError:  # the text is cut off, of course
        pass
    return fault("too-deep", "this is nested deeper than the YAML parser goes", Span(len(text) - 1, len(text)))


def _span(event: Any) -> Span:  # the marks are typed as optional, which they are not
    return Span(event.start_mark.index, event.end_mark.index)


def _sorted(problems: list[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda problem: problem.place.span.start if problem.place.span else 0))
