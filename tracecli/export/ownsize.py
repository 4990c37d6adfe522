"""How large an author's drawing is, and the window that shows it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tracecli.errors import TraceError
from tracecli.export.ownxml import Element
from tracecli.export.svgtext import number

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
