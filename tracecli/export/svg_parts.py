"""The drawing of a trace as SVG elements."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import ceil, hypot
from pathlib import Path
from typing import NamedTuple

from tracecli.drawing.labels import text_width
from tracecli.drawing.pixels import (
    LABEL_FONT,
    LABEL_LINE,
    NODE_FONT,
    NODE_LINE,
    XY,
    Picture,
    PictureEdge,
    PictureLabel,
    PictureNode,
    picture_of,
)
from tracecli.model import Kind, Trace
from tracecli.text import cell_width, visible

# ---- export.svgstyle
# The style sheets of the pictures, from their own files.

_ASSETS = Path(__file__).parent / "assets"
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_BLANKS = re.compile(r"\s+")
_TIGHT = re.compile(r" ?([{};,]) ?")


@cache
def stylesheet(name: str) -> str:
    """Give a style sheet of the package without comments and needless blanks.

    Args:
        name: The file's name without its ending; `palette` declares the colours that the others use.
    """
    text = _COMMENT.sub("", (_ASSETS / f"{name}.css").read_text(encoding="utf-8"))
    return _TIGHT.sub(r"\1", _BLANKS.sub(" ", text)).strip()


def self_contained(names: tuple[str, ...]) -> str:
    """Give style sheets for an SVG file: each colour once as it is in light, for renderers that know no variables."""
    palette = stylesheet("palette")
    light = dict(re.findall(r"--([a-z-]+): ?(#[0-9a-f]+)", palette.partition("@media")[0]))
    rules = "\n".join(map(stylesheet, names))
    known = re.sub(r"([a-z-]+): ?var\(--([a-z-]+)\)", lambda match: f"{match[1]}:{light[match[2]]};{match[0]}", rules)
    return f"{palette}\n{known}"


# ---- export.svgtext
# Untrusted text as XML: nothing in it opens a tag, ends an attribute, or is a character that XML 1.0 cannot carry.

_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_ENTITY = re.compile("[&<>\"']")
_COMMAND = re.compile(r"#(?=#\[|#vso\[)", re.IGNORECASE)  # CI runners obey these anywhere in a line of a log
_BEYOND = re.compile("[\ufffe\uffff]")  # https://www.w3.org/TR/xml/#charsets; `visible` shows all others it excludes
_UNSAFE = re.compile(r"[^A-Za-z0-9-]")
_STRONG = {"L": "ltr", "R": "rtl", "AL": "rtl"}


def xml(text: str) -> str:
    """Give `text` for the content of an element or a quoted attribute; what cannot be seen is a visible escape."""
    shown = _BEYOND.sub(lambda match: f"\\u{ord(match.group()):04x}", visible(text))
    return _COMMAND.sub("&#35;", _ENTITY.sub(lambda match: _ENTITIES[match.group()], shown))


def element_id(prefix: str, name: str) -> str:
    """Give an id that XML, HTML and a CSS selector take as it stands; different names give different ids.

    Args:
        prefix: A letter, then letters, digits, `-` and `_`.
        name: Any text. Letters, digits and hyphens stay, `_` is `__`, everything else `_x…_` with its code point.
    """
    return prefix + _UNSAFE.sub(lambda match: "__" if match.group() == "_" else f"_x{ord(match.group()):x}_", name)


def direction(text: str) -> str:
    """Give `rtl` for a text whose first letter is written from the right, else `ltr` (UAX #9, rules P2 and P3)."""
    if text.isascii():
        return "ltr"
    from unicodedata import bidirectional  # noqa: PLC0415 - text in ASCII alone never needs it

    return next((_STRONG[kind] for kind in map(bidirectional, text) if kind in _STRONG), "ltr")


def text_block(name: str, lines: Sequence[str], place: tuple[float, float], step: float, anchor: str = "start") -> str:
    """Give lines of one text as an element.

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
    (x, y), spans = place, enumerate(lines)
    rows = "".join(f'<tspan x="{number(x)}" y="{number(y + step * row)}">{xml(line)}</tspan>' for row, line in spans)
    return f'<text class="{name}"{looks}{turned}>{rows}</text>'


def number(value: float) -> str:
    """Give a coordinate with one decimal at most, written the same on every machine."""
    return f"{value:.1f}".removesuffix(".0")


# ---- export.svgwrap
# Lines of running text, broken by estimated breadth: an SVG cannot break lines by itself.

BOLD = 1.08  # bold letters of common sans-serif fonts run this much wider
_BREAK = re.compile(r"\r\n?|\n")
_WRAP_BLANKS = re.compile("[ \u2000-\u2006\u2008-\u200a\u3000]+")  # not those that forbid a break
_JOINER = "\u200d"


@lru_cache(maxsize=8192)
def wrapped(text: str, width: float, size: float, *, bold: bool = False) -> tuple[str, ...]:
    """Give the lines of a text, at least one, with visible escapes for what cannot be seen.

    Args:
        text: The text; a line break in it begins a new line.
        width: The breadth of a line.
        size: The font size.
        bold: Whether the letters are bold.
    """
    room = width / (BOLD if bold else 1)
    parts = (visible(part.replace("\t", " ")) for part in _BREAK.split(text))
    return tuple(line for part in parts for line in _lines(part, room, size)) or ("",)


def _lines(text: str, room: float, size: float) -> Iterator[str]:
    blank = text_width(" ", size)
    line, used = "", 0.0
    for word in filter(None, _WRAP_BLANKS.split(text)):
        wide = text_width(word, size)
        if line and used + blank + wide <= room:
            line, used = f"{line} {word}", used + blank + wide
            continue
        if line:
            yield line
        *full, line = [word] if wide <= room else _pieces(word, room, size)
        yield from full
        used = text_width(line, size)
    if line:
        yield line


def _pieces(word: str, room: float, size: float) -> Iterator[str]:
    """Give a word that is too long for a line in pieces; a character keeps what is joined to it."""
    start, used = 0, 0.0
    for index, char in enumerate(word):
        wide = text_width(char, size)
        joined = cell_width(char) == 0 or word[index - 1] == _JOINER
        if used + wide > room and index > start and not joined:
            yield word[start:index]
            start, used = index, 0.0
        used += wide
    yield word[start:]


# ---- export.svgparts
# The drawing of a trace as SVG elements: one look for the still, the sheet, the animation and the web page.
#
# The contract with style sheets and scripts: `g.node` (`rect.box`, `text.name`, `circle.mark`) and `g.edge` (`path.line`,
# `path.head`, `g.label`) carry an id and `data-key`, and are lit by the class `lit`. Nothing here has a style of its own.

_CORNER = 6
_BOX_CORNER = 6
_HEAD, _HALF_HEAD = 9, 4.5
_HEAD_OVERLAP = 2  # the line ends inside the head, so that no gap shows and no end sticks out at the point
_MARK, _MARK_AT = 3.5, 9  # radius, and distance from the box's corner
_BASELINE = 0.35  # of the font size below the middle of a line
_PILL = 3  # what a label's ground reaches beyond its text


def picture_markup(picture: Picture, *, prefix: str) -> str:
    """Give the elements of a drawing, without the `<svg>` around them; edges lie under nodes.

    Args:
        picture: The drawing.
        prefix: Begins every id, so that two drawings can share a page: a letter, then letters, digits, `-` and `_`.
            The id of a target is `element_id(prefix, target.id)`.
    """
    labels = {label.key: label for label in picture.labels}
    edges = (edge_group(edge, labels.get(edge.key), _name(edge, prefix)) for edge in picture.edges)
    nodes = (node_group(node, _name(node, prefix)) for node in picture.nodes)
    return "\n".join((*edges, *nodes))


def node_group(node: PictureNode, attributes: str = "", *, lit: bool = False) -> str:
    """Give a node as one group, with further attributes, each after a blank."""
    box = (
        f'<rect class="box" x="{node.x}" y="{node.y}" width="{node.width}" height="{node.height}" rx="{_BOX_CORNER}"/>'
    )
    mark = f'<circle class="mark" cx="{node.x + _MARK_AT}" cy="{node.y + _MARK_AT}" r="{_MARK}"/>'
    middle = (node.x + node.width / 2, node.y + node.height / 2)
    return f"{_opening('node', attributes, lit=lit)}{box}{_node_name(node.lines, middle)}{mark}</g>"


def edge_group(edge: PictureEdge, label: PictureLabel | None, attributes: str = "", *, lit: bool = False) -> str:
    """Give an edge as one group with its label, if that has a place, and further attributes, each after a blank."""
    line = f'<path class="line" d="{line_path(edge.points)}"/>'
    head = f'<path class="head" d="{_head_path(edge.points)}"/>'
    return f"{_opening('edge', attributes, lit=lit)}{line}{head}{_label(label)}</g>"


def _opening(kind: str, attributes: str, *, lit: bool) -> str:
    return f'<g class="{kind}{" lit" if lit else ""}"{attributes}>'


def _name(thing: PictureNode | PictureEdge, prefix: str) -> str:
    return f' id="{element_id(prefix, thing.id)}" data-key="{xml(thing.key)}"'


def _node_name(lines: Sequence[str], middle: tuple[float, float]) -> str:
    first = middle[1] - NODE_LINE * (len(lines) - 1) / 2 + NODE_FONT * _BASELINE
    return text_block("name", lines, (middle[0], first), NODE_LINE, "middle")


def _label(label: PictureLabel | None) -> str:
    if label is None or not any(label.lines):
        return ""
    x, y, width, height = label.x - _PILL, label.y, label.width + 2 * _PILL, label.height
    ground = f'<rect class="ground" x="{x}" y="{y}" width="{width}" height="{height}" rx="{_PILL}"/>'
    place = {"start": label.x, "middle": label.x + label.width / 2, "end": label.x + label.width}[label.anchor]
    first = label.y + LABEL_LINE / 2 + LABEL_FONT * _BASELINE
    return f'<g class="label">{ground}{text_block("text", label.lines, (place, first), LABEL_LINE, label.anchor)}</g>'


def line_path(points: Sequence[XY]) -> str:
    """Give the path of an edge's line with round corners; it ends within the arrowhead."""
    *inner, last = points
    shortened = [*inner, _towards(last, inner[-1], min(_HEAD - _HEAD_OVERLAP, _distance(last, inner[-1])))]
    return "".join((f"M{_xy(points[0])}", *_turns(shortened), f"L{_xy(shortened[-1])}"))


def _turns(points: Sequence[tuple[float, float]]) -> Iterator[str]:
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        radius = min(_CORNER, _distance(before, corner) / 2, _distance(corner, after) / 2)
        into, out = _towards(corner, before, radius), _towards(corner, after, radius)
        yield f"L{_xy(into)}Q{_xy(corner)} {_xy(out)}"


def _head_path(points: Sequence[XY]) -> str:
    tip, before = points[-1], points[-2]
    back = _towards(tip, before, _HEAD)
    away = _distance(tip, before) or 1
    across = ((before[1] - tip[1]) / away * _HALF_HEAD, (tip[0] - before[0]) / away * _HALF_HEAD)
    left, right = (back[0] + across[0], back[1] + across[1]), (back[0] - across[0], back[1] - across[1])
    return f"M{_xy(tip)}L{_xy(left)}L{_xy(right)}Z"


def _towards(start: tuple[float, float], goal: tuple[float, float], length: float) -> tuple[float, float]:
    part = length / (_distance(start, goal) or 1)
    return start[0] + (goal[0] - start[0]) * part, start[1] + (goal[1] - start[1]) * part


def _distance(one: tuple[float, float], two: tuple[float, float]) -> float:
    return hypot(two[0] - one[0], two[1] - one[1])


def _xy(point: tuple[float, float]) -> str:
    return f"{number(point[0])} {number(point[1])}"


# ---- export.svglegend
# Labels of edges beside the picture, in columns: for edges that are drawn as numbers, or not at all.

SIZE, LINE = 12, 16
_LEGEND_MARK = 26  # breadth of the column of numbers
_GAP = 20
_ROW_GAP = 3
_LEAST, _MOST = 120, 232  # breadth of a column
_PAD = 4


class Entry(NamedTuple):
    """An edge to list.

    Attributes:
        key: Key of the edge.
        mark: Its number in the picture, or nothing.
        words: What is said about it.
    """

    key: str
    mark: str
    words: str


@dataclass(frozen=True, slots=True)
class Row:
    """An entry in its place.

    Attributes:
        key: Key of the edge.
        mark: Its number, or nothing.
        lines: Its words.
        x: Left border.
        y: Upper border.
        width: Breadth of the column.
    """

    key: str
    mark: str
    lines: tuple[str, ...]
    x: float
    y: float
    width: float


def rows(entries: Sequence[Entry], x: float, y: float, width: float) -> tuple[list[Row], float]:
    """Lay the entries out, down each column; give them and the lower border.

    Args:
        entries: What to list.
        x: Left border.
        y: Upper border.
        width: Breadth of all columns.
    """
    if not entries:
        return [], y
    most = max(text_width(words, SIZE) for _, _, words in entries) + _LEGEND_MARK + 2 * _PAD
    columns = max(1, int((width + _GAP) // (min(max(most, _LEAST), _MOST) + _GAP)))
    column = (width - _GAP * (columns - 1)) / columns
    deep = ceil(len(entries) / columns)
    found: list[Row] = []
    for start in range(0, len(entries), deep):
        left = x + (column + _GAP) * (start // deep)
        found += _down(entries[start : start + deep], left, y, column)
    return found, max(row.y + LINE * len(row.lines) for row in found) + _ROW_GAP


def _down(entries: Sequence[Entry], x: float, y: float, width: float) -> Iterator[Row]:
    for key, mark, words in entries:
        lines = wrapped(words, width - _LEGEND_MARK - 2 * _PAD, SIZE, bold=True)
        yield Row(key, mark, lines, x, y, width)
        y += LINE * len(lines) + _ROW_GAP


def row_markup(row: Row, *, lit: bool = False) -> str:
    """Give an entry as a group."""
    height = LINE * len(row.lines)
    ground = (
        f'<rect class="ground" x="{number(row.x)}" y="{number(row.y)}" width="{number(row.width)}" '
        f'height="{height}" rx="3"/>'
    )
    first = row.y + LINE * 0.72
    mark = text_block("number", (row.mark or "–",), (row.x + _LEGEND_MARK - 6, first), LINE, "end")
    words = text_block("words", row.lines, (row.x + _LEGEND_MARK + _PAD, first), LINE)
    return f'<g class="entry{" lit" if lit else ""}">{ground}{mark}{words}</g>'


# ---- export.svgfigure
# What is drawn and how it looks lit: the picture once, and over it a copy of each target that a step lights.

_EDGE = 16  # drawing.pixels leaves as much on each side
BROAD = 900
"""A broader picture, shown in a page's column, has labels too small to read."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing, ready to be lit.

    Attributes:
        width: Breadth in pixels.
        height: Height.
        base: Its elements, nothing lit.
        lit: Target key → elements to lay over `base` when the target is lit, without ids; in the order to be laid.
        edge: What is empty around it, on each side.
        style: Rules of an author's own drawing; empty for ours.
    """

    width: float
    height: float
    base: str
    lit: Mapping[str, str]
    edge: float = 0
    style: str = ""


def figure_of(trace: Trace, prefix: str, broad: int = BROAD) -> tuple[Figure, list[Entry]]:
    """Give the figure of a trace, and a legend of the labels that found no place in it.

    A picture too broad for its page is drawn with numbers at its edges, which the legend explains.

    Args:
        trace: The trace.
        prefix: Begins every id.
        broad: The most pixels that a picture may take with the labels in it.
    """
    picture = picture_of(_relabelled(trace, {}))
    if picture.width <= broad and not picture.unplaced:
        return _figure(picture, prefix), _listed(trace, picture)
    numbers = {edge.key: str(index) for index, edge in enumerate(picture.edges, 1)}
    numbered = picture_of(_relabelled(trace, numbers))
    legend = [Entry(key, mark, trace.targets[key].label) for key, mark in numbers.items()]
    return _figure(numbered, prefix), [*legend, *_listed(trace, picture)]


def _relabelled(trace: Trace, labels: Mapping[str, str]) -> Trace:
    """Give the trace with other labels, and with room for the escapes that show what cannot be seen."""
    targets = {
        key: replace(target, label=visible(labels.get(key, target.label))) for key, target in trace.targets.items()
    }
    return replace(trace, targets=targets)


def _listed(trace: Trace, picture: Picture) -> list[Entry]:
    """Give the edges that are not drawn, since the trace does not say what they join."""
    drawn = {edge.key for edge in picture.edges}
    edges = (target for target in trace.targets.values() if target.kind is Kind.EDGE and target.key not in drawn)
    return [Entry(edge.key, "", edge.label) for edge in edges]


def _figure(picture: Picture, prefix: str) -> Figure:
    if not picture.nodes:
        return Figure(0, 0, "", {})
    return Figure(picture.width, picture.height, picture_markup(picture, prefix=prefix), dict(_lit(picture)), _EDGE)


def _lit(picture: Picture) -> Iterator[tuple[str, str]]:
    labels = {label.key: label for label in picture.labels}
    for edge in picture.edges:
        yield edge.key, edge_group(edge, labels.get(edge.key), lit=True)
    for node in picture.nodes:
        yield node.key, node_group(node, lit=True)
