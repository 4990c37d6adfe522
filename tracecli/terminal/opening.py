"""Keys that open, move in and close what lies over the frame; scrolling. View → view."""

from __future__ import annotations

from dataclasses import replace

from tracecli.terminal.moving import paused_at
from tracecli.terminal.overlays import choices
from tracecli.terminal.stage import Stage
from tracecli.terminal.view import View

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
