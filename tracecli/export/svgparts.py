"""The drawing of a trace as SVG elements: one look for the still, the sheet, the animation and the web page.

The contract with style sheets and scripts: `g.node` (`rect.box`, `text.name`, `circle.mark`) and `g.edge` (`path.line`,
`path.head`, `g.label`) carry an id and `data-key`, and are lit by the class `lit`. Nothing here has a style of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from tracecli.drawing.pixellabels import XY
from tracecli.drawing.pixels import Picture, PictureEdge, PictureLabel, PictureNode
from tracecli.drawing.pixelsizes import LABEL_FONT, LABEL_LINE, NODE_FONT, NODE_LINE
from tracecli.export.svgtext import element_id, number, text_block, xml

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
