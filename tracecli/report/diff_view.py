"""How a comparison is shown: names of the sides, room, levels, and each change in words."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple

from tracecli.comparing import Change, Comparison, Level, TraceComparison
from tracecli.problems import Pointer
from tracecli.report.findings import plural
from tracecli.text import Line, Run, cell_width, line, plain, visible, wrap

# ---- report.diff_view
# How a comparison is to be shown: names of the sides, room, and which levels.


class Located(NamedTuple):
    """A place in a file, as people count it.

    Attributes:
        file: As it is shown to people.
        line: From 1.
        column: From 1, in code points.
    """

    file: str
    line: int
    column: int


Locate = Callable[[int, Pointer], Located | None]
"""Side (0 for left, 1 for right) and pointer → the place, or None where nothing can be said."""

_SHORT = 20  # columns that a name may take in front of a lane

_LEAST = 24  # columns that a text broken to lines needs to be read
_BELOW = " " * 6

SIDE_BY_SIDE = 100
"""Columns from which two texts fit beside each other."""


@dataclass(frozen=True, slots=True)
class DiffOptions:
    """What the reader asked for.

    Attributes:
        width: Columns that layouts may take.
        wrap: Break prose at the width; without it a line is as long as what it says.
        level: The lowest level shown.
        only: The levels shown; all of them when empty.
        stat: Numbers only.
        side_by_side: Texts of both sides in two columns, where there is room.
    """

    width: int = 80
    wrap: bool = False
    level: Level = Level.WORDING
    only: Collection[Level] = field(default=())
    stat: bool = False
    side_by_side: bool = False

    def shows(self, *levels: Level) -> bool:
        """Tell whether any of the levels is shown."""
        return any(level >= self.level and (not self.only or level in self.only) for level in levels)


@dataclass(frozen=True, slots=True)
class View:
    """The sides' names, escaped, and the options.

    Attributes:
        names: As the user gave them.
        short: The same, short enough for a column; `left` and `right` where the names are too long.
        where: `in serial`, `in overlap`, or `on the left`, `on the right`; not escaped.
        options: What the reader asked for.
        locate: Looks up places; None where nobody wants them.
        say: Escapes a text of a document for this report.
    """

    names: tuple[str, str]
    short: tuple[str, str]
    where: tuple[str, str]
    options: DiffOptions
    locate: Locate | None
    say: Callable[[str], str]

    def only(self, side: int) -> str:
        """Give `only in overlap`, or `only on the left`."""
        return f"only {'in' if self.short == self.names else 'on the'} {self.short[side]}"

    def of(self, side: int) -> str:
        """Give `of overlap`, or `of the left`."""
        return f"of {'' if self.short == self.names else 'the '}{self.short[side]}"

    def places(self, indent: str, change: Change) -> Iterator[Line]:
        """Give `file:line:column` of both sides behind an indent, on two lines where one is too short.

        Nothing where nobody wants places.
        """
        if self.locate is None:
            return
        found = [self.locate(side, spot.pointer) for side, spot in enumerate((change.left, change.right)) if spot]
        told = [visible(f"{at.file}:{at.line}:{at.column}") for at in found if at]
        both = " → ".join(told)
        whole = not self.options.wrap or cell_width(indent) + cell_width(both) <= self.options.width
        for text in [both] if whole else [told[0], *(f"→ {one}" for one in told[1:])]:
            yield line(Run(f"{indent}{text}", "quiet"))

    @property
    def beside(self) -> bool:
        """Texts go in two columns."""
        return self.options.side_by_side and self.options.width >= SIDE_BY_SIDE

    def prose(self, indent: str, text: str, meaning: str = "text", *, hanging: str | None = None) -> Iterator[Line]:
        """Give a text behind an indent, broken to the width if asked for.

        Args:
            indent: What stands in front of the first line.
            text: Escaped already.
            meaning: Of the text.
            hanging: What stands in front of the other lines; as many blanks as the indent is wide without it.
        """
        yield from self.runs(indent, [Run(text, meaning)], hanging=hanging)

    def runs(self, indent: str, runs: Sequence[Run], *, hanging: str | None = None) -> Iterator[Line]:
        """Give the same of a text whose parts have meanings of their own."""
        text = plain(tuple(runs))
        rest = " " * cell_width(indent) if hanging is None else hanging
        room = self.options.width - cell_width(rest)
        if self.options.wrap and room < _LEAST < cell_width(text):  # no room beside the indent: go below it
            yield line(Run(indent.rstrip(), "quiet"))
            indent = rest = _BELOW
            room = self.options.width - len(_BELOW)
        parts = wrap(text, room, keep=True) if self.options.wrap else [text]
        for place, part in enumerate(_cut(runs, parts)):
            yield line(Run(rest if place else indent, "quiet"), *part)


def _cut(runs: Sequence[Run], parts: Iterable[str]) -> Iterator[list[Run]]:
    """Give the runs of each part of their text; what lies between two parts is the blank that they were broken at."""
    text = plain(tuple(runs))
    starts = list(accumulate((len(run.text) for run in runs), initial=0))
    end = 0
    for part in parts:
        start = text.index(part, end)
        end = start + len(part)
        first = bisect_right(starts, start) - 1
        within = range(first, bisect_left(starts, end))
        yield [Run(runs[at].text[max(0, start - starts[at]) : end - starts[at]], runs[at].meaning) for at in within]


def view(
    names: tuple[str, str], options: DiffOptions, locate: Locate | None, say: Callable[[str], str] = visible
) -> View:
    """Give the view for two names as they came."""
    fits = max(cell_width(visible(name)) for name in names) <= _SHORT and names[0] != names[1]
    escaped = say(names[0]), say(names[1])
    short = escaped if fits else ("left", "right")
    where = (f"in {names[0]}", f"in {names[1]}") if fits else ("on the left", "on the right")
    return View(escaped, short, where, options, locate, say)


# ---- report.diff_sentences
# Each kind of change in words. One table: a kind that is missing in it can't be reported.

Where = tuple[str, str]
"""What says on which side: `in serial`, or `on the left`."""

Sentence = Callable[[Change, Where], str]


def sentence(change: Change, where: Where = ("on the left", "on the right")) -> str:
    """Give a change in words, without its place.

    Args:
        change: Any change.
        where: What says on which side something is.

    Returns:
        A phrase that may hold text of the documents as it stands: whoever shows it escapes it.
    """
    return SENTENCES[change.kind](change, where)


def seconds(milliseconds: int) -> str:
    """Give a time exactly: `3.0 s`, `2.65 s`, `0.001 s`."""
    whole, rest = divmod(milliseconds, 1000)
    return f"{whole:,}.{f'{rest:03}'.rstrip('0') or '0'} s"


def steps(first: int, last: int) -> str:
    """Give `step 3`, or `steps 3–5`."""
    return f"step {first}" if first == last else f"steps {first}–{last}"


def _reworded(noun: str) -> Sentence:
    def words(change: Change, where: Where) -> str:
        what = noun.format(change.subject)
        if change.left is None:
            return f"{what} only {where[1]}: {change.after}"
        if change.right is None:
            return f"{what} only {where[0]}: {change.before}"
        return f"{what} reworded"

    return words


def _values(noun: str) -> Sentence:
    def words(change: Change, _where: Where) -> str:
        if change.level is Level.ORDER:
            return f"{noun} in another order: {change.before} → {change.after}"
        what = noun.format(change.subject)
        return f"{what}: {change.before or 'none'} → {change.after or 'none'}"

    return words


def _order(noun: str) -> Sentence:
    return lambda _change, _where: f"{noun} in another order"


def _only(noun: str) -> Sentence:
    def words(change: Change, where: Where) -> str:
        side, text = (where[0], change.before) if change.right is None else (where[1], change.after)
        what = f"{change.subject} ({text})" if change.subject else f"{text}"
        return f"{noun} only {side}: {what}"

    return words


def _duration(change: Change, _where: Where) -> str:
    return f"duration: {seconds(int(change.before or 0))} → {seconds(int(change.after or 0))}"


def _shift(change: Change, where: Where) -> str:
    shift = int(change.subject)
    when = f"{seconds(abs(shift))} {'later' if shift > 0 else 'earlier'}"
    return f"all from here on begins {when} {where[1]}, because of steps that only one side has"


def _ends(change: Change, _where: Where) -> str:
    """Keep the arrow for the edge itself: `futureGpu: future → gpu → tokens → gpu` says nothing."""
    return f"ends of target {change.subject}: {change.after or 'none'} instead of {change.before or 'none'}"


def _move(change: Change, where: Where) -> str:
    left, right = _numbers(change)
    return f"{steps(*left)} moved: {steps(*right)} {where[1]}"


def _split(change: Change, where: Where) -> str:
    _, right = _numbers(change)
    if right[0] < right[1]:
        return f"told in two {where[1]}: {change.before} → {change.after}"
    return f"two told in one {where[1]}: {change.before} → {change.after}"


def _state(change: Change, _where: Where) -> str:
    left, _ = _numbers(change)
    until = f" until {steps(left[1], left[1])}" if left[0] < left[1] else ""
    return f"state {change.subject}: {change.before} → {change.after}{until}"


def _source(change: Change, where: Where) -> str:
    if change.left is None or change.right is None:
        return _only("source")(change, where)
    return f"source changed: {change.before} → {change.after}"


def _numbers(change: Change) -> tuple[tuple[int, int], tuple[int, int]]:
    """Give the first and last step number of each side."""
    left = change.left.step if change.left and change.left.step is not None else 0
    right = change.right.step if change.right and change.right.step is not None else 0
    last = change.last or (left, right)
    return (left, last[0]), (right, last[1])


SENTENCES: Mapping[str, Sentence] = {
    "language": _values("language"),
    "title": _reworded("title"),
    "description": _reworded("description"),
    "caption": _reworded("caption"),
    "alt": _reworded("alt"),
    "limitation": _reworded("limitation"),
    "limitation-order": _order("limitations"),
    "state-label": _reworded("label of state {}"),
    "target-label": _reworded("label of target {}"),
    "duration": _duration,
    "shift": _shift,
    "move": _move,
    "source": _source,
    "source-order": _order("sources"),
    "state": _state,
    "step": _only("step"),
    "split": _split,
    "active": _values("active targets"),
    "paths": _values("paths"),
    "unselected": _values("unselected"),
    "id": _values("id"),
    "target": _only("target"),
    "target-name": _values("target renamed"),
    "target-id": _values("id of target {}"),
    "target-kind": _values("kind of target {}"),
    "target-ends": _ends,
    "state-key": _only("state key"),
    "scenario": _only("scenario"),
    "scenario-id": _values("scenario renamed"),
    "scenario-order": _order("scenarios"),
}
"""Kind → its words."""


# ---- report.diff_numbers
# What a comparison means in numbers: the first lines of every report for people.


def facts(comparison: Comparison, view: View) -> list[str]:
    """Give the phrases of a scenario's summary: steps, state, targets, state keys."""
    parts = [_steps(comparison, view), _numbers_state(comparison)]
    usage, state = comparison.usage, comparison.state
    for side, keys in enumerate((usage.only_left, usage.only_right)):
        parts += [f"{plural(len(keys), 'target')} {view.only(side)}"] if keys else []
    for side, keys in enumerate((state.only_left, state.only_right)):
        parts += [f"{plural(len(keys), 'state key')} {view.only(side)}"] if keys else []
    return parts


def trace_facts(comparison: TraceComparison, view: View) -> list[str]:
    """Give the phrases of a trace's summary: its scenarios."""
    differing = sum(not one.same for one in comparison.scenarios)
    differ = "none of them differs" if not differing else f"{differing:,} {'differs' if differing == 1 else 'differ'}"
    parts = [f"{plural(len(comparison.scenarios), 'scenario')} on both sides, {differ}"]
    for side, only in enumerate((comparison.only_left, comparison.only_right)):
        parts += [f"{plural(len(only), 'scenario')} {view.only(side)}"] if only else []
    return parts


def _steps(comparison: Comparison, view: View) -> str:
    left, right = len(comparison.left.scenario.steps), len(comparison.right.scenario.steps)
    found = comparison.alignment
    aligned = "all" if len(found.pairs) == left == right else f"{len(found.pairs):,}"
    parts = [f"{plural(left, 'step')} against {right:,}, {aligned} aligned"]
    for side, only in enumerate((found.only_left, found.only_right)):
        parts += [f"{len(only):,} {view.only(side)}"] if only else []
    told = ((found.moves, "moved"), (found.splits, "told in two"), (found.merges, "told in one"))
    return ", ".join(parts + [f"{len(steps):,} {word}" for steps, word in told if steps])


def _numbers_state(comparison: Comparison) -> str:
    state = comparison.state
    if not state.runs:
        return f"state is the same in all {plural(state.cells, 'cell')}"
    return f"state differs in {plural(len(state.runs), 'run')} ({state.differing:,} of {state.cells:,} cells)"


def divergence(comparison: Comparison, view: View) -> str:
    """Give the sentence about the first divergence."""
    found = comparison.first_divergence
    if found is None:
        return "No divergence: the same happens on both sides, in the same order"
    if not found.aligned:
        sides = enumerate((found.left, found.right))
        told = dict.fromkeys(_unaligned(comparison, view, side, number) for side, number in sides if number is not None)
        return f"First divergence: {' and '.join(told)}"
    where = "the initial state" if not found.left else f"step {found.left}"
    keys = len(comparison.state.keys)
    what = (
        [f"{len(found.keys):,} of {plural(keys, 'state value')} differ{'s' if keys == 1 else ''}"] if found.keys else []
    )
    what += ["other targets"] if found.targets else []
    return f"First divergence: {where} ({', '.join(what)})"


def _unaligned(comparison: Comparison, view: View, side: int, number: int) -> str:
    """Say of a step that is not aligned in order where else it is: moved, told in two or in one, or nowhere."""
    alignment = comparison.alignment
    for pair in alignment.moves:
        own, other = (pair.right, pair.left) if side else (pair.left, pair.right)
        if own == number:
            return f"step {own} {view.of(side)} is step {other} {view.of(1 - side)}, moved"
    for whole, splits in enumerate((alignment.splits, alignment.merges)):
        for split in splits:
            if number in ((split.whole,) if side == whole else split.halves):
                halves = " and ".join(map(str, split.halves))
                return f"step {split.whole} {view.of(whole)} is steps {halves} {view.of(1 - whole)}"
    return f"step {number} {view.of(side)} has no counterpart"


def levels(changes: Iterable[Change]) -> str:
    """Give how many changes of each level there are, the deepest first."""
    counts = Counter(change.level for change in changes)
    return " · ".join(f"{counts[level]:,} {level}" for level in sorted(Level, reverse=True) if counts[level])


def highlights(comparison: Comparison, view: View) -> Iterator[tuple[str, str]]:
    """Give, for each differing state key with two values, in how many steps of each side one of them holds.

    Yields:
        The key's label, and a phrase such as `serial yes in 4 of 6 steps, overlap in none`.
    """
    for key in dict.fromkeys(run.key for run in comparison.state.runs):
        sides = [[step.state[key] for step in side.scenario.steps] for side in (comparison.left, comparison.right)]
        values = sorted({value for side in sides for value in side})
        if len(values) == 2:
            value = max(values, key=lambda value: (_contrast(sides, value), any(value not in side for side in sides)))
            first, second = (_count(side, value) for side in sides)
            label = view.say(comparison.left.trace.state_labels[key])
            phrase = f"{view.short[0]} {view.say(value)} in {first}, {view.short[1]} in {second}"
            yield label, phrase


def _contrast(sides: Sequence[Sequence[str]], value: str) -> int:
    left, right = sides
    return abs(left.count(value) * len(right) - right.count(value) * len(left))


def _count(values: Sequence[str], value: str) -> str:
    count = values.count(value)
    return f"{count:,} of {plural(len(values), 'step')}" if count else "none"
