"""The drawing of a trace as SVG elements, and the words around it: one look for stills, sheets, animations and pages.

The contract with style sheets and scripts: `g.node` (`rect.box`, `text.name`, `circle.mark`) and `g.edge`
(`path.line`, `path.head`, `g.label`) carry an id and `data-key`, and are lit by the class `lit`. Nothing here has a
style of its own.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from math import ceil, hypot
from pathlib import Path

from tracecli.drawing.labels import LABEL_FONT, LABEL_LINE, text_width
from tracecli.drawing.pixels import (
    NODE_FONT,
    NODE_LINE,
    VALUE_FONT,
    VALUE_LINE,
    Picture,
    PictureEdge,
    PictureLabel,
    PictureNode,
    picture_of,
)
from tracecli.model import Kind, Trace
from tracecli.playback import NodeState, seen
from tracecli.text import COMMAND_ANYWHERE, LINE_BREAK, cell_width, one_line, visible

_ASSETS = Path(__file__).parent / "assets"
_VARIABLE = re.compile(r"var\(--([a-z-]+)\)")


@cache
def stylesheet(name: str) -> str:
    """Return a style sheet of the package.

    Args:
        name: The file's name without its ending; `palette` declares the colours that the others use.
    """
    return (_ASSETS / f"{name}.css").read_text(encoding="utf-8")


def self_contained(names: Sequence[str]) -> tuple[str, str]:
    """Return style sheets for an SVG file with literal colours: what is light, and a block with what is dark instead.

    Many renderers know no custom properties (Inkscape, resvg, CairoSVG, librsvg, Typst): they drew a black rectangle.
    The second part belongs at the end of all rules.
    """
    light, dark = (
        dict(re.findall(r"--([a-z-]+): (#[0-9a-f]+)", part)) for part in stylesheet("palette").split("@media")
    )
    rules = "".join(map(stylesheet, names))
    coloured = [
        f"{selectors.strip()} {{ {' '.join(found)} }}"
        for selectors, body in re.findall(r"^([^{}/@]+)\{([^{}]*)\}", rules, flags=re.MULTILINE)
        if (found := re.findall(r"[a-z-]+: var\([a-z-]+\);", body))
    ]
    dim = "\n".join(_VARIABLE.sub(lambda match: dark[match[1]], rule) for rule in coloured)
    return (
        _VARIABLE.sub(lambda match: light[match[1]], rules),
        f"@media screen and (prefers-color-scheme: dark) {{\n{dim}\n}}\n",
    )


_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_ENTITY = re.compile("[&<>\"']")
_COMMAND = re.compile(COMMAND_ANYWHERE)
_BEYOND = re.compile("[\ufffe\uffff]")  # https://www.w3.org/TR/xml/#charsets; `visible` shows all others it excludes
_UNSAFE = re.compile(r"[^A-Za-z0-9-]")
_STRONG = {"L": "ltr", "R": "rtl", "AL": "rtl"}


def xml(text: str) -> str:
    """Return untrusted text for the content of an element or a quoted attribute; what can't be seen is escaped."""
    shown = _BEYOND.sub(lambda match: f"\\u{ord(match.group()):04x}", visible(text))
    return _COMMAND.sub("&#35;", _ENTITY.sub(lambda match: _ENTITIES[match.group()], shown))


def element_id(prefix: str, name: str) -> str:
    """Return an id that XML, HTML and a CSS selector take as it is; different names give different ids.

    Args:
        prefix: A letter, then letters, digits, `-` and `_`.
        name: Any text. Letters, digits and hyphens stay, `_` is `__`, everything else `_x…_` with its code point.
    """
    return prefix + _UNSAFE.sub(lambda match: "__" if match.group() == "_" else f"_x{ord(match.group()):x}_", name)


def direction(text: str) -> str:
    """Return `rtl` for a text whose first letter is written from the right, else `ltr` (UAX #9, rules P2 and P3)."""
    if text.isascii():
        return "ltr"
    from unicodedata import bidirectional  # noqa: PLC0415 - text in ASCII alone never needs it

    return next((_STRONG[kind] for kind in map(bidirectional, text) if kind in _STRONG), "ltr")


def text_block(name: str, lines: Sequence[str], place: tuple[float, float], step: float, anchor: str = "start") -> str:
    """Return the lines of one text as an element.

    Args:
        name: The element's class.
        lines: The lines, as the trace has them.
        place: The fixed side of the lines, and the baseline of the first one.
        step: From line to line.
        anchor: Which side is fixed, as it looks: `start` is the left one, whichever way the text runs.
    """
    runs = direction(" ".join(lines))
    if runs == "rtl" and anchor != "middle":
        anchor = "end" if anchor == "start" else "start"
    looks = "" if anchor == "start" else f' text-anchor="{anchor}"'
    turned = ' direction="rtl"' if runs == "rtl" else ""
    x, y = place
    spans = "".join(
        f'<tspan x="{number(x)}" y="{number(y + step * row)}">{xml(line)}</tspan>' for row, line in enumerate(lines)
    )
    return f'<text class="{name}"{looks}{turned}>{spans}</text>'


def number(value: float) -> str:
    """Return a coordinate with one decimal at most, written the same on every machine."""
    return f"{value:.1f}".removesuffix(".0")


BOLD = 1.08  # bold letters of common sans-serif fonts are this much wider
_BREAKING_SPACES = re.compile("[ \u2000-\u2006\u2008-\u200a\u3000]+")  # not those that forbid a break
_JOINER = "\u200d"


@lru_cache(maxsize=8192)
def wrapped(text: str, width: float, size: float, *, bold: bool = False) -> tuple[str, ...]:
    """Return the lines of a text, at least one, broken by estimated width: an SVG can't break lines by itself.

    Args:
        text: The text; a line break in it begins a new line.
        width: The width of a line.
        size: The font size.
        bold: Whether the letters are bold.
    """
    room = width / (BOLD if bold else 1)
    parts = (visible(part.replace("\t", " ")) for part in LINE_BREAK.split(text))
    return tuple(line for part in parts for line in _lines(part, room, size)) or ("",)


def _lines(text: str, room: float, size: float) -> Iterator[str]:
    space = text_width(" ", size)
    line, used = "", 0.0
    for word in filter(None, _BREAKING_SPACES.split(text)):
        width = text_width(word, size)
        if line and used + space + width <= room:
            line, used = f"{line} {word}", used + space + width
            continue
        if line:
            yield line
        *full, line = [word] if width <= room else _pieces(word, room, size)
        yield from full
        used = text_width(line, size)
    if line:
        yield line


def _pieces(word: str, room: float, size: float) -> Iterator[str]:
    """Return a word that is too long for a line in pieces; a character keeps what is joined to it."""
    start, used = 0, 0.0
    for index, char in enumerate(word):
        width = text_width(char, size)
        joined = cell_width(char) == 0 or word[index - 1] == _JOINER
        if used + width > room and index > start and not joined:
            yield word[start:index]
            start, used = index, 0.0
        used += width
    yield word[start:]


_PIECE = re.compile(r"\s*(?:[^\s_.]+[_.]*|[_.]+)")  # names are broken between their parts


def fitted(text: str, room: float, size: float) -> tuple[str, ...]:
    """Return at most two lines of a text; what has no room is cut, and nothing is left where that is too little."""
    if room < text_width("mm…", size):
        return ()
    lines = [""] if text else []
    for piece in _PIECE.findall(visible(one_line(text))):
        if lines[-1] and text_width(f"{lines[-1]}{piece}".rstrip(), size) > room:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    lines = [part for line in lines for part in wrapped(line, room, size)]
    if len(lines) <= 2:
        return tuple(lines)
    short = f"{lines[1]}{lines[2]}"
    while text_width(f"{short}…", size) > room:
        short = short[:-1]
    return lines[0], f"{short.rstrip()}…"


_CORNER = 6
_HEAD, _HALF_HEAD = 9, 4.5
_HEAD_OVERLAP = 2  # the line ends inside the head, so that no gap shows and no end sticks out at the point
_MARK, _MARK_AT = 3.5, 9  # radius, and distance from the box's corner
_BASELINE = 0.35  # of the font size below the middle of a line
_PILL = 3  # how far a label's ground reaches beyond its text

_Point = tuple[float, float]


def picture_markup(picture: Picture, *, prefix: str, unused: Collection[str] = ()) -> str:
    """Return the elements of a drawing, without the `<svg>` around them; nodes cover edges.

    Args:
        picture: The drawing.
        prefix: Begins every id, so that two drawings can share a page: a letter, then letters, digits, `-` and `_`.
            The id of a target is `element_id(prefix, target.id)`.
        unused: Keys of targets that a scenario does not use.
    """
    labels = {label.key: label for label in picture.labels}

    def name(part: PictureNode | PictureEdge) -> str:
        return f' id="{element_id(prefix, part.id)}" data-key="{xml(part.key)}"'

    def carries(node: PictureNode) -> str:  # where a script writes the state: the middle, and the baseline of a line
        if not node.room:
            return ""
        top = node.y + (node.height + NODE_LINE * len(node.lines)) / 2
        return f' data-x="{number(node.x + node.width / 2)}" data-y="{number(top + VALUE_FONT * _BASELINE)}"'

    def look(part: PictureNode | PictureEdge) -> str:
        return "unused" if part.key in unused else ""

    edges = (edge_group(edge, labels.get(edge.key), name(edge), look=look(edge)) for edge in picture.edges)
    nodes = (node_group(node, name(node) + carries(node), look=look(node)) for node in picture.nodes)
    return "\n".join((*edges, *nodes))


def node_group(node: PictureNode, attributes: str = "", *, look: str = "", value: str = "") -> str:
    """Return a node as one group.

    Args:
        node: The node.
        attributes: Further ones, each after a space.
        look: `lit`, `unused` or nothing; of a node that shows a state key also `running` or `idle`.
        value: The state that it shows.
    """
    x, y = node.x + node.width / 2, node.y + node.height / 2
    height = NODE_LINE * len(node.lines) + VALUE_LINE * node.value_lines
    first = y - height / 2 + NODE_LINE / 2 + NODE_FONT * _BASELINE
    mark = node.x + _MARK_AT, node.y + _MARK_AT
    parts = [
        f'<rect class="box" x="{node.x}" y="{node.y}" width="{node.width}" height="{node.height}" rx="{_CORNER}"/>',
        text_block("name", node.lines, (x, first), NODE_LINE, "middle"),
        f'<circle class="mark" cx="{mark[0]}" cy="{mark[1]}" r="{_MARK}"/>',
    ]
    if node.room:
        lines = fitted(seen(value), node.room, VALUE_FONT)[: node.value_lines] if value else ()
        top = y + height / 2 - VALUE_LINE * (node.value_lines + len(lines)) / 2
        below = (x, top + VALUE_LINE / 2 + VALUE_FONT * _BASELINE)
        parts += [
            text_block("carries", lines, below, VALUE_LINE, "middle"),
            f'<path class="runs" d="M{mark[0] - 3} {mark[1] - 4}v8l7-4z"/>',
            f'<circle class="rests" cx="{mark[0]}" cy="{mark[1]}" r="{_MARK}"/>',
        ]
    return f'<g class="{f"node {look}".rstrip()}"{attributes}>{"".join(parts)}</g>'


def showing_node(node: PictureNode, state: NodeState, attributes: str = "") -> str:
    """Return a node with the state that it carries."""
    return node_group(node, attributes, look=state.look, value=state.value)


def edge_group(edge: PictureEdge, label: PictureLabel | None, attributes: str = "", *, look: str = "") -> str:
    """Return an edge as one group with its label, if that has a place; the rest is as for `node_group`."""
    return (
        f'<g class="{f"edge {look}".rstrip()}"{attributes}><path class="line" d="{line_path(edge.points)}"/>'
        f'<path class="head" d="{_head_path(edge.points)}"/>{_label(label)}</g>'
    )


def _label(label: PictureLabel | None) -> str:
    if label is None or not any(label.lines):
        return ""
    x, y, width, height = label.x - _PILL, label.y, label.width + 2 * _PILL, label.height
    ground = f'<rect class="ground" x="{x}" y="{y}" width="{width}" height="{height}" rx="{_PILL}"/>'
    place = {"start": label.x, "middle": label.x + label.width / 2, "end": label.x + label.width}[label.anchor]
    first = label.y + LABEL_LINE / 2 + LABEL_FONT * _BASELINE
    return f'<g class="label">{ground}{text_block("text", label.lines, (place, first), LABEL_LINE, label.anchor)}</g>'


def line_path(points: Sequence[_Point]) -> str:
    """Return the path of an edge's line with round corners; it ends within the arrowhead."""
    *inner, last = points
    shortened = [*inner, _towards(last, inner[-1], min(_HEAD - _HEAD_OVERLAP, _distance(last, inner[-1])))]
    path = f"M{_xy(points[0])}"
    for before, corner, after in zip(shortened, shortened[1:], shortened[2:], strict=False):
        radius = min(_CORNER, _distance(before, corner) / 2, _distance(corner, after) / 2)
        into, out = _towards(corner, before, radius), _towards(corner, after, radius)
        path += f"L{_xy(into)}Q{_xy(corner)} {_xy(out)}"
    return f"{path}L{_xy(shortened[-1])}"


def _head_path(points: Sequence[_Point]) -> str:
    tip, before = points[-1], points[-2]
    back = _towards(tip, before, _HEAD)
    away = _distance(tip, before) or 1
    across = ((before[1] - tip[1]) / away * _HALF_HEAD, (tip[0] - before[0]) / away * _HALF_HEAD)
    left, right = (back[0] + across[0], back[1] + across[1]), (back[0] - across[0], back[1] - across[1])
    return f"M{_xy(tip)}L{_xy(left)}L{_xy(right)}Z"


def _towards(start: _Point, goal: _Point, length: float) -> _Point:
    part = length / (_distance(start, goal) or 1)
    return start[0] + (goal[0] - start[0]) * part, start[1] + (goal[1] - start[1]) * part


def _distance(one: _Point, two: _Point) -> float:
    return hypot(two[0] - one[0], two[1] - one[1])


def _xy(point: _Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


LEGEND_FONT, LEGEND_LINE = 12, 16
_NUMBER_WIDTH = 26  # of the column of numbers
_COLUMN_GAP = 20
_ROW_GAP = 3
_MIN_COLUMN, _MAX_COLUMN = 120, 232
_ROW_PAD = 4


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """The label of an edge that is drawn as a number, or not at all."""

    key: str
    mark: str  # its number in the picture, or nothing
    label: str


@dataclass(frozen=True, slots=True)
class LegendRow:
    """A legend's entry in its place."""

    key: str
    mark: str
    lines: tuple[str, ...]
    x: float
    y: float
    width: float


def legend_rows(entries: Sequence[LegendEntry], x: float, y: float, width: float) -> tuple[list[LegendRow], float]:
    """Return the entries in columns, and their lower border.

    Args:
        entries: What to list.
        x: Left border.
        y: Upper border.
        width: Width of all columns.
    """
    if not entries:
        return [], y
    longest = max(text_width(entry.label, LEGEND_FONT) for entry in entries) + _NUMBER_WIDTH + 2 * _ROW_PAD
    columns = max(1, int((width + _COLUMN_GAP) // (min(max(longest, _MIN_COLUMN), _MAX_COLUMN) + _COLUMN_GAP)))
    column = (width - _COLUMN_GAP * (columns - 1)) / columns
    deep = ceil(len(entries) / columns)
    rows: list[LegendRow] = []
    for index, entry in enumerate(entries):
        left = x + (column + _COLUMN_GAP) * (index // deep)
        top = rows[-1].y + LEGEND_LINE * len(rows[-1].lines) + _ROW_GAP if index % deep else y
        lines = wrapped(entry.label, column - _NUMBER_WIDTH - 2 * _ROW_PAD, LEGEND_FONT, bold=True)
        rows.append(LegendRow(entry.key, entry.mark, lines, left, top, column))
    return rows, max(row.y + LEGEND_LINE * len(row.lines) for row in rows) + _ROW_GAP


def legend_row(row: LegendRow, *, lit: bool = False) -> str:
    """Return a legend's entry as a group."""
    ground = (
        f'<rect class="ground" x="{number(row.x)}" y="{number(row.y)}" width="{number(row.width)}" '
        f'height="{LEGEND_LINE * len(row.lines)}" rx="3"/>'
    )
    first = row.y + LEGEND_LINE * 0.72
    mark = text_block("number", (row.mark or "–",), (row.x + _NUMBER_WIDTH - 6, first), LEGEND_LINE, "end")
    words = text_block("words", row.lines, (row.x + _NUMBER_WIDTH + _ROW_PAD, first), LEGEND_LINE)
    return f'<g class="entry{" lit" if lit else ""}">{ground}{mark}{words}</g>'


_MARGIN = 16  # drawing.pixels leaves as much on each side
BROAD = 900
"""A broader picture, shown in a page's column, has labels too small to read."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing, ready to be lit."""

    width: float  # pixels
    height: float
    base: str  # its elements; of an author's own drawing with what is lit
    lit: Mapping[str, str]  # target key → elements to lay over ours when the target is lit, in this order
    margin: float = 0  # what is empty around it, on each side
    style: tuple[str, ...] = ()  # rules of an author's own drawing
    showing: Mapping[str, PictureNode] = field(default_factory=dict)  # the nodes that carry a state, by key


def figure_of(
    trace: Trace, prefix: str, broad: int = BROAD, *, unused: Collection[str] = ()
) -> tuple[Figure, list[LegendEntry]]:
    """Return the figure of a trace, and a legend of the labels that found no place in it.

    A picture too broad for its page is drawn with numbers at its edges, which the legend explains.

    Args:
        trace: The trace.
        prefix: Begins every id.
        broad: The most pixels that a picture may take with the labels in it.
        unused: Keys of targets that the scenario does not use.
    """
    picture = picture_of(trace)
    drawn = {edge.key for edge in picture.edges}
    edges = (target for target in trace.targets.values() if target.kind is Kind.EDGE)
    undrawn = [LegendEntry(edge.key, "", edge.label) for edge in edges if edge.key not in drawn]
    if picture.width <= broad and not picture.unplaced:
        return _figure(picture, prefix, unused), undrawn
    numbers = {edge.key: str(index) for index, edge in enumerate(picture.edges, 1)}
    legend = [LegendEntry(key, mark, trace.targets[key].label) for key, mark in numbers.items()]
    numbered = {key: replace(one, label=numbers.get(key, one.label)) for key, one in trace.targets.items()}
    return _figure(picture_of(replace(trace, targets=numbered)), prefix, unused), [*legend, *undrawn]


def _figure(picture: Picture, prefix: str, unused: Collection[str]) -> Figure:
    if not picture.nodes:
        return Figure(0, 0, "", {})
    labels = {label.key: label for label in picture.labels}
    lit = {edge.key: edge_group(edge, labels.get(edge.key), look="lit") for edge in picture.edges}
    lit |= {node.key: node_group(node, look="lit") for node in picture.nodes}
    markup = picture_markup(picture, prefix=prefix, unused=unused)
    showing = {node.key: node for node in picture.nodes if node.room}
    return Figure(picture.width, picture.height, markup, lit, _MARGIN, showing=showing)
