"""How much a drawing has drawn where its parts are used again: a few lines can ask for billions of elements."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from tracecli.errors import TraceError
from tracecli.export.svg_cleaning import LOCAL_URL, Element, StyleRule, elements, selector_parts

_MAX_REPEATED = 50_000
_MAX_DRAWN = 1_000_000  # a browser draws as many within half a second, of masks in masks too
_FILTERED = 250  # elements that could be drawn in the time of one step of a filter, or of blur() and its like
_MAX_REFERENCES = 300  # that lead from one to the next
_MAX_COMPARED = 1_000_000
_FILTER_STEP = Element("", {})
_FILTER_FUNCTION = re.compile(r"filter:[^;]*\w\(")


def check_expansion(root: Element, rules: Sequence[StyleRule], name: str) -> None:
    """Refuse a drawing that a few lines make endless or huge.

    Args:
        root: The clean drawing.
        rules: Its clean style.
        name: The file as the user named it.

    Raises:
        TraceError: Its `use` elements, patterns, masks, filters or the like do.
    """
    ids = {element.attributes["id"]: element for element in elements(root) if "id" in element.attributes}

    def parts(element: Element) -> Iterator[Element]:
        yield from (child for child in element.children if isinstance(child, Element))
        used = ids.get(element.attributes.get("href", "")[1:]) if element.name == "use" else None
        if used is not None:
            yield used

    count = _sizer(_MAX_REPEATED, lambda element: ((part, 1) for part in parts(element)))
    if count(root, 0) > _MAX_REPEATED:
        raise TraceError(f"{name}: its use elements make more than {_MAX_REPEATED} elements of it, or use themselves")
    named = _references(root, rules, name)

    def drawn(element: Element) -> Iterator[tuple[Element, int]]:
        yield from ((part, 1) for part in parts(element))
        for one in named.get(id(element), ()):
            referred = ids.get(one, _FILTER_STEP if not one else None)
            if referred is not None:  # a pattern for a group is drawn for all that is in the group
                filtering = referred is _FILTER_STEP or referred.name == "filter"
                yield referred, _FILTERED if filtering else count(element, 0)

    if _sizer(_MAX_DRAWN, drawn)(root, 0) > _MAX_DRAWN:
        raise TraceError(
            f"{name}: its patterns, masks, clip paths, markers or filters have more than {_MAX_DRAWN} elements drawn, "
            "or refer to themselves"
        )


def _sizer(most: int, below: Callable[[Element], Iterable[tuple[Element, int]]]) -> Callable[[Element, int], int]:
    """Return what counts an element and all that it takes; more than `most` for one without an end.

    Args:
        most: The limit beyond which the exact number doesn't matter.
        below: What an element takes besides itself, each with how many times.
    """
    sizes: dict[int, int] = {}

    def size(element: Element, depth: int) -> int:
        if depth > _MAX_REFERENCES:
            return most + 1
        known = sizes.get(id(element))
        if known is None:
            sizes[id(element)] = most + 1  # met again before it is known: it takes itself
            known = sizes[id(element)] = 1 + sum(size(part, depth + 1) * times for part, times in below(element))
        return known

    return size


_Facts = frozenset[str]
"""All that a selector can ask of an element, but for attributes and its place: `g`, `#id`, `.class`."""


def _references(root: Element, rules: Sequence[StyleRule], name: str) -> Mapping[int, set[str]]:
    """Return for each element, by its `id()`, the ids that it refers to; an empty one means a filter function.

    A rule counts wherever its selector could match, even where another rule wins over it.

    Raises:
        TraceError: The style has too many rules that refer to something to be compared with every element.
    """
    styles: dict[str, list[tuple[list[_Facts], list[str]]]] = {}  # by one thing that a rule asks of its element
    for rule in rules:
        if ids := _referred(rule.declarations):
            for compounds in map(_compounds, rule.selectors):
                styles.setdefault(min(compounds[-1], default=""), []).append((compounds, ids))
    found: dict[int, set[str]] = {}
    compared = 0
    for element, above in _with_ancestors(root, ()):
        texts = (*element.attributes.values(), element.style, f"filter:{element.attributes.get('filter', '')}")
        ids_ = {one for text in texts for one in _referred(text)}
        facts = _facts(element)
        for compounds, ids in (style for fact in (*facts, "") for style in styles.get(fact, ())):
            compared += 1
            if compounds[-1] <= facts and _are_among(compounds[:-1], above):
                ids_.update(ids)
        if compared > _MAX_COMPARED:
            raise TraceError(f"{name} is too complex: too many of its rules refer to a pattern, a gradient or the like")
        if ids_:
            found[id(element)] = ids_
    return found


def _referred(text: str) -> list[str]:
    return [match[2] for match in LOCAL_URL.finditer(text)] + [""] * bool(_FILTER_FUNCTION.search(text))


def _compounds(selector: str) -> list[_Facts]:
    """Return what a selector asks of an element and of those around it, outermost first."""
    compounds: list[set[str]] = [set()]
    for kind, text in selector_parts(selector) or []:
        if kind == "combinator":
            if text.strip() in {"+", "~"}:  # what is asked of a sibling is left out: it could only match less
                compounds.pop()
            compounds.append(set())
        elif kind in {"id", "class"} or (kind == "tag" and text != "*"):
            compounds[-1].add(text)
    return [frozenset(one) for one in compounds]


def _with_ancestors(element: Element, above: tuple[_Facts, ...]) -> Iterator[tuple[Element, tuple[_Facts, ...]]]:
    yield element, above
    inner = (*above, _facts(element))
    for child in element.children:
        if isinstance(child, Element):
            yield from _with_ancestors(child, inner)


def _facts(element: Element) -> _Facts:
    classes = element.attributes.get("class", "").split()
    name, id_ = element.name.rpartition(":")[2], element.attributes.get("id", "")
    return frozenset((name, f"#{id_}", *(f".{one}" for one in classes)))


def _are_among(compounds: Sequence[_Facts], above: Sequence[_Facts]) -> bool:
    """Whether the elements around an element match, in this order."""
    wanted = list(compounds)
    for facts in reversed(above):
        if wanted and wanted[-1] <= facts:
            wanted.pop()
    return not wanted
