"""How large a drawing becomes where its parts are used again: a few lines can ask for billions of elements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from tracecli.errors import TraceError
from tracecli.export.ownrefs import references
from tracecli.export.ownxml import Element

_MOST = 50_000
_MOST_DRAWN = 1_000_000
"""A browser draws as many within half a second, of masks in masks too."""
_DEPTH = 300


def check_uses(root: Element, rules: Sequence[str], name: str) -> None:
    """Refuse a drawing whose `use` elements, patterns, masks or the like make it endless or huge.

    Args:
        root: The clean drawing.
        rules: Its clean style.
        name: The file as people know it.

    Raises:
        TraceError: If so.
    """
    ids = {element.attributes["id"]: element for element in elements(root) if "id" in element.attributes}

    def parts(element: Element) -> Iterator[Element]:
        yield from (child for child in element.children if isinstance(child, Element))
        used = ids.get(element.attributes.get("href", "")[1:]) if element.name == "use" else None
        if used is not None:
            yield used

    count = _sizer(_MOST, lambda element: ((part, 1) for part in parts(element)))
    if count(root, 0) > _MOST:
        raise TraceError(f"{name}: its use elements make more than {_MOST} elements of it, or use themselves")
    named = references(root, rules, name)

    def drawn(element: Element) -> Iterator[tuple[Element, int]]:
        yield from ((part, 1) for part in parts(element))
        for one in named.get(id(element), ()):
            if one in ids:  # a pattern for a group is drawn for all that is in the group
                yield ids[one], count(element, 0)

    if _sizer(_MOST_DRAWN, drawn)(root, 0) > _MOST_DRAWN:
        raise TraceError(
            f"{name}: its patterns, masks, clip paths or markers have more than {_MOST_DRAWN} elements drawn, "
            "or refer to themselves"
        )


def _sizer(most: int, below: Callable[[Element], Iterable[tuple[Element, int]]]) -> Callable[[Element, int], int]:
    """Give what counts an element and all that it takes; it says more than `most` for one without an end.

    Args:
        most: Beyond which nobody asks how much it is.
        below: What an element takes besides itself, each with how many times.
    """
    sizes: dict[int, int] = {}

    def size(element: Element, depth: int) -> int:
        if depth > _DEPTH:
            return most + 1
        known = sizes.get(id(element))
        if known is None:
            sizes[id(element)] = most + 1  # met again before it is known: it uses itself
            known = sizes[id(element)] = 1 + sum(size(part, depth + 1) * times for part, times in below(element))
        return known

    return size


def elements(root: Element) -> Iterator[Element]:
    """Give an element and all below it."""
    yield root
    for child in root.children:
        if isinstance(child, Element):
            yield from elements(child)
