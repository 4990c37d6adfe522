"""A YAML container while it is being read."""

from __future__ import annotations

from tracecli.reading.yaml_nodes import Node


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
