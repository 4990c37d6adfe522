"""The transcript: steps as headings, the state of each as a table with what changed in bold, and a Mermaid picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tracecli.export.markdown_text import cell, inline, link, paragraphs
from tracecli.export.mermaid import picture, state_picture
from tracecli.export.words import chosen, path_words
from tracecli.model import Scenario, Source, Trace
from tracecli.playback import Moment, Value, moment
from tracecli.report.overview import seconds


def export(trace: Trace, scenario: Scenario | None = None) -> str:
    """Give the transcript of a scenario, or of a whole trace, as GitHub Flavored Markdown.

    Args:
        trace: The trace.
        scenario: The one to tell; all of them without it.
    """
    return "\n\n".join(block for block in _blocks(trace, scenario) if block) + "\n"


def _blocks(trace: Trace, scenario: Scenario | None) -> Iterator[str]:
    yield f"# {inline(trace.title)}"
    yield paragraphs(trace.description)
    yield _quoted(paragraphs(trace.caption or ""))
    drawing = picture(trace, scenario)
    yield _drawn(drawing)
    for one in chosen(trace, scenario):
        yield from _scenario(trace, one, "" if drawing else state_picture(trace, one))
    yield from _section("Limitations", map(inline, trace.limitations))
    yield from _section("Sources", map(_source, trace.sources))


def _drawn(diagram: str) -> str:
    return f"```mermaid\n{diagram}```" if diagram else ""


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n")) if text else ""


def _section(title: str, items: Iterable[str]) -> Iterator[str]:
    lines = [f"- {item}" for item in items]
    if lines:
        yield f"## {title}"
        yield "\n".join(lines)


def _source(source: Source) -> str:
    if source.url is not None:
        told = link(source.title, source.url)
    else:
        told = f"{inline(source.title)}: {inline(source.file or '')}"
    pinned = f", SHA-256 `{source.sha256}`" if source.sha256 else ""
    return f"{told}{f', {inline(source.symbol)}' if source.symbol else ''}{pinned}"


def _scenario(trace: Trace, scenario: Scenario, drawing: str) -> Iterator[str]:
    yield f"## {inline(scenario.title)}"
    yield paragraphs(scenario.description)
    time = seconds(sum(step.duration for step in scenario.steps))
    steps = "1 step" if len(scenario.steps) == 1 else f"{len(scenario.steps):,} steps"
    yield f"*{steps}, {time} of playback, which is not latency.*"
    if scenario.unselected:
        yield f"Not in this scenario: {', '.join(inline(trace.targets[key].label) for key in scenario.unselected)}."
    yield _drawn(drawing)
    for index in range(len(scenario.steps) + 1):
        yield from _moment(trace, moment(trace, scenario, index))


def _moment(trace: Trace, now: Moment) -> Iterator[str]:
    if now.step is None:
        yield f"### {inline(now.title)}"
    else:
        yield f"### {now.index}. {inline(now.title)}"
        yield paragraphs(now.description)
        yield "\n".join(_targets(trace, now))
    yield "\n".join(_table(now))


def _targets(trace: Trace, now: Moment) -> Iterator[str]:
    if now.nodes:
        yield f"- At work: {', '.join(inline(node.label) for node in now.nodes)}"
    for edge in now.paths:
        yield f"- {inline(path_words(trace, edge))}"


def _table(now: Moment) -> Iterator[str]:
    if not now.values:
        return
    if now.step is None:
        yield "| State | Value |"
        yield "| --- | --- |"
    else:
        yield "| State | Value | Before |"
        yield "| --- | --- | --- |"
    for value in now.values:
        yield f"| {cell(value.label)} | {' | '.join(_cells(value, first=now.step is None))} |"


def _cells(value: Value, *, first: bool) -> Iterator[str]:
    shown = _value(value.value)
    yield shown if value.before is None else f"**{shown}**"
    if not first:
        yield "" if value.before is None else _value(value.before)


def _value(text: str) -> str:
    return cell(text) if text.strip() else "*empty*"
