"""A comparison for people, top down: what it means in numbers first, then where, then every word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest

from tracecli.comparing import AlignedRow, Change, ChangeLevel, Comparison, Piece, TraceComparison, compare_words
from tracecli.comparing.state import StateRun, follows, state_at
from tracecli.comparing.words import share_in_both
from tracecli.model import Kind, Target
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
    sentence,
    trace_facts,
)
from tracecli.text import Line, Run, cell_width, line, number_range, pad, plural, runs_of, visible, wrap

REMARK = "Playback time paces reading; it is not latency"

MARKS = {"both": "{}", "left": "[-{}-]", "right": "{{+{}+}}"}
"""As in `git diff --word-diff`, which reviewers know."""
ENOUGH = 0.3
"""How much two texts must have in common: with less, both are easier to read than one with marks all over."""
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


def diff_lines(
    comparison: Comparison | TraceComparison,
    *,
    names: tuple[str, str],
    origin: str,
    options: DiffOptions | None = None,
    locate: Locate | None = None,
) -> Iterator[Line]:
    """Yield the report as lines with meanings, for a terminal.

    Args:
        comparison: Two scenarios, or two traces.
        names: What the sides are called; addresses as the user gave them.
        origin: The files, as shown to people.
        options: What the reader asked for.
        locate: Looks up places to be shown beside wording.
    """
    view = diff_view(names, options or DiffOptions(), locate)
    yield from _head(view, visible(origin))
    if isinstance(comparison, Comparison) and comparison.same:
        counted = [plural(len(comparison.rows), "step"), plural(comparison.state.cells, "state cell")]
        time = exact_seconds(comparison.timing.left)
        yield from view.prose("", f"No differences: {', '.join([*counted, time])} on both sides")
    elif isinstance(comparison, Comparison):
        yield from _scenario(comparison, view)
    elif comparison.same:
        steps = sum(len(one.rows) for one in comparison.scenarios)
        counted = [plural(len(comparison.scenarios), "scenario"), plural(steps, "step")]
        yield from view.prose("", f"No differences: {', '.join(counted)} on both sides")
    else:
        yield from _trace(comparison, view)


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
    for label, phrase in highlights(comparison, view):
        yield from view.prose("", f"{label}: {phrase}", "changed", hanging="  ")
    yield from view.prose("", f"Changes: {levels(comparison.changes)}")
    if options.stat:
        yield from view.prose("", f"{REMARK}: {timing_fact(comparison, view)}")
        return
    if options.shows(ChangeLevel.STRUCTURE, ChangeLevel.ORDER):
        yield from _steps_section(comparison, view)
    if options.shows(ChangeLevel.STATE):
        yield from state_section(comparison, view)
    if options.shows(ChangeLevel.STRUCTURE):
        yield from targets_section(comparison, view)
    yield from _further_section("Also", comparison, view)
    if options.shows(ChangeLevel.WORDING):
        yield from _wording_section(comparison.changes, view)
    if options.shows(ChangeLevel.TIMING):
        yield from timing_section(comparison, view)


def _trace(comparison: TraceComparison, view: DiffView) -> Iterator[Line]:
    yield from _facts(trace_facts(comparison, view), view)
    yield from view.prose("", f"Changes: {levels(comparison.changes)}")
    if not view.options.stat:
        yield from _further_section("Trace", comparison, view)
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
    blocks: list[list[AlignedRow]] = []
    for block in runs_of(comparison.rows, lambda row, after: plain[row] and plain[after] and _neighbours(row, after)):
        blocks += [block] if len(block) >= _JOINED else [[row] for row in block]
    numbers = [_numbers(block) for block in blocks]
    left, right = (max([len(cells[side]) for cells in numbers]) for side in (0, 1))
    alike = all(one == other for one, other in numbers)
    for block, (one, other) in zip(blocks, numbers, strict=True):
        front = f"  {one:>{left}}  " if alike else f"  {one:>{left}}  {other:>{right}}  "
        if len(block) > 1:
            yield line(Run(f"{front}{len(block):,} steps with the same title and targets", "quiet"))
        else:
            yield from _row_lines(comparison, block[0], front, width, view)


def _neighbours(row: AlignedRow, after: AlignedRow) -> bool:
    return follows((after.left[0], after.right[0]), (row.left[0], row.right[0]))


def _numbers(block: Sequence[AlignedRow]) -> tuple[str, str]:
    first, last = block[0], block[-1]
    if len(block) > 1:
        return number_range(first.left[0], last.left[0]), number_range(first.right[0], last.right[0])
    return "+".join(map(str, first.left)) or "–", "+".join(map(str, first.right)) or "–"


def _row_lines(comparison: Comparison, row: AlignedRow, front: str, width: int, view: DiffView) -> Iterator[Line]:
    both = comparison.left.titles(row.left), comparison.right.titles(row.right)
    titles = [visible(title) for title in dict.fromkeys(both) if title]
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
    """Yield the lines of two texts beside each other; the left ones are filled to their column's width.

    Args:
        left: Escaped already.
        right: The same.
        width: Columns for both and the space between.
    """
    room = (width - 1) // 2
    for one, other in zip_longest(wrap(left, room - 1), wrap(right, room), fillvalue=""):
        yield pad(one, room), pad(other, room)


def row_mark(comparison: Comparison, row: AlignedRow, view: DiffView, gap: str = " ") -> str:
    """Return what a row says, and how sure it is: `moved 77 %`, or `by id` where the author pinned the pair."""
    if not row.left or not row.right:
        return view.only(0 if row.left else 1)
    word = {"moved": "moved", "split": "split", "merge": "merged"}.get(row.mark)
    left, right = comparison.left.step(row.left[0]), comparison.right.step(row.right[0])
    pinned = row.mark in {"pair", "moved"} and left.id is not None and left.id == right.id
    confidence = "by id" if pinned else f"{round(row.confidence * 100)} %"
    return f"{word}{gap}{confidence}" if word else confidence


def target_changes(comparison: Comparison, row: AlignedRow) -> list[str]:
    """Return `active +queue` and the like for a pair of steps, of keys, escaped; nothing for any other row."""
    if row.mark not in {"pair", "moved"}:
        return []
    left, right = comparison.left.step(row.left[0]), comparison.right.step(row.right[0])
    partners = comparison.targets.pairs
    parts: list[str] = []
    for name, before, after in (("active", left.active, right.active), ("paths", left.paths, right.paths)):
        kept = {partners.get(key) for key in before}
        changed = [f"-{visible(key)}" for key in before if partners.get(key) not in after]
        changed += [f"+{visible(key)}" for key in after if key not in kept]
        parts += [f"{name} {' '.join(changed)}"] if changed else []
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
    labels = {key: visible(comparison.left.trace.state_labels[key]) for key in runs}
    narrow = max(map(cell_width, view.short)) + 6
    wide = max([narrow, *[min(_LABEL, cell_width(label)) + 4 for label in labels.values()]])
    lanes: dict[str, list[Line]] = {}
    if len(comparison.state.moments) * 3 <= view.options.width:  # a moment takes three columns at least
        lanes = {key: _lane(comparison, key, f"  {label}", (wide, narrow), view) for key, label in labels.items()}
    for lines in lanes.values():
        yield from lines
    for key, of_key in runs.items():
        if not lanes.get(key):
            yield line(Run(f"  {labels[key]}", "text"))
            rows = [(_span(run), f"{visible(run.left)} → {visible(run.right)}") for run in of_key]
            yield from view.table("    ", rows, "changed")


def _lane(comparison: Comparison, key: str, label: str, fronts: Sequence[int], view: DiffView) -> list[Line]:
    """Return the values of one key over all moments; nothing where they don't fit after any of the fronts."""
    moments = comparison.state.moments
    numbers = [str(i) if i == j else f"{i}/{j}" for i, j in moments]
    left = [visible(state_at(comparison.left.scenario, i)[key]) for i, _ in moments]
    right = [visible(state_at(comparison.right.scenario, j)[key]) for _, j in moments]
    widths = [max(map(cell_width, cells)) for cells in zip(numbers, left, right, strict=True)]
    room = view.options.width - sum(widths) - 2 * (len(widths) - 1)
    front = next((front for front in fronts if front <= room), 0)
    if not front:
        return []
    lines: list[Line] = []
    if cell_width(label) > front - 2:
        lines.append(line(Run(label, "text")))
        label = ""
    head = "  ".join([number.center(width) for number, width in zip(numbers, widths, strict=True)])
    lines.append(line(Run(pad(label, front), "text"), Run(head.rstrip(), "quiet")))
    for name, values, others in ((view.short[0], left, right), (view.short[1], right, left)):
        cells = [
            Run(pad(value, width + 2), "quiet" if value == other else "changed")
            for value, other, width in zip(values, others, widths, strict=True)
        ]
        cells[-1] = Run(values[-1], cells[-1].meaning)  # no spaces at the end of the line
        lines.append(line(Run(pad(f"    {name}", front), "text"), *cells))
    return lines


def _span(run: StateRun) -> str:
    left, right = number_range(run.first[0], run.last[0]), number_range(run.first[1], run.last[1])
    return left if left == right else f"{left}/{right}"


def targets_section(comparison: Comparison, view: DiffView) -> Iterator[Line]:
    """Yield what only one side has: used targets first, then state keys."""
    usage, state = comparison.usage, comparison.state
    traces = comparison.left.trace, comparison.right.trace
    for side, keys in enumerate((usage.only_left, usage.only_right)):
        targets = [(visible(key), _target(traces[side].targets[key])) for key in keys]
        yield from _list(f"Targets {view.only(side)}", targets, view)
    for side, keys in enumerate((state.only_left, state.only_right)):
        labels = [(visible(key), visible(traces[side].state_labels.get(key, key))) for key in keys]
        yield from _list(f"State keys {view.only(side)}", labels, view)


def _target(target: Target) -> str:
    ends = f" ({visible(target.start)} → {visible(target.end)})" if target.start and target.end else ""
    return f"{'node' if target.kind is Kind.NODE else 'edge'}  {visible(target.label)}{ends}"


def _list(title: str, rows: Sequence[tuple[str, str]], view: DiffView) -> Iterator[Line]:
    if rows:
        yield ()
        yield line(Run(title, "head"))
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
        numbers = dict.fromkeys(("+".join(map(str, step.left)), "+".join(map(str, step.right))))
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
        if change.kind == "source" and change.before is not None and change.after is not None:
            pieces = compare_words(change.before, change.after)
            if share_in_both(pieces) >= ENOUGH:  # two links that differ in a line number: show that number
                text = f"source changed: {''.join(map(marked, pieces))}"
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
    return visible(f"{change.kind.removesuffix('-label')} {change.subject}".rstrip())


def marked(piece: Piece) -> str:
    """Return a piece of two texts, in `[-…-]` if only left, in `{+…+}` if only right; escaped."""
    return MARKS[piece.side].format(visible(piece.text))


def _texts(change: Change, front: str, view: DiffView) -> Iterator[Line]:
    before, after = change.before, change.after
    spaces = " " * cell_width(front)
    if before is None or after is None:
        side, text = (0, before) if after is None else (1, after)
        yield from view.prose(f"{front}{view.only(side)}: ", visible(text or ""))
    elif view.beside:
        rows = _columns(visible(before), visible(after), view.options.width - 4 - _NAME)
        for place, (left, right) in enumerate(rows):
            yield line(Run(spaces if place else front, "quiet"), Run(f"{left} {right}", "text"))
    elif share_in_both(pieces := compare_words(before, after)) >= ENOUGH:
        yield from view.prose(front, [Run(marked(piece), _MEANINGS[piece.side]) for piece in pieces])
    else:
        room = max(map(cell_width, view.short)) + 2
        yield from view.prose(f"{front}{pad(view.short[0], room)}", visible(before))
        yield from view.prose(f"{spaces}{pad(view.short[1], room)}", visible(after))
