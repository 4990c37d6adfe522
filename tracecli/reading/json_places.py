"""Where values and keys are in a JSON text that is known to be good.

Looks up many pointers in one pass: only containers that hold a wanted value are walked here, and everything else is
skipped by the standard decoder at the speed of C.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tracecli.problems import Pointer, Span
from tracecli.reading.collector import collector_paused
from tracecli.reading.json_tokens import skip_blanks
from tracecli.reading.places import Spot

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


def find(text: str, pointers: Iterable[Pointer], *, numbered: bool = False) -> dict[Pointer, Spot]:
    """Give the spots of those pointers that exist, and of the containers above them.

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
        """Skip members that nobody asked for. Give the next that is wanted and its start, or None and the bracket."""
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
