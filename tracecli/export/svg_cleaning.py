"""An author's SVG made harmless: what draws stays, with its ids and style rules; what runs or reaches outside goes.

Everything is an allow-list. `nh3` was tried for elements and attributes: it keeps SVG's names, but writes HTML where an
SVG file needs XML, and what is in attributes and style sheets would still have to be read here.
"""

from __future__ import annotations

import base64
import re
import string
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from tracecli.errors import TraceError

MAX_BYTES = 2 * 1024 * 1024
_MAX_ELEMENTS = 20_000
_MAX_DEPTH = 100
_SVG, _XHTML = "http://www.w3.org/2000/svg ", "http://www.w3.org/1999/xhtml "
_FOREIGN_ATTRIBUTES = {
    "http://www.w3.org/1999/xlink href": "href",
    "http://www.w3.org/XML/1998/namespace space": "xml:space",
}


@dataclass(slots=True, eq=False)
class Element:
    """An element of a drawing."""

    name: str  # without a namespace: `rect`; `html:div` for XHTML; empty for anything else
    attributes: dict[str, str]  # those without a namespace, and `href` and `xml:space`
    children: list[Element | str] = field(default_factory=list)
    style: str = ""  # clean declarations of its style attribute


def elements(root: Element) -> Iterator[Element]:
    """Return an element and all elements in it, in document order."""
    yield root
    for child in root.children:
        if isinstance(child, Element):
            yield from elements(child)


def parse(data: bytes, name: str) -> Element:
    """Return the root of a drawing as it was written: not to be shown.

    Args:
        data: The file's bytes.
        name: The file as the user named it.

    Raises:
        TraceError: It is too large, not XML, not SVG, or declares entities.
    """
    if len(data) > MAX_BYTES:
        raise TraceError(f"{name} has {len(data)} bytes; a drawing may have {MAX_BYTES}")
    parser = expat.ParserCreate(namespace_separator=" ")
    builder = _TreeBuilder(name, parser)
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.text
    parser.StartDoctypeDeclHandler = builder.doctype
    parser.SkippedEntityHandler = builder.entity
    try:
        parser.Parse(data, True)  # noqa: FBT003 - expat takes it by position
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise TraceError(f"{name}:{error.lineno}:{error.offset + 1}: not well-formed XML: {reason}") from None
    except (LookupError, ValueError):
        raise TraceError(f"{name} is in an unknown encoding", "save it as UTF-8") from None
    root = next(child for child in builder.document.children if isinstance(child, Element))
    if root.name != "svg":
        raise TraceError(f"{name} is not an SVG: its first element is not svg")
    return root


class _TreeBuilder:
    def __init__(self, name: str, parser: expat.XMLParserType) -> None:
        self.document = Element("", {})
        self._name, self._parser = name, parser
        self._left = _MAX_ELEMENTS
        self._open = [self.document]

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._left -= 1
        if self._left < 0 or len(self._open) > _MAX_DEPTH:
            limits = f"{_MAX_ELEMENTS} elements, {_MAX_DEPTH} deep"
            raise TraceError(f"{self._place()}: the drawing is too complex: it may have {limits}")
        known = {_FOREIGN_ATTRIBUTES.get(key, key): value for key, value in attributes.items()}
        element = Element(_local(name), {key: value for key, value in known.items() if " " not in key})
        self._open[-1].children.append(element)
        self._open.append(element)

    def end(self, _name: str) -> None:
        self._open.pop()

    def text(self, text: str) -> None:
        self._open[-1].children.append(text)

    def doctype(self, _name: str, _system: str | None, _public: str | None, subset: bool) -> None:  # noqa: FBT001 - expat calls it
        # Graphviz and others write the public DOCTYPE of SVG 1.1, which is never fetched. Only a subset has entities.
        if subset:
            raise TraceError(f"{self._place()}: the DOCTYPE declares entities", "delete the DOCTYPE and write them out")

    def entity(self, name: str, _parameter: bool) -> None:  # noqa: FBT001 - expat calls it
        raise TraceError(f"{self._place()}: &{name}; is not declared", "write the character itself")

    def _place(self) -> str:
        return f"{self._name}:{self._parser.CurrentLineNumber}:{self._parser.CurrentColumnNumber + 1}"


def _local(name: str) -> str:
    if name.startswith(_XHTML):
        return f"html:{name.removeprefix(_XHTML).lower()}"
    # A file without any namespace is meant as SVG.
    return "" if " " in name.removeprefix(_SVG) else name.removeprefix(_SVG)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TEXTS = _words("text textPath tspan")
DRAWN = TEXTS | _words("circle ellipse foreignObject g image line path polygon polyline rect svg switch use")
"""Elements that draw where they are; others only where something refers to them."""

PRIMITIVES = _words(
    """
    feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
    feDropShadow feFlood feGaussianBlur feMerge feMorphology feOffset feSpecularLighting feTile feTurbulence
    """
)
"""Steps of a filter. Not `feImage`, which can load a file."""

# Not `script`, nor animations (SMIL ignores a wish for reduced motion, and can set links).
_ELEMENTS = (
    DRAWN
    | PRIMITIVES
    | _words(
        """
        clipPath defs filter linearGradient marker mask pattern radialGradient stop symbol
        feDistantLight feFuncA feFuncB feFuncG feFuncR feMergeNode fePointLight feSpotLight
        """
    )
)
_REFERRING = _words("linearGradient pattern radialGradient textPath use")  # their href may name an element of the file
_SILENT = _words("title desc metadata style") | {""}  # draw nothing; style sheets are read separately

# What a foreignObject may hold: enough of XHTML for the labels that Mermaid, D2 and draw.io write. Other elements
# become a div or a span, so that their text stays; those that load, run or ask for something go with all in them.
_HTML = _words("b br code div em i p s small span strong sub sup u")
_HTML_BLOCKS = _words(
    "article blockquote body center dd dl dt footer form h1 h2 h3 h4 h5 h6 header li main ol pre section table tr ul"
)
_HTML_REMOVED = _words(
    """
    applet area audio base button canvas embed frame frameset head iframe img input link map meta noscript object option
    param picture portal script select source style template textarea title track video
    """
)

# https://www.w3.org/TR/SVG2/propidx.html, those that draw, and what lays out the text in a foreignObject. None of them
# takes an element out of the flow, out of the drawing, or sets it in motion.
_PROPERTIES = _words(
    """
    alignment-baseline background background-color baseline-shift border border-bottom border-color border-left
    border-radius border-right border-style border-top border-width box-sizing clip-path clip-rule color
    color-interpolation color-interpolation-filters cx cy d direction display dominant-baseline fill fill-opacity
    fill-rule filter flood-color flood-opacity font font-family font-size font-size-adjust font-stretch font-style
    font-variant font-weight isolation letter-spacing lighting-color line-height marker marker-end marker-mid
    marker-start mask mask-type mix-blend-mode opacity overflow paint-order r rx ry shape-rendering stop-color
    stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
    stroke-opacity stroke-width text-align text-anchor text-decoration text-rendering transform transform-box
    transform-origin unicode-bidi vector-effect visibility white-space word-spacing writing-mode x y
    align-items flex flex-direction flex-wrap gap height justify-content margin margin-bottom margin-left margin-right
    margin-top max-height max-width min-height min-width overflow-wrap padding padding-bottom padding-left
    padding-right padding-top text-indent text-overflow vertical-align width word-break word-wrap
    """
)
_ATTRIBUTES = _PROPERTIES | _words(
    """
    amplitude azimuth baseFrequency bias clipPathUnits diffuseConstant dir divisor dx dy edgeMode elevation exponent
    filterUnits fr fx fy gradientTransform gradientUnits in in2 intercept k1 k2 k3 k4 kernelMatrix kernelUnitLength
    lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits method mode
    numOctaves offset operator order orient pathLength patternContentUnits patternTransform patternUnits points
    pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits radius refX refY result rotate scale
    seed side slope spacing specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles
    surfaceScale systemLanguage tableValues targetX targetY textLength type values viewBox x1 x2 xChannelSelector y1 y2
    yChannelSelector z
    """
)
# What a filter does to each pixel grows with these.
_LARGEST = {"radius": 100.0, "stdDeviation": 1000.0, "numOctaves": 8.0, "order": 9.0}

# What may be before a parenthesis in a value, in small letters.
_FUNCTIONS = _words(
    """
    url rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark var calc min max clamp matrix translate
    translatex translatey scale scalex scaley rotate skewx skewy blur brightness contrast drop-shadow grayscale
    hue-rotate invert opacity saturate sepia circle ellipse inset polygon path
    """
)

# No backslash (CSS escapes would hide a name), no braces, semicolons, at-signs, angle brackets or ampersands: what is
# kept can be written into an attribute and into a style sheet, of XML and of HTML, as it is.
_PLAIN = re.compile(r"""[\w\s#.,%()'"+*/!-]*""")
_WORD = f"{string.ascii_letters}{string.digits}-_"
LOCAL_URL = re.compile(r"""url\(\s*(["']?)\#([\w:.-]+)\1\s*\)""", re.IGNORECASE)
_QUOTED = re.compile(r""""[^"]*"|'[^']*'""")
_CUSTOM_PROPERTY = re.compile(r"--[\w-]+")
_IMPORTANT = re.compile(r" ?! ?important$", re.IGNORECASE)


def clean_value(value: str) -> str | None:
    """Return the value of an attribute or a property, or None if it may not stay."""
    text = " ".join(value.split())
    rest = LOCAL_URL.sub("url()", text)
    if not _PLAIN.fullmatch(rest) or "/*" in rest or not _is_balanced(rest):
        return None
    if any(name.lower() not in _FUNCTIONS for name in _functions(rest)):
        return None
    local = rest.lower().count("url()")
    return None if len(re.findall(r"url\s*\(", rest, re.IGNORECASE)) > local else LOCAL_URL.sub(r"url(#\2)", text)


def _is_balanced(text: str) -> bool:
    """Whether quotes and parentheses are closed: an open one would take in the rules that follow in a sheet."""
    depth = 0
    for char in _QUOTED.sub("", text):
        depth += (char == "(") - (char == ")")
        if depth < 0 or char in "\"'":
            return False
    return depth == 0


def _functions(text: str) -> Iterator[str]:
    """Return what is before each parenthesis; not by one expression, whose time could grow with the square."""
    for piece in text.split("(")[:-1]:
        word = piece.rstrip()
        if name := word[len(word.rstrip(_WORD)) :]:
            yield name


def clean_declarations(text: str) -> str:
    """Return the declarations of `fill: red; stroke: none` that may stay, in the same notation."""
    kept = []
    for part in text.split(";"):
        name, _, value = part.partition(":")
        name, value = name.strip(), " ".join(value.split())
        if not _CUSTOM_PROPERTY.fullmatch(name):
            name = name.lower()
        plain = _IMPORTANT.sub("", value)
        if (name in _PROPERTIES or name.startswith("--")) and (clean := clean_value(plain)):
            kept.append(f"{name}:{clean}{'' if plain == value else ' !important'}")
    return ";".join(kept)


_COMMENT = re.compile(r"/\*.*?(\*/|$)", re.DOTALL)
_BRACE = re.compile(r"[{}]")
_AT_RULE = re.compile(r"@[\w-]+")
_MAX_NESTING = 3
_SELECTOR_PART = re.compile(
    r"""(?P<id>\#[\w-]+) | (?P<class>\.[\w-]+) | (?P<tag>[A-Za-z][\w-]*|\*)
    | (?P<attribute>\[[\w-]+(?:[~|^$*]?=(?:"[\w .:,+/=-]*"|'[\w .:,+/=-]*'|[\w-]+))?\])
    | (?P<pseudo>:(?:root|empty|(?:first|last|only)-(?:child|of-type)|nth-[a-z-]+\([\w\s+-]*\)
      |(?:is|not|where)\([^()]*\)))
    | (?P<combinator>\s*[>+~]\s*|\s+)""",
    re.VERBOSE,
)
# A page on a light ground and a dark one shows the drawing on white: of two schemes the light one holds.
_HOLDING = frozenset(("all", "screen", "only screen", "(prefers-color-scheme:light)"))
_FONT = re.compile(
    r"""(?:^|;)\s*(?:
        font-family\s*:\s*(?P<quote>["']?)(?P<family>[\w .-]+)(?P=quote)\s*(?=;|$)
      | font-style\s*:\s*(?P<style>normal|italic|oblique)\s*(?=;|$)
      | font-weight\s*:\s*(?P<weight>normal|bold|[1-9]00)\s*(?=;|$)
      | src\s*:\s*url\(\s*(?P<mark>["']?)(?P<src>data:(?:font/[\w-]+|application/(?:x-)?font-[\w-]+)
        (?:;charset=[\w-]+)?;base64,[A-Za-z0-9+/]+=*)(?P=mark)\s*\)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_OUR_FONTS = frozenset(("arial", "helvetica", "liberation sans", "sans-serif", "system-ui"))


@dataclass(frozen=True, slots=True)
class StyleRule:
    """A style rule."""

    selectors: tuple[str, ...]
    declarations: str


def selector_parts(selector: str) -> list[tuple[str, str]] | None:
    """Return the parts of a selector as (kind, text), or None for one that is not understood.

    Kinds are `id`, `class`, `tag`, `attribute`, `pseudo` and `combinator`.
    """
    parts: list[tuple[str, str]] = []
    at = 0
    while at < len(selector):
        match = _SELECTOR_PART.match(selector, at)
        if match is None:
            return None
        parts.append((match.lastgroup or "", match.group()))
        at = match.end()
    # One that began with a combinator would reach what is beside the drawing.
    return parts if parts and parts[0][0] != "combinator" != parts[-1][0] else None


def split_selectors(text: str) -> Iterator[str]:
    """Return the selectors of a list, whose commas may also be within parentheses."""
    waiting = ""
    for part in text.split(","):
        waiting += part
        if waiting.count("(") <= waiting.count(")"):
            yield waiting.strip()
            waiting = ""
        else:
            waiting += ","


@dataclass(slots=True)
class Cleaner:
    """Cleans one drawing."""

    rules: list[StyleRule] = field(default_factory=list)  # of its style sheets
    fonts: list[str] = field(default_factory=list)  # @font-face rules; their fonts are in the file
    removed: set[str] = field(default_factory=set)  # what was left out although it would have done something
    _ids: set[str] = field(default_factory=set)

    def clean(self, raw: Element) -> Element:
        """Return a new tree of what may stay."""
        for element in elements(raw):
            if element.name == "style" and _media_holds(element.attributes.get("media", "")):
                self._sheet("".join(text for text in element.children if isinstance(text, str)))
        return self._element(raw, raw.name, within="")

    def _element(self, raw: Element, name: str, within: str) -> Element:
        """Return an element under a name; `within` is the nearest HTML element around it, or foreignObject."""
        style = clean_declarations(_COMMENT.sub("", raw.attributes.get("style", "")))
        clean = Element(name, dict(self._attributes(raw)), style=style)
        if name.startswith("html:") or name == "foreignObject":
            within = "html:p" if within == "html:p" else name
        for child in raw.children:
            if isinstance(child, str):
                clean.children.append(child)
            elif kept := self._name(child, within):
                clean.children.append(self._element(child, kept, within))
        return clean

    def _name(self, raw: Element, within: str) -> str:
        """Return the name that an element has in the clean drawing; empty for one that is left out."""
        if within:
            kind, _, name = raw.name.rpartition(":")
            if kind and name not in _HTML_REMOVED:
                name = name if name in _HTML else "div" if name in _HTML_BLOCKS else "span"
                # HTML's parser ends a paragraph where a block begins; XML's doesn't.
                return f"html:{'span' if within == 'html:p' and name in {'div', 'p'} else name}"
        elif raw.name == "a":  # a link draws what is in it
            return "g"
        elif raw.attributes.get("requiredExtensions", _XHTML.strip()) != _XHTML.strip():
            return ""  # no browser draws it either: Illustrator keeps its own data there
        elif raw.name in _ELEMENTS:
            return raw.name
        if raw.name not in _SILENT:
            self.removed.add(raw.name.removeprefix("html:"))
        return ""

    def _attributes(self, raw: Element) -> Iterator[tuple[str, str]]:
        for name, value in raw.attributes.items():
            if name == "id":
                if value not in self._ids:  # references take the first of several
                    self._ids.add(value)
                    yield name, value
            elif name in {"class", "dir"} or (name.startswith("data-") and not name.startswith("data-trace-")):
                yield name, value
            elif name == "href":
                yield from self._href(raw, value)
            elif name in _ATTRIBUTES:
                clean = clean_value(value)
                if clean is None or _is_too_large(name, clean):
                    self.removed.add(name)
                else:
                    yield name, clean
            elif name.lower().startswith("on"):
                self.removed.add(name)
        if raw.attributes.get("xml:space") == "preserve":
            yield "xml:space", "preserve"

    def _href(self, raw: Element, value: str) -> Iterator[tuple[str, str]]:
        if raw.name in _REFERRING and value.startswith("#"):
            yield "href", value
        elif raw.name == "image" and _is_still(packed := "".join(value.split())):
            yield "href", packed
        elif raw.name not in {"a", "html:a"}:
            self.removed.add("href")

    def _sheet(self, text: str, nesting: int = 0) -> None:
        for head, body in _blocks(_COMMENT.sub("", text)):
            self.removed.update(_AT_RULE.findall(head.rpartition(";")[0]))  # @import, for one
            selectors = head.rpartition(";")[2].strip()
            if selectors.startswith("@media") and nesting < _MAX_NESTING and _media_holds(selectors[6:]):
                self._sheet(body, nesting + 1)
            elif selectors.startswith("@font-face"):
                self._font(body)
            elif selectors.startswith("@"):
                if not selectors.startswith("@media"):
                    self.removed.update(_AT_RULE.findall(selectors)[:1])
            else:
                kept = tuple(one for one in split_selectors(selectors) if selector_parts(one))
                declarations = clean_declarations(body)
                if kept and declarations:
                    self.rules.append(StyleRule(kept, declarations))

    def _font(self, body: str) -> None:
        found: dict[str, str] = {}
        for match in _FONT.finditer(body):
            found |= {name: text for name, text in match.groupdict().items() if text}
        family = found.get("family", "").strip()
        # A family that our own words are set in could make them say something else.
        if not family or "src" not in found or family.lower() in _OUR_FONTS:
            self.removed.add("@font-face")
            return
        looks = "".join(f"font-{name}:{found[name]};" for name in ("style", "weight") if name in found)
        self.fonts.append(f'@font-face{{font-family:"{family}";{looks}src:url({found["src"]})}}')


def _media_holds(query: str) -> bool:
    plain = re.sub(r"\s*([:()])\s*", r"\1", " ".join(query.lower().split())).replace(")", ") ").replace("(", " (")
    parts = [" ".join(part.split()) for part in plain.split(",")]
    return any(all(one in _HOLDING or not one for one in re.split(r"\s+and\s+", part)) for part in parts)


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Return what is before each outermost pair of braces, and in it."""
    head, depth, start = "", 0, 0
    for match in _BRACE.finditer(text):
        if match.group() == "{":
            if not depth:
                head, start = text[start : match.start()], match.end()
            depth += 1
        elif depth > 1:
            depth -= 1
        else:
            if depth:
                yield head, text[start : match.start()]
            depth, start = 0, match.end()


_RASTER = re.compile(r"data:image/(png|jpeg|webp);base64,([A-Za-z0-9+/]*=*)")


def _is_still(address: str) -> bool:
    """Whether an address holds a picture that doesn't move; browsers go by its bytes, whatever type it claims."""
    found = _RASTER.fullmatch(address)
    if not found:
        return False
    try:
        data = base64.b64decode(found[2])
    except ValueError:
        return False
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return not _is_animated_png(data)
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return data[12:16] != b"VP8X" or not data[20:21] or not data[20] & 2
    return data.startswith(b"\xff\xd8\xff")


def _is_animated_png(data: bytes) -> bool:
    """Whether a PNG has the chunk of animations before its picture, or is cut off (https://www.w3.org/TR/png-3/)."""
    at = 8
    while at < len(data) and (kind := data[at + 4 : at + 8]) != b"IDAT":
        at += 12 + int.from_bytes(data[at : at + 4], "big")
        if kind == b"acTL" or at > len(data):
            return True
    return False


def _is_too_large(name: str, value: str) -> bool:
    if name not in _LARGEST:
        return False
    try:
        return any(not float(one) <= _LARGEST[name] for one in value.replace(",", " ").split())
    except ValueError:
        return False
