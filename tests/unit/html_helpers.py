"""Read pages back without a browser."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

NASTY = (
    "--><script>alert(1)</script><!--",
    "<!--<script>",
    "</style></template></title></svg></textarea>",
    "{{script}} {{data}} {{}}",
    "javascript:alert(1)",
    "' onerror=alert(1) x='",
    "\x00\x1b]52;c;eA==\x07",
    "a\rb\u2028c\u2029d",
    "__proto__",
    "${alert(1)} `",
)
"""What means something to HTML, to a script, or to how the page is put together."""

_VOID = {"meta", "input", "br"}


@dataclass
class Node:
    """An element."""

    name: str
    attributes: dict[str, str]
    text: str = ""


@dataclass
class Reader(HTMLParser):
    """Collects elements in order, each with the text right behind its opening tag."""

    nodes: list[Node] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Start the parser."""
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element."""
        self.nodes.append(Node(tag, {key: value or "" for key, value in attrs}))

    def handle_data(self, data: str) -> None:
        """Add to the last element."""
        if self.nodes:
            self.nodes[-1].text += data


def nodes(page: str) -> list[Node]:
    """Return the elements of a page."""
    reader = Reader()
    reader.feed(page)
    reader.close()
    return reader.nodes


def named(page: str, name: str) -> list[Node]:
    """Return the elements of one name."""
    return [node for node in nodes(page) if node.name == name]


def data_of(page: str) -> dict[str, Any]:
    """Return the data that the page's script reads."""
    (block,) = [node for node in named(page, "script") if node.attributes.get("type") == "application/json"]
    loaded: dict[str, Any] = json.loads(block.text)
    return loaded
