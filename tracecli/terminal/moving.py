"""Keys that go to another step, change the pace or the scenario: view → view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tracecli.playback import Cursor
from tracecli.terminal.stage import Stage
from tracecli.terminal.view import View

Action = Callable[[Stage, View], View]

SPEEDS = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0, 4.0, 8.0)


def advance(_stage: Stage, view: View) -> View:
    """Give the view when a step's time is over."""
    if not view.cursor.at_end:
        return view.at(view.cursor.next(), hidden=view.predict)
    if view.loop:
        return view.at(view.cursor.seek(1), hidden=view.predict)
    return replace(view, playing=False, message=_end(view))


def _end(view: View) -> str:
    return f"The end: step {view.cursor.last} is the last. Space plays again"


def paused_at(view: View, cursor: Cursor, message: str = "") -> View:
    """Give the view at another step, no longer playing."""
    return replace(view.at(cursor), playing=False, message=message)


def go(view: View, number: int) -> View:
    """Give the view at the step of that number, or at the last one."""
    cursor = view.cursor.seek(number)
    return paused_at(view, cursor, "" if cursor.index == number else f"There is no step {number}: this is the last")


def play(_stage: Stage, view: View) -> View:
    """Play or pause; at the end, play again from step 1."""
    if view.playing:
        return replace(view, playing=False)
    start = view.at(view.cursor.seek(1), hidden=view.predict) if view.cursor.at_end else view
    return replace(start, playing=True)


def forward(_stage: Stage, view: View) -> View:
    """Go a step on, and pause."""
    if view.cursor.at_end:
        return replace(view, playing=False, message=_end(view))
    return replace(view.at(view.cursor.next(), hidden=view.predict), playing=False)


def back(_stage: Stage, view: View) -> View:
    """Go a step back, and pause."""
    message = "" if view.cursor.index else "This is the initial state: nothing is before it"
    return paused_at(view, view.cursor.back(), message)


def first(_stage: Stage, view: View) -> View:
    """Go to the initial state."""
    return go(view, 0)


def last(_stage: Stage, view: View) -> View:
    """Go to the last step."""
    return go(view, view.cursor.last)


def faster(_stage: Stage, view: View) -> View:
    """Take the next higher speed."""
    return _at_speed(view, next((speed for speed in SPEEDS if speed > view.speed), view.speed))


def slower(_stage: Stage, view: View) -> View:
    """Take the next lower speed."""
    return _at_speed(view, next((speed for speed in reversed(SPEEDS) if speed < view.speed), view.speed))


def normal(_stage: Stage, view: View) -> View:
    """Take the normal speed."""
    return _at_speed(view, 1.0)


def _at_speed(view: View, speed: float) -> View:
    return replace(view, speed=speed, message="Normal speed" if speed == 1 else f"{speed:g} times the normal speed")


def predict(_stage: Stage, view: View) -> View:
    """Hide each next state from now on, or no longer."""
    said = "Every state is shown" if view.predict else "Predict: each next state stays hidden until a key is pressed"
    return replace(view, predict=not view.predict, hidden=False, message=said)


def other(stage: Stage, view: View) -> View:
    """Go to the trace's next scenario, at the step that does what this one does."""
    scenarios = stage.trace.scenarios
    if len(scenarios) == 1:
        return replace(view, message="This trace has no other scenario")
    places = [scenario.id for scenario in scenarios]
    chosen = scenarios[(places.index(view.scenario) + 1) % len(scenarios)]
    index = stage.counterpart(chosen, view.cursor.index)
    return replace(view.at(Cursor(len(chosen.steps)).seek(index)), scenario=chosen.id, playing=False)
