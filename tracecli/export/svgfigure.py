"""What is drawn and how it looks lit: the picture once, and over it a copy of each target that a step lights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tracecli.drawing.pixels import Picture, picture_of
from tracecli.escaping import visible
from tracecli.export.svglegend import Entry
from tracecli.export.svgparts import edge_group, node_group, picture_markup
from tracecli.model import Kind, Trace

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
