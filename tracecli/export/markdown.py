"""The transcript in Markdown: steps as headings, states as tables with changes in bold, and a Mermaid picture."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from urllib.parse import quote

from tracecli.comparing.state import lane_columns
from tracecli.export.mermaid import picture, state_picture
from tracecli.lanes import counted, shown_keys, state_lanes
from tracecli.model import Scenario, Source, Trace
from tracecli.playback import Moment, Value, chosen, moment, path_words, seen
from tracecli.report.lanes import LEGEND, Scale, header_line, label_column, lane_line
from tracecli.report.markdown import prose
from tracecli.report.overview import seconds
from tracecli.report.time import comparison_lines, time_lines, timed_loops
from tracecli.text import guard, one_line, paragraphs, plain, plural, visible

_CHART = 118  # columns of monospaced lanes, as far as each step has its least; a host scrolls what is broader
_STEP = (8, 20)  # the least and the most columns of a step
_WEB = re.compile(r"https?://", re.IGNORECASE)


def export(trace: Trace, scenario: Scenario | None = None) -> str:
    """Return the transcript of a scenario, or of a whole trace, as GitHub Flavored Markdown.

    Args:
        trace: The trace.
        scenario: The one to write; all of them without it.
    """
    _inline.cache_clear()
    _cell.cache_clear()
    return "\n\n".join(block for block in _blocks(trace, scenario) if block) + "\n"


def _blocks(trace: Trace, scenario: Scenario | None) -> Iterator[str]:
    yield f"# {_inline(trace.title)}"
    yield _paragraphs(trace.description)
    caption = _paragraphs(trace.caption or "")
    yield "\n".join(f"> {line}".rstrip() for line in caption.split("\n")) if caption else ""
    drawing = picture(trace, scenario)
    yield _diagram(drawing)
    yield from _lanes(trace, chosen(trace, scenario))
    for one in chosen(trace, scenario):
        yield from _scenario(trace, one, "" if drawing else state_picture(trace, one))
    yield from _section("Limitations", map(_inline, trace.limitations))
    yield from _section("Sources", map(_source, trace.sources))


def _lanes(trace: Trace, scenarios: Sequence[Scenario]) -> Iterator[str]:
    """Yield what works when, as monospaced text: at the aligned steps of two scenarios, else each by itself."""
    if not shown_keys(trace):
        return
    yield "## Lanes"
    yield " ".join(f"{_inline(sentence)}." for sentence in counted(trace, scenarios))
    columns = lane_columns(scenarios)
    groups = [state_lanes(trace, one, [column[side][0] for column in columns]) for side, one in enumerate(scenarios)]
    label = label_column([lane for lanes in groups for lane in lanes], _CHART // 4)
    step = min(_STEP[1], max(_STEP[0], (_CHART - label) // len(columns)))
    scale = Scale(label, step * len(columns), 0, len(columns))
    numbers = [str(number) for number in range(1, len(columns) + 1)]
    lines = [
        row
        for one, lanes in zip(scenarios, groups, strict=True)
        for row in (header_line(visible(one.id), numbers, scale), *(lane_line(lane, scale) for lane in lanes))
    ]
    yield _fenced([*map(plain, lines), LEGEND])
    loops = timed_loops(trace, scenarios)
    if len(loops) == 2:
        yield _fenced(map(plain, comparison_lines(loops[0], loops[1], _CHART)))
    else:
        yield from (_fenced(map(plain, time_lines(loop, _CHART))) for loop in loops)


def _fenced(lines: Iterable[str]) -> str:
    """Return monospaced text; a fence is longer than any run of its own character in it."""
    text = "\n".join(guard(f"  {line}".rstrip()) for line in lines)
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", text)), 0)
    return f"{fence}text\n{text}\n{fence}"


def _section(title: str, items: Iterable[str]) -> Iterator[str]:
    lines = [f"- {item}" for item in items]
    if lines:
        yield f"## {title}"
        yield "\n".join(lines)


def _source(source: Source) -> str:
    title, address = _inline(source.title), source.url or ""
    if _WEB.match(address):
        encoded = quote(address, safe="!#$%&'*+,/:;=?@~[]-._")  # a % stays: the author has encoded what had to be
        title = f"[{title}](<{encoded}>)"
    else:
        title = f"{title}: {_inline(address or source.file or '')}"
    symbol = f", {_inline(source.symbol)}" if source.symbol else ""
    pinned = f", SHA-256 `{source.sha256}`" if source.sha256 else ""
    return f"{title}{symbol}{pinned}"


def _scenario(trace: Trace, scenario: Scenario, drawing: str) -> Iterator[str]:
    yield f"## {_inline(scenario.title)}"
    yield _paragraphs(scenario.description)
    time = seconds(sum(step.duration for step in scenario.steps))
    steps = plural(len(scenario.steps), "step")
    yield f"*{steps}, {time} of playback, which is not latency.*"
    if scenario.unselected:
        yield f"Not in this scenario: {', '.join(_inline(trace.targets[key].label) for key in scenario.unselected)}."
    yield _diagram(drawing)
    for index in range(len(scenario.steps) + 1):
        yield from _moment(trace, moment(trace, scenario, index))


def _diagram(text: str) -> str:
    return f"```mermaid\n{text}```" if text else ""


def _moment(trace: Trace, now: Moment) -> Iterator[str]:
    if now.step is None:
        yield f"### {_inline(now.title)}"
    else:
        yield f"### {now.index}. {_inline(now.title)}"
        yield _paragraphs(now.description)
        active = [f"- At work: {', '.join(_inline(node.label) for node in now.nodes)}"] if now.nodes else []
        yield "\n".join([*active, *(f"- {_inline(path_words(trace, edge))}" for edge in now.paths)])
    if now.values:
        head = ["State", "Value"] if now.step is None else ["State", "Value", "Before"]
        rows = [head, ["---"] * len(head), *(_cells(value, len(head)) for value in now.values)]
        yield "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _cells(value: Value, columns: int) -> list[str]:
    now = _cell(seen(value.value))
    if value.before is None:
        return [_inline(value.label), now, ""][:columns]
    return [_inline(value.label), f"**{now}**", _cell(seen(value.before))]


@cache  # labels and values come again in every step; `export` begins with nothing kept
def _inline(text: str) -> str:
    """Return text for one line; the line breaks of its author become spaces."""
    return prose(one_line(text).strip(" \t"))


@cache
def _cell(text: str) -> str:
    """Return text for a cell of a table; its line breaks are kept."""
    return "<br>".join(prose(line.strip(" ")) for line in paragraphs(text))


def _paragraphs(text: str) -> str:
    """Return text as paragraphs, broken where its author broke it; nothing for a blank text."""
    blocks: list[list[str]] = [[]]
    for line in (one.strip(" ") for one in paragraphs(text)):
        if line:
            blocks[-1].append(prose(line))
        elif blocks[-1]:
            blocks.append([])
    return "\n\n".join("\\\n".join(block) for block in blocks if block)
