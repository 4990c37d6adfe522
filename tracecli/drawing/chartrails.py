"""Edges as lines of terminal cells with an arrowhead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tracecli.drawing.canvas import Spot, trail
from tracecli.drawing.charsizes import Form
from tracecli.drawing.routes import Route

# At rest and travelled, by where the edge comes to lead; none of them is taken for a picture by any font.
_HEADS = {(1, 0): ("▷", "►"), (-1, 0): ("◁", "◄"), (0, 1): ("▽", "▼"), (0, -1): ("△", "▲")}


@dataclass(frozen=True, slots=True)
class Trail:
    """An edge in terminal cells.

    Attributes:
        arms: Its cells with their light arms, without the head's.
        head: The cell of the arrowhead.
        light: The arrowhead of an edge at rest.
        solid: The arrowhead of an edge travelled.
        corners: Where its line starts, bends and ends.
        label: Its escaped label.
    """

    arms: dict[Spot, int]
    head: Spot
    light: str
    solid: str
    corners: tuple[Spot, ...]
    label: str


def trail_of(route: Route, form: Form, points: Sequence[Spot], label: str) -> Trail:
    """Give the cells of an edge.

    In a box the line starts on the border, and a head from above or below stands on it, which saves a line.

    Args:
        route: The edge's way.
        form: How nodes look.
        points: Its corners, from border to border.
        label: Its escaped label.
    """
    toward = (route.enters, 0) if route.flat_end else (0, route.enters)
    arms = trail(points)
    if not form.boxed:
        del arms[points[0]]
    arms.pop(points[-1], None)
    x, y = points[-1]
    head = (x, y) if form.boxed and not route.flat_end else (x - toward[0], y - toward[1])
    arms.pop(head, None)
    light, solid = _HEADS[toward]
    return Trail(arms, head, light, solid, (*points[:-1], head), label)
