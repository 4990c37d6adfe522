"""How large a drawing becomes where its parts are used again: a few lines can ask for billions of elements."""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.errors import TraceError
from tracecli.export.ownxml import Element

_MOST = 50_000
_DEPTH = 300


def check_uses(root: Element, name: str) -> None:
    """Refuse a drawing whose `use` elements make it endless or huge.

    Args:
        root: The clean drawing.
        name: The file as people know it.

    Raises:
        TraceError: If so.
    """
    ids = {element.attributes["id"]: element for element in elements(root) if "id" in element.attributes}
    sizes: dict[int, int] = {}

    def size(element: Element, depth: int) -> int:
        if depth > _DEPTH:
            return _MOST + 1
        known = sizes.get(id(element))
        if known is None:
            sizes[id(element)] = _MOST + 1  # met again before it is known: it uses itself
            known = sizes[id(element)] = 1 + sum(size(part, depth + 1) for part in _parts(element, ids))
        return known

    if size(root, 0) > _MOST:
        raise TraceError(f"{name}: its use elements make more than {_MOST} elements of it, or use themselves")


def _parts(element: Element, ids: dict[str, Element]) -> Iterator[Element]:
    yield from (child for child in element.children if isinstance(child, Element))
    used = ids.get(element.attributes.get("href", "")[1:]) if element.name == "use" else None
    if used is not None:
        yield used


def elements(root: Element) -> Iterator[Element]:
    """Give an element and all below it."""
    yield root
    for child in root.children:
        if isinstance(child, Element):
            yield from elements(child)
