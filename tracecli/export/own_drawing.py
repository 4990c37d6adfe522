"""An author's own drawing in place of ours: the elements whose ids are the targets' ids are lit."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from xml.parsers import expat

from tracecli.errors import TraceError
from tracecli.export.svg_parts import Figure, element_id, number, stylesheet, xml
from tracecli.model import Kind, Target, Trace
from tracecli.text import near_names

# ---- export.ownxml
# An author's drawing as a tree, read with nothing that XML can do beyond elements, attributes and text.

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


# ---- export.ownallowed
# What may stand in an author's drawing. A list of the good ones: whatever is not here is left out.
#
# Elements and attributes of SVG 2 that draw. Left out are, on purpose: `script`, `foreignObject`, `feImage`, every
# animation (SMIL pays no heed to a wish for less motion, and can set links), event attributes, `overflow`, `cursor`.


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SHAPES = _words("circle ellipse line path polygon polyline rect")
CONTAINERS = _words("g svg switch")
TEXTS = _words("text textPath tspan")
UNSEEN = _words("clipPath defs filter linearGradient marker mask pattern radialGradient symbol")
"""Drawn only where something refers to them."""

DRAWN = SHAPES | CONTAINERS | TEXTS | {"use", "image"}
ELEMENTS = (
    DRAWN
    | UNSEEN
    | _words(
        """
        stop feBlend feColorMatrix feComponentTransfer feComposite feDistantLight feDropShadow feFlood feFuncA feFuncB
        feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feTile
        """
    )
)

REFERRING = _words("linearGradient pattern radialGradient textPath use")
"""Elements whose `href` may name another one of the same file."""

# https://www.w3.org/TR/SVG2/propidx.html, those that draw
PROPERTIES = _words(
    """
    alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters
    direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font font-family
    font-size font-size-adjust font-stretch font-style font-variant font-weight isolation letter-spacing lighting-color
    line-height marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity paint-order
    shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
    stroke-miterlimit stroke-opacity stroke-width text-align text-anchor text-decoration text-rendering transform-box
    transform-origin unicode-bidi vector-effect visibility white-space word-spacing writing-mode
    """
)
"""Of CSS; each may also be an attribute."""

ATTRIBUTES = PROPERTIES | _words(
    """
    amount azimuth baseFrequency clipPathUnits cx cy d diffuseConstant dx dy edgeMode elevation exponent
    filterUnits fr fx fy gradientTransform gradientUnits height in in2 intercept k1 k2 k3 k4 lengthAdjust
    markerHeight markerUnits markerWidth maskContentUnits maskUnits method mode offset operator orient pathLength
    patternContentUnits patternTransform patternUnits points preserveAspectRatio primitiveUnits r radius refX refY
    result rotate rx ry side slope spacing spreadMethod startOffset stdDeviation surfaceScale tableValues textLength
    transform type values viewBox width x x1 x2 y y1 y2
    """
)

FUNCTIONS = _words(
    """
    url rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark calc min max clamp matrix translate
    translatex translatey scale scalex scaley rotate skewx skewy blur brightness contrast drop-shadow grayscale
    hue-rotate invert opacity saturate sepia circle ellipse inset polygon path
    """
)
"""What may stand in front of a parenthesis in a value, in small letters."""


# ---- export.ownvalues
# Values and declarations of an author's drawing: kept only if nothing in them can reach out of the file.

# No backslash (CSS escapes would hide a name), no braces, semicolons, at-signs, angle brackets or ampersands: what is
# kept can stand in an attribute and in a style sheet, of XML and of HTML, as it is.
_PLAIN = re.compile(r"""[\w\s#.,%()'"+*/!-]*""")
_WORD = f"{string.ascii_letters}{string.digits}-_"
_LOCAL = re.compile(r"""url\(\s*(["']?)\#([^"'()\s]+)\1\s*\)""", re.IGNORECASE)
_ANY_URL = re.compile(r"url\s*\((?!#)", re.IGNORECASE)
_IMPORTANT = re.compile(r" ?! ?important$", re.IGNORECASE)
_QUOTED = re.compile(r""""[^"]*"|'[^']*'""")


def clean_value(value: str, prefix: str) -> str | None:
    """Give a value with its references to ids led to the prefixed ones, or None if it may not stay.

    Args:
        value: Of an attribute or of a CSS property.
        prefix: Begins every id.
    """
    text = " ".join(value.split())
    if not _PLAIN.fullmatch(text) or "/*" in text or not _is_whole(text):
        return None
    if any(name.lower() not in FUNCTIONS for name in _functions(text)):
        return None
    local = _LOCAL.sub(lambda match: f"url(#{element_id(prefix, match[2])})", text)
    return None if _ANY_URL.search(local) else local


def _is_whole(text: str) -> bool:
    """Tell whether quotes and parentheses are closed: an open one would take in the rules that follow in a sheet."""
    bare = _QUOTED.sub("", text)
    depth = 0
    for char in bare:
        depth += (char == "(") - (char == ")")
        if depth < 0 or char in "\"'":
            return False
    return depth == 0


def _functions(text: str) -> Iterator[str]:
    """Give what stands in front of each parenthesis; not by an expression, whose time could grow with the square."""
    for piece in text.split("(")[:-1]:
        word = piece.rstrip()
        if name := word[len(word.rstrip(_WORD)) :]:
            yield name


def declarations(text: str, prefix: str) -> Iterator[tuple[str, str]]:
    """Give the properties and values of `fill: red; stroke: none` that may stay; an `!important` is left out.

    Args:
        text: Without braces.
        prefix: Begins every id.
    """
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        name = name.strip().lower()
        plain = _IMPORTANT.sub("", " ".join(value.split()))
        kept = clean_value(plain, prefix) if colon and name in PROPERTIES else None
        if kept:
            yield name, kept


# ---- export.ownstyle
# The style sheets of an author's drawing, written anew: only for this drawing, only with properties that draw.

SCOPE = ".own"
ROOT_CLASS = "own_svg"
"""What stands for the drawing's own `svg` element; no class of the drawing is called so."""

_COMMENT = re.compile(r"/\*.*?(\*/|$)", re.DOTALL)
_BRACE = re.compile(r"([{}])")
# None that begins with a combinator: behind `.own` it would reach what stands beside the drawing.
_SELECTOR = re.compile(r"(?![>+~])[\w\s.#*>+~-]+")
_PIECE = re.compile(r"([.#]?)([\w-]+)")


def class_name(name: str) -> str:
    """Give the name that a class of the drawing has here, where it can be mistaken for none of ours."""
    return element_id("own-", name)


def clean_sheet(text: str, prefix: str) -> Iterator[str]:
    """Give the rules that may stay, each under `.own`; at-rules are left out with all that is in them.

    Args:
        text: The content of a `style` element.
        prefix: Begins every id.
    """
    for selectors, body in _rules(_COMMENT.sub("", text)):
        parts = map(str.strip, selectors.split(","))
        kept = [_selector(part, prefix) for part in parts if _SELECTOR.fullmatch(part)]
        values = ";".join(f"{name}:{value}" for name, value in declarations(body, prefix))
        if kept and values:
            yield f"{','.join(kept)}{{{values}}}"


def _rules(text: str) -> Iterator[tuple[str, str]]:
    """Give what stands in front of each pair of braces, and in it, where the pair is in no other one."""
    depth, head, before = 0, "", ""
    for piece in _BRACE.split(text):
        if piece == "{":
            depth += 1
            head = before.rpartition(";")[2] if depth == 1 else "@"
        elif piece == "}":
            if depth == 1 and not head.lstrip().startswith("@"):
                yield head, before
            depth = max(0, depth - 1)
        else:
            before = piece


def _selector(text: str, prefix: str) -> str:
    def renamed(match: re.Match[str]) -> str:
        kind, name = match.groups()
        if kind == ".":
            return f".{class_name(name)}"
        if kind == "#":
            return f"#{element_id(prefix, name)}"
        return f".{ROOT_CLASS}" if name == "svg" else name

    return f"{SCOPE} {_PIECE.sub(renamed, ' '.join(text.split()))}"


# ---- export.ownclean
# An author's drawing, treated as hostile: a new tree of those parts alone that draw and stay within the file.

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


# ---- export.ownmarkup
# A clean drawing as text: whole, or one target of it lit and in its place.

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


# ---- export.ownsize
# How large an author's drawing is, and the window that shows it.

_LENGTH = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?|\.[0-9]{1,9})(px|pt|pc|mm|cm|in)?")
_UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_NUMBER = r"([+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})(?:e[+-]?[0-9]{1,2})?)"
_VIEW = re.compile(r"\s*" + r"[\s,]+".join([_NUMBER] * 4) + r"\s*", re.IGNORECASE)

_LEAST_UNIT, _MOST_UNITS, _MOST_TIMES = 0.001, 1e9, 1000
"""Of a view: its least side, the furthest it may lie or reach, and how many times one side may be the other."""
_LEAST_WIDTH, _MOST_WIDTH, _MOST_HEIGHT = 400, 800, 1600


@dataclass(frozen=True, slots=True)
class Size:
    """A drawing's window.

    Attributes:
        view: What it shows, as `viewBox` says it.
        width: Breadth in pixels.
        height: Height.
    """

    view: str
    width: float
    height: float


def size_of(root: Element, name: str) -> Size:
    """Give the size of a drawing, made to fit a page's column.

    Args:
        root: Its `svg` element, as read.
        name: The file as people know it.

    Raises:
        TraceError: If it does not say how large it is, or says what cannot be shown.
    """
    width, height = _length(root.attributes.get("width", "")), _length(root.attributes.get("height", ""))
    found = _VIEW.fullmatch(root.attributes.get("viewBox", ""))
    box = [float(value) for value in found.groups()] if found else [0, 0, width, height]
    if min(box[2:]) <= 0:
        raise TraceError(f"{name} does not say how large it is", 'write viewBox="0 0 WIDTH HEIGHT" in its svg element')
    if min(box[2:]) < _LEAST_UNIT or max(map(abs, box)) > _MOST_UNITS or max(box[2:]) > _MOST_TIMES * min(box[2:]):
        told = f"{name} cannot be shown: its view is {box[2]:g} by {box[3]:g}, from {box[0]:g}, {box[1]:g}"
        raise TraceError(told, 'write viewBox="0 0 WIDTH HEIGHT" in its svg element')
    wide = min(max(width or box[2], _LEAST_WIDTH), _MOST_WIDTH, _MOST_HEIGHT * box[2] / box[3])
    return Size(" ".join(map(_exact, box)), wide, wide * box[3] / box[2])


def _length(text: str) -> float:
    """Give a length in pixels; 0 for none and for one that depends on its surroundings."""
    found = _LENGTH.fullmatch(text.strip())
    return float(found[1]) * _UNITS[found[2] or ""] if found else 0


def _exact(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")


def window(size: Size, markup: str) -> str:
    """Give a drawing's elements in a window that they cannot leave, whatever they are."""
    return (
        f'<svg class="own" width="{number(size.width)}" height="{number(size.height)}" viewBox="{size.view}" '
        f'overflow="hidden">{markup}</svg>'
    )


def ground(size: Size) -> str:
    """Give the sheet of white that authors draw on: lines in black would be lost on a dark page."""
    x, y, width, height = size.view.split()
    return f'<rect class="own_ground" x="{x}" y="{y}" width="{width}" height="{height}"/>'


# ---- export.ownrefs
# Which patterns, masks, clip paths, gradients and markers each element of a clean drawing refers to.

_MOST_COMPARED = 1_000_000
_URL = re.compile(r"url\(#([\w-]+)\)")
_REFS_PIECE = re.compile(r"[.#]?[\w-]+")
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
                    yield [frozenset(_REFS_PIECE.findall(word)) for word in words], body


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


# ---- export.ownuses
# How large a drawing becomes where its parts are used again: a few lines can ask for billions of elements.

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


# ---- export.owndrawing
# An author's own drawing in place of ours: the elements whose ids are the targets' ids are lit.

_MOST_NAMED = 10
_DRAWING_MOST_COMPARED = 2000


@dataclass(frozen=True, slots=True)
class OwnDrawing:
    """A drawing that may be shown.

    Attributes:
        removed: Names of elements and attributes that are left out although they would do something.
        name: The file as people know it.
        trace: Whose drawing it is.
        size: Its window.
        raw: As read: not to be shown.
    """

    removed: tuple[str, ...]
    name: str
    trace: Trace
    size: Size
    raw: Element

    def figure(self, prefix: str) -> Figure:
        """Give the clean drawing; `prefix` begins every id."""
        cleaner = Cleaner(prefix)
        root = cleaner.root(self.raw)
        chains = _chains(root, self.trace, prefix)
        for key, chain in chains.items():
            chain[-1].attributes["data-key"] = key
        base = window(self.size, ground(self.size) + markup(root))
        edges = {key for key, target in self.trace.targets.items() if target.kind is Kind.EDGE}
        lit = {key: window(self.size, lit_copy(chain, cased=key in edges)) for key, chain in chains.items()}
        return Figure(
            self.size.width, self.size.height, base, lit, style="\n".join((stylesheet("own"), *cleaner.rules))
        )


def read_drawing(data: bytes, name: str, trace: Trace) -> OwnDrawing:
    """Read an author's drawing and find every target in it.

    Args:
        data: The SVG file's bytes. Nothing in them is trusted.
        name: The file as people know it, for errors.
        trace: Whose drawing it is.

    Raises:
        TraceError: If it cannot be read, does not say its size, is too large, or lacks the element of a target.
    """
    raw = parse(data, name)
    size = size_of(raw, name)
    cleaner = Cleaner("")
    root = cleaner.root(raw)
    check_uses(root, cleaner.rules, name)
    ids = dict.fromkeys(element.attributes.get("id", "") for element in elements(raw))
    _check_targets(trace, _chains(root, trace, ""), ids, name)
    return OwnDrawing(tuple(sorted(cleaner.removed)), name, trace, size, raw)


def _chains(root: Element, trace: Trace, prefix: str) -> dict[str, list[Element]]:
    """Give for each target that is drawn the way to its element, in the order of the drawing."""
    keys = {element_id(prefix, target.id): key for key, target in trace.targets.items()}
    return dict(_found(root, [], keys))


def _found(element: Element, above: list[Element], keys: Mapping[str, str]) -> Iterator[tuple[str, list[Element]]]:
    if element.name not in DRAWN:
        return
    chain = [*above, element]
    key = keys.get(element.attributes.get("id", ""))
    if key is not None:
        yield key, chain
    for child in element.children:
        if isinstance(child, Element):
            yield from _found(child, chain, keys)


def _check_targets(trace: Trace, chains: Mapping[str, object], ids: Collection[str], name: str) -> None:
    missing = [target for key, target in trace.targets.items() if key not in chains]
    if not missing:
        return
    first = missing[0]
    count = f", nor have {len(missing) - 1} other targets one" if len(missing) > 1 else ""
    hints = [_hint(target, ids) for target in missing[:_MOST_NAMED]]
    raise TraceError(f"{name}: no element that is drawn has the id {first.id} of target {first.key}{count}", *hints)


def _hint(target: Target, ids: Collection[str]) -> str:
    if target.id in ids:
        return (
            f"{target.id} is there, but not drawn: in defs or a gradient, say, or in what is left out (foreignObject)"
        )
    near = near_names(target.id, islice(ids, _DRAWING_MOST_COMPARED))
    meant = f": did you mean {' or '.join(near)}?" if near else ""
    return f"{target.id} is missing{meant}"
