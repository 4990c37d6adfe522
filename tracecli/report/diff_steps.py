"""The aligned steps and the state at the aligned moments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from tracecli.comparing import Comparison, Row
from tracecli.comparing import Run as StateRun
from tracecli.comparing.state import Moment, state_at
from tracecli.model import Step
from tracecli.report.diff_view import View
from tracecli.text import Line, Run, cell_width, line, pad, visible, wrap

# ---- report.diff_steps
# The aligned steps: a line each, with the pair's confidence and what it does otherwise.

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


# ---- report.diff_state
# State at the aligned moments: as lanes where the values fit, else as runs.

_LABEL = 30  # columns of a label in front of the moments


def state_section(comparison: Comparison, view: View) -> Iterator[Line]:
    """Give the lines of the section: keys whose values fit as lanes, then the others as runs."""
    runs: dict[str, list[StateRun]] = {}
    for run in comparison.state.runs:
        runs.setdefault(run.key, []).append(run)
    if not runs:
        return
    yield ()
    yield line(Run("State at the aligned moments", "head"))
    lanes = [] if _too_many(comparison, view) else [_lane(comparison, key) for key in runs]
    narrow = max(cell_width(name) for name in view.short) + 6
    wide = max([narrow, *(min(_LABEL, cell_width(lane.label)) + 4 for lane in lanes)])
    fronts = {lane.key: front for lane in lanes if (front := _front(lane, (wide, narrow), view.options.width))}
    for lane in lanes:
        if lane.key in fronts:
            yield from _lane_lines(lane, fronts[lane.key], view)
    for key, listed in runs.items():
        if key not in fronts:
            yield from _run_lines(comparison, key, listed, view)


def _too_many(comparison: Comparison, view: View) -> bool:
    """No lane can fit, so nobody needs to measure one: a moment takes three columns at least."""
    return len(comparison.state.moments) * 3 > view.options.width


@dataclass(frozen=True, slots=True)
class _Lane:
    """One state key over all aligned moments; texts are escaped.

    Attributes:
        key: The state key.
        label: Its label.
        moments: How each moment is called.
        values: Of both sides.
        widths: Columns that each moment takes.
    """

    key: str
    label: str
    moments: Sequence[str]
    values: tuple[Sequence[str], Sequence[str]]
    widths: Sequence[int]


def _lane(comparison: Comparison, key: str) -> _Lane:
    moments = [_moment(moment) for moment in comparison.state.moments]
    left, right = (
        [visible(state_at(side.scenario, moment[place])[key]) for moment in comparison.state.moments]
        for place, side in enumerate((comparison.left, comparison.right))
    )
    widths = [max(map(cell_width, cells)) for cells in zip(moments, left, right, strict=True)]
    return _Lane(key, _label(comparison, key), moments, (left, right), widths)


def _moment(moment: Moment) -> str:
    return str(moment[0]) if moment[0] == moment[1] else f"{moment[0]}/{moment[1]}"


def _label(comparison: Comparison, key: str) -> str:
    return visible(comparison.left.trace.state_labels[key])


def _front(lane: _Lane, fronts: Sequence[int], width: int) -> int:
    """Give the first front that leaves room for the moments, or 0."""
    cells = sum(width + 2 for width in lane.widths) - 2
    return next((front for front in fronts if front + cells <= width), 0)


def _lane_lines(lane: _Lane, front: int, view: View) -> Iterator[Line]:
    label, numbers = (
        f"  {lane.label}",
        (moment.center(width) for moment, width in zip(lane.moments, lane.widths, strict=True)),
    )
    if cell_width(label) > front - 2:
        yield line(Run(label, "text"))
        label = ""
    yield line(Run(pad(label, front), "text"), Run("  ".join(numbers).rstrip(), "quiet"))
    for name, values, others in zip(view.short, lane.values, lane.values[::-1], strict=True):
        last = len(lane.widths) - 1
        cells = [
            Run(value if place == last else pad(value, width + 2), "quiet" if value == other else "changed")
            for place, (value, other, width) in enumerate(zip(values, others, lane.widths, strict=True))
        ]
        yield line(Run(pad(f"    {name}", front), "text"), *cells)


def _run_lines(comparison: Comparison, key: str, runs: Sequence[StateRun], view: View) -> Iterator[Line]:
    yield line(Run(f"  {_label(comparison, key)}", "text"))
    spans = [_span(run) for run in runs]
    room = max(map(len, spans))
    for run, span in zip(runs, spans, strict=True):
        yield from view.prose(f"    {span:<{room}}  ", f"{visible(run.left)} → {visible(run.right)}", "changed")


def _span(run: StateRun) -> str:
    left, right = (f"{a}" if a == b else f"{a}–{b}" for a, b in zip(run.first, run.last, strict=True))
    return left if left == right else f"{left}/{right}"
