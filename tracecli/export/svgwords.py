"""A step's words in a narrow column: title, description, edges travelled, values changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tracecli.export.svgtext import number, text_block
from tracecli.export.svgwrap import wrapped
from tracecli.export.words import seen
from tracecli.playback import Moment, Value

_TITLE, _TEXT = (14, 19), (12, 16)  # font size, from line to line
_INDENT = 16
_GAP = 4


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of one kind.

    Attributes:
        name: Their class.
        texts: The lines.
        step: From line to line.
        mark: Path of a mark in front, drawn from the middle of the first line; empty for none.
    """

    name: str
    texts: tuple[str, ...]
    step: int
    mark: str = ""


_CHANGED = "m0-4 4 4-4 4-4-4z"
_TRAVELLED = "m-1-1.2h6v-2.8l5 4-5 4v-2.8h-6z"


def words_of(now: Moment, numbers: Mapping[str, str], width: float) -> list[Lines]:
    """Give what a step says.

    Args:
        now: The step; of the initial state every value is given, of others those that changed.
        numbers: Key of an edge → its number in the picture, for those that have one.
        width: Breadth of the column.
    """
    title = f"{now.index}. {now.title}" if now.index else now.title
    paths = [f"{numbers.get(edge.key, '')} {edge.label}" for edge in now.paths]
    return [
        Lines("row-title", wrapped(title, width, _TITLE[0], bold=True), _TITLE[1]),
        *([Lines("row-text", wrapped(now.description, width, _TEXT[0]), _TEXT[1])] if now.index else []),
        *(_marked("row-path", path, width, _TRAVELLED) for path in paths),
        *(_marked("row-value", _value(value), width, _CHANGED) for value in now.changed),
        *(_marked("row-value", _value(value), width, "") for value in (now.values if not now.index else ())),
    ]


def _marked(name: str, text: str, width: float, mark: str) -> Lines:
    return Lines(name, wrapped(text, width - _INDENT, _TEXT[0], bold=True), _TEXT[1], mark)


def _value(value: Value) -> str:
    before = "" if value.before is None else f" (was {seen(value.before)})"
    return f"{value.label}: {seen(value.value)}{before}"


def height_of(words: Iterable[Lines]) -> float:
    """Give the height of a column."""
    return sum(len(lines.texts) * lines.step + _GAP for lines in words)


def column(words: Iterable[Lines], x: float, y: float) -> Iterator[str]:
    """Give a column as elements; `x` and `y` are its left and upper border."""
    for lines in words:
        indent = _INDENT if lines.name in {"row-path", "row-value"} else 0
        if lines.mark:
            yield f'<path class="row-mark" d="M{number(x + 3)} {number(y + lines.step / 2)}{lines.mark}"/>'
        yield text_block(lines.name, lines.texts, (x + indent, y + lines.step * 0.74), lines.step)
        y += len(lines.texts) * lines.step + _GAP
