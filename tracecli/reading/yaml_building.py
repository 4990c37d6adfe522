"""YAML events → nodes and problems, in one pass and without recursion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import yaml

from tracecli.problems import Part, Place, Pointer, Problem, Span
from tracecli.reading import yaml_faults as faults
from tracecli.reading.limits import Limits
from tracecli.reading.reach import Unread, out_of_reach
from tracecli.reading.wording import doubled_key, fault, too_deep, too_many
from tracecli.reading.yaml_frames import Frame
from tracecli.reading.yaml_nodes import Node
from tracecli.reading.yaml_properties import skip_properties
from tracecli.reading.yaml_scalars import Value, other_reading, resolve

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
            self.problems.append(faults.merge_key(self._pointer(_MERGE), Span(node.start, node.end)))
        elif type(value) is Unread:
            if not at_key:  # a key is refused as what it is, whatever its size
                self.problems.append(out_of_reach(value, self._pointer(), Span(node.start, node.end)))
        elif other := other_reading(node.text, value):
            part: Part = "key" if at_key else "value"
            place = Place(self._pointer(node.text), part, Span(node.start, node.end))
            self.problems.append(faults.other_type(place, node.text, value, other))

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
            words = faults.cycle(event.anchor) if target else self._unknown(event.anchor)
            written = self._text[span.start : span.end]
            self.problems.append(fault("syntax", words, span, self._pointer(written)))
            self._add(Node(written if self._at_key else None, span.start, span.end, written))
            return
        self._added += target.weight
        if self._added > self._limits.expansion:
            raise StopError(fault("too-large", faults.expansion(self._limits.expansion), span))
        self._add(target.alias(span.start, span.end))

    def _unknown(self, anchor: str) -> str:
        self._unknowns += 1
        near = islice(self._anchors, 100 if self._unknowns <= 10 else 0)  # each name is compared with each
        return faults.unknown_alias(anchor, near)

    def _content(self, event: Any) -> int:
        """Give where a value begins, behind its anchor and tag. A tag is a problem."""
        start: int = event.start_mark.index
        if event.anchor is None and event.tag is None:
            return start
        start, tags = skip_properties(self._text, start, event.end_mark.index)
        for span in tags:
            self.problems.append(fault("syntax", faults.tag(self._text[span.start : span.end]), span, self._pointer()))
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
            self.problems.append(faults.odd_key(key, pointer, span))
        if first is not key:
            self.problems.append(doubled_key(key.text, pointer, span, Span(first.start, first.end), "mapping"))

    def _pointer(self, key: str = _UNKNOWN) -> Pointer:
        """Give the pointer of what comes next; `key` is its own last part if it is a key."""
        return tuple(self._parts(key))

    def _parts(self, key: str) -> Iterator[str | int]:
        for frame in self._frames:
            if frame.mapping:
                yield frame.key.text if frame.key else key
            else:
                yield len(frame.node.data)
