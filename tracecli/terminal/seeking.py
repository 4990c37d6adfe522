"""Keys that look for something: search, the next change of what is watched. View → view."""

from __future__ import annotations

from dataclasses import replace

from tracecli.terminal.moving import paused_at
from tracecli.terminal.stage import Stage
from tracecli.terminal.view import View

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
