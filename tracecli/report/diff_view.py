"""How a comparison is shown: names of the sides, room, levels, and what it means in words and numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from tracecli.checking.messages import listed
from tracecli.comparing import Change, ChangeLevel, Comparison, TraceComparison, UnmeantLines
from tracecli.problems import Pointer
from tracecli.report.diff_words import EMPTY, ONLY_BREAKS, brief, distinct, only_breaks_differ, prose
from tracecli.text import Line, Run, cell_width, line, pad, plain, plural, visible, wrap

SIDE_BY_SIDE = 100
"""Columns from which two texts fit beside each other."""

_SHORT = 20  # columns that a name may take in front of a lane
_LEAST = 24  # columns that a text broken to lines needs to be read
_BELOW = " " * 6  # the indent of a text for which no room is left beside its own


class FilePosition(NamedTuple):
    """A place in a file, as people count it."""

    file: str  # as it is shown to people
    line: int  # from 1
    column: int  # from 1, in code points


Locate = Callable[[int, Pointer], FilePosition | None]
"""Side (0 for left, 1 for right) and pointer → the place, or None where nothing can be said."""

Where = tuple[str, str]
"""What says on which side: `in serial`, or `on the left`."""


@dataclass(frozen=True, slots=True)
class DiffOptions:
    """What the reader asked for."""

    width: int = 80  # columns that layouts may take
    wrap: bool = False  # break prose at the width; without it a line is as long as what it says
    level: ChangeLevel = ChangeLevel.WORDING  # the lowest level shown
    only: Collection[ChangeLevel] = ()  # the levels shown; all of them when empty
    stat: bool = False  # numbers only
    side_by_side: bool = False  # texts of both sides in two columns, where there is room

    def shows(self, *levels: ChangeLevel) -> bool:
        """Return whether any of the levels is shown."""
        return any(level >= self.level and (not self.only or level in self.only) for level in levels)


@dataclass(frozen=True, slots=True)
class DiffView:
    """The sides' names, escaped, and the options."""

    names: tuple[str, str]  # as the user gave them
    short: tuple[str, str]  # the same, short enough for a column; `left` and `right` where the names are too long
    where: Where  # not escaped
    options: DiffOptions
    locate: Locate | None  # looks up places; None where they are not shown
    say: Callable[[str], str]  # escapes a text of a document for this report

    @property
    def beside(self) -> bool:
        """Texts go in two columns."""
        return self.options.side_by_side and self.options.width >= SIDE_BY_SIDE

    def only(self, side: int) -> str:
        """Return `only in overlap`, or `only on the left`."""
        return f"only {'in' if self.short == self.names else 'on the'} {self.short[side]}"

    def of(self, side: int) -> str:
        """Return `of overlap`, or `of the left`."""
        return f"of {'' if self.short == self.names else 'the '}{self.short[side]}"

    def places(self, indent: str, change: Change) -> Iterator[Line]:
        """Yield `file:line:column` of both sides after an indent, on two lines where one is too short."""
        if self.locate is None:
            return
        found = [self.locate(side, at.pointer) for side, at in enumerate((change.left, change.right)) if at]
        texts = [visible(f"{at.file}:{at.line}:{at.column}") for at in found if at]
        both = " → ".join(texts)
        if self.options.wrap and cell_width(indent) + cell_width(both) > self.options.width:
            texts = [texts[0], *(f"→ {text}" for text in texts[1:])]
        else:
            texts = [both]
        for text in texts:
            yield line(Run(f"{indent}{text}", "quiet"))

    def prose(
        self, indent: str, text: str | Sequence[Run], meaning: str = "text", *, hanging: str | None = None
    ) -> Iterator[Line]:
        r"""Yield a text after an indent, broken to the width if asked for.

        Args:
            indent: What is in front of the first line.
            text: Escaped already, with `\n` between paragraphs; in runs where its parts have meanings of their own.
            meaning: Of a text that is not in runs.
            hanging: What is in front of the other lines; as many spaces as the indent is wide without it.
        """
        rest = " " * cell_width(indent) if hanging is None else hanging
        room = self.options.width - cell_width(rest)
        paragraphs: list[list[Run]] = [[]]
        for run in [Run(text, meaning)] if isinstance(text, str) else text:
            first, *more = run.text.split("\n")
            paragraphs[-1].append(Run(first, run.meaning))
            paragraphs += [[Run(part, run.meaning)] for part in more]
        longest = max([cell_width(plain(tuple(runs))) for runs in paragraphs])
        if self.options.wrap and room < _LEAST < longest:  # no room beside the indent: go below it
            yield line(Run(indent.rstrip(), "quiet"))
            indent = rest = _BELOW
            room = self.options.width - len(_BELOW)
        for runs in paragraphs:
            whole = plain(tuple(runs))
            end = 0
            for part in wrap(whole, room, keep=True) if self.options.wrap else [whole]:
                start = whole.index(part, end)  # what is between two parts is the space at which they were broken
                end = start + len(part)
                yield line(Run(indent, "quiet"), *_part(runs, start, end))
                indent = rest

    def table(self, indent: str, rows: Sequence[tuple[str, str]], meaning: str = "text") -> Iterator[Line]:
        """Yield rows of two columns, of which the second is prose; both are escaped already."""
        room = max([cell_width(key) for key, _ in rows], default=0)
        for key, text in rows:
            yield from self.prose(f"{indent}{pad(key, room)}  ", text, meaning)


def _part(runs: Sequence[Run], start: int, end: int) -> Iterator[Run]:
    for text, meaning in runs:
        if end > 0 and start < len(text):
            yield Run(text[max(0, start) : end], meaning)
        start, end = start - len(text), end - len(text)


def diff_view(
    names: tuple[str, str], options: DiffOptions, locate: Locate | None, say: Callable[[str], str] = visible
) -> DiffView:
    """Return the view for two names as the user gave them."""
    fits = max(map(cell_width, map(visible, names))) <= _SHORT and names[0] != names[1]
    escaped = say(names[0]), say(names[1])
    short = escaped if fits else ("left", "right")
    where = (f"in {names[0]}", f"in {names[1]}") if fits else ("on the left", "on the right")
    return DiffView(escaped, short, where, options, locate, say)


def exact_seconds(milliseconds: int) -> str:
    """Return a time exactly: `3.0 s`, `2.65 s`, `0.001 s`."""
    whole, rest = divmod(milliseconds, 1000)
    return f"{whole:,}.{f'{rest:03}'.rstrip('0') or '0'} s"


def sentence(change: Change, where: Where = ("on the left", "on the right")) -> str:
    """Return a change in words, without its place.

    Args:
        change: Any change.
        where: What says on which side something is.

    Returns:
        A phrase that may hold text of the documents as it is: to be escaped where it is shown.
    """
    form, noun = SENTENCES[change.kind]
    return form(noun.format(change.subject), change, where)


def _reworded(noun: str, change: Change, where: Where) -> str:
    if change.left is None:
        return f"{noun} only {where[1]}: {_one(change.after)}"
    if change.right is None:
        return f"{noun} only {where[0]}: {_one(change.before)}"
    return f"{noun}: {ONLY_BREAKS}" if only_breaks_differ(change) else f"{noun} reworded"


def _one(text: str | None) -> str:
    return prose(text or "").replace("\n", " ") or EMPTY


def _both(change: Change, without: str = "none") -> str:
    """Return `before → after` with two texts that never look the same; no text at all is said in a word."""
    shown = distinct([text for text in (change.before, change.after) if text], short=False)
    return " → ".join([shown[text] if text else without for text in (change.before, change.after)])


def _values(noun: str, change: Change, _where: Where) -> str:
    return f"{noun}{' in another order' if change.level is ChangeLevel.ORDER else ''}: {_both(change)}"


def _order(noun: str, _change: Change, _where: Where) -> str:
    return f"{noun} in another order"


def _only(noun: str, change: Change, where: Where) -> str:
    side, text = (where[0], change.before) if change.right is None else (where[1], change.after)
    return f"{noun} only {side}: " + (f"{change.subject} ({_one(text)})" if change.subject else _one(text))


def _duration(noun: str, change: Change, _where: Where) -> str:
    return f"{noun}: {exact_seconds(int(change.before or 0))} → {exact_seconds(int(change.after or 0))}"


def _shift(noun: str, change: Change, where: Where) -> str:
    shift = int(change.subject)
    when = f"{exact_seconds(abs(shift))} {'later' if shift > 0 else 'earlier'}"
    return f"{noun} {when} {where[1]}, because of steps that only one side has"


def _ends(noun: str, change: Change, _where: Where) -> str:
    # The arrow is kept for the edge itself: `futureGpu: future → gpu → tokens → gpu` says nothing.
    shown = distinct([text for text in (change.before, change.after) if text], short=False)
    return f"{noun}: {shown.get(change.after or '', 'none')} instead of {shown.get(change.before or '', 'none')}"


def _moved(noun: str, change: Change, where: Where) -> str:
    left, right = _numbers(change)
    return f"{_steps(*left)} {noun}: {_steps(*right)} {where[1]}"


def _split(_noun: str, change: Change, where: Where) -> str:
    _, right = _numbers(change)
    return f"{'split' if right[0] < right[1] else 'merged'} {where[1]}: {_both(change)}"


def _state(noun: str, change: Change, _where: Where) -> str:
    (first, last), _ = _numbers(change)
    shown = distinct((change.before or "", change.after or ""))
    until = f" until step {last}" if first < last else ""
    return f"{noun}: {shown[change.before or '']} → {shown[change.after or '']}{until}"


def _lane(noun: str, change: Change, where: Where) -> str:
    """Say which values are quiet; a lane without any is one, too."""
    if change.left is None or change.right is None:
        side, quiet = (where[0], change.before) if change.right is None else (where[1], change.after)
        return f"{noun} only {side}, quiet at {quiet or 'no value'}"
    return f"quiet values of {noun}: {_both(change)}"


def _source(noun: str, change: Change, where: Where) -> str:
    if change.left is None or change.right is None:
        return _only(noun, change, where)
    return f"{noun} changed: {_both(change)}"


def _steps(first: int, last: int) -> str:
    return f"step {first}" if first == last else f"steps {first}–{last}"


def _numbers(change: Change) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the first and last step number of each side."""
    left, right = (at.step or 0 if at else 0 for at in (change.left, change.right))
    last = change.last or (left, right)
    return (left, last[0]), (right, last[1])


Sentence = Callable[[str, Change, Where], str]
SENTENCES: Mapping[str, tuple[Sentence, str]] = {
    "language": (_values, "language"),
    "title": (_reworded, "title"),
    "description": (_reworded, "description"),
    "caption": (_reworded, "caption"),
    "alt": (_reworded, "alt"),
    "limitation": (_reworded, "limitation"),
    "limitation-order": (_order, "limitations"),
    "state-label": (_reworded, "label of state {}"),
    "target-label": (_reworded, "label of target {}"),
    "duration": (_duration, "duration"),
    "shift": (_shift, "all from here on begins"),
    "move": (_moved, "moved"),
    "source": (_source, "source"),
    "source-order": (_order, "sources"),
    "state": (_state, "state {}"),
    "step": (_only, "step"),
    "split": (_split, ""),
    "active": (_values, "active targets"),
    "paths": (_values, "paths"),
    "unselected": (_values, "unselected"),
    "id": (_values, "id"),
    "target": (_only, "target"),
    "target-name": (_values, "target renamed"),
    "target-id": (_values, "id of target {}"),
    "target-kind": (_values, "kind of target {}"),
    "target-ends": (_ends, "ends of target {}"),
    "target-shows": (_values, "value that target {} shows"),
    "message": (_values, "message on {}"),
    "step-sources": (_values, "sources of the step"),
    "timing-fact": (_values, "timing fact {}"),
    "lane": (_lane, "lane {}"),
    "lane-order": (_order, "lanes"),
    "claim": (_source, "claim"),
    "claim-order": (_order, "claims"),
    "state-key": (_only, "state key"),
    "scenario": (_only, "scenario"),
    "scenario-id": (_values, "scenario renamed"),
    "scenario-order": (_order, "scenarios"),
}
"""Kind → what makes its sentence, and what is spoken of. A kind that is missing here can't be reported."""


def facts(comparison: Comparison, view: DiffView) -> list[str]:
    """Return the phrases of a scenario's summary: steps, state, targets, state keys."""
    found, state = comparison.alignment, comparison.state
    left, right = len(comparison.left.scenario.steps), len(comparison.right.scenario.steps)
    aligned = "all" if len(found.pairs) == left == right else f"{len(found.pairs):,}"
    steps = [f"{plural(left, 'step')} against {right:,}, {aligned} aligned"]
    for side, only in enumerate((found.only_left, found.only_right)):
        steps += [f"{len(only):,} {view.only(side)}"] if only else []
    for changed, word in ((found.moves, "moved"), (found.splits, "split"), (found.merges, "merged")):
        steps += [f"{len(changed):,} {word}"] if changed else []
    parts = [", ".join(steps)]
    if state.runs:
        runs = plural(len(state.runs), "run")
        same = f"state differs in {runs} ({state.differing:,} of {state.cells:,} cells)"
    elif state.keys:
        same = f"state is the same in all {plural(state.cells, 'cell')}"
    else:
        same = "no state key is on both sides, so no state was compared"
    if changing := len(set(map(attrgetter("row"), state.transitions))):
        more = f"{plural(changing, 'aligned step')} change{'s' if changing == 1 else ''} it from other values"
        same += f", {'and' if state.runs else 'but'} {more}"
    parts.append(same)
    parts += [f"{plural(len(keys), noun)} {phrase}" for noun, phrase, _, keys in one_sided(comparison, view)]
    return parts


def one_sided(comparison: Comparison, view: DiffView) -> Iterator[tuple[str, str, int, list[str]]]:
    """Yield what only one side has.

    Yields:
        What it is, `only in old` or `used only in old` where both traces declare it, the side, and the keys.
    """
    state, usage, declared = comparison.state, comparison.usage, comparison.targets
    # Two scenarios of one trace share what it declares; there, to have a target is to use it.
    one_trace = comparison.left.trace is comparison.right.trace
    for side, used, undeclared in (
        (0, usage.only_left, declared.only_left),
        (1, usage.only_right, declared.only_right),
    ):
        own = [key for key in used if one_trace or key in undeclared]
        if own:
            yield "target", view.only(side), side, own
        if shared := [key for key in used if key not in own]:
            yield "target", f"used {view.only(side)}", side, shared
    for side, keys in enumerate((state.only_left, state.only_right)):
        if keys:
            yield "state key", view.only(side), side, list(keys)


def trace_facts(comparison: TraceComparison, view: DiffView) -> list[str]:
    """Return the phrases of a trace's summary: its scenarios."""
    differing = sum(not one.same for one in comparison.scenarios)
    differ = f"{differing:,} {'differs' if differing == 1 else 'differ'}" if differing else "none of them differs"
    if any(change.kind == "state-key" for change in comparison.own):  # and that all of them differ in it
        differ += " otherwise"
    parts = [f"{plural(len(comparison.scenarios), 'scenario')} on both sides, {differ}"]
    for side, only in enumerate((comparison.only_left, comparison.only_right)):
        parts += [f"{plural(len(only), 'scenario')} {view.only(side)}"] if only else []
    return parts


_UNMEANT = {"at": "positions (at)", "x-": "x- properties"}


def unmeant_sentence(unmeant: UnmeantLines, command: str = "") -> str:
    """Return what differs besides the changes, and the command that shows it, if there is one."""
    kinds = listed(_UNMEANT.get(kind, kind) for kind in unmeant.kinds)
    one = unmeant.count == 1
    what = (
        f"{plural(unmeant.count, 'line')} differ{'s' if one else ''} in {kinds}" if unmeant.count else f"{kinds} differ"
    )
    return f"{what}, without meaning for the trace{f'; {command} shows ' if command else ''}{'it' if one else 'them'}"


def same_sentence(comparison: Comparison | TraceComparison, also: str) -> str:
    """Return the sentence about a comparison without changes: how much was compared.

    Args:
        comparison: Of which everything is the same.
        also: What differs in the texts all the same, if anything does.
    """
    if isinstance(comparison, TraceComparison):
        count = sum(len(one.rows) for one in comparison.scenarios)
        counted = f"{plural(len(comparison.scenarios), 'scenario')}, {plural(count, 'step')} on both sides"
        return f"No differences{' in what the traces say' if also else ''}: {counted}"
    steps, cells = plural(len(comparison.rows), "step"), plural(comparison.state.cells, "state cell")
    counted = f"{steps}, {cells}, {exact_seconds(comparison.timing.left)} on both sides"
    if comparison.left.trace is comparison.right.trace:
        return f"No differences: {counted}"
    return f"No differences between the two scenarios: {counted}; the rest of the traces was not compared"


def divergence(comparison: Comparison, view: DiffView) -> str:
    """Return the sentence about the first divergence."""
    found = comparison.first_divergence
    if found is None and (comparison.state.only_left or comparison.state.only_right):
        return "No divergence in the state keys that both sides have, in active targets and paths and their order"
    if found is None:
        return "No divergence: the same happens on both sides, in the same order"
    if not found.aligned:
        sides = enumerate((found.left, found.right))
        steps = dict.fromkeys([_elsewhere(comparison, view, side, number) for side, number in sides if number])
        return f"First divergence: {' and '.join(steps)}"
    keys = len(comparison.state.keys)
    state = f"{len(found.keys):,} of {plural(keys, 'state value')} differ{'s' if keys == 1 else ''}"
    what = ([state] if found.keys else []) + (["other targets"] if found.targets else [])
    return f"First divergence: {f'step {found.left}' if found.left else 'the initial state'} ({', '.join(what)})"


def _elsewhere(comparison: Comparison, view: DiffView, side: int, number: int) -> str:
    """Say of a step that is not aligned in order where else it is: moved, split, merged, or nowhere."""
    alignment = comparison.alignment
    for pair in alignment.moves:
        if pair[side] == number:
            return f"step {number} {view.of(side)} is step {pair[1 - side]} {view.of(1 - side)}, moved"
    for whole, splits in enumerate((alignment.splits, alignment.merges)):
        for split in splits:
            if number in ((split.whole,) if side == whole else split.halves):
                halves = " and ".join(map(str, split.halves))
                return f"step {split.whole} {view.of(whole)} is steps {halves} {view.of(1 - whole)}"
    return f"step {number} {view.of(side)} has no counterpart"


def levels(changes: Iterable[Change]) -> str:
    """Return how many changes of each level there are, the deepest first."""
    counts = Counter(map(attrgetter("level"), changes))
    return " · ".join([f"{counts[level]:,} {level}" for level in sorted(counts, reverse=True)])


def highlights(comparison: Comparison, view: DiffView) -> Iterator[tuple[str, str]]:
    """Yield, for each differing state key with two values, in how many steps of each side one of them holds.

    Yields:
        The key's label, and a phrase such as `serial yes in 4 of 6 steps, overlap in none`.
    """
    for key in dict.fromkeys([run.key for run in comparison.state.runs]):
        left = Counter([step.state[key] for step in comparison.left.scenario.steps])
        right = Counter([step.state[key] for step in comparison.right.scenario.steps])
        values = sorted(left | right)
        if len(values) != 2:
            continue
        # The value whose share differs most, if possible one that a side lacks.
        sizes = left.total(), right.total()
        contrast = [abs(left[value] * sizes[1] - right[value] * sizes[0]) for value in values]
        lacking = [not (left[value] and right[value]) for value in values]
        value = values[0] if (contrast[0], lacking[0]) >= (contrast[1], lacking[1]) else values[1]
        shares = [
            f"{counts[value]:,} of {plural(size, 'step')}" if counts[value] else "none"
            for counts, size in zip((left, right), sizes, strict=True)
        ]
        shown = view.say(distinct(values)[value])
        phrase = f"{view.short[0]} {shown} in {shares[0]}, {view.short[1]} in {shares[1]}"
        yield view.say(brief(comparison.left.trace.state_labels[key])), phrase
