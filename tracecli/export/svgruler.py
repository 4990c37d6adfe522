"""The steps as a ruler: a tick each, numbered as far as there is room."""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.export.svgtext import number, text_block

HEIGHT = 30
_DOWN = 8  # from the upper border to the line
_TICK = 5  # half the height of a tick
_DOT = 6
_NUMBER = 22  # from the line to the baseline of the numbers
_ROOM = 28  # between two numbers
_TIGHT = 6  # between two ticks
_STRIDES = (1, 2, 5)


def _places(steps: int, x: float, width: float) -> list[float]:
    gap = (width - 2 * _DOT) / max(1, steps - 1)
    return [x + _DOT + gap * index for index in range(steps)]


def _stride(steps: int, width: float, room: float) -> int:
    """Give the least of 1, 2, 5, 10, 20, 50, … such that every so many steps there is `room` for something."""
    scale = 1
    while True:
        for stride in _STRIDES:
            if stride * scale * width / max(1, steps - 1) >= room:
                return stride * scale
        scale *= 10


def ruler_ground(steps: int, place: tuple[float, float], width: float) -> Iterator[str]:
    """Give the line, its ticks and their numbers.

    Args:
        steps: How many.
        place: Left and upper border.
        width: Breadth.
    """
    y = place[1] + _DOWN
    xs = _places(steps, place[0], width)
    ticks, numbers = _stride(steps, width, _TIGHT), _stride(steps, width, _ROOM)
    upright = "".join(f"M{number(xs[index])} {number(y - _TICK)}v{2 * _TICK}" for index in _shown(steps, ticks))
    yield f'<path class="ruler" d="M{number(xs[0])} {number(y)}H{number(xs[-1])}{upright}"/>'
    for index in _shown(steps, numbers):
        yield text_block("tick", (str(index + 1),), (xs[index], y + _NUMBER), 0, "middle")


def _shown(steps: int, stride: int) -> Iterator[int]:
    """Give the indexes of steps 1, 5, 10, 15, … for a stride of 5."""
    return (index for index in range(steps) if index == 0 or (index + 1) % stride == 0)


def ruler_at(step: int, steps: int, place: tuple[float, float], width: float) -> str:
    """Give what shows that step `step` is reached; nothing at step 0, the initial state."""
    if step == 0:
        return ""
    y, xs = place[1] + _DOWN, _places(steps, place[0], width)
    passed = f'<path class="passed" d="M{number(xs[0])} {number(y)}H{number(xs[step - 1])}"/>'
    return f'{passed}<circle class="here" cx="{number(xs[step - 1])}" cy="{number(y)}" r="{_DOT}"/>'
