"""An author's drawing as a tree, read with nothing that XML can do beyond elements, attributes and text."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat

from tracecli.errors import TraceError

MOST_BYTES = 2 * 1024 * 1024
_MOST_ELEMENTS = 20_000
_MOST_DEPTH = 100
_SVG = "http://www.w3.org/2000/svg "
_NAMES = {"http://www.w3.org/1999/xlink href": "href", "http://www.w3.org/XML/1998/namespace space": "xml:space"}


@dataclass(slots=True)
class Element:
    """An element of SVG.

    Attributes:
        name: Its name without a namespace; empty for an element of another one.
        attributes: Its own ones, and `href` and `xml:space` of other namespaces.
        children: Elements and text, in order.
    """

    name: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)


def parse(data: bytes, name: str) -> Element:
    """Give the root of a drawing.

    Args:
        data: The file's bytes.
        name: The file as people know it.

    Raises:
        TraceError: If it is too large, no XML, no SVG, or declares entities.
    """
    if len(data) > MOST_BYTES:
        raise TraceError(f"{name} has {len(data)} bytes; a drawing may have {MOST_BYTES}")
    parser = expat.ParserCreate(namespace_separator=" ")
    builder = _Builder(name, parser)
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.text
    parser.StartDoctypeDeclHandler = builder.doctype
    parser.SkippedEntityHandler = builder.entity
    try:
        parser.Parse(data, True)  # noqa: FBT003 - expat takes it by position
    except expat.ExpatError as error:
        fault = expat.ErrorString(error.code)
        raise TraceError(f"{name}:{error.lineno}:{error.offset + 1}: not well-formed XML: {fault}") from None
    except (LookupError, ValueError):
        raise TraceError(f"{name} is in an unknown encoding", "save it as UTF-8") from None
    root = builder.root
    if root.name != "svg":
        raise TraceError(f"{name} is not an SVG: its first element is not svg")
    return root


class _Builder:
    def __init__(self, name: str, parser: expat.XMLParserType) -> None:
        self._name, self._parser = name, parser
        self._left = _MOST_ELEMENTS
        self._open = [Element("", {})]

    @property
    def root(self) -> Element:
        return next(child for child in self._open[0].children if isinstance(child, Element))

    def _place(self) -> str:
        """Give where the parser is, as editors take it."""
        return f"{self._name}:{self._parser.CurrentLineNumber}:{self._parser.CurrentColumnNumber + 1}"

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._left -= 1
        if self._left < 0 or len(self._open) > _MOST_DEPTH:
            most = f"{_MOST_ELEMENTS} elements, {_MOST_DEPTH} deep"
            raise TraceError(f"{self._place()}: the drawing is too complex: it may have {most}")
        known = {_NAMES.get(key, key): value for key, value in attributes.items()}
        element = Element(_local(name), {key: value for key, value in known.items() if " " not in key})
        self._open[-1].children.append(element)
        self._open.append(element)

    def end(self, _name: str) -> None:
        self._open.pop()

    def text(self, text: str) -> None:
        self._open[-1].children.append(text)

    def doctype(self, _name: str, _system: str | None, _public: str | None, subset: bool) -> None:  # noqa: FBT001 - expat calls it
        # Many programs write the public one of SVG 1.1, which is never fetched; only a subset can declare entities.
        if subset:
            raise TraceError(f"{self._place()}: the DOCTYPE declares entities", "delete the DOCTYPE and write them out")

    def entity(self, name: str, _parameter: bool) -> None:  # noqa: FBT001 - expat calls it
        raise TraceError(f"{self._place()}: &{name}; is declared nowhere", "write the character itself")


def _local(name: str) -> str:
    if name.startswith(_SVG):
        return name.removeprefix(_SVG)
    return "" if " " in name else name  # a file without any namespace is meant as SVG
