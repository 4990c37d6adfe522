"""What becomes of the view when the file is read again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tracecli.model import Scenario, Step, Trace
from tracecli.playback import Cursor, subjects
from tracecli.terminal.stage import Stage
from tracecli.terminal.view import View


def reloaded(stage: Stage, view: View, trace: Trace) -> tuple[Stage, View]:
    """Give stage and view for another version of the trace: same scenario, same step, as far as they still exist."""
    scenario = next((one for one in trace.scenarios if one.id == view.scenario), trace.scenarios[0])
    cursor = Cursor(len(scenario.steps)).seek(_same_step(stage.scenario, scenario, view.cursor.index))
    closed = replace(view, over="", findings=()) if view.over == "findings" else view
    kept = replace(
        closed,
        scenario=scenario.id,
        cursor=cursor,
        watch=view.watch if view.watch in subjects(trace) else None,
        choice=0,
        findings=(),
        message="The file was read again" if scenario.id == view.scenario else "Read again: the scenario is gone",
    )
    return stage.set_for(trace, scenario), kept


def broken(view: View, findings: Sequence[str]) -> View:
    """Give the view with findings over the last good frame."""
    return replace(view, over="findings", choice=0, message="", findings=tuple(findings))


def _same_step(before: Scenario, after: Scenario, index: int) -> int:
    """Give the step that the viewer was at: the same number, or the nearest step that says the same as it did."""
    if index == 0 or before.id != after.id:
        return index
    step = before.steps[index - 1]
    alike = [number for number, other in enumerate(after.steps, 1) if _says(other) == _says(step)]
    return min(alike, key=lambda number: abs(number - index), default=index)


def _says(step: Step) -> tuple[str, str]:
    return step.title, step.description
