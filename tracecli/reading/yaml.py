"""YAML text → data, positions and problems.

Built from PyYAML's events, without recursion. Its `compose`, which makes a tree of nodes with places from the same
events, was tried: the places and data are the same for most files, but the place of an alias is lost, an anchor that is
used again is refused though YAML allows it, one unknown alias hides everything after it, and 100,000 levels overflow
the stack of the process where libyaml is older than 0.2.6.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from typing import Any

import yaml

from tracecli.problems import Fix, Part, Place, Pointer, Problem, Problems, Severity, Span
from tracecli.reading.document import Limits, Loaded, Node, beyond, broken, collector_paused
from tracecli.reading.faults import (
    Unread,
    character,
    duplicate_key,
    fault,
    out_of_reach,
    quoted,
    too_deep,
    too_many_values,
)
from tracecli.reading.yaml_text import CUT, CUT_WORDS, Value, in_quotes, kind, other_reading, resolve, written
from tracecli.text import near_names

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # PyYAML can be built without libyaml: 10 times slower

_MERGE = "<<"
_UNKNOWN = "?"  # in a pointer, for a key that is still being read
# What may come before a value. An anchor's name ends where libyaml ends it: text may follow at once, as in `&a:b`.
_PROPERTY = re.compile(r"(?:!<[^>\s]*+>|&[0-9A-Za-z_-]*+|![^\s,\[\]{}]*+)")
_SPACE = re.compile(r"(?:\s++|#[^\r\n]*+)*+")
# Line breaks that no editor shows. libyaml reads them as YAML 1.1 does (section 5.4 of YAML 1.2 describes the change),
# so what follows one in a comment is part of the document.
_BREAKS = "\x85\u2028\u2029"
_UNSEEN = re.compile(f"[{_BREAKS}]")
_LINE = re.compile(r"[^\r\n]++")


def load_yaml(text: str, limits: Limits) -> Loaded:
    """Read a YAML text that is not empty."""
    builder = _Builder(text, limits)
    found = builder.problems
    try:
        with collector_paused():
            builder.build()
        if builder.top is None:
            return broken(fault("syntax", "the file contains only comments: a trace was expected", Span(0, 0)))
        if any(char in text for char in _BREAKS):  # twenty times as quick as an expression, and nearly always enough
            builder.report_unseen_breaks()
    except _StopError as stop:
        return broken(*_sorted([*found.kept, stop.problem]), left_out=found.left_out)
    except yaml.YAMLError as error:
        end = _explain(text, error, limits)
        others = [one for one in found.kept if one.message != end.message or one.place.span != end.place.span]
        return broken(*_sorted([*others, end]), left_out=found.left_out)
    top = builder.top
    return Loaded(top.data, _sorted(found.kept), find=lambda _: top, left_out=found.left_out, anchors=builder.anchors)


def _explain(text: str, error: yaml.YAMLError, limits: Limits) -> Problem:
    if not isinstance(error, yaml.MarkedYAMLError) or "nesting depth" not in (error.problem or ""):
        from tracecli.reading.yaml_errors import explain  # noqa: PLC0415 -- only for a broken text

        return explain(text, error)
    # libyaml looks ahead, and stops at 1,000 levels before it has given one: read up to there to find our own limit.
    end = error.problem_mark.index if error.problem_mark else len(text)
    try:
        _Builder(text[:end], limits).build()
    except _StopError as stop:
        return stop.problem
    except yaml.YAMLError:  # the text is cut off, of course
        pass
    return fault("too-deep", "this is nested deeper than the YAML parser goes", Span(end - 1, end))


def _sorted(problems: list[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda problem: problem.place.span.start if problem.place.span else 0))


class _StopError(Exception):
    """Nothing more of this document is read."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class _YamlNode(Node):
    """A value: what it stands for, and where it and everything in it is."""

    __slots__ = ("data", "text", "weight")

    anchor: _YamlNode | None
    below: dict[str, _YamlNode] | list[_YamlNode] | None

    def __init__(self, data: Any, start: int, end: int, text: str = "") -> None:
        super().__init__(start, end)
        self.data = data
        self.text = text  # of a scalar, as a key sees it
        self.weight = 1 + len(text) // 100  # how much an alias to it adds: nodes, and one for each 100 characters

    def alias(self, start: int, end: int) -> _YamlNode:
        """Return a node for the same data at another place."""
        node = _YamlNode(self.data, start, end, self.text)
        node.below, node.weight, node.anchor = self.below, self.weight, self
        return node


class _OpenNode:
    """A mapping or list that has begun and not yet ended."""

    __slots__ = ("end", "firsts", "key", "mapping", "merged", "merging", "node")

    def __init__(self, node: _YamlNode, *, mapping: bool) -> None:
        self.node = node
        self.mapping = mapping
        self.key: _YamlNode | None = None  # whose value comes next
        # Where keys that are not text were first, by spelling; and texts of the same spelling, which are other keys.
        # Most have none: all other keys are found in the node.
        self.firsts: dict[tuple[bool, str], tuple[int, int]] = {}
        self.merging = False  # whether the key is `<<`
        self.merged: list[_YamlNode] = []  # the values of such keys
        self.end = node.start  # where the last key or value ended

    @property
    def at_key(self) -> bool:
        return self.mapping and self.key is None

    def merge(self) -> None:
        """Do what merge keys ask for, so that each is one problem and the keys that it brings are not missed."""
        node = self.node
        for value in self.merged:
            for source in value.below if isinstance(value.below, list) else [value]:
                if isinstance(source.below, dict) and isinstance(node.below, dict):
                    for key, child in source.below.items():
                        node.below.setdefault(key, child)
                        node.data.setdefault(key, child.data)


class _Builder:
    """Builds the nodes of one document from PyYAML's events."""

    def __init__(self, text: str, limits: Limits) -> None:
        self.top: _YamlNode | None = None  # the whole document, once it has ended
        self.problems = Problems(limits.kept)
        self._text = text
        self._limits = limits
        self._open: list[_OpenNode] = []
        self.anchors: dict[int, tuple[int, Span]] = {}
        self._named: dict[str, _YamlNode] = {}
        self._expanded = 0  # what aliases added
        self._unknown_aliases = 0
        self._values = 0
        self._most_values = limits.values // 2  # with its place, a value takes twice the memory of one in JSON

    def build(self) -> None:
        """Read the text, up to a second document.

        Raises:
            _StopError: A limit was passed, or an empty document comes first.
            yaml.YAMLError: This is not YAML.
        """
        handlers = {
            yaml.ScalarEvent: self._add_scalar,
            yaml.MappingStartEvent: self._begin_container,
            yaml.SequenceStartEvent: self._begin_container,
            yaml.MappingEndEvent: self._end_container,
            yaml.SequenceEndEvent: self._end_container,
            yaml.AliasEvent: self._add_alias,
        }
        for event in yaml.parse(self._text, Loader=_LOADER):
            if handler := handlers.get(type(event)):
                handler(event)
            elif type(event) is yaml.DocumentStartEvent and self.top is not None:
                self._refuse_document(event)
                return

    def report_unseen_breaks(self) -> None:
        """Report line breaks between values that no editor shows; within a text they are part of it.

        Only those that are followed by something on the line that an editor shows: others change nothing.
        """
        spans = sorted(self._scalar_spans())
        starts = [start for start, _ in spans]
        for line in _LINE.finditer(self._text):
            end = line.start() + len(line[0].rstrip())
            for found in _UNSEEN.finditer(self._text, line.start(), end):
                at = found.start()
                number = bisect_right(starts, at) - 1
                if number < 0 or spans[number][1] <= at:
                    words = f"{character(found[0])} ends a line for some YAML readers and for no eye: take it out"
                    self.problems.add(fault("syntax", words, Span(at, at + 1)))

    def _scalar_spans(self) -> Iterator[tuple[int, int]]:
        """Yield the places of all keys and of all values that are not containers; what aliases share, once."""
        rest, seen = [self.top] if self.top else [], set()
        while rest:
            node = rest.pop()
            if node.key:
                yield node.key
            if node.below is None:
                yield node.start, node.end
            elif id(node.below) not in seen:
                seen.add(id(node.below))
                rest += node.below.values() if isinstance(node.below, dict) else node.below

    def _refuse_document(self, event: Any) -> None:
        """Report a second document, or an empty first one before it."""
        span = Span(event.start_mark.index, event.end_mark.index)
        if self.top is not None and self.top.data is None:
            message = "the document before this line is empty, and one document a file is read: take this line out"
            raise _StopError(fault("syntax", message, span))
        self.problems.add(fault("syntax", "a second document begins here: one document a file", span))

    def _add_scalar(self, event: Any) -> None:
        text: str = event.value
        container = self._open[-1] if self._open else None
        at_key = container is not None and container.at_key
        start, end = self._start(event), event.end_mark.index
        if event.style in {"|", ">"}:  # ends where the next token begins
            end = start + len(self._text[start:end].rstrip())
        elif start == end and container:  # nothing is written: else it would be where the next token begins
            start = end = container.end + len(self._text[container.end : start].rstrip())
        plain = not event.style and event.tag is None
        value: Value = resolve(text) if plain else text
        node = _YamlNode(value, start, end, text)
        if type(value) is Unread:
            node.data = 0 if at_key else str(value)  # such a key is refused as a number, not as one out of reach
        if event.anchor is not None:
            self._named[event.anchor] = node
        if at_key and plain and text == _MERGE:
            self._open[-1].merging = True
            words = (
                "merge keys (<<) are not part of the format: write the keys out, or share a whole value with an alias"
            )
            place = Place(self._pointer(_MERGE), "key", Span(start, end))
            self.problems.add(Problem("syntax", Severity.ERROR, words, place))
        elif type(value) is Unread:
            if not at_key:
                self.problems.add(out_of_reach(value, self._pointer(), Span(start, end)))
        elif plain and (other := other_reading(text, value)):
            self._report_other_reading(node, value, other, "key" if at_key else "value")
        if plain and isinstance(value, str) and self._text.startswith(" #", end) and CUT.match(self._text, end):
            line = _LINE.match(self._text, end + 1)
            comment = line[0].rstrip() if line else ""
            in_brackets = any(self._text[one.node.start] in "[{" for one in self._open)
            place = Place(self._pointer(text), "key" if at_key else "value", Span(end + 1, end + 1 + len(comment)))
            meant = None if in_brackets else in_quotes(f"{text} {comment}")
            self.problems.add(Problem("cut-by-comment", Severity.WARNING, CUT_WORDS, place, suggestion=meant))
        self._add(node)

    def _report_other_reading(self, node: _YamlNode, value: Value, other: str, part: Part) -> None:
        """Warn of a plain scalar that another reader takes for another type; `other` says which, and for what."""
        ours, advice = ("text", "put it in quotes") if isinstance(value, str) else (kind(value), "write it out")
        if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
            value = int(value)
        place = Place(self._pointer(node.text), part, Span(node.start, node.end))
        fix = Fix(advice, ((place.pointer, value),)) if part == "value" else None
        message = f"{quoted(node.text)} is {ours} here, but {other}: {advice}"
        self.problems.add(Problem("yaml-type", Severity.WARNING, message, place, suggestion=written(value), fix=fix))

    def _begin_container(self, event: Any) -> None:
        start = self._start(event)
        if len(self._open) >= self._limits.depth:
            raise _StopError(too_deep(self._limits.depth, Span(start, start + 1)))
        mapping = type(event) is yaml.MappingStartEvent
        node = _YamlNode({} if mapping else [], start, -1)
        node.below = {} if mapping else []
        if event.anchor is not None:
            self._named[event.anchor] = node
        self._open.append(_OpenNode(node, mapping=mapping))

    def _end_container(self, event: Any) -> None:
        container = self._open.pop()
        in_brackets = event.end_mark.index > event.start_mark.index
        # A block ends where the next token begins.
        container.node.end = event.end_mark.index if in_brackets else container.end
        container.merge()
        self._add(container.node)

    def _add_alias(self, event: Any) -> None:
        span = Span(event.start_mark.index, event.end_mark.index)
        anchored = self._named.get(event.anchor)
        if anchored is not None and anchored.end >= 0:
            self._expanded += anchored.weight
            if self._expanded > self._limits.expansion:
                most = f"{self._limits.expansion:,} values, {beyond('expansion')}"
                words = f"with this alias, all aliases together stand for more than {most}"
                raise _StopError(fault("too-large", words, span))
            count, first = self.anchors.get(anchored.start, (0, span))
            self.anchors[anchored.start] = count + 1, first
            self._add(anchored.alias(*span))
            return
        name = quoted(f"*{event.anchor}")
        if anchored is not None:
            words = f"{name} is inside the value that it stands for, which would never end"
        else:
            self._unknown_aliases += 1
            known = islice(self._named, 100 if self._unknown_aliases <= 10 else 0)  # each is compared with each
            near = " or ".join(f"*{one}" for one in near_names(event.anchor, known))
            meant = f"did you mean {near}?" if near else "text that begins with * needs quotes"
            words = f"{name} is an alias, but there is no {quoted(f'&{event.anchor}')} before it; {meant}"
        shown = self._text[span.start : span.end]
        self.problems.add(fault("syntax", words, span, self._pointer(shown)))
        at_key = self._open and self._open[-1].at_key
        self._add(_YamlNode(shown if at_key else None, span.start, span.end, shown))

    def _start(self, event: Any) -> int:
        """Return where a value begins, after its anchor and tag. A tag is a problem."""
        start: int = event.start_mark.index
        if event.anchor is None and event.tag is None:
            return start
        end = event.end_mark.index
        while found := _PROPERTY.match(self._text, start, end):
            if found[0].startswith("!"):
                words = (
                    f"{quoted(found[0])} is a tag, and a trace is plain data: take it out, or put the text in quotes"
                )
                self.problems.add(fault("syntax", words, Span(*found.span()), self._pointer()))
            space = _SPACE.match(self._text, found.end(), end)
            start = space.end() if space else found.end()
        return start

    def _add(self, node: _YamlNode) -> None:
        """Put a finished key, value or item where it belongs."""
        if not self._open:
            self.top = node
            return
        self._values += 1
        if self._values > self._most_values:
            raise _StopError(too_many_values(self._most_values, Span(node.start, node.start)))
        container = self._open[-1]
        container.end = node.end
        parent, key = container.node, container.key
        parent.weight += node.weight
        if isinstance(parent.below, list):
            parent.data.append(node.data)
            parent.below.append(node)
        elif key is None:
            self._values -= 1
            container.key = node
            if not container.merging:
                self._judge_key(container, node)
        else:
            container.key = None
            if container.merging:
                container.merging = False
                container.merged.append(node)
            elif parent.below is not None:
                node.key = key.start, key.end
                parent.data[key.text] = node.data
                parent.below[key.text] = node

    def _judge_key(self, container: _OpenNode, key: _YamlNode) -> None:
        """Report a key that is not text, or that is there already."""
        if key.below is not None:
            key.text = self._text[key.start : key.end]
        is_text, span = isinstance(key.data, str), Span(key.start, key.end)
        namesake = container.node.below.get(key.text) if isinstance(container.node.below, dict) else None
        if is_text and namesake is None:
            return
        if namesake and namesake.key and (False, key.text) not in container.firsts:
            container.firsts.setdefault((True, key.text), namesake.key)
        first = container.firsts.setdefault((is_text, key.text), span)
        if is_text and first is span:
            return
        pointer = self._pointer()
        place = Place(pointer, "key", span)
        if key.below is not None:
            what = "a mapping" if isinstance(key.below, dict) else "a list"
            self.problems.add(Problem("syntax", Severity.ERROR, f"{what} can't be a key: keys are text", place))
        elif not is_text and not key.text:
            self.problems.add(Problem("wrong-type", Severity.ERROR, "a key is missing before ':'", place))
        elif not is_text:
            message = f"the key {quoted(key.text)} is {kind(key.data)}, and keys are text: put it in quotes"
            self.problems.add(Problem("wrong-type", Severity.ERROR, message, place, suggestion=in_quotes(key.text)))
        if first is not span:
            self.problems.add(duplicate_key(key.text, pointer, span, Span(*first), "mapping"))

    def _pointer(self, key: str = _UNKNOWN) -> Pointer:
        """Return the pointer of what comes next; `key` is its own last part if it is a key."""
        parts: list[str | int] = []
        for container in self._open:
            if not container.mapping:
                parts.append(len(container.node.data))
            elif container.key:
                parts.append(container.key.text)
            else:
                parts.append(key if container is self._open[-1] else _UNKNOWN)
        return tuple(parts)
