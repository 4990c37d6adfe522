"""A scenario as plain text, to be listened to, piped or kept: append-only, every line labelled, no boxes, no waiting.

It carries everything that the player's frames carry. What a step changes is said in words: `GPU work: forward k (was
idle)`; what it leaves as it is follows in one line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tracecli.model import Scenario, Trace
from tracecli.playback import Moment, ends, moment, seen
from tracecli.text import guard, one_line, paragraphs, plural, visible, wrap

_INDENT = "  "

_Labelled = Iterator[tuple[str, str]]


def transcript(
    trace: Trace,
    scenario: Scenario,
    *,
    start: int = 0,
    address: Callable[[int], str] | None = None,
    width: int | None = None,
) -> Iterator[str]:
    """Yield the lines without their line breaks; there are blank ones between steps.

    Args:
        trace: The trace.
        scenario: One of its scenarios.
        start: The first step; 0 is the initial state.
        address: Step → its address on the command line, which is then a line of its own.
        width: Wrap at so many columns; None leaves every line whole, which pipes and screen readers want.
    """
    for label, words in _labelled(trace, scenario, start, address):
        if not label:
            yield ""
            continue
        # Each paragraph is labelled again, so that no line is without a label; blank lines between them say nothing.
        for paragraph in filter(None, paragraphs(seen(words))):
            whole = f"{_name(label)}: {visible(paragraph)}"
            parts = [whole] if width is None else wrap(whole, width, rest=width - len(_INDENT), keep=True)
            for place, part in enumerate(parts):
                yield guard(f"{_INDENT if place else ''}{part}")


def _labelled(trace: Trace, scenario: Scenario, start: int, address: Callable[[int], str] | None) -> _Labelled:
    """Yield (label, words) pairs; a pair without a label is a blank line."""
    yield from _head(trace, scenario)
    for index in range(start, len(scenario.steps) + 1):
        yield "", ""
        yield from _moment(trace, moment(trace, scenario, index), whole=index == start)
        if address:
            yield "Address", address(index)
    yield "", ""
    yield "End", f"Step {len(scenario.steps)} was the last"
    for source in trace.sources:
        hashed = f"  sha256 {source.sha256}" if source.sha256 else ""
        yield "Source", f"{source.title}  {source.url or source.file}{hashed}"


def _head(trace: Trace, scenario: Scenario) -> _Labelled:
    yield "Trace", trace.title
    yield "About", trace.description
    if trace.alt:
        yield "Drawing", trace.alt
    if trace.caption:
        yield "Caption", trace.caption
    for limitation in trace.limitations:
        yield "Limitation", limitation
    yield "Scenario", scenario.title
    yield "About", scenario.description
    seconds = sum(step.duration for step in scenario.steps) / 1000
    yield "Length", f"{plural(len(scenario.steps), 'step')}, {seconds:.1f} s of playback, which is not latency"
    if scenario.unselected:
        yield "Not used", ", ".join(_name(trace.targets[key].label) for key in scenario.unselected)


def _moment(trace: Trace, now: Moment, *, whole: bool) -> _Labelled:
    yield f"Step {now.index} of {now.last}", now.title
    if now.index:
        yield "Text", now.description
        yield "Active", ", ".join(_name(node.label) for node in now.nodes) or "nothing"
    for path in now.paths:
        route = " → ".join(map(_name, ends(trace, path) or ()))
        yield "Path", f"{route}  {_name(path.label)}" if route else _name(path.label)
    for value in now.values if whole else now.changed:
        before = "" if value.before is None else f" (was {_name(value.before) if value.before.strip() else 'empty'})"
        yield value.label, f"{_name(seen(value.value))}{before}"
    kept = [value for value in now.values if value.before is None]
    if kept and not whole:
        yield "Unchanged", "; ".join(f"{_name(value.label)}: {_name(seen(value.value))}" for value in kept)


def _name(text: str) -> str:
    """Return a label or a value: on one line, a tab in it shown."""
    return visible(one_line(text))
