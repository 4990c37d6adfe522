"""What a comparison says of two loops: the lag, what each waits for, and what an iteration costs in model time."""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.comparing import Comparison, TraceComparison
from tracecli.comparing.lag import lags, waits
from tracecli.report.diff_view import DiffView
from tracecli.report.diff_words import brief
from tracecli.report.time import headline, timed_loops
from tracecli.text import plural


def lag_facts(comparison: Comparison, view: DiffView) -> Iterator[tuple[str, str]]:
    """Yield what a step is about one iteration later or earlier, what each side waits for, and what that costs.

    Yields:
        A word, and a phrase such as `wait, update: one iteration later in overlap`.
    """
    late = []
    for lag in lags(comparison):
        steps = ", ".join([view.say(_step_name(comparison, *numbers)) for numbers in lag.steps])
        count = "one iteration" if abs(lag.shift) == 1 else plural(abs(lag.shift), "iteration")
        late.append(f"{steps}: {count} {'later' if lag.shift < 0 else 'earlier'} {view.where[1]}")
    if late:
        yield "Lag", "; ".join(late)
    for side, of in enumerate((comparison.left, comparison.right)) if late else ():
        for wait in [one for one in waits(of) if one.meanwhile][:1]:
            held = ", ".join([f"{brief(of.trace.state_labels[key])} {brief(value)}" for key, value in wait.meanwhile])
            when = "after the launch" if wait.after_launch else "before the launch"
            yield f"Waits {view.where[side]}", f"step {wait.step}, {when}; meanwhile {view.say(held)}"
    yield from _model_time(comparison, view)


def cost_facts(comparison: TraceComparison, view: DiffView) -> Iterator[tuple[str, str]]:
    """Yield what scenarios cost that are the same but for costs of the whole trace, which differ.

    Yields:
        A word with the scenario's id, and a phrase such as `9.1 → 10 ms an iteration, 0.91 × as fast`.
    """
    for one in comparison.scenarios:
        if one.same and any(change.kind == "timing-fact" for change in comparison.own):
            for word, phrase in _model_time(one, view):
                yield f"{view.say(one.right.scenario.id)}: {word}", phrase


def _model_time(comparison: Comparison, view: DiffView) -> Iterator[tuple[str, str]]:
    loops = [timed_loops(side.trace, [side.scenario]) for side in (comparison.left, comparison.right)]
    if all(loops):
        (left,), (right,) = loops
        word, _, phrase = headline(left, right).partition(": ")
        decides = " → ".join(dict.fromkeys([str(loop.schedule.period.decides) for loop in (left, right)]))
        yield word, f"{view.say(phrase.rstrip('.'))}; decided by {decides}"


def _step_name(comparison: Comparison, left: int, right: int) -> str:
    """Return the id of a pair of steps where they share one, else the right one's number."""
    one, other = comparison.left.step(left).id, comparison.right.step(right).id
    return one if one is not None and one == other else f"step {right}"
