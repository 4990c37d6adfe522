"""What each key does: view → view, by the table of bindings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from tracecli.playback import Cursor
from tracecli.terminal.frame import choices
from tracecli.terminal.panels import Stage
from tracecli.terminal.view import ACTION_OF, View, Want

# ---- terminal.moving
# Keys that go to another step, change the pace or the scenario: view → view.

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


# ---- terminal.opening
# Keys that open, move in and close what lies over the frame; scrolling. View → view.

PAGE = 10


def help_(_stage: Stage, view: View) -> View:
    """Open the help."""
    return replace(view, over="help", choice=0)


def sources(_stage: Stage, view: View) -> View:
    """Open caption, limitations and sources."""
    return replace(view, over="sources", choice=0)


def search(_stage: Stage, view: View) -> View:
    """Open the line where a search is typed."""
    return replace(view, over="search", typed="")


def outline(_stage: Stage, view: View) -> View:
    """Open the list of steps at the present one."""
    return replace(view, over="outline", choice=view.cursor.index)


def watch(stage: Stage, view: View) -> View:
    """Open the list of what can be watched."""
    return replace(view, over="watch", choice=choices(stage).index(view.watch))


def close(_stage: Stage, view: View) -> View:
    """Close what is open."""
    return replace(view, over="", choice=0, typed="", findings=() if view.over == "findings" else view.findings)


def choose(stage: Stage, view: View) -> View:
    """Take the chosen row."""
    closed = close(stage, view)
    if view.over == "outline":
        return paused_at(closed, view.cursor.seek(view.choice))
    if view.over == "watch":
        subject = choices(stage)[view.choice]
        said = f"Watching {stage.looks.text(subject.label)}: n and N go to its changes" if subject else ""
        return replace(closed, watch=subject, seeks="change", message=said)
    return closed


def down(stage: Stage, view: View) -> View:
    """Go a row down, or scroll the frame."""
    return _moved(stage, view, 1)


def up(stage: Stage, view: View) -> View:
    """Go a row up."""
    return _moved(stage, view, -1)


def page_down(stage: Stage, view: View) -> View:
    """Go ten rows down."""
    return _moved(stage, view, PAGE)


def page_up(stage: Stage, view: View) -> View:
    """Go ten rows up."""
    return _moved(stage, view, -PAGE)


def top(_stage: Stage, view: View) -> View:
    """Go to the first row."""
    return replace(view, choice=0)


def bottom(stage: Stage, view: View) -> View:
    """Go to the last row."""
    return replace(view, choice=_last_row(stage, view))


def _moved(stage: Stage, view: View, by: int) -> View:
    if not view.over:
        return replace(view, scroll=max(0, min(view.scroll + by, view.furthest)))
    return replace(view, choice=max(0, min(view.choice + by, _last_row(stage, view))))


def _last_row(stage: Stage, view: View) -> int:
    """Give the last row that can be chosen, or how far a list without a choice can be scrolled."""
    if view.over == "outline":
        return view.cursor.last
    return len(choices(stage)) - 1 if view.over == "watch" else view.furthest


# ---- terminal.seeking
# Keys that look for something: search, the next change of what is watched. View → view.

LONGEST = 500  # characters of a search; a paste may bring a million
_NAMED = 9  # steps with a hit that are named; the rest is said to be there


def seek(stage: Stage, view: View) -> View:
    """Go to the next change of what is watched, or the next hit of a search."""
    return _sought(stage, view, forward=True)


def seek_back(stage: Stage, view: View) -> View:
    """Go to the previous change or hit."""
    return _sought(stage, view, forward=False)


def _sought(stage: Stage, view: View, *, forward: bool) -> View:
    stops, what = _stops(stage, view)
    if not what:
        return replace(view, message="Nothing to look for yet: w chooses what to watch, / searches")
    cursor = view.cursor.watch(stops, forward=forward)
    if cursor == view.cursor:
        return replace(view, message=f"No {what} {'after' if forward else 'before'} step {cursor.index}")
    return paused_at(view, cursor, f"{stops.index(cursor.index) + 1} of {len(stops)}: {what}")


def _stops(stage: Stage, view: View) -> tuple[tuple[int, ...], str]:
    if view.seeks == "hit" and view.needle:
        return stage.hits(view.needle), f"hit of {stage.looks.text(view.needle)}"
    if view.watch:
        return stage.changes(view.watch), f"change of {stage.looks.text(view.watch.label)}"
    return (), ""


def typed(view: View, key: str) -> View:
    """Add a character to the search being typed; keys that are words (`up`) add nothing."""
    char = " " if key == "space" else key
    return replace(view, typed=view.typed + char) if len(char) == 1 and len(view.typed) < LONGEST else view


def erase(_stage: Stage, view: View) -> View:
    """Take the last character away; with none left, close the line."""
    return replace(view, typed=view.typed[:-1], over="search" if view.typed else "")


def erase_all(_stage: Stage, view: View) -> View:
    """Take all of it away."""
    return replace(view, typed="")


def find(stage: Stage, view: View) -> View:
    """Go to the first hit from here on, or else the first of all; an empty search ends the last one."""
    needle = view.typed
    view = replace(view, over="", typed="", needle=needle, seeks="hit" if needle else "change")
    if not needle:
        return view
    stops = stage.hits(needle)
    if not stops:
        return replace(view, message=f"Nothing in this scenario says {stage.looks.text(needle)}")
    cursor = view.cursor.seek(next((stop for stop in stops if stop >= view.cursor.index), stops[0]))
    steps = ", ".join(map(str, stops[:_NAMED])) + (", …" if len(stops) > _NAMED else "")
    return paused_at(view, cursor, f"Hits at step {steps}: n and N go from one to the next")


# ---- terminal.pressing
# A key → what it does, by the table of bindings. Pure; what only the loop can do is asked for in `View.wants`.

_DIGITS = 9  # a longer number is no step's


def press(stage: Stage, view: View, key: str) -> View:
    """Give the view after a key; a key without a meaning only takes the last answer away."""
    view = replace(view, message="")
    where = view.where
    action = ACTION_OF.get((where, key), "")
    if where == "search":
        return ACTIONS[action](stage, view) if action else typed(view, key)
    if where == "list":
        toggles = not action and ACTION_OF.get(("frame", key)) == view.over
        return ACTIONS["close" if toggles else action](stage, view) if toggles or action else view
    return _on_frame(stage, view, key, action)


def _on_frame(stage: Stage, view: View, key: str, action: str) -> View:
    if action == "digit":
        return replace(view, digits=(view.digits + key)[:_DIGITS])
    digits, view = view.digits, replace(view, digits="")
    if digits and (key == "enter" or action == "last"):
        return go(view, int(digits))
    if view.hidden and action in {"", "play", "forward"}:
        return replace(view, hidden=False)  # a state to be predicted: this key shows it, and does nothing else
    return ACTIONS[action](stage, view) if action else view


def _wanting(want: Want) -> Action:
    return lambda _stage, view: replace(view, wants=want)


ACTIONS: Mapping[str, Action] = {
    "help": help_,
    "leave": _wanting("leave"),
    "play": play,
    "forward": forward,
    "back": back,
    "other": other,
    "outline": outline,
    "search": search,
    "watch": watch,
    "seek": seek,
    "seek_back": seek_back,
    "first": first,
    "last": last,
    "faster": faster,
    "slower": slower,
    "normal": normal,
    "predict": predict,
    "sources": sources,
    "down": down,
    "up": up,
    "page_down": page_down,
    "page_up": page_up,
    "top": top,
    "bottom": bottom,
    "choose": choose,
    "close": close,
    "find": find,
    "erase": erase,
    "erase_all": erase_all,
    "suspend": _wanting("suspend"),
    "redraw": _wanting("redraw"),
}
"""Action → what it does; `digit` alone is not here, since it needs the key."""
