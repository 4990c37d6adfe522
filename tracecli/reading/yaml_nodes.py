"""A YAML document as built: the data, and beside it where everything is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tracecli.problems import Pointer, Span
from tracecli.reading.places import Spot

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
        """Give a node that stands at another place for the same data."""
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


def find(top: Node, pointers: Iterable[Pointer]) -> dict[Pointer, Spot]:
    """Give the spots of those pointers that exist, and of the containers above them."""
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
