"""Every key of the player in one table: where it works, what it does, and how help and README describe it.

An action takes the view, the stage and the key, and returns the next view. Actions are pure; what only the player's
loop can do is asked for in `View.wants`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from tracecli.playback import Cursor
from tracecli.terminal.view import Stage, View, Where

Action = Callable[[View, Stage, str], View]

SPEEDS = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0, 4.0, 8.0)
MAX_SEARCH = 500  # characters; a paste may bring a million
_MAX_DIGITS = 9  # no step has a longer number
_MAX_NAMED_HITS = 9
_PAGE = 10  # rows


# Moving


def advance(view: View) -> View:
    """Return the view when a step's time is over."""
    if not view.cursor.at_end:
        return view.at(view.cursor.next(), hidden=view.predict)
    if view.loop:
        return view.at(view.cursor.seek(1), hidden=view.predict)
    return replace(view, playing=False, message=_end(view))


def _end(view: View) -> str:
    return f"The end: step {view.cursor.last} is the last. Space plays again"


def _paused_at(view: View, cursor: Cursor, message: str = "") -> View:
    return replace(view.at(cursor), playing=False, message=message)


def play(view: View, *_: object) -> View:
    """Play or pause; at the end, play again from step 1."""
    if view.playing:
        return replace(view, playing=False)
    start = view.at(view.cursor.seek(1), hidden=view.predict) if view.cursor.at_end else view
    return replace(start, playing=True)


def forward(view: View, *_: object) -> View:
    """Go to the next step, and pause."""
    if view.cursor.at_end:
        return replace(view, playing=False, message=_end(view))
    return replace(view.at(view.cursor.next(), hidden=view.predict), playing=False)


def back(view: View, *_: object) -> View:
    """Go to the previous step, and pause."""
    message = "" if view.cursor.index else "This is the initial state: nothing is before it"
    return _paused_at(view, view.cursor.back(), message)


def type_digit(view: View, _stage: Stage, key: str) -> View:
    """Add a digit to the step number being typed."""
    return replace(view, digits=(view.digits + key)[:_MAX_DIGITS])


def go_to_end(view: View, *_: object) -> View:
    """Go to the last step."""
    return _paused_at(view, view.cursor.seek(view.cursor.last))


def change_speed(view: View, _stage: Stage, key: str) -> View:
    """Take the next higher or lower speed, or the normal one."""
    speed = 1.0
    if key == "]":
        speed = next((speed for speed in SPEEDS if speed > view.speed), view.speed)
    elif key == "[":
        speed = next((speed for speed in reversed(SPEEDS) if speed < view.speed), view.speed)
    return replace(view, speed=speed, message="Normal speed" if speed == 1 else f"{speed:g} times the normal speed")


def predict(view: View, *_: object) -> View:
    """Hide each next state from now on, or no longer."""
    said = "Every state is shown" if view.predict else "Predict: each next state stays hidden until a key is pressed"
    return replace(view, predict=not view.predict, hidden=False, message=said)


def other_scenario(view: View, stage: Stage, _key: str) -> View:
    """Go to the trace's next scenario, at the aligned step, or back to the step from which Tab came here."""
    scenarios = stage.trace.scenarios
    if len(scenarios) == 1:
        return replace(view, message="This trace has no other scenario")
    number = next(number for number, one in enumerate(scenarios, 1) if one.id == view.scenario)
    chosen, here = scenarios[number % len(scenarios)], (view.scenario, view.cursor.index)
    visited = dict(view.visited) if here in view.visited[-1:] else dict([here])
    message = ""
    if chosen.id in visited:
        index = visited.pop(chosen.id)
    else:
        nearest, index = stage.counterpart(chosen, view.cursor.index)
        if nearest != view.cursor.index:
            message = f"Step {view.cursor.index} has no counterpart here: this is the one of step {nearest}"
    cursor = Cursor(len(chosen.steps)).seek(index)
    return replace(
        view.at(cursor),
        scenario=chosen.id,
        playing=False,
        message=message,
        visited=(*visited.items(), (chosen.id, cursor.index)),
    )


# Opening, moving in and closing what is over the frame


def outline(view: View, *_: object) -> View:
    """Open the list of steps at the present one."""
    return replace(view, over="outline", choice=view.cursor.index)


def watch(view: View, stage: Stage, _key: str) -> View:
    """Open the list of what can be watched."""
    return replace(view, over="watch", choice=stage.watchable.index(view.watch))


def close(view: View, *_: object) -> View:
    """Close what is open."""
    return replace(view, over="", choice=0, typed="", findings=() if view.over == "findings" else view.findings)


def choose(view: View, stage: Stage, _key: str) -> View:
    """Take the chosen row."""
    closed = close(view)
    if view.over == "outline":
        return _paused_at(closed, view.cursor.seek(view.choice))
    if view.over == "watch":
        subject = stage.watchable[view.choice]
        said = f"Watching {stage.looks.text(subject.label)}: n and N go to its changes" if subject else ""
        return replace(closed, watch=subject, seeks="change", message=said)
    return closed


def _moved(by: int) -> Action:
    def move(view: View, stage: Stage, _key: str) -> View:
        if not view.over:
            return replace(view, scroll=max(0, min(view.scroll + by, view.furthest)))
        return replace(view, choice=max(0, min(view.choice + by, _last_row(view, stage))))

    return move


def _last_row(view: View, stage: Stage) -> int:
    if view.over == "outline":
        return view.cursor.last
    return len(stage.watchable) - 1 if view.over == "watch" else view.furthest


# Searching, and going from change to change


def seek(view: View, stage: Stage, key: str) -> View:
    """Go to the next (`n`) or previous (`N`) change of what is watched, or hit of a search."""
    stops: tuple[int, ...] = ()
    if view.seeks == "hit" and view.needle:
        stops, what = stage.hits(view.needle), f"hit of {stage.looks.text(view.needle)}"
    elif view.watch:
        stops, what = stage.changes(view.watch), f"change of {stage.looks.text(view.watch.label)}"
    else:
        return replace(view, message="Nothing to look for yet: w chooses what to watch, / searches")
    cursor = view.cursor.watch(stops, forward=key == "n")
    if cursor == view.cursor:
        return replace(view, message=f"No {what} {'after' if key == 'n' else 'before'} step {cursor.index}")
    return _paused_at(view, cursor, f"{stops.index(cursor.index) + 1} of {len(stops)}: {what}")


def find(view: View, stage: Stage, _key: str) -> View:
    """Go to the first hit from here on, or else the first of all; an empty search ends the last one."""
    needle = view.typed
    view = replace(view, over="", typed="", needle=needle, seeks="hit" if needle else "change")
    if not needle:
        return view
    stops = stage.hits(needle)
    if not stops:
        return replace(view, message=f"Nothing in this scenario says {stage.looks.text(needle)}")
    cursor = view.cursor.seek(next((stop for stop in stops if stop >= view.cursor.index), stops[0]))
    steps = ", ".join(map(str, stops[:_MAX_NAMED_HITS])) + (", …" if len(stops) > _MAX_NAMED_HITS else "")
    return _paused_at(view, cursor, f"Hits at step {steps}: n and N go from one to the next")


def leave(view: View, *_: object) -> View:
    """Ask the loop to end."""
    return replace(view, wants="leave")


def suspend(view: View, *_: object) -> View:
    """Ask the loop to hand the terminal back and stop."""
    return replace(view, wants="suspend")


def redraw(view: View, *_: object) -> View:
    """Ask the loop to draw every row again."""
    return replace(view, wants="redraw")


class Binding(NamedTuple):
    """A row of the table of keys."""

    where: Where
    action: Action
    keys: tuple[str, ...]  # as `keys.Decoder` names them
    shown: str  # the keys as people read them
    says: str  # what they do
    hint: str = ""  # the same in a word or two for the frame's foot; empty for keys that are not shown there


BINDINGS: tuple[Binding, ...] = (
    Binding("frame", lambda v, *_: replace(v, over="help", choice=0), ("?",), "?", "this help", "? help"),
    Binding("frame", leave, ("q", "ctrl-c"), "q Ctrl-C", "leave", "q leave"),
    Binding("frame", play, ("space",), "space", "play or pause; at the end, play again", "space play"),
    Binding(
        "frame",
        forward,
        ("right", "l", "j", ".", "enter", "page-down"),
        "→ l j . Enter PgDn",
        "next step (pauses)",
        "← → step",
    ),
    Binding("frame", back, ("left", "h", "k", ",", "page-up"), "← h k , PgUp", "previous step (pauses)"),
    Binding("frame", other_scenario, ("tab",), "Tab", "the other scenario, at the aligned step", "Tab other"),
    Binding("frame", outline, ("o",), "o", "outline of all steps: choose one", "o outline"),
    Binding(
        "frame",
        lambda v, *_: replace(v, over="search", typed=""),
        ("/",),
        "/",
        "search titles, descriptions and values (k-1 finds k−1)",
        "/ search",
    ),
    Binding("frame", watch, ("w",), "w", "choose what to watch: nothing, a state key or a target", "w watch"),
    Binding("frame", seek, ("n",), "n", "next change of what is watched; after a search, next hit"),
    Binding("frame", seek, ("N",), "N", "previous change or hit"),
    Binding(
        "frame",
        lambda v, *_: _paused_at(v, v.cursor.seek(0)),
        ("g", "home"),
        "g Home",
        "first: the initial state, which is step 0",
    ),
    Binding("frame", go_to_end, ("G", "end"), "G End", "last step; after digits, the step of that number"),
    Binding("frame", type_digit, tuple("0123456789"), "0–9", "a number: then Enter or G goes to that step"),
    Binding("frame", change_speed, ("]",), "]", "faster", "] [ speed"),
    Binding("frame", change_speed, ("[",), "[", "slower"),
    Binding("frame", change_speed, ("=",), "=", "normal speed"),
    Binding("frame", predict, ("p",), "p", "predict: the next state stays hidden until the next key", "p predict"),
    Binding(
        "frame",
        lambda v, *_: replace(v, over="sources", choice=0),
        ("s",),
        "s",
        "caption, limitations and sources of this trace",
        "s sources",
    ),
    Binding("frame", _moved(1), ("down",), "↓", "scroll down, where a step is longer than the screen"),
    Binding("frame", _moved(-1), ("up",), "↑", "scroll up"),
    Binding("frame", suspend, ("ctrl-z",), "Ctrl-Z", "suspend; fg comes back"),
    Binding("frame", redraw, ("ctrl-l",), "Ctrl-L", "draw the screen again"),
    Binding("frame", close, ("esc",), "Esc", "close what is open over the frame"),
    Binding("list", choose, ("enter",), "Enter", "take this row; close what has none to take", "Enter takes"),
    Binding("list", close, ("esc",), "Esc", "close; so does the key that opened it", "Esc closes"),
    Binding("list", _moved(1), ("down", "j", "right", "l"), "↓ j", "a row down", "↓ down"),
    Binding("list", _moved(-1), ("up", "k", "left", "h"), "↑ k", "a row up", "↑ up"),
    Binding("list", _moved(_PAGE), ("page-down", "space"), "PgDn space", "ten rows down"),
    Binding("list", _moved(-_PAGE), ("page-up",), "PgUp", "ten rows up"),
    Binding("list", lambda v, *_: replace(v, choice=0), ("g", "home"), "g Home", "first row"),
    Binding("list", lambda v, s, _: replace(v, choice=_last_row(v, s)), ("G", "end"), "G End", "last row"),
    Binding("list", leave, ("q", "ctrl-c"), "q Ctrl-C", "leave the player"),
    Binding("list", suspend, ("ctrl-z",), "Ctrl-Z", "suspend"),
    Binding("list", redraw, ("ctrl-l",), "Ctrl-L", "draw the screen again"),
    Binding("search", find, ("enter",), "Enter", "go to the first hit from here on", "Enter finds"),
    Binding(
        "search",
        lambda v, *_: replace(v, typed=v.typed[:-1], over="search" if v.typed else ""),
        ("backspace",),
        "Backspace",
        "take a character away; with none left, close the line",
    ),
    Binding("search", lambda v, *_: replace(v, typed=""), ("ctrl-u",), "Ctrl-U", "take everything away"),
    Binding("search", close, ("esc",), "Esc", "close without searching", "Esc closes"),
    Binding("search", leave, ("ctrl-c",), "Ctrl-C", "leave the player"),
    Binding("search", suspend, ("ctrl-z",), "Ctrl-Z", "suspend"),
    Binding("search", redraw, ("ctrl-l",), "Ctrl-L", "draw the screen again"),
)

PLACES: dict[Where, str] = {"frame": "Keys", "list": "In a list over the frame", "search": "While a search is typed"}

_ACTIONS: dict[tuple[Where, str], Action] = {(row.where, key): row.action for row in BINDINGS for key in row.keys}
_OPENED_BY = {"?": "help", "o": "outline", "s": "sources", "w": "watch"}


def press(view: View, stage: Stage, key: str) -> View:
    """Return the view after a key; a key without a meaning only takes the last answer away."""
    view = replace(view, message="")
    action = _ACTIONS.get((view.where, key))
    if view.where == "frame":
        return _press_on_frame(view, stage, key, action)
    if action is None and view.where == "search":
        char = " " if key == "space" else key
        is_typed = len(char) == 1 and len(view.typed) < MAX_SEARCH
        return replace(view, typed=view.typed + char) if is_typed else view
    if action is None and _OPENED_BY.get(key) == view.over:
        return close(view)
    return action(view, stage, key) if action else view


def _press_on_frame(view: View, stage: Stage, key: str, action: Action | None) -> View:
    if action is type_digit:
        return type_digit(view, stage, key)
    digits, view = view.digits, replace(view, digits="")
    if digits and (key == "enter" or action is go_to_end):
        cursor = view.cursor.seek(int(digits))
        there = cursor.index == int(digits)
        return _paused_at(view, cursor, "" if there else f"There is no step {int(digits)}: this is the last")
    if view.hidden and action in {None, play, forward}:
        return replace(view, hidden=False)  # a state to be predicted: this key shows it, and does nothing else
    return action(view, stage, key) if action else view


def hints(where: Where) -> Iterator[str]:
    """Yield the short forms for the frame's foot, the most needed first."""
    return (row.hint for row in BINDINGS if row.hint and row.where == where)
