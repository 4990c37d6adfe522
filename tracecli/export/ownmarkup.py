"""A clean drawing as text: whole, or one target of it lit and in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from tracecli.export.ownallowed import TEXTS
from tracecli.export.ownxml import Element
from tracecli.export.svgtext import xml

_BLANKS = re.compile(r"[\t\n\r ]+")
_OWN_NAMES = ("id", "data-key")


def markup(element: Element, *, names: bool = True) -> str:
    """Give an element with all that is in it.

    Args:
        element: Of a clean drawing.
        names: Whether with ids and keys; without them it can stand there twice.
    """
    return "".join(_pieces(element, names=names))


def lit_copy(chain: Sequence[Element], *, cased: bool) -> str:
    """Give the last element of `chain` lit, within as much of the others as places it and colours it.

    Args:
        chain: From the drawing's root to the target, each the parent of the next one.
        cased: Whether it lies once more over its lit self, unchanged: an edge keeps its arrowhead.
    """
    part = next((index for index, element in enumerate(chain) if element.name in TEXTS), len(chain) - 1)
    target = chain[part]  # within a text the whole text: a piece of it has no place of its own
    lit = Element(target.name, _with_class(target.attributes, "lit own_copy"), target.children)
    outer = chain[:part]
    before = "".join(f"<{element.name}{_written(element.attributes, names=False)}>" for element in outer)
    after = "".join(f"</{element.name}>" for element in reversed(outer))
    over = markup(target, names=False) if cased else ""
    return f"{before}{markup(lit, names=False)}{over}{after}"


def _with_class(attributes: Mapping[str, str], name: str) -> dict[str, str]:
    return {**attributes, "class": f"{attributes.get('class', '')} {name}".strip()}


def _pieces(element: Element, *, names: bool) -> Iterator[str]:
    opening = f"<{element.name}{_written(element.attributes, names=names)}"
    inner = "".join(
        _text(element, child) if isinstance(child, str) else markup(child, names=names) for child in element.children
    )
    yield f"{opening}>{inner}</{element.name}>" if inner else f"{opening}/>"


def _written(attributes: Mapping[str, str], *, names: bool) -> str:
    kept = (item for item in attributes.items() if names or item[0] not in _OWN_NAMES)
    return "".join(f' {name}="{xml(value)}"' for name, value in kept)


def _text(element: Element, text: str) -> str:
    """Give text where it is drawn; elsewhere it is only the file's indentation."""
    if element.name not in TEXTS:
        return ""
    kept = element.attributes.get("xml:space") == "preserve"
    return xml(re.sub(r"[\t\n\r]", " ", text) if kept else _BLANKS.sub(" ", text))
