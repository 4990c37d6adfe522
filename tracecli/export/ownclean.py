"""An author's drawing, treated as hostile: a new tree of those parts alone that draw and stay within the file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tracecli.export.ownallowed import ATTRIBUTES, ELEMENTS, REFERRING
from tracecli.export.ownstyle import ROOT_CLASS, SCOPE, class_name, clean_sheet
from tracecli.export.ownvalues import clean_value, declarations
from tracecli.export.ownxml import Element
from tracecli.export.svgtext import element_id

_RASTER = re.compile(r"data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]*")
_WINDOW = frozenset(("height", "preserveAspectRatio", "viewBox", "width", "x", "y"))
_SILENT = frozenset(("", "title", "desc", "metadata", "style"))
"""Left out without a word: what draws nothing, and style sheets, which are read apart."""


class Cleaner:
    """Cleans one drawing.

    Attributes:
        rules: Its style, as rules for a style sheet.
        removed: What was left out although it would have done something: names of elements and attributes.
    """

    def __init__(self, prefix: str) -> None:
        """Begin; `prefix` begins every id."""
        self.rules: list[str] = []
        self.removed: set[str] = set()
        self._prefix = prefix
        self._styles: dict[str, str] = {}
        self._ids: set[str] = set()

    def root(self, raw: Element) -> Element:
        """Give the clean drawing as a group: its size and its edge are ours to set."""
        for sheet in _sheets(raw):
            self.rules += clean_sheet(sheet, self._prefix)
        attributes = {name: value for name, value in raw.attributes.items() if name not in _WINDOW}
        clean = self._element(Element("g", attributes, raw.children))
        clean.attributes["class"] = f"{clean.attributes.get('class', '')} {ROOT_CLASS}".strip()
        # An element's own declarations win over every rule of a sheet, as they do in the author's file.
        self.rules += [f"{SCOPE} .{name}{{{text}}}" for text, name in self._styles.items()]
        return clean

    def _element(self, raw: Element) -> Element:
        clean = Element(raw.name, dict(self._attributes(raw)))
        for child in raw.children:
            if isinstance(child, str):
                clean.children.append(child)
            elif child.name == "a":  # a link draws what is in it
                clean.children.append(self._element(Element("g", child.attributes, child.children)))
            elif child.name in ELEMENTS:
                clean.children.append(self._element(child))
            elif child.name not in _SILENT:
                self.removed.add(child.name)
        return clean

    def _attributes(self, raw: Element) -> Iterator[tuple[str, str]]:
        classes = [class_name(name) for name in raw.attributes.get("class", "").split()]
        for name, value in raw.attributes.items():
            if name == "id":
                yield from self._id(value)
            elif name == "style":
                classes += self._style(value)
            elif name == "href":
                yield from self._reference(raw, value)
            elif name in ATTRIBUTES:
                yield from self._attribute(name, value)
            elif name.lower().startswith("on"):
                self.removed.add(name)
        if raw.attributes.get("xml:space") == "preserve":
            yield "xml:space", "preserve"
        if raw.name == "marker":
            yield "overflow", "visible"  # many are drawn around their own origin
        if classes:
            yield "class", " ".join(classes)

    def _id(self, value: str) -> Iterator[tuple[str, str]]:
        """Give an id the first time that it occurs, as references take it."""
        if value not in self._ids:
            self._ids.add(value)
            yield "id", element_id(self._prefix, value)

    def _attribute(self, name: str, value: str) -> Iterator[tuple[str, str]]:
        kept = clean_value(value, self._prefix)
        if kept is None:
            self.removed.add(name)
        else:
            yield name, kept

    def _style(self, value: str) -> Iterator[str]:
        """Give the class that says what a style attribute says: a page may forbid the attribute."""
        text = ";".join(f"{name}:{kept} !important" for name, kept in declarations(value, self._prefix))
        if text:
            yield self._styles.setdefault(text, f"own_{len(self._styles) + 1}")

    def _reference(self, raw: Element, value: str) -> Iterator[tuple[str, str]]:
        if raw.name in REFERRING and value.startswith("#"):
            yield "href", f"#{element_id(self._prefix, value[1:])}"
        elif raw.name == "image" and _RASTER.fullmatch(packed := "".join(value.split())):
            yield "href", packed
        elif raw.name != "g":
            self.removed.add("href")


def _sheets(element: Element) -> Iterator[str]:
    for child in element.children:
        if isinstance(child, Element):
            if child.name == "style":
                yield "".join(text for text in child.children if isinstance(text, str))
            yield from _sheets(child)
