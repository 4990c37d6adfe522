"""The aligned steps: a line each, with the pair's confidence and what it does otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from tracecli.comparing import Comparison, Row
from tracecli.escaping import visible
from tracecli.model import Step
from tracecli.report.diff_view import View
from tracecli.runs import Line, Run, line
from tracecli.widths import cell_width, pad, wrap

_WIDEST = 100  # beyond, the eye loses the line between title and confidence
_JOINED = 4  # so many lines in a row without anything to say are told in one


def steps_section(comparison: Comparison, view: View) -> Iterator[Line]:
    """Give the lines of the section; nothing where all steps are the same in title and targets."""
    if all(is_plain(comparison, row) for row in comparison.rows):
        return
    yield ()
    yield _heading(view)
    blocks = list(_blocks(comparison))
    for block, number in zip(blocks, _numbers(blocks), strict=True):
        if len(block) > 1:
            text = f"{len(block):,} steps with the same title and targets"
            yield line(Run(number, "quiet"), Run(text, "quiet"))
        else:
            yield from _row(comparison, block[0], number, view)


def _blocks(comparison: Comparison) -> Iterator[list[Row]]:
    """Give the lines that are told together: neighbouring plain ones, if they are many."""
    block: list[Row] = []
    for row in comparison.rows:
        plain = is_plain(comparison, row)
        if block and not (plain and _follows(row, block[-1])):
            yield from _joined(block)
            block = []
        if plain:
            block.append(row)
        else:
            yield [row]
    yield from _joined(block)


def _joined(block: list[Row]) -> list[list[Row]]:
    return [block] if len(block) >= _JOINED else [[row] for row in block]


def _follows(row: Row, before: Row) -> bool:
    return (row.left[0], row.right[0]) == (before.left[-1] + 1, before.right[-1] + 1)


def target_changes(comparison: Comparison, row: Row) -> list[str]:
    """Give `active +queue` and the like for a pair of steps; keys, escaped. Nothing for anything but a pair."""
    if row.mark not in {"pair", "moved"}:
        return []
    left, right = _sides(comparison, row)
    partners = comparison.targets.pairs
    parts: list[str] = []
    for name, before, after in (("active", left.active, right.active), ("paths", left.paths, right.paths)):
        kept = {partners.get(key) for key in before}
        gone = [f"-{visible(key)}" for key in before if partners.get(key) not in after]
        come = [f"+{visible(key)}" for key in after if key not in kept]
        parts += [f"{name} {' '.join(gone + come)}"] if gone or come else []
    return parts


def is_plain(comparison: Comparison, row: Row) -> bool:
    """Tell whether a line has nothing to say: a pair in its order with the same title, id and targets."""
    if row.mark != "pair":
        return False
    left, right = _sides(comparison, row)
    return left.title == right.title and left.id == right.id and not target_changes(comparison, row)


def _sides(comparison: Comparison, row: Row) -> tuple[Step, Step]:
    return comparison.left.scenario.steps[row.left[0] - 1], comparison.right.scenario.steps[row.right[0] - 1]


def _numbers(blocks: Sequence[Sequence[Row]]) -> list[str]:
    """Give the numbers in front of the lines: one column where both sides count alike, else two."""
    cells = [(_cell([row.left for row in block]), _cell([row.right for row in block])) for block in blocks]
    left, right = (max(len(cell[side]) for cell in cells) for side in (0, 1))
    if all(one == other for one, other in cells):
        return [f"  {one:>{left}}  " for one, _ in cells]
    return [f"  {one:>{left}}  {other:>{right}}  " for one, other in cells]


def _cell(numbers: Sequence[tuple[int, ...]]) -> str:
    if len(numbers) > 1:
        return f"{numbers[0][0]}–{numbers[-1][-1]}"
    return "+".join(map(str, numbers[0])) or "–"


def _heading(view: View) -> Line:
    title, right = "Steps", "confidence"
    return line(Run(title, "head"), Run(pad(right, _width(view) - len(title), right=True), "quiet"))


def _width(view: View) -> int:
    return view.options.width if view.beside else min(view.options.width, _WIDEST)


def _row(comparison: Comparison, row: Row, number: str, view: View) -> Iterator[Line]:
    titles, told = _titles(comparison, row), _told(comparison, row, view)
    room = _width(view) - cell_width(number) - cell_width(told) - 1
    yield from _titled(titles, number, told, room, view)
    if changes := target_changes(comparison, row):
        yield from view.prose(" " * (cell_width(number) + 2), " · ".join(changes), "changed")


def _titled(titles: Sequence[str], number: str, told: str, room: int, view: View) -> Iterator[Line]:
    """Give one line where the titles fit, else a line or more for each."""
    both = " → ".join(titles)
    if len(titles) > 1 and view.beside:
        parts = [f"{one} {other}" for one, other in columns(titles[0], titles[1], room)]
    elif cell_width(both) <= room or not view.options.wrap:
        parts = [both]
    else:
        parts = [*wrap(titles[0], room)]
        parts += (
            f"{'  ' if place else '→ '}{part}"
            for title in titles[1:]
            for place, part in enumerate(wrap(title, room - 2))
        )
    for place, part in enumerate(parts):
        front, end = (" " * cell_width(number), "") if place else (number, f" {told}")
        yield line(Run(front, "quiet"), Run(pad(part, room), "text"), Run(end, "quiet"))


def columns(left: str, right: str, width: int) -> Iterator[tuple[str, str]]:
    """Give the lines of two texts beside each other; the left ones are filled to their column's width.

    Args:
        left: Escaped already.
        right: The same.
        width: Columns for both and the blank between.
    """
    room = (width - 1) // 2
    for one, other in zip_longest(wrap(left, room - 1), wrap(right, room), fillvalue=""):
        yield pad(one, room), pad(other, room)


def _titles(comparison: Comparison, row: Row) -> list[str]:
    sides = ((comparison.left, row.left), (comparison.right, row.right))
    titles = [" / ".join(side.scenario.steps[number - 1].title for number in numbers) for side, numbers in sides]
    return [visible(title) for title in dict.fromkeys(titles) if title]


def confidence(comparison: Comparison, row: Row) -> str:
    """Give how sure it is that the steps of a line are the same: `77 %`, or `by id` where their author said so."""
    left, right = _sides(comparison, row)
    pinned = row.mark in {"pair", "moved"} and left.id is not None and left.id == right.id
    return "by id" if pinned else f"{round(row.confidence * 100)} %"


def _told(comparison: Comparison, row: Row, view: View) -> str:
    if row.mark in {"left", "right"}:
        return view.only(0 if row.mark == "left" else 1)
    word = {"pair": "", "moved": "moved ", "split": "told in two ", "merge": "told in one "}[row.mark]
    return f"{word}{confidence(comparison, row)}"
