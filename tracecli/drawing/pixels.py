"""A drawing in pixels, for SVG and the web page: nodes, edges and labels that touch nothing they do not belong to."""

from __future__ import annotations

from dataclasses import dataclass

from tracecli.drawing.cells import cells_of
from tracecli.drawing.graph import graph_of
from tracecli.drawing.pixelfit import Fit, fit
from tracecli.drawing.pixellabels import XY, Spot, tags
from tracecli.drawing.pixelsizes import grid_of, node_lines
from tracecli.drawing.routes import Box, lay_out
from tracecli.model import Target, Trace

_MARGIN = 16
_ROOM = 3  # edges side by side between two nodes


@dataclass(frozen=True, slots=True)
class PictureNode:
    """A node's rectangle.

    Attributes:
        key: Key of the target.
        id: Id of the element.
        x: Left border.
        y: Upper border.
        width: Breadth.
        height: Height.
        lines: Its label, as the trace has it: escape it for the notation at hand.
    """

    key: str
    id: str
    x: int
    y: int
    width: int
    height: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PictureEdge:
    """An edge's line from border to border; the head's point is the last one.

    Attributes:
        key: Key of the target.
        id: Id of the element.
        points: Its corners; each lies straight above, below or beside the one before.
    """

    key: str
    id: str
    points: tuple[XY, ...]


@dataclass(frozen=True, slots=True)
class PictureLabel:
    """The label of an edge.

    Attributes:
        key: Key of the edge.
        x: Left border of what it covers.
        y: Upper border.
        width: Breadth, estimated rather too large than too small.
        height: Height.
        lines: Its text, as the trace has it.
        anchor: Which side of the text is fixed: `start`, `middle` or `end`.
    """

    key: str
    x: int
    y: int
    width: int
    height: int
    lines: tuple[str, ...]
    anchor: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole drawing, in pixels from its upper left corner.

    Attributes:
        width: Breadth.
        height: Height.
        nodes: In the order declared.
        edges: Those whose ends are known, in the order declared.
        labels: At most one for each edge.
        unplaced: Keys of edges whose label found no room, to be listed beside the picture; none but in a throng.
    """

    width: int
    height: int
    nodes: tuple[PictureNode, ...]
    edges: tuple[PictureEdge, ...]
    labels: tuple[PictureLabel, ...]
    unplaced: tuple[str, ...]


def picture_of(trace: Trace) -> Picture:
    """Give the drawing of a trace. The same trace gives the same numbers, whatever fonts are installed."""
    graph = graph_of(trace)
    layout = lay_out(graph, cells_of(graph), room=_ROOM)
    texts = [node_lines(node.label) for node in graph.nodes]
    choices = {edge.key: tags(trace.targets[edge.key].label) for edge in graph.edges}
    found = fit(layout, grid_of(layout, texts), choices)
    left, upper, right, lower = _bounds(found)
    x, y = _MARGIN - left, _MARGIN - upper
    return Picture(
        right + x + _MARGIN,
        lower + y + _MARGIN,
        tuple(_node(node, text, box, x, y) for node, text, box in zip(graph.nodes, texts, found.boxes, strict=True)),
        tuple(
            PictureEdge(key, trace.targets[key].id, tuple((x + px, y + py) for px, py in points))
            for key, points in found.lines.items()
        ),
        tuple(_label(key, found.spots[key], x, y) for key in found.lines if key in found.spots),
        tuple(key for key in found.lines if key not in found.spots),
    )


def _bounds(found: Fit) -> Box[int]:
    corners = [(x, y, x, y) for points in found.lines.values() for x, y in points]
    rects = [*found.boxes, *(spot.rect for spot in found.spots.values()), *corners]
    if not rects:
        return 0, 0, 0, 0
    lefts, uppers, rights, lowers = zip(*rects, strict=True)
    return min(lefts), min(uppers), max(rights), max(lowers)


def _node(node: Target, lines: tuple[str, ...], box: Box[int], x: int, y: int) -> PictureNode:
    left, upper, right, lower = box
    return PictureNode(node.key, node.id, left + x, upper + y, right - left, lower - upper, lines)


def _label(key: str, spot: Spot, x: int, y: int) -> PictureLabel:
    left, upper, right, lower = spot.rect
    return PictureLabel(key, left + x, upper + y, right - left, lower - upper, spot.lines, spot.anchor)
