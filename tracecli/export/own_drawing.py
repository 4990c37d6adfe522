"""An author's own drawing in place of ours: the elements whose ids are the targets' ids are lit where they are.

Nothing of it is copied or moved: `url(#…)`, `href` and style rules of a drawing refer to its ids, and a part taken out
of its place would lose its arrowheads, gradients, clip paths and masks. A web page gives the drawing a shadow root of
its own; an SVG file, which has none, gives its ids, its classes and every reference to them a prefix.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from tracecli.errors import TraceError
from tracecli.export.svg_cleaning import (
    DRAWN,
    LOCAL_URL,
    TEXTS,
    Cleaner,
    Element,
    StyleRule,
    elements,
    parse,
    selector_parts,
    split_selectors,
)
from tracecli.export.svg_expansion import enlargement, work_of
from tracecli.export.svg_parts import Figure, element_id, number, stylesheet, xml
from tracecli.model import Target, Trace
from tracecli.text import alternatives, near_names

_SCOPE, _ROOT = "_own", "_root"  # classes of the group around the drawing, and of its svg element: see own.css
LIT = "#2f81f7"  # 3.7:1 on white, and black text on it 5.6:1
_RIM = 1.3  # pixels
_MAX_HINTS = 10
_MAX_COMPARED_IDS = 2000


@dataclass(slots=True)
class Light:
    """An element that lights up."""

    keys: list[str]  # of the targets that it lights up for
    element: Element
    rim: str  # the CSS filter that draws a rim around it: colours of a drawing may mean something, and stay


Look = Callable[[Light], Mapping[str, str]]
"""Returns attributes to add to an element that can be lit."""


def lit(keys: Collection[str]) -> Look:
    """Return the look of a drawing in which the targets of these keys are lit."""
    return lambda light: {} if set(light.keys).isdisjoint(keys) else {"style": f"filter:{light.rim}"}


@dataclass(frozen=True, slots=True)
class PageDrawing:
    """A drawing for a web page."""

    width: float
    markup: str  # for a shadow root; `data-trace-target` of an element holds the places of its targets in the trace
    style: str  # for the same shadow root; what has the class `_lit` is lit
    fonts: str  # @font-face rules, which count only outside of a shadow root


@dataclass(frozen=True, slots=True)
class OwnDrawing:
    """A drawing that may be shown."""

    removed: tuple[str, ...]  # names of what was left out although it would have done something
    trace: Trace
    size: Size
    work: int  # that it takes to draw it, counted in simple elements
    root: Element
    rules: tuple[StyleRule, ...]
    fonts: tuple[str, ...]
    lights: tuple[Light, ...]

    def figure(self, prefix: str, look: Look, unused: Collection[str] = ()) -> Figure:
        """Return the drawing for an SVG file.

        Args:
            prefix: Begins every id.
            look: What is added to elements that can be lit.
            unused: Keys of targets that the scenario does not use; an element is drawn so if all of its targets are.
        """
        more = {id(one.element): {"class": "_unused"} if {*one.keys} <= {*unused} else look(one) for one in self.lights}
        writer = _Writer(prefix, more)
        style = (stylesheet("own"), _window_rule(self.size), *self.fonts, *map(writer.rule, self.rules))
        return Figure(self.size.width, self.size.height, self._markup(writer), {}, style=style)

    def page(self) -> PageDrawing:
        """Return the drawing for a web page, whose policy forbids style attributes."""
        places = {key: place for place, key in enumerate(self.trace.targets)}
        words = {id(one.element): " ".join(str(places[key]) for key in one.keys) for one in self.lights}
        writer = _Writer("", {element: {"data-trace-target": each} for element, each in words.items()})
        width, height = number(self.size.width), number(self.size.height)
        markup = f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}">{self._markup(writer)}</svg>'
        style = [stylesheet("shadow"), stylesheet("own"), _window_rule(self.size), *map(writer.rule, self.rules)]
        style += writer.style_rules()
        style += [
            f'._lit[data-trace-target="{words[id(one.element)]}"]{{filter:{one.rim} !important}}' for one in self.lights
        ]
        return PageDrawing(self.size.width, markup, "\n".join(style), "\n".join(self.fonts))

    def _markup(self, writer: _Writer) -> str:
        """Return the drawing on a sheet of white, since its lines in black would be lost on a dark page."""
        size = f'width="{number(self.size.width)}" height="{number(self.size.height)}"'
        colour = _BACKGROUND.search(self.root.style)
        sheets = ["#ffffff", *([colour[1]] if colour else [])]
        ground = "".join(f'<rect class="_ground" {size} fill="{fill}"/>' for fill in sheets)
        window = f'{size} viewBox="{self.size.view}"'
        return f'{ground}<g class="{_SCOPE}">{writer.root(self.root, window)}</g>'


def read_drawing(data: bytes, name: str, trace: Trace) -> OwnDrawing:
    """Read an author's drawing and find every target in it.

    Args:
        data: The SVG file's bytes. Nothing in them is trusted.
        name: The file as the user named it, for errors.
        trace: The trace that it draws.

    Raises:
        TraceError: It can't be read, doesn't say its size, is too complex, or lacks the element of a target.
    """
    raw = parse(data, name)
    size = _size_of(raw, name)
    cleaner = Cleaner()
    root = cleaner.clean(raw)
    work = work_of(root, cleaner.rules, name, 1 / size.unit)
    keys = {target.id: key for key, target in trace.targets.items()}
    lights: dict[int, Light] = {}
    for key, light in _lights(Element("", {}, [root]), keys, 1 / size.unit):
        lights.setdefault(id(light.element), light).keys.append(key)
    ids = dict.fromkeys(element.attributes.get("id", "") for element in elements(raw))
    _check_targets(trace, {key for light in lights.values() for key in light.keys}, ids, name)
    removed = tuple(sorted(cleaner.removed))
    rules, fonts = tuple(cleaner.rules), tuple(cleaner.fonts)
    return OwnDrawing(removed, trace, size, work, root, rules, fonts, tuple(lights.values()))


_OUTER = ("clip-path", "filter", "mask")


def _lights(
    element: Element, keys: Mapping[str, str], scale: float, text: Element | None = None
) -> Iterator[tuple[str, Light]]:
    """Return the targets among what is drawn in an element, each with what lights up for it.

    Args:
        element: Where to look; itself not a target.
        keys: Id of a target → its key.
        scale: How many pixels one of the element's units takes.
        text: The text that the element is part of: a piece of it has no rim of its own.
    """
    for place, child in enumerate(element.children):
        if isinstance(child, str) or not (child.name in DRAWN or child.name.startswith("html:")):
            continue
        inner = scale * enlargement(f"{child.attributes.get('transform', '')} {child.style}")
        part = text or (child if child.name in TEXTS else None)
        key = keys.get(child.attributes.get("id", ""))
        if key is not None:
            light = part or child
            outer = any(name in child.attributes or f"{name}:" in child.style for name in _OUTER)
            if outer and light is child and element.name:
                # A rim would be clipped with the element, or replace its own filter: a group around it has the rim.
                element.children[place] = light = Element("g", {}, [child])
            # Blurred alone, and more than once to be strong: Chromium rounds a shadow's offset to whole units.
            yield key, Light([], light, " ".join([f"drop-shadow(0 0 {_RIM / inner:.3g}px {LIT})"] * 5))
        yield from _lights(child, keys, inner, part)


def _check_targets(trace: Trace, found: Collection[str], ids: Collection[str], name: str) -> None:
    missing = [target for key, target in trace.targets.items() if key not in found]
    if missing:
        first, more = missing[0], len(missing) - 1
        others = f", nor for {more} other {'target' if more == 1 else 'targets'}" if more else ""
        hints = [_hint(target, ids) for target in missing[:_MAX_HINTS]]
        raise TraceError(f"{name} draws no element with the id {first.id} for target {first.key}{others}", *hints)


def _hint(target: Target, ids: Collection[str]) -> str:
    if target.id in ids:
        return f"{target.id} is there, but not drawn: in defs or a gradient, say, or in what was left out"
    near = alternatives(near_names(target.id, islice(ids, _MAX_COMPARED_IDS)), target.id)
    return f"{target.id} is missing" + (f": did you mean {near}?" if near else "")


class _Writer:
    """Writes a clean drawing, with a prefix for its ids and classes if it shares a document with others."""

    def __init__(self, prefix: str, more: Mapping[int, Mapping[str, str]]) -> None:
        """Begin.

        Args:
            prefix: Begins every id; empty in a shadow root, where the drawing's own names stay.
            more: `id()` of an element → attributes to add to it.
        """
        self._prefix, self._more = prefix, more
        self._styles: dict[str, int] = {}

    def root(self, element: Element, window: str) -> str:
        """Return the drawing's `svg` element within a window."""
        plain = {name: value for name, value in element.attributes.items() if name not in _WINDOW}
        more = self._more.get(id(element), {})
        named = {**more, "class": f"{_ROOT} {more.get('class', '')}".strip()}
        attributes = self._attributes(Element("svg", plain, style=element.style), named)
        return f"<svg {window}{attributes}>{self._inner(element)}</svg>"

    def rule(self, rule: StyleRule) -> str:
        """Return a style rule that reaches nothing but the drawing."""
        selectors = ",".join(f".{_SCOPE} {self._selector(one)}" for one in rule.selectors)
        return f"{selectors}{{{self._value(rule.declarations)}}}"

    def style_rules(self) -> Iterator[str]:
        """Return what the style attributes say, as rules that win over every other one, as those attributes do."""
        for style, number_ in self._styles.items():
            yield f'[data-trace-style="{number_}"]{":not(#_)" * 9}{{{style}}}'

    def _element(self, element: Element, within: Element) -> str:
        html, _, name = element.name.rpartition(":")
        attributes = self._attributes(element, self._more.get(id(element), {}))
        if html and within.name == "foreignObject":
            attributes = f' xmlns="http://www.w3.org/1999/xhtml"{attributes}'
        inner = self._inner(element)
        if name == "br" or not (inner or html):  # HTML's parser takes <div/> for the beginning of a div
            return f"<{name}{attributes}/>"
        return f"<{name}{attributes}>{inner}</{name}>"

    def _inner(self, element: Element) -> str:
        html = element.name.startswith("html:") or element.name == "foreignObject"
        texts = html or element.name in TEXTS
        pieces = []
        for child in element.children:
            if isinstance(child, Element):
                pieces.append(self._element(child, element))
            elif texts:  # elsewhere it is the file's indentation
                lines = child.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ").split("\n")
                pieces.append(("&#10;" if html else " ").join(map(xml, lines)))  # no line of a log begins with it
        return "".join(pieces)

    def _attributes(self, element: Element, more: Mapping[str, str]) -> str:
        written = {name: self._attribute(name, value) for name, value in element.attributes.items()}
        if element.style:
            style = self._value(element.style)
            if self._prefix:
                written["style"] = style
            else:
                written["data-trace-style"] = str(self._styles.setdefault(style, len(self._styles)))
        for name, value in more.items():
            separator = ";" if name == "style" else " "
            written[name] = f"{written[name]}{separator}{value}" if name in written else value
        return "".join(f' {name}="{xml(value)}"' for name, value in written.items())

    def _attribute(self, name: str, value: str) -> str:
        if name == "id":
            return self._id(value)
        if name == "class":
            return " ".join(map(self._class, value.split()))
        if name == "href" and value.startswith("#"):
            return f"#{self._id(value[1:])}"
        return value if name == "href" else self._value(value)

    def _id(self, name: str) -> str:
        return element_id(self._prefix, name) if self._prefix else name

    def _class(self, name: str) -> str:
        return element_id("own-", name) if self._prefix else name  # none of ours begins so

    def _value(self, value: str) -> str:
        return LOCAL_URL.sub(lambda match: f"url(#{self._id(match[2])})", value) if "url(" in value else value

    def _selector(self, selector: str) -> str:
        written = []
        for kind, text in selector_parts(selector) or []:
            if kind == "id":
                written.append(f"#{self._id(text[1:])}")
            elif kind == "class":
                written.append(f".{self._class(text[1:])}")
            elif text == ":root":
                written.append(f".{_ROOT}")
            elif kind == "pseudo" and "(" in text and not text.startswith(":nth"):
                name, _, inner = text.rstrip(")").partition("(")
                written.append(f"{name}({','.join(map(self._selector, split_selectors(inner)))})")
            else:
                written.append(text)
        return "".join(written)


_WINDOW = frozenset(("height", "preserveAspectRatio", "viewBox", "width", "x", "y"))
_BACKGROUND = re.compile(
    r"(?:^|;)background(?:-color)?:(#[0-9a-f]{3,8}|[a-z]+|rgba?\([\d\s.,%]+\))(?: !important)?(?=;|$)", re.IGNORECASE
)
_LENGTH = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?|\.[0-9]{1,9})(px|pt|pc|mm|cm|in)?")
_PIXELS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_NUMBER = r"([+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})(?:e[+-]?[0-9]{1,2})?)"
_VIEW = re.compile(r"\s*" + r"[\s,]+".join([_NUMBER] * 4) + r"\s*", re.IGNORECASE)

_MIN_SIDE, _MAX_COORDINATE, _MAX_RATIO = 0.001, 1e9, 1000  # of a view
_MIN_WIDTH, _MAX_WIDTH, _MAX_HEIGHT = 400, 800, 1600  # pixels, to fit a page's column


@dataclass(frozen=True, slots=True)
class Size:
    """A drawing's window."""

    view: str  # what it shows, as `viewBox` says it
    width: float  # pixels
    height: float
    unit: float  # how many of the drawing's own units a pixel has


def _size_of(root: Element, name: str) -> Size:
    """Return the size of a drawing, made to fit a page's column.

    Args:
        root: Its `svg` element, as read.
        name: The file as the user named it.

    Raises:
        TraceError: It does not say how large it is, or says what cannot be shown.
    """
    width, height = _length(root.attributes.get("width", "")), _length(root.attributes.get("height", ""))
    found = _VIEW.fullmatch(root.attributes.get("viewBox", ""))
    box = [float(value) for value in found.groups()] if found else [0, 0, width, height]
    hint = 'write viewBox="0 0 WIDTH HEIGHT" in its svg element'
    if min(box[2:]) <= 0:
        raise TraceError(f"{name} does not say how large it is", hint)
    if min(box[2:]) < _MIN_SIDE or max(map(abs, box)) > _MAX_COORDINATE or max(box[2:]) > _MAX_RATIO * min(box[2:]):
        view = f"its view is {box[2]:g} by {box[3]:g}, from {box[0]:g}, {box[1]:g}"
        raise TraceError(f"{name} cannot be shown: {view}", hint)
    shown = min(max(width or box[2], _MIN_WIDTH), _MAX_WIDTH, _MAX_HEIGHT * box[2] / box[3])
    view = " ".join(f"{value:.6f}".rstrip("0").rstrip(".") for value in box)
    return Size(view, shown, shown * box[3] / box[2], box[2] / shown)


def _length(text: str) -> float:
    """Return a length in pixels; 0 for none and for one that depends on its surroundings."""
    found = _LENGTH.fullmatch(text.strip())
    return float(found[1]) * _PIXELS[found[2] or ""] if found else 0


def _window_rule(size: Size) -> str:
    """Return a rule that holds the drawing in its window, whatever its own style sheet says of `svg`."""
    window = f"width:{number(size.width)}px;height:{number(size.height)}px;x:0;y:0;overflow:hidden"
    return f".{_ROOT}{{{window.replace(';', ' !important;')} !important}}"
