"""How much a drawing has drawn where its parts are used again: a few lines can ask for billions of elements."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import ceil, log2, sqrt

from tracecli.errors import TraceError
from tracecli.export.svg_cleaning import LOCAL_URL, PRIMITIVES, Element, StyleRule, elements, selector_parts

_MAX_REPEATED = 50_000
_MAX_REFERENCES = 300  # that lead from one to the next
_MAX_COMPARED = 1_000_000

# Work is counted in simple elements: a browser draws a million within half a second, of masks in masks too. A filter
# works on pixels, at worst on all of a drawing, and some the longer the farther they look (Chromium, 800 by 400 pixels,
# in milliseconds: blur 5 to 30, one octave of turbulence 3, a 9 by 9 matrix 240, morphology of radius 100 400).
_MAX_WORK = 1_000_000
_FILTER_STEP = 400
_FILTER_STEPS = {
    "feDropShadow": 2000,
    "feGaussianBlur": 2000,
    "feTurbulence": 2000,
    "feMorphology": 2000,
} | dict.fromkeys(("feDiffuseLighting", "feDisplacementMap", "feSpecularLighting"), 4000)
_FARTHER = {
    "feDropShadow": (40, 200),
    "feGaussianBlur": (40, 200),
    "feMorphology": (1600, 800),
}  # a pixel; the most pixels
_OCTAVE, _MATRIX_CELL = 1000, 1200
_REACH = 50  # pixels that blur() and drop-shadow() reach until a picture has grown by its own size
_ENLARGED_ALWAYS = 800.0  # how much larger what is measured by its surroundings is drawn, at most

_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)")
_FILTER_FUNCTIONS = re.compile(
    r"\b(?:blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|saturate|sepia)\("
)
_LENGTHS = re.compile(r"(-?\d*\.?\d+(?:e[+-]?\d+)?)([a-z%]*)", re.IGNORECASE)
_ENLARGING = re.compile(r"(matrix|scale)\(\s*([^()]*)\)")


def work_of(root: Element, rules: Sequence[StyleRule], name: str, scale: float) -> int:
    """Return how much a drawing has drawn, counted in simple elements.

    Args:
        root: The clean drawing.
        rules: Its clean style.
        name: The file as the user named it.
        scale: How many pixels one of its units takes.

    Raises:
        TraceError: A few lines make it endless or huge, by `use` elements, patterns, masks, filters or the like.
    """
    graph = _References(root, rules, name)
    levels = _deepest(lambda element: float(bool(graph.filters(element))), graph.around)
    turned = any(enlargement(rule.declarations) > 1 for rule in rules)
    enlarged = _deepest(
        lambda element: log2(_ENLARGED_ALWAYS if turned else max(1.0, _enlarged(element))), graph.around
    )
    pixels = scale * 2 ** min(enlarged(root, 0), 32)

    def drawn(element: Element) -> Iterator[tuple[Element, int]]:
        yield from ((part, 1) for part in graph.parts(element))
        # A browser draws what is in a filter again for each filter around it.
        for one in graph.filters(element):
            price = _functions_work(one, pixels) if "(" in one else _filter_work(graph.ids[one], pixels)
            yield _SIMPLE, ceil(price * levels(element, 0))
        for other in graph.drawn_with(element):  # a pattern for a group is drawn for all that is in the group
            yield other, graph.count(element, 0)

    work = _sizer(_MAX_WORK, drawn)(root, 0)
    if work > _MAX_WORK:
        raise TraceError(
            f"{name}: its patterns, masks, clip paths, markers or filters have more than {_MAX_WORK} elements drawn, "
            "or as much to do, or refer to themselves"
        )
    return work


class _References:
    """What the elements of a drawing take besides themselves."""

    def __init__(self, root: Element, rules: Sequence[StyleRule], name: str) -> None:
        self.ids = {element.attributes["id"]: element for element in elements(root) if "id" in element.attributes}
        self.count = _sizer(_MAX_REPEATED, lambda element: ((part, 1) for part in self.parts(element)))
        if self.count(root, 0) > _MAX_REPEATED:
            raise TraceError(
                f"{name}: its use elements make more than {_MAX_REPEATED} elements of it, or use themselves"
            )
        self._named = _references(root, rules, name)

    def parts(self, element: Element) -> Iterator[Element]:
        """Return what is in an element, or used by it."""
        yield from (child for child in element.children if isinstance(child, Element))
        used = self.ids.get(element.attributes.get("href", "")[1:]) if element.name == "use" else None
        if used is not None:
            yield used

    def filters(self, element: Element) -> list[str]:
        """Return the ids of an element's filters, and its filter functions as they are written."""
        return [one for one in self._named.get(id(element), ()) if "(" in one or self._is_filter(one)]

    def drawn_with(self, element: Element) -> list[Element]:
        """Return the patterns, masks and the like that an element refers to."""
        named = self._named.get(id(element), ())
        return [self.ids[one] for one in named if one in self.ids and not self._is_filter(one)]

    def around(self, element: Element) -> Iterator[Element]:
        """Return everything that is drawn within an element."""
        yield from self.parts(element)
        yield from self.drawn_with(element)

    def _is_filter(self, name: str) -> bool:
        return name in self.ids and self.ids[name].name == "filter"


_SIMPLE = Element("", {})


def _filter_work(element: Element, pixels: float) -> float:
    """Return what a filter takes that works on all of a drawing; `pixels` are those of one unit."""
    if element.attributes.get("primitiveUnits") == "objectBoundingBox":
        pixels *= _ENLARGED_ALWAYS
    work = 0.0
    for step in elements(element):
        if step.name in PRIMITIVES:
            work += _FILTER_STEPS.get(step.name, _FILTER_STEP)
        if step.name in _FARTHER:
            each, most = _FARTHER[step.name]
            work += each * min(most, pixels * max(_numbers(step, "radius", "stdDeviation"), default=2))
        elif step.name == "feTurbulence":
            work += _OCTAVE * max(_numbers(step, "numOctaves"), default=1)
        elif step.name == "feConvolveMatrix":
            order = _numbers(step, "order") or [3]
            work += _MATRIX_CELL * order[0] * order[-1]
    return work


def _numbers(element: Element, *names: str) -> list[float]:
    texts = " ".join(element.attributes.get(name, "") for name in names).replace(",", " ").split()
    return [abs(float(found[1])) for text in texts if (found := _LENGTHS.match(text))]


def _functions_work(value: str, pixels: float) -> float:
    """Return what `blur(2px) sepia(1)` takes: what one function makes larger, the next ones work on."""
    work = reach = 0.0
    for start in _FILTER_FUNCTIONS.finditer(value):
        if start.group().startswith(("blur", "drop-shadow")):
            lengths = _LENGTHS.findall(value[start.end() :].partition(")")[0])
            in_pixels = (
                abs(float(one)) * (1 if unit in {"", "px", "pt"} else _ENLARGED_ALWAYS) for one, unit in lengths
            )
            reach += min(_ENLARGED_ALWAYS, pixels * max(in_pixels, default=0))
            work += _FILTER_STEPS["feGaussianBlur"] * (1 + reach / _REACH) ** 2
        else:
            work += _FILTER_STEP * (1 + reach / _REACH) ** 2
    return work


def enlargement(transforms: str) -> float:
    """Return how much larger than its surroundings something is drawn."""
    scale = 1.0
    for kind, numbers in _ENLARGING.findall(transforms):
        try:
            values = [float(one) for one in numbers.replace(",", " ").split()]
        except ValueError:
            continue
        area = abs(values[0] * values[3] - values[1] * values[2]) if len(values) == 6 else 0.0
        if kind == "scale" and values:
            area = abs(values[0] * values[-1])
        scale *= sqrt(area) or 1
    return scale


def _enlarged(element: Element) -> float:
    """Return the same of an element, and much of one whose measure is not known from itself."""
    known = element.attributes
    if element.name == "marker" or "objectBoundingBox" in (
        known.get("patternContentUnits"),
        known.get("maskContentUnits"),
    ):
        return _ENLARGED_ALWAYS
    scale = enlargement(f"{known.get('transform', '')} {known.get('patternTransform', '')} {element.style}")
    if ("viewBox" in known and element.name != "svg") or known.get("clipPathUnits") == "objectBoundingBox":
        return scale * _ENLARGED_ALWAYS
    return scale


def _deepest(
    own: Callable[[Element], float], below: Callable[[Element], Iterable[Element]]
) -> Callable[[Element, int], float]:
    """Return what finds the largest sum of `own` on a way from an element down through what it takes."""
    known: dict[int, float] = {}

    def deepest(element: Element, depth: int) -> float:
        if depth > _MAX_REFERENCES:
            return 0.0
        if id(element) not in known:
            known[id(element)] = 0.0  # met again before it is known: it takes itself, which is refused elsewhere
            known[id(element)] = own(element) + max((deepest(part, depth + 1) for part in below(element)), default=0.0)
        return known[id(element)]

    return deepest


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
    """Return for each element, by its `id()`, the ids that it refers to, and filter functions as they are written.

    A rule counts wherever its selector could match, even where another rule wins over it.

    Raises:
        TraceError: The style has too many rules that refer to something to be compared with every element.
    """
    variables = _variables([*(rule.declarations for rule in rules), *(element.style for element in elements(root))])
    styles: dict[str, list[tuple[list[_Facts], set[str]]]] = {}  # by one thing that a rule asks of its element
    for rule in rules:
        if ids := _referred(rule.declarations, variables):
            for compounds in map(_compounds, rule.selectors):
                styles.setdefault(min(compounds[-1], default=""), []).append((compounds, ids))
    found: dict[int, set[str]] = {}
    compared = 0
    for element, above in _with_ancestors(root, ()):
        ids_ = _referred(";".join((*element.attributes.values(), element.style)), variables)
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


def _referred(text: str, variables: Mapping[str, set[str]]) -> set[str]:
    """Return the ids that a text refers to, and its values with filter functions."""
    found = {match[2] for match in LOCAL_URL.finditer(text)}
    if "(" in text:
        found.update(value for value in text.split(";") if _FILTER_FUNCTIONS.search(value))
        found.update(*(variables.get(one, ()) for one in _VARIABLE.findall(text)))
    return found


def _variables(styles: Iterable[str]) -> dict[str, set[str]]:
    """Return what each custom property refers to, wherever it is declared, and by way of others too."""
    found: dict[str, set[str]] = {}
    others: dict[str, set[str]] = {}
    for style in styles:
        for declaration in style.split(";") if "--" in style else ():
            name, _, value = declaration.partition(":")
            if name.startswith("--"):
                found.setdefault(name, set()).update(_referred(value, {}))
                others.setdefault(name, set()).update(_VARIABLE.findall(value))
    for name in found:
        reached, waiting = {name}, [name]
        while waiting:
            for other in others.get(waiting.pop(), set()) - reached:
                reached.add(other)
                waiting.append(other)
        found[name] = set().union(*(found.get(one, set()) for one in reached))
    return found


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
