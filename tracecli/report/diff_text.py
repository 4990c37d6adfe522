"""A comparison for people, top down: what it means in numbers first, then where, then every word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest

from tracecli.comparing import AlignedRow, Change, ChangeLevel, Comparison, TraceComparison
from tracecli.comparing.state import StateRun, follows, state_at
from tracecli.model import Kind
from tracecli.report.diff_loops import cost_facts, lag_facts
from tracecli.report.diff_view import (
    DiffOptions,
    DiffView,
    Locate,
    diff_view,
    divergence,
    exact_seconds,
    facts,
    highlights,
    levels,
    one_sided,
    same_sentence,
    sentence,
    trace_facts,
)
from tracecli.report.diff_whole import whole_section
from tracecli.report.diff_words import ONLY_BREAKS, brief, distinct, only_breaks_differ, show_pair, show_words
from tracecli.text import Line, Run, cell_width, line, number_range, pad, runs_of, visible, wrap

REMARK = "Playback time paces reading; it is not latency"

_MEANINGS = {"both": "text", "left": "left", "right": "right"}

_WIDEST = 100  # columns of the steps; beyond, the eye loses the line between title and confidence
_JOINED = 4  # so many rows of steps without a difference become one line
_LABEL = 30  # columns of a label in front of the moments of a lane
_NAME = 13  # columns of `description` and a gap
_LONGEST = 30  # columns of labels with keys in them; a longer one pushes only its own text

_SHOWN = {"step", "split", "move", "duration", "shift", "state"}
"""Kinds that the sections about steps, state and playback time show."""
_LISTED = {"target", "state-key"}
"""Kinds that the section about targets shows, where they belong to a scenario."""


def diff_lines(  # noqa: PLR0913 - all but the first by name
    comparison: Comparison | TraceComparison,
    *,
    names: tuple[str, str],
    origin: str,
    options: DiffOptions | None = None,
    locate: Locate | None = None,
    also: str = "",
) -> Iterator[Line]:
    """Yield the report as lines with meanings, for a terminal.

    Args:
        comparison: Two scenarios, or two traces.
        names: What the sides are called; addresses as the user gave them.
        origin: The files, as shown to people.
        options: What the reader asked for.
        locate: Looks up places to be shown beside wording.
        also: The sentence about what else differs in the texts of two traces.
    """
    view = diff_view(names, options or DiffOptions(), locate)
    yield from _head(view, visible(origin))
    if comparison.same:
        yield from view.prose("", same_sentence(comparison, also))
    elif isinstance(comparison, Comparison):
        yield from _scenario(comparison, view)
    else:
        yield from _trace(comparison, view)
    if also:
        yield from [] if comparison.same else [()]
        yield from view.prose("", visible(also))


def _head(view: DiffView, origin: str) -> Iterator[Line]:
    if view.short != view.names:
        for short, name in zip(view.short, view.names, strict=True):
            yield line(Run(f"{short:<7}", "quiet"), Run(name, "title"))
        return
    title = " → ".join(view.names)
    if origin == title:  # files, named as they are
        origin = ""
    room = view.options.width - cell_width(title)
    if cell_width(origin) + 2 <= room:
        yield line(Run(title, "title"), Run(pad(origin, room, right=True) if origin else "", "quiet"))
    else:
        yield line(Run(title, "title"))
        yield line(Run(origin, "quiet"))


def _scenario(comparison: Comparison, view: DiffView) -> Iterator[Line]:
    options = view.options
    yield from _facts(facts(comparison, view), view)
    yield from view.prose("", divergence(comparison, view))
    for label, phrase in (*lag_facts(comparison, view), *highlights(comparison, view)):
        yield from view.prose("", f"{label}: {phrase}", "changed", hanging="  ")
    yield from view.prose("", f"Changes: {levels(comparison.changes)}")
    if options.stat:
        yield from view.prose("", f"{REMARK}: {timing_fact(comparison, view)}")
        return
    if options.shows(ChangeLevel.STRUCTURE, ChangeLevel.ORDER):
        yield from _steps_section(comparison, view)
        yield from whole_section(comparison, view)
    if options.shows(ChangeLevel.STATE):
        yield from state_section(comparison, view)
        yield from transitions_section(comparison, view)
    if options.shows(ChangeLevel.STRUCTURE):
        yield from targets_section(comparison, view)
    yield from _further_section("Also", comparison, view)
    if options.shows(ChangeLevel.WORDING):
        yield from _wording_section(comparison.changes, view)
    if options.shows(ChangeLevel.TIMING):
        yield from timing_section(comparison, view)


def _trace(comparison: TraceComparison, view: DiffView) -> Iterator[Line]:
    yield from _facts(trace_facts(comparison, view), view)
    for label, phrase in cost_facts(comparison, view):
        yield from view.prose("", f"{label}: {phrase}", "changed", hanging="  ")
    yield from view.prose("", f"Changes: {levels(comparison.changes)}")
    if not view.options.stat:
        yield from _further_section("Trace", comparison, view)
        if view.options.shows(ChangeLevel.STRUCTURE):
            yield from whole_section(comparison, view)
        if view.options.shows(ChangeLevel.WORDING):
            yield from _wording_section(comparison.own, view)
    for one in comparison.scenarios:
        if any(view.options.shows(change.level) for change in one.changes):
            ids = dict.fromkeys((one.left.scenario.id, one.right.scenario.id))
            yield ()
            yield line(Run(f"Scenario {visible(' → '.join(ids))}", "title"))
            yield from _scenario(one, view)


def _facts(parts: Sequence[str], view: DiffView) -> Iterator[Line]:
    """Join the phrases to lines, as many on each as fit; to one line where nothing is to be broken."""
    joined = ""
    for part in parts:
        longer = f"{joined} · {part}" if joined else part
        if joined and view.options.wrap and cell_width(longer) > view.options.width:
            yield from view.prose("", joined)
            longer = part
        joined = longer
    yield from view.prose("", joined)


def _steps_section(comparison: Comparison, view: DiffView) -> Iterator[Line]:
    """Yield a line for each row, with the pair's confidence and its targets; none where all steps have the same."""
    plain = {row: is_plain(comparison, row) for row in comparison.rows}
    if all(plain.values()):
        return
    width = view.options.width if view.beside else min(view.options.width, _WIDEST)
    yield ()
    yield line(Run("Steps", "head"), Run(pad("confidence", width - len("Steps"), right=True), "quiet"))

    def joined(row: AlignedRow, after: AlignedRow) -> bool:
        return plain[row] and plain[after] and follows((after.left[0], after.right[0]), (row.left[0], row.right[0]))

    blocks: list[tuple[list[AlignedRow], str, str]] = []
    for run in runs_of(comparison.rows, joined):
        if len(run) >= _JOINED:
            first, last = run[0], run[-1]
            one, other = number_range(first.left[0], last.left[0]), number_range(first.right[0], last.right[0])
            blocks.append((run, one, other))
        else:
            blocks += [([row], _steps(row.left) or "–", _steps(row.right) or "–") for row in run]
    left, right = max([len(one) for _, one, _ in blocks]), max([len(other) for _, _, other in blocks])
    alike = all(one == other for _, one, other in blocks)
    for block, one, other in blocks:
        front = f"  {one:>{left}}  " if alike else f"  {one:>{left}}  {other:>{right}}  "
        if len(block) > 1:
            yield line(Run(f"{front}{len(block):,} steps with the same title and targets", "quiet"))
        else:
            yield from _row_lines(comparison, block[0], front, width, view)


def _steps(numbers: Sequence[int]) -> str:
    """Return `3`, or `3+4` for the two halves of a step."""
    return "+".join(map(str, numbers))


def _row_lines(comparison: Comparison, row: AlignedRow, front: str, width: int, view: DiffView) -> Iterator[Line]:
    both = comparison.left.titles(row.left), comparison.right.titles(row.right)
    titles = list(distinct([title for title in both if title is not None], short=False).values())
    mark = row_mark(comparison, row, view)
    room = width - cell_width(front) - cell_width(mark) - 1
    if len(titles) > 1 and view.beside:
        parts = [f"{one} {other}" for one, other in _columns(titles[0], titles[1], room)]
    elif not view.options.wrap or cell_width(" → ".join(titles)) <= room:
        parts = [" → ".join(titles)]
    else:
        parts = list(wrap(titles[0], room))
        for title in titles[1:]:
            parts += [f"{'  ' if place else '→ '}{part}" for place, part in enumerate(wrap(title, room - 2))]
    for place, part in enumerate(parts):
        start, end = (" " * cell_width(front), "") if place else (front, f" {mark}")
        yield line(Run(start, "quiet"), Run(pad(part, room), "text"), Run(end, "quiet"))
    if changes := target_changes(comparison, row):
        yield from view.prose(" " * (cell_width(front) + 2), " · ".join(changes), "changed")


def _columns(left: str, right: str, width: int) -> Iterator[tuple[str, str]]:
    r"""Yield the lines of two texts beside each other; the left ones are filled to their column's width.

    Args:
        left: Escaped already, with `\n` between paragraphs.
        right: The same.
        width: Columns for both and the space between.
    """
    room = (width - 1) // 2
    lefts = [part for paragraph in left.split("\n") for part in wrap(paragraph, room - 1)]
    rights = [part for paragraph in right.split("\n") for part in wrap(paragraph, room)]
    for one, other in zip_longest(lefts, rights, fillvalue=""):
        yield pad(one, room), pad(other, room)


def row_mark(comparison: Comparison, row: AlignedRow, view: DiffView, gap: str = " ") -> str:
    """Return what a row says, and how sure it is: `moved 77 %`, or `by id` where the author pinned the pair."""
    if not row.left or not row.right:
        return view.only(0 if row.left else 1)
    word = {"moved": "moved", "split": "split", "merge": "merged"}.get(row.mark)
    left, right = comparison.left.step(row.left[0]), comparison.right.step(row.right[0])
    pinned = row.mark in {"pair", "moved"} and left.id is not None and left.id == right.id
    # Rounded, all but the same would be the same.
    sure = 100 if row.confidence == 1 else min(99, round(row.confidence * 100))
    confidence = "by id" if pinned else f"{sure} %"
    return f"{word}{gap}{confidence}" if word else confidence


def target_changes(comparison: Comparison, row: AlignedRow) -> list[str]:
    """Return `active +queue` and the like for a pair of steps, of keys, escaped; nothing for any other row."""
    if row.mark not in {"pair", "moved"}:
        return []
    left, right = comparison.left.step(row.left[0]), comparison.right.step(row.right[0])
    partners = comparison.targets.pairs
    parts: list[str] = []
    for name, before, after in (("active", left.active, right.active), ("paths", left.paths, right.paths)):
        kept = [partners.get(key) for key in before]
        gone = [key for key in before if partners.get(key) not in after]
        new = [key for key in after if key not in kept]
        if gone or new:
            shown = distinct([*gone, *new], short=False)
            parts.append(" ".join([name, *[f"-{shown[key]}" for key in gone], *[f"+{shown[key]}" for key in new]]))
    return parts


def is_plain(comparison: Comparison, row: AlignedRow) -> bool:
    """Return whether a row has nothing to say: a pair in its order with the same title, id and targets."""
    if row.mark != "pair":
        return False
    left, right = comparison.left.step(row.left[0]), comparison.right.step(row.right[0])
    return left.title == right.title and left.id == right.id and not target_changes(comparison, row)


def state_section(comparison: Comparison, view: DiffView) -> Iterator[Line]:
    """Yield the state at the aligned moments: as lanes where the values fit, the other keys as runs."""
    runs: dict[str, list[StateRun]] = {}
    for run in comparison.state.runs:
        runs.setdefault(run.key, []).append(run)
    if not runs:
        return
    yield ()
    yield line(Run("State at the aligned moments", "head"))
    labels = {key: brief(comparison.left.trace.state_labels[key]) for key in runs}
    room = view.options.width
    lanes: dict[str, _Lane] = {}
    if len(comparison.state.moments) * 3 <= room:  # a moment takes three columns at least
        lanes = {key: _Lane(comparison, key) for key in runs}
    narrow = max(map(cell_width, view.short)) + 6
    lanes = {key: lane for key, lane in lanes.items() if narrow + lane.columns <= room}
    # All lanes begin in one column, beside the labels or below them; their moments are in the same columns, too, where
    # the widest values leave room for that.
    front = max([narrow, *[min(_LABEL, cell_width(labels[key])) + 4 for key in lanes]])
    if max([lane.columns for lane in lanes.values()], default=0) > room - front:
        front = narrow
    widths = [max(column) for column in zip(*[lane.widths for lane in lanes.values()], strict=True)]
    for lane in lanes.values() if sum(widths) + 2 * (len(widths) - 1) <= room - front else ():
        lane.widths = widths
    for key, lane in lanes.items():
        yield from lane.lines(labels[key], front, view)
    for key, of_key in runs.items():
        if key in lanes:
            continue
        yield line(Run(f"  {labels[key]}", "text"))
        shown = distinct([value for run in of_key for value in (run.left, run.right)])
        rows: list[tuple[str, str]] = []
        for run in of_key:
            spans = [number_range(first, last) for first, last in zip(run.first, run.last, strict=True)]
            rows.append(("/".join(dict.fromkeys(spans)), f"{shown[run.left]} → {shown[run.right]}"))
        yield from view.table("    ", rows, "changed")


class _Lane:
    """The values of one state key over all aligned moments, one below the other for both sides."""

    def __init__(self, comparison: Comparison, key: str) -> None:
        moments = comparison.state.moments
        left = [state_at(comparison.left.scenario, i)[key] for i, _ in moments]
        right = [state_at(comparison.right.scenario, j)[key] for _, j in moments]
        shown = distinct([*left, *right])
        self.numbers = [str(i) if i == j else f"{i}/{j}" for i, j in moments]
        self.sides = [shown[value] for value in left], [shown[value] for value in right]
        self.widths = [max(map(cell_width, cells)) for cells in zip(self.numbers, *self.sides, strict=True)]
        self.columns = sum(self.widths) + 2 * (len(self.widths) - 1)

    def lines(self, label: str, front: int, view: DiffView) -> Iterator[Line]:
        """Yield the numbers of the moments and the values of each side, after a front of so many columns."""
        label = f"  {label}"
        if cell_width(label) > front - 2:
            yield line(Run(label, "text"))
            label = ""
        head = "  ".join([number.center(width) for number, width in zip(self.numbers, self.widths, strict=True)])
        yield line(Run(pad(label, front), "text"), Run(head.rstrip(), "quiet"))
        for side, values in enumerate(self.sides):
            cells = [
                Run(pad(value, width + 2), "quiet" if value == other else "changed")
                for value, other, width in zip(values, self.sides[1 - side], self.widths, strict=True)
            ]
            cells[-1] = Run(values[-1], cells[-1].meaning)  # no spaces at the end of the line
            yield line(Run(pad(f"    {view.short[side]}", front), "text"), *cells)


def transitions_section(comparison: Comparison, view: DiffView) -> Iterator[Line]:
    """Yield the steps that leave a key with the same value on both sides, and change it from another one on each."""
    if not comparison.state.transitions:
        return
    yield ()
    yield line(Run("State changes at the aligned steps", "head"))
    by_key = sorted(comparison.state.transitions, key=lambda one: comparison.state.keys.index(one.key))
    for key, found in groupby(by_key, key=lambda one: one.key):
        yield line(Run(f"  {brief(comparison.left.trace.state_labels[key])}", "text"))
        rows: list[tuple[str, str]] = []
        for one in found:
            shown = distinct((one.left, one.right, one.after))
            after = shown[one.after]
            sides = [
                f"{name} stays {after}" if before == one.after else f"{name} {shown[before]} → {after}"
                for name, before in zip(view.short, (one.left, one.right), strict=True)
            ]
            numbers = dict.fromkeys((_steps(one.row.left), _steps(one.row.right)))
            rows.append((f"step {'/'.join(numbers)}", ", ".join(sides)))
        yield from view.table("    ", rows, "changed")


def targets_section(comparison: Comparison, view: DiffView) -> Iterator[Line]:
    """Yield what only one side has: targets first, then state keys."""
    traces = comparison.left.trace, comparison.right.trace
    for noun, phrase, side, keys in one_sided(comparison, view):
        yield ()
        yield line(Run(f"{noun.capitalize()}s {phrase}", "head"))
        rows: list[tuple[str, str]] = []
        for key in keys:
            if noun == "target":
                target = traces[side].targets[key]
                ends = f" ({visible(target.start)} → {visible(target.end)})" if target.start and target.end else ""
                what = f"{'node' if target.kind is Kind.NODE else 'edge'}  {brief(target.label)}{ends}"
            else:
                what = brief(traces[side].state_labels.get(key, key))
            rows.append((brief(key), what))
        yield from view.table("  ", rows)


def timing_section(comparison: Comparison, view: DiffView) -> Iterator[Line]:
    """Yield the playback time of both sides, with the remark that it is not latency; nothing where it is the same."""
    timing = comparison.timing
    if not (timing.durations or timing.shifts):
        return
    yield ()
    yield from view.prose("", REMARK, "head")
    yield from view.prose("  ", timing_fact(comparison, view))
    rows: list[tuple[str, str]] = []
    for step in timing.durations:
        numbers = dict.fromkeys((_steps(step.left), _steps(step.right)))
        rows.append((f"step {' → '.join(numbers)}", f"{exact_seconds(step.before)} → {exact_seconds(step.after)}"))
    for shift in timing.shifts:
        numbers = dict.fromkeys((str(shift.left), str(shift.right)))
        when = f"{exact_seconds(abs(shift.milliseconds))} {'later' if shift.milliseconds > 0 else 'earlier'}"
        what = f"{when}, because of steps that only one side has"
        rows.append((f"from step {' → '.join(numbers)} on", what))
    yield from view.table("  ", rows, "changed")


def timing_fact(comparison: Comparison, view: DiffView) -> str:
    """Return `serial 17.0 s, overlap 18.2 s`, or one time where both are the same."""
    left, right = exact_seconds(comparison.timing.left), exact_seconds(comparison.timing.right)
    return f"{left} on both sides" if left == right else f"{view.short[0]} {left}, {view.short[1]} {right}"


def further(comparison: Comparison | TraceComparison, view: DiffView) -> list[Change]:
    """Return the changes that no other section shows, as far as their level is asked for."""
    whole = isinstance(comparison, TraceComparison)
    return [
        change
        for change in (comparison.own if isinstance(comparison, TraceComparison) else comparison.changes)
        if change.kind not in (_SHOWN if whole else _SHOWN | _LISTED)
        and change.level is not ChangeLevel.WORDING
        and not (change.kind in {"active", "paths"} and change.level is ChangeLevel.STRUCTURE)
        and view.options.shows(change.level)
    ]


def _further_section(title: str, comparison: Comparison | TraceComparison, view: DiffView) -> Iterator[Line]:
    changes = further(comparison, view)
    if not changes:
        return
    yield ()
    yield line(Run(title, "head"))
    for change in changes:
        text = visible(placed(change, view))
        words = show_words(change) if change.kind == "source" and change.left and change.right else []
        if words:  # two links that differ in a line number: show that number
            text = f"source changed: {''.join([piece.text for piece in words])}"
        yield from view.prose(f"  {change.level!s:<10} ", text)
        yield from view.places(" " * 13, change)


def placed(change: Change, view: DiffView) -> str:
    """Return a change's sentence with the number of its step in front, if it has one; not escaped."""
    steps = dict.fromkeys([str(at.step) for at in (change.left, change.right) if at and at.step])
    return (f"step {' → '.join(steps)}: " if steps else "") + sentence(change, view.where)


def _wording_section(changes: Iterable[Change], view: DiffView) -> Iterator[Line]:
    """Yield each reworded text, word by word; grouped by step."""
    reworded = [change for change in changes if change.level is ChangeLevel.WORDING]
    if not reworded:
        return
    yield ()
    yield line(Run("Wording", "head"))
    for place, group in groupby(reworded, key=where):
        if place:
            yield line(Run(f"  {place}", "text"))
        texts = [(label(change), change) for change in group]
        room = min(_LONGEST, max([_NAME, *[cell_width(name) + 2 for name, _ in texts]]))
        for name, change in texts:
            front = f"    {pad(name, room)}"
            yield from _texts(change, front if front.endswith("  ") else f"{front}  ", view)
            yield from view.places(" " * cell_width(front), change)


def where(change: Change) -> str:
    """Return the step, `scenario`, or nothing for what belongs to the trace."""
    places = [at for at in (change.left, change.right) if at is not None]
    if places[0].scenario is None:
        return ""
    steps = dict.fromkeys([at.step for at in places])
    return "scenario" if None in steps else f"step {' → '.join(map(str, steps))}"


def label(change: Change) -> str:
    """Return what was reworded: `title`, or `state queue` for a label; escaped."""
    return brief(f"{change.kind.removesuffix('-label')} {change.subject}".rstrip())


def _texts(change: Change, front: str, view: DiffView) -> Iterator[Line]:
    before, after = change.before, change.after
    spaces = " " * cell_width(front)
    one, other = show_pair(change)
    if before is None or after is None:
        side, text = (0, one) if after is None else (1, other)
        yield from view.prose(f"{front}{view.only(side)}: ", text)
    elif only_breaks_differ(change):
        yield from view.prose(front, ONLY_BREAKS)
    elif view.beside:
        rows = _columns(one, other, view.options.width - 4 - _NAME)
        for place, (left, right) in enumerate(rows):
            yield line(Run(spaces if place else front, "quiet"), Run(f"{left} {right}", "text"))
    elif words := show_words(change):
        yield from view.prose(front, [Run(piece.text, _MEANINGS[piece.side]) for piece in words])
    else:
        room = max(map(cell_width, view.short)) + 2
        yield from view.prose(f"{front}{pad(view.short[0], room)}", one)
        yield from view.prose(f"{spaces}{pad(view.short[1], room)}", other)
