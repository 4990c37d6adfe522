"""Playback time of both sides, with the remark that keeps it from being taken for a measurement."""

from __future__ import annotations

from collections.abc import Iterator

from tracecli.comparing import Comparison, Duration, Shift
from tracecli.report.diff_sentences import seconds
from tracecli.report.diff_view import View
from tracecli.runs import Line, Run, line

REMARK = "Playback time paces reading; it is not latency"


def timing_section(comparison: Comparison, view: View) -> Iterator[Line]:
    """Give the lines of the section; nothing where all lasts as long as on the other side."""
    timing = comparison.timing
    if not (timing.durations or timing.shifts):
        return
    yield ()
    yield from view.prose("", REMARK, "head")
    yield from view.prose("  ", timing_fact(comparison, view))
    told = [(_steps(step), f"{seconds(step.before)} → {seconds(step.after)}") for step in timing.durations]
    told += [(f"from step {_numbers(shift.left, shift.right)} on", _shifted(shift)) for shift in timing.shifts]
    room = max((len(where) for where, _ in told), default=0)
    for where, what in told:
        yield line(Run(f"  {where:<{room}}  ", "quiet"), Run(what, "changed"))


def timing_fact(comparison: Comparison, view: View) -> str:
    """Give `serial 17.0 s, overlap 18.2 s`, or one time where both are the same."""
    left, right = seconds(comparison.timing.left), seconds(comparison.timing.right)
    return f"{left} on both sides" if left == right else f"{view.short[0]} {left}, {view.short[1]} {right}"


def _steps(step: Duration) -> str:
    left, right = ("+".join(map(str, numbers)) for numbers in (step.left, step.right))
    return f"step {left if left == right else f'{left} → {right}'}"


def _numbers(left: int, right: int) -> str:
    return str(left) if left == right else f"{left} → {right}"


def _shifted(shift: Shift) -> str:
    when = "later" if shift.milliseconds > 0 else "earlier"
    return f"{seconds(abs(shift.milliseconds))} {when}, because of steps that only one side has"
