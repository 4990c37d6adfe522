"""What a comparison means in numbers: the first lines of every report for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tracecli.comparing import Change, Comparison, Level, TraceComparison
from tracecli.report.diff_view import View
from tracecli.report.findings import plural


def facts(comparison: Comparison, view: View) -> list[str]:
    """Give the phrases of a scenario's summary: steps, state, targets, state keys."""
    parts = [_steps(comparison, view), _state(comparison)]
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


def _state(comparison: Comparison) -> str:
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
