"""A comparison for people, top down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from tracecli.comparing import Change, Comparison, Duration, Level, Shift, TraceComparison, compare_words
from tracecli.comparing.words import Piece, share_in_both
from tracecli.model import Kind, Target
from tracecli.report.diff_steps import columns, state_section, steps_section
from tracecli.report.diff_view import (
    DiffOptions,
    Locate,
    View,
    divergence,
    facts,
    highlights,
    levels,
    seconds,
    sentence,
    trace_facts,
    view,
)
from tracecli.report.findings import plural
from tracecli.text import Line, Run, cell_width, guard, line, pad, plain, visible

# ---- report.diff_targets
# Targets and state keys that only one side has.


def targets_section(comparison: Comparison, view: View) -> Iterator[Line]:
    """Give the lines of the section: used targets first, then state keys."""
    usage, state = comparison.usage, comparison.state
    sides = comparison.left.trace, comparison.right.trace
    for side, keys in enumerate((usage.only_left, usage.only_right)):
        yield from _listed(f"Targets {view.only(side)}", _targets(keys, sides[side].targets), view)
    for side, keys in enumerate((state.only_left, state.only_right)):
        labels = [(visible(key), visible(sides[side].state_labels.get(key, key))) for key in keys]
        yield from _listed(f"State keys {view.only(side)}", labels, view)


def _targets(keys: Sequence[str], targets: Mapping[str, Target]) -> list[tuple[str, str]]:
    return [(visible(key), _words(targets[key])) for key in keys]


def _words(target: Target) -> str:
    ends = f" ({visible(target.start)} → {visible(target.end)})" if target.start and target.end else ""
    return f"{'node' if target.kind is Kind.NODE else 'edge'}  {visible(target.label)}{ends}"


def _listed(title: str, entries: Sequence[tuple[str, str]], view: View) -> Iterator[Line]:
    if not entries:
        return
    yield ()
    yield line(Run(title, "head"))
    room = max(cell_width(key) for key, _ in entries)
    for key, words in entries:
        yield from view.prose(f"  {pad(key, room)}  ", words)


# ---- report.diff_timing
# Playback time of both sides, with the remark that keeps it from being taken for a measurement.

REMARK = "Playback time paces reading; it is not latency"


def timing_section(comparison: Comparison, view: View) -> Iterator[Line]:
    """Give the lines of the section; nothing where all lasts as long as on the other side."""
    timing = comparison.timing
    if not (timing.durations or timing.shifts):
        return
    yield ()
    yield from view.prose("", REMARK, "head")
    yield from view.prose("  ", timing_fact(comparison, view))
    told = [(_steps(step), f"{seconds(step.before)} → {seconds(step.after)}") for step in timing.durations]
    told += [(f"from step {_numbers(shift.left, shift.right)} on", _shifted(shift)) for shift in timing.shifts]
    room = max((len(where) for where, _ in told), default=0)
    for where, what in told:
        yield line(Run(f"  {where:<{room}}  ", "quiet"), Run(what, "changed"))


def timing_fact(comparison: Comparison, view: View) -> str:
    """Give `serial 17.0 s, overlap 18.2 s`, or one time where both are the same."""
    left, right = seconds(comparison.timing.left), seconds(comparison.timing.right)
    return f"{left} on both sides" if left == right else f"{view.short[0]} {left}, {view.short[1]} {right}"


def _steps(step: Duration) -> str:
    left, right = ("+".join(map(str, numbers)) for numbers in (step.left, step.right))
    return f"step {left if left == right else f'{left} → {right}'}"


def _numbers(left: int, right: int) -> str:
    return str(left) if left == right else f"{left} → {right}"


def _shifted(shift: Shift) -> str:
    when = "later" if shift.milliseconds > 0 else "earlier"
    return f"{seconds(abs(shift.milliseconds))} {when}, because of steps that only one side has"


# ---- report.diff_words
# Wording, word by word; grouped by step.

_NAME = 13  # columns of `description` and a gap
_LONGEST = 30  # columns of labels with keys in them; a longer one pushes only its own text
ENOUGH = 0.3
"""How much two texts must have in common: with less, both are easier to read than one with marks all over."""

MARKS = {"both": "{}", "left": "[-{}-]", "right": "{{+{}+}}"}
"""As in `git diff --word-diff`, which reviewers know."""

_MEANINGS = {"both": "text", "left": "left", "right": "right"}


def wording_section(changes: Iterable[Change], view: View) -> Iterator[Line]:
    """Give the lines of the section; nothing where no wording differs."""
    reworded = [change for change in changes if change.level is Level.WORDING]
    if not reworded:
        return
    yield ()
    yield line(Run("Wording", "head"))
    for place, group in groupby(reworded, key=where):
        if place:
            yield line(Run(f"  {place}", "text"))
        changes = list(group)
        room = max(_NAME, *(cell_width(label(change)) + 2 for change in changes))
        for change in changes:
            yield from _change(change, f"    {pad(label(change), min(room, _LONGEST))}", view)


def where(change: Change) -> str:
    """Give the step, `scenario`, or nothing for what belongs to the trace."""
    spots = [spot for spot in (change.left, change.right) if spot is not None]
    numbers = list(dict.fromkeys(spot.step for spot in spots))
    if spots[0].scenario is None:
        return ""
    return "scenario" if numbers == [None] else "step " + " → ".join(map(str, numbers))


def marked(before: str, after: str) -> str | None:
    """Give one text with what is only left in `[-…-]` and only right in `{+…+}`; escaped.

    Returns:
        None where the two have too little in common for that to be readable.
    """
    pieces = compare_words(before, after)
    return "".join(map(_marked, pieces)) if share_in_both(pieces) >= ENOUGH else None


def label(change: Change) -> str:
    """Give what was reworded: `title`, or `state queue` for a label; escaped."""
    return visible(f"{change.kind.removesuffix('-label')} {change.subject}".rstrip())


def _marked(piece: Piece) -> str:
    return MARKS[piece.side].format(visible(piece.text))


def _change(change: Change, front: str, view: View) -> Iterator[Line]:
    yield from _texts(change, front if front.endswith("  ") else f"{front}  ", view)
    yield from view.places(" " * cell_width(front), change)


def _texts(change: Change, front: str, view: View) -> Iterator[Line]:
    before, after = change.before, change.after
    if before is None or after is None:
        side, text = (0, before) if after is None else (1, after)
        yield from view.prose(f"{front}{view.only(side)}: ", visible(text or ""))
    elif view.beside:
        for place, (left, right) in enumerate(_two(before, after, view)):
            yield line(Run(" " * cell_width(front) if place else front, "quiet"), Run(f"{left} {right}", "text"))
    elif share_in_both(pieces := compare_words(before, after)) >= ENOUGH:
        yield from view.runs(front, [Run(_marked(piece), _MEANINGS[piece.side]) for piece in pieces])
    else:
        room = max(map(cell_width, view.short)) + 2
        blanks = " " * cell_width(front)
        yield from view.prose(f"{front}{pad(view.short[0], room)}", visible(before))
        yield from view.prose(f"{blanks}{pad(view.short[1], room)}", visible(after))


def _two(before: str, after: str, view: View) -> Iterator[tuple[str, str]]:
    return columns(visible(before), visible(after), view.options.width - 4 - _NAME)


# ---- report.diff_further
# Changes that no other section shows, a sentence each.

_SHOWN = {"step", "split", "move", "duration", "shift", "state"}
"""Kinds that the sections about steps, state and playback time show."""
_LISTED = {"target", "state-key"}
"""Kinds that the section about targets shows, where they are told about a scenario."""


def further(comparison: Comparison | TraceComparison, view: View) -> list[Change]:
    """Give the changes to be told one by one, as far as their level is asked for."""
    whole = isinstance(comparison, TraceComparison)
    return [
        change
        for change in (comparison.own if isinstance(comparison, TraceComparison) else comparison.changes)
        if change.kind not in (_SHOWN if whole else _SHOWN | _LISTED)
        and change.level is not Level.WORDING
        and not (change.kind in {"active", "paths"} and change.level is Level.STRUCTURE)
        and view.options.shows(change.level)
    ]


def further_section(title: str, comparison: Comparison | TraceComparison, view: View) -> Iterator[Line]:
    """Give the lines of the section; nothing where no change is left."""
    told = further(comparison, view)
    if not told:
        return
    yield ()
    yield line(Run(title, "head"))
    for change in told:
        yield from view.prose(f"  {change.level!s:<10} ", _told(change, view))
        yield from view.places(" " * 13, change)


def _told(change: Change, view: View) -> str:
    if change.kind == "source" and change.before is not None and change.after is not None:
        words = marked(change.before, change.after)  # two links that differ in a line number: show that number
        return visible(placed(change, view)) if words is None else f"source changed: {words}"
    return visible(placed(change, view))


def placed(change: Change, view: View) -> str:
    """Give a change's sentence with the number of its step in front, if it has one; not escaped."""
    steps = [spot.step for spot in (change.left, change.right) if spot and spot.step]
    where = f"step {' → '.join(map(str, dict.fromkeys(steps)))}: " if steps else ""
    return where + sentence(change, view.where)


# ---- report.diff_text
# A comparison for people, top down: what it means in numbers first, then where, then every word.


def diff_text(
    comparison: Comparison | TraceComparison,
    *,
    names: tuple[str, str],
    origin: str,
    options: DiffOptions | None = None,
    locate: Locate | None = None,
) -> str:
    """Give the report as plain text that ends in a line break.

    Args:
        comparison: Two scenarios, or two traces.
        names: What the sides are called; addresses as the user gave them.
        origin: The files, as shown to people.
        options: What the reader asked for.
        locate: Looks up places to be shown beside wording.
    """
    lines = diff_lines(comparison, names=names, origin=origin, options=options, locate=locate)
    return "".join(f"{guard(plain(shown).rstrip())}\n" for shown in lines)


def diff_lines(
    comparison: Comparison | TraceComparison,
    *,
    names: tuple[str, str],
    origin: str,
    options: DiffOptions | None = None,
    locate: Locate | None = None,
) -> Iterator[Line]:
    """Give the same as lines with meanings, for a terminal."""
    shown = view(names, options or DiffOptions(), locate)
    yield from _head(shown, visible(origin))
    if comparison.same:
        yield from shown.prose("", _same(comparison))
    elif isinstance(comparison, Comparison):
        yield from _scenario(comparison, shown)
    else:
        yield from _trace(comparison, shown)


def _head(view: View, origin: str) -> Iterator[Line]:
    if view.short == view.names:
        title = " → ".join(view.names)
        if origin == title:  # files, named as they are
            origin = ""
        room = view.options.width - cell_width(title)
        beside = cell_width(origin) + 2 <= room
        yield line(Run(title, "title"), Run(pad(origin, room, right=True) if beside and origin else "", "quiet"))
        if not beside:
            yield line(Run(origin, "quiet"))
        return
    for short, name in zip(view.short, view.names, strict=True):
        yield line(Run(f"{short:<7}", "quiet"), Run(name, "title"))


def _same(comparison: Comparison | TraceComparison) -> str:
    if isinstance(comparison, Comparison):
        scenario = comparison.left.scenario
        time = seconds(comparison.timing.left)
        counted = f"{plural(len(scenario.steps), 'step')}, {plural(comparison.state.cells, 'state cell')}, {time}"
    else:
        steps = sum(len(one.left.scenario.steps) for one in comparison.scenarios)
        counted = f"{plural(len(comparison.scenarios), 'scenario')}, {plural(steps, 'step')}"
    return f"No differences: {counted} on both sides"


def _scenario(comparison: Comparison, view: View) -> Iterator[Line]:
    yield from _facts(facts(comparison, view), view)
    yield from view.prose("", divergence(comparison, view))
    for label, phrase in highlights(comparison, view):
        yield from view.prose("", f"{label}: {phrase}", "changed", hanging="  ")
    yield from view.prose("", f"Changes: {levels(comparison.changes)}")
    if view.options.stat:
        yield from view.prose("", f"{REMARK}: {timing_fact(comparison, view)}")
    else:
        yield from _sections(comparison, view)


def _facts(parts: Sequence[str], view: View) -> Iterator[Line]:
    """Join the phrases to lines, as many on each as fit; to one line where nothing is to be broken."""
    joined = ""
    for part in parts:
        longer = f"{joined} · {part}" if joined else part
        if joined and view.options.wrap and cell_width(longer) > view.options.width:
            yield from view.prose("", joined)
            longer = part
        joined = longer
    yield from view.prose("", joined)


def _sections(comparison: Comparison, view: View) -> Iterator[Line]:
    options = view.options
    if options.shows(Level.STRUCTURE, Level.ORDER):
        yield from steps_section(comparison, view)
    if options.shows(Level.STATE):
        yield from state_section(comparison, view)
    if options.shows(Level.STRUCTURE):
        yield from targets_section(comparison, view)
    yield from further_section("Also", comparison, view)
    if options.shows(Level.WORDING):
        yield from wording_section(comparison.changes, view)
    if options.shows(Level.TIMING):
        yield from timing_section(comparison, view)


def _trace(comparison: TraceComparison, view: View) -> Iterator[Line]:
    yield from _facts(trace_facts(comparison, view), view)
    yield from view.prose("", f"Changes: {levels(comparison.changes)}")
    if not view.options.stat:
        yield from further_section("Trace", comparison, view)
        if view.options.shows(Level.WORDING):
            yield from wording_section(comparison.own, view)
    for one in comparison.scenarios:
        if any(view.options.shows(change.level) for change in one.changes):
            yield ()
            yield line(Run(f"Scenario {_name(one)}", "title"))
            yield from _scenario(one, view)


def _name(comparison: Comparison) -> str:
    ids = dict.fromkeys((comparison.left.scenario.id, comparison.right.scenario.id))
    return visible(" → ".join(ids))
