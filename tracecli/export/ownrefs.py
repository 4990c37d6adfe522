"""Which patterns, masks, clip paths, gradients and markers each element of a clean drawing refers to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from tracecli.errors import TraceError
from tracecli.export.ownstyle import SCOPE
from tracecli.export.ownxml import Element

_MOST_COMPARED = 1_000_000
_URL = re.compile(r"url\(#([\w-]+)\)")
_PIECE = re.compile(r"[.#]?[\w-]+")
_BESIDE = re.compile(r"(?<![^\s>+~])[^\s>+~]++\s*+[+~]")  # only from where a word begins, or a long one takes ages

_Compound = frozenset[str]


def references(root: Element, rules: Sequence[str], name: str) -> Mapping[int, set[str]]:
    """Give for each element, by its `id()`, the ids that it refers to by its attributes or by a rule.

    A rule is taken to hold wherever its selector could match, one that another rule wins over too.

    Args:
        root: The clean drawing.
        rules: Its clean style.
        name: The file as people know it.

    Raises:
        TraceError: If the style has too many rules that refer to something to be compared with every element.
    """
    styles = _indexed(rules)
    found: dict[int, set[str]] = {}
    compared = 0
    for element, above in _walk(root, ()):
        ids = {one for value in element.attributes.values() for one in _URL.findall(value)}
        facts = _facts(element)
        for compounds, named in (style for fact in (*facts, "") for style in styles.get(fact, ())):
            compared += 1
            if compounds[-1] <= facts and _within(compounds[:-1], above):
                ids.update(named)
        if compared > _MOST_COMPARED:
            raise TraceError(f"{name} is too complex: too many of its rules refer to a pattern, a gradient or the like")
        if ids:
            found[id(element)] = ids
    return found


def _indexed(rules: Sequence[str]) -> dict[str, list[tuple[list[_Compound], list[str]]]]:
    """Give the rules that refer to something by one thing that they ask of an element; by nothing for `*`."""
    found: dict[str, list[tuple[list[_Compound], list[str]]]] = {}
    for compounds, body in _selectors(rules):
        found.setdefault(min(compounds[-1], default=""), []).append((compounds, _URL.findall(body)))
    return found


def _selectors(rules: Sequence[str]) -> Iterator[tuple[list[_Compound], str]]:
    for rule in rules:
        selectors, _, body = rule.partition("{")
        if "url(" in body:
            for one in selectors.split(","):
                # What stands before a sibling is left out: that could only match less.
                words = _BESIDE.sub("", one.removeprefix(SCOPE)).replace(">", " ").split()
                if words:
                    yield [frozenset(_PIECE.findall(word)) for word in words], body


def _walk(element: Element, above: tuple[_Compound, ...]) -> Iterator[tuple[Element, tuple[_Compound, ...]]]:
    yield element, above
    inner = (*above, _facts(element))
    for child in element.children:
        if isinstance(child, Element):
            yield from _walk(child, inner)


def _facts(element: Element) -> _Compound:
    """Give all that a selector can ask of an element."""
    classes = element.attributes.get("class", "").split()
    return frozenset((element.name, f"#{element.attributes.get('id', '')}", *(f".{one}" for one in classes)))


def _within(compounds: Sequence[_Compound], above: Sequence[_Compound]) -> bool:
    """Tell whether the elements above an element match, in this order."""
    wanted = list(compounds)
    for facts in reversed(above):
        if wanted and wanted[-1] <= facts:
            wanted.pop()
    return not wanted
