"""Changes that no other section shows, a sentence each."""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.comparing import Change, Comparison, Level, TraceComparison
from tracecli.escaping import visible
from tracecli.report.diff_sentences import sentence
from tracecli.report.diff_view import View
from tracecli.report.diff_words import marked
from tracecli.runs import Line, Run, line

_SHOWN = {"step", "split", "move", "duration", "shift", "state"}
"""Kinds that the sections about steps, state and playback time show."""
_LISTED = {"target", "state-key"}
"""Kinds that the section about targets shows, where they are told about a scenario."""


def further(comparison: Comparison | TraceComparison, view: View) -> list[Change]:
    """Give the changes to be told one by one, as far as their level is asked for."""
    whole = isinstance(comparison, TraceComparison)
    return [
        change
        for change in (comparison.own if isinstance(comparison, TraceComparison) else comparison.changes)
        if change.kind not in (_SHOWN if whole else _SHOWN | _LISTED)
        and change.level is not Level.WORDING
        and not (change.kind in {"active", "paths"} and change.level is Level.STRUCTURE)
        and view.options.shows(change.level)
    ]


def further_section(title: str, comparison: Comparison | TraceComparison, view: View) -> Iterator[Line]:
    """Give the lines of the section; nothing where no change is left."""
    told = further(comparison, view)
    if not told:
        return
    yield ()
    yield line(Run(title, "head"))
    for change in told:
        yield from view.prose(f"  {change.level!s:<10} ", _told(change, view))
        yield from view.places(" " * 13, change)


def _told(change: Change, view: View) -> str:
    if change.kind == "source" and change.before is not None and change.after is not None:
        words = marked(change.before, change.after)  # two links that differ in a line number: show that number
        return visible(placed(change, view)) if words is None else f"source changed: {words}"
    return visible(placed(change, view))


def placed(change: Change, view: View) -> str:
    """Give a change's sentence with the number of its step in front, if it has one; not escaped."""
    steps = [spot.step for spot in (change.left, change.right) if spot and spot.step]
    where = f"step {' → '.join(map(str, dict.fromkeys(steps)))}: " if steps else ""
    return where + sentence(change, view.where)
