"""What only one side of a comparison has, with every text of it: a summary would pass review unread."""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.comparing import Change, Comparison, TraceComparison
from tracecli.model import Scenario, Step, Trace
from tracecli.report.diff_view import DiffView, exact_seconds
from tracecli.report.diff_words import EMPTY, prose
from tracecli.text import Line, Run, line, one_line, visible

Rows = list[tuple[str, str]]
"""What a text is, and the text; not escaped."""


def whole(change: Change, comparison: Comparison | TraceComparison) -> Rows:
    """Return all that a step or a scenario says which one side lacks; nothing for any other change."""
    place = change.left if change.right is None else change.right if change.left is None else None
    if place is None or change.kind not in ("step", "scenario"):
        return []
    left, right = comparison.left, comparison.right
    side = left if change.right is None else right
    trace = side if isinstance(side, Trace) else side.trace
    scenario = trace.scenarios[int(place.pointer[1])]
    if change.kind == "step":
        return list(_step(trace, scenario.steps[int(place.pointer[3])]))
    return list(_scenario(trace, scenario))


def _scenario(trace: Trace, scenario: Scenario) -> Iterator[tuple[str, str]]:
    yield "title", scenario.title
    yield "description", scenario.description
    for key, value in scenario.initial.items():
        yield f"initial {trace.state_labels[key]}", value
    if scenario.unselected:
        yield "unselected", ", ".join(scenario.unselected)
    for number, step in enumerate(scenario.steps, 1):
        yield f"step {number}", step.title
        for name, text in _step(trace, step):
            yield f"  {name}", text


def _step(trace: Trace, step: Step) -> Iterator[tuple[str, str]]:
    yield "description", step.description
    yield "duration", exact_seconds(step.duration)
    for name, keys in (("active", step.active), ("paths", step.paths), ("sources", step.sources)):
        if keys:
            yield name, ", ".join(keys)
    if step.id is not None:
        yield "id", step.id
    for edge, texts in step.messages.items():
        yield f"message on {edge}", " · ".join(texts)
    for key, value in step.state.items():
        yield trace.state_labels[key], value


def whole_section(comparison: Comparison | TraceComparison, view: DiffView) -> Iterator[Line]:
    """Yield each step or scenario that one side lacks, whole, after a mark: `+` on the right, `−` on the left."""
    changes = comparison.own if isinstance(comparison, TraceComparison) else comparison.changes
    first = True
    for change in changes:
        rows = whole(change, comparison)
        if not rows:
            continue
        if first:
            yield ()
            yield line(Run("Only on one side", "head"))
            first = False
        added = change.left is None
        meaning = "right" if added else "left"
        place = change.right if added else change.left
        number = f" {place.step}" if place and place.step else ""
        named = visible(one_line((change.after if added else change.before) or ""))
        what = f"{change.kind}{number} ({view.only(1 if added else 0)}): {named}"
        yield line(Run(f"  {'+' if added else '−'} {what}", meaning))
        shown = [(visible(name), visible(prose(text).replace("\n", " ")) or EMPTY) for name, text in rows]
        yield from view.table("      ", shown)
