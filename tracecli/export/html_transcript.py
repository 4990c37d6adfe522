"""The transcript in a page: what is read where scripts are off, and on paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracecli.export.html_text import block, inline
from tracecli.export.words import path_words, seen
from tracecli.model import Scenario, Trace
from tracecli.playback import Moment, Value, moment
from tracecli.report.overview import seconds


def transcript(trace: Trace, scenarios: Sequence[Scenario]) -> str:
    """Give all steps of all scenarios, each with the id that addresses use: `overlap/4`."""
    sections = "".join("\n".join(_scenario(trace, scenario)) for scenario in scenarios)
    return f'<div class="transcript">{sections}</div>'


def _scenario(trace: Trace, scenario: Scenario) -> Iterator[str]:
    yield f'<section id="{inline(scenario.id)}"><h2>{inline(scenario.title)}</h2>'
    yield f"<p>{block(scenario.description)}</p>"
    steps = "1 step" if len(scenario.steps) == 1 else f"{len(scenario.steps):,} steps"
    time = seconds(sum(step.duration for step in scenario.steps))
    yield f'<p lang="en">{steps}, {time} of playback, which is not latency.</p>'
    if scenario.unselected:
        unused = ", ".join(inline(trace.targets[key].label) for key in scenario.unselected)
        yield f'<p><span lang="en">Not used in this scenario:</span> {unused}</p>'
    for index in range(len(scenario.steps) + 1):
        yield "".join(_moment(trace, scenario, moment(trace, scenario, index)))
    yield "</section>"


def _moment(trace: Trace, scenario: Scenario, now: Moment) -> Iterator[str]:
    number = f"{now.index}. " if now.step else ""
    yield f'<article id="{inline(scenario.id)}/{now.index}"><div><h3>{number}{inline(now.title)}</h3>'
    if now.step:
        yield f"<p>{block(now.description)}</p>"
        yield from _active(trace, now)
    yield "</div>"
    if now.values:
        yield f"<table>{''.join(map(_row, now.values))}</table>"
    yield "</article>"


def _active(trace: Trace, now: Moment) -> Iterator[str]:
    items = [f"<li><b>{inline(node.label)}</b>" for node in now.nodes]
    items += [f"<li>{inline(path_words(trace, edge))}" for edge in now.paths]
    if items:
        yield f"<ul>{''.join(items)}</ul>"


def _row(value: Value) -> str:
    """Give a row; end tags may be left out (HTML, 13.1.2.4), and here they are many."""
    label, shown = inline(value.label), inline(seen(value.value))
    if value.before is None:
        return f"<tr><th>{label}<td>{shown}"
    return f"<tr><th>{label}<td><b>{shown}</b> was {inline(seen(value.before))}"
