"""Targets and state keys that only one side has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tracecli.comparing import Comparison
from tracecli.escaping import visible
from tracecli.model import Kind, Target
from tracecli.report.diff_view import View
from tracecli.runs import Line, Run, line
from tracecli.widths import cell_width, pad


def targets_section(comparison: Comparison, view: View) -> Iterator[Line]:
    """Give the lines of the section: used targets first, then state keys."""
    usage, state = comparison.usage, comparison.state
    sides = comparison.left.trace, comparison.right.trace
    for side, keys in enumerate((usage.only_left, usage.only_right)):
        yield from _listed(f"Targets {view.only(side)}", _targets(keys, sides[side].targets), view)
    for side, keys in enumerate((state.only_left, state.only_right)):
        labels = [(visible(key), visible(sides[side].state_labels.get(key, key))) for key in keys]
        yield from _listed(f"State keys {view.only(side)}", labels, view)


def _targets(keys: Sequence[str], targets: Mapping[str, Target]) -> list[tuple[str, str]]:
    return [(visible(key), _words(targets[key])) for key in keys]


def _words(target: Target) -> str:
    ends = f" ({visible(target.start)} → {visible(target.end)})" if target.start and target.end else ""
    return f"{'node' if target.kind is Kind.NODE else 'edge'}  {visible(target.label)}{ends}"


def _listed(title: str, entries: Sequence[tuple[str, str]], view: View) -> Iterator[Line]:
    if not entries:
        return
    yield ()
    yield line(Run(title, "head"))
    room = max(cell_width(key) for key, _ in entries)
    for key, words in entries:
        yield from view.prose(f"  {pad(key, room)}  ", words)
