"""A comparison for people, top down: what it means in numbers first, then where, then every word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracecli.comparing import Comparison, Level, TraceComparison
from tracecli.escaping import guard, visible
from tracecli.report.diff_further import further_section
from tracecli.report.diff_numbers import divergence, facts, highlights, levels, trace_facts
from tracecli.report.diff_sentences import seconds
from tracecli.report.diff_state import state_section
from tracecli.report.diff_steps import steps_section
from tracecli.report.diff_targets import targets_section
from tracecli.report.diff_timing import REMARK, timing_fact, timing_section
from tracecli.report.diff_view import DiffOptions, Locate, View, view
from tracecli.report.diff_words import wording_section
from tracecli.report.findings import plural
from tracecli.runs import Line, Run, line, plain
from tracecli.widths import cell_width, pad


def diff_text(
    comparison: Comparison | TraceComparison,
    *,
    names: tuple[str, str],
    origin: str,
    options: DiffOptions | None = None,
    locate: Locate | None = None,
) -> str:
    """Give the report as plain text that ends in a line break.

    Args:
        comparison: Two scenarios, or two traces.
        names: What the sides are called; addresses as the user gave them.
        origin: The files, as shown to people.
        options: What the reader asked for.
        locate: Looks up places to be shown beside wording.
    """
    lines = diff_lines(comparison, names=names, origin=origin, options=options, locate=locate)
    return "".join(f"{guard(plain(shown).rstrip())}\n" for shown in lines)


def diff_lines(
    comparison: Comparison | TraceComparison,
    *,
    names: tuple[str, str],
    origin: str,
    options: DiffOptions | None = None,
    locate: Locate | None = None,
) -> Iterator[Line]:
    """Give the same as lines with meanings, for a terminal."""
    shown = view(names, options or DiffOptions(), locate)
    yield from _head(shown, visible(origin))
    if comparison.same:
        yield from shown.prose("", _same(comparison))
    elif isinstance(comparison, Comparison):
        yield from _scenario(comparison, shown)
    else:
        yield from _trace(comparison, shown)


def _head(view: View, origin: str) -> Iterator[Line]:
    if view.short == view.names:
        title = " → ".join(view.names)
        if origin == title:  # files, named as they are
            origin = ""
        room = view.options.width - cell_width(title)
        beside = cell_width(origin) + 2 <= room
        yield line(Run(title, "title"), Run(pad(origin, room, right=True) if beside and origin else "", "quiet"))
        if not beside:
            yield line(Run(origin, "quiet"))
        return
    for short, name in zip(view.short, view.names, strict=True):
        yield line(Run(f"{short:<7}", "quiet"), Run(name, "title"))


def _same(comparison: Comparison | TraceComparison) -> str:
    if isinstance(comparison, Comparison):
        scenario = comparison.left.scenario
        time = seconds(comparison.timing.left)
        counted = f"{plural(len(scenario.steps), 'step')}, {plural(comparison.state.cells, 'state cell')}, {time}"
    else:
        steps = sum(len(one.left.scenario.steps) for one in comparison.scenarios)
        counted = f"{plural(len(comparison.scenarios), 'scenario')}, {plural(steps, 'step')}"
    return f"No differences: {counted} on both sides"


def _scenario(comparison: Comparison, view: View) -> Iterator[Line]:
    yield from _facts(facts(comparison, view), view)
    yield from view.prose("", divergence(comparison, view))
    for label, phrase in highlights(comparison, view):
        yield from view.prose("", f"{label}: {phrase}", "changed", hanging="  ")
    yield from view.prose("", f"Changes: {levels(comparison.changes)}")
    if view.options.stat:
        yield from view.prose("", f"{REMARK}: {timing_fact(comparison, view)}")
    else:
        yield from _sections(comparison, view)


def _facts(parts: Sequence[str], view: View) -> Iterator[Line]:
    """Join the phrases to lines, as many on each as fit; to one line where nothing is to be broken."""
    joined = ""
    for part in parts:
        longer = f"{joined} · {part}" if joined else part
        if joined and view.options.wrap and cell_width(longer) > view.options.width:
            yield from view.prose("", joined)
            longer = part
        joined = longer
    yield from view.prose("", joined)


def _sections(comparison: Comparison, view: View) -> Iterator[Line]:
    options = view.options
    if options.shows(Level.STRUCTURE, Level.ORDER):
        yield from steps_section(comparison, view)
    if options.shows(Level.STATE):
        yield from state_section(comparison, view)
    if options.shows(Level.STRUCTURE):
        yield from targets_section(comparison, view)
    yield from further_section("Also", comparison, view)
    if options.shows(Level.WORDING):
        yield from wording_section(comparison.changes, view)
    if options.shows(Level.TIMING):
        yield from timing_section(comparison, view)


def _trace(comparison: TraceComparison, view: View) -> Iterator[Line]:
    yield from _facts(trace_facts(comparison, view), view)
    yield from view.prose("", f"Changes: {levels(comparison.changes)}")
    if not view.options.stat:
        yield from further_section("Trace", comparison, view)
        if view.options.shows(Level.WORDING):
            yield from wording_section(comparison.own, view)
    for one in comparison.scenarios:
        if any(view.options.shows(change.level) for change in one.changes):
            yield ()
            yield line(Run(f"Scenario {_name(one)}", "title"))
            yield from _scenario(one, view)


def _name(comparison: Comparison) -> str:
    ids = dict.fromkeys((comparison.left.scenario.id, comparison.right.scenario.id))
    return visible(" → ".join(ids))
