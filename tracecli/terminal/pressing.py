"""A key → what it does, by the table of bindings. Pure; what only the loop can do is asked for in `View.wants`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tracecli.terminal import moving, opening, seeking
from tracecli.terminal.bindings import ACTION_OF
from tracecli.terminal.moving import Action
from tracecli.terminal.stage import Stage
from tracecli.terminal.view import View, Want

_DIGITS = 9  # a longer number is no step's


def press(stage: Stage, view: View, key: str) -> View:
    """Give the view after a key; a key without a meaning only takes the last answer away."""
    view = replace(view, message="")
    where = view.where
    action = ACTION_OF.get((where, key), "")
    if where == "search":
        return ACTIONS[action](stage, view) if action else seeking.typed(view, key)
    if where == "list":
        toggles = not action and ACTION_OF.get(("frame", key)) == view.over
        return ACTIONS["close" if toggles else action](stage, view) if toggles or action else view
    return _on_frame(stage, view, key, action)


def _on_frame(stage: Stage, view: View, key: str, action: str) -> View:
    if action == "digit":
        return replace(view, digits=(view.digits + key)[:_DIGITS])
    digits, view = view.digits, replace(view, digits="")
    if digits and (key == "enter" or action == "last"):
        return moving.go(view, int(digits))
    if view.hidden and action in {"", "play", "forward"}:
        return replace(view, hidden=False)  # a state to be predicted: this key shows it, and does nothing else
    return ACTIONS[action](stage, view) if action else view


def _wanting(want: Want) -> Action:
    return lambda _stage, view: replace(view, wants=want)


ACTIONS: Mapping[str, Action] = {
    "help": opening.help_,
    "leave": _wanting("leave"),
    "play": moving.play,
    "forward": moving.forward,
    "back": moving.back,
    "other": moving.other,
    "outline": opening.outline,
    "search": opening.search,
    "watch": opening.watch,
    "seek": seeking.seek,
    "seek_back": seeking.seek_back,
    "first": moving.first,
    "last": moving.last,
    "faster": moving.faster,
    "slower": moving.slower,
    "normal": moving.normal,
    "predict": moving.predict,
    "sources": opening.sources,
    "down": opening.down,
    "up": opening.up,
    "page_down": opening.page_down,
    "page_up": opening.page_up,
    "top": opening.top,
    "bottom": opening.bottom,
    "choose": opening.choose,
    "close": opening.close,
    "find": seeking.find,
    "erase": seeking.erase,
    "erase_all": seeking.erase_all,
    "suspend": _wanting("suspend"),
    "redraw": _wanting("redraw"),
}
"""Action → what it does; `digit` alone is not here, since it needs the key."""
