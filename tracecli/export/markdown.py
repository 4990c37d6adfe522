"""The transcript in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from urllib.parse import quote

from tracecli.export.mermaid import picture, state_picture
from tracecli.model import Scenario, Source, Trace
from tracecli.playback import Moment, Value, chosen, moment, path_words
from tracecli.report.overview import seconds
from tracecli.text import visible

BREAK = re.compile(r"\r\n?|\n")
"""What an author typed to begin a line; other breaks are control characters."""

# An underscore within a word is no emphasis (CommonMark 0.31, 6.2), so names of functions stay readable.
_MARKS = re.compile(r"[\\`*\[\]{}|~$#]|(?<![^\W_])_|_(?![^\W_])")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_ENTITY = re.compile("[&<>]")
# What opens a block where a text begins: a list, a numbered list, the line under a heading, and for a CI runner a
# command.
_OPENS = re.compile(r"(?=[-+=:])|\d{1,9}(?=[.)])")

# Mentions, references, addresses and emoji are found in the text after Markdown is done, where no escape is left to
# see. An HTML comment is not shown and parts the text.
_SEAM = "<!-- -->"
_LINKED = re.compile(
    r"""@(?=\w)              # @somebody, and the middle of a mail address
    | \#(?=\d)               # #123
    | (?<![^\W_])GH(?=-\d)   # GH-123
    | :(?=//)                # https://…
    | (?<![^\W_])www(?=\.)   # www.…
    | :(?=[\w+-]+:)          # :smile:
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SCHEME = re.compile(r"https?://", re.IGNORECASE)


def inline(text: str) -> str:
    """Return text for one line; the line breaks of its author become spaces."""
    return _line(" ".join(_lines(text)).strip(" "))


def cell(text: str) -> str:
    """Return text for a cell of a table; its line breaks are kept."""
    return "<br>".join(map(_line, _lines(text)))


def paragraphs(text: str) -> str:
    """Return text as paragraphs, broken where its author broke it; nothing for a blank text."""
    blocks: list[list[str]] = [[]]
    for line in _lines(text):
        if line:
            blocks[-1].append(_line(line))
        elif blocks[-1]:
            blocks.append([])
    return "\n\n".join("\\\n".join(block) for block in blocks if block)


def link(title: str, url: str) -> str:
    """Return a link where the address is one of the web; elsewhere title and address as text."""
    if not _SCHEME.match(url):
        return f"{inline(title)}: {inline(url)}"
    address = quote(url, safe="!#$%&'*+,/:;=?@~[]-._")  # a % stays: the author has encoded what had to be
    return f"[{inline(title)}](<{address}>)"


def _lines(text: str) -> list[str]:
    return [line.strip(" \t") for line in BREAK.split(text)]


@lru_cache(maxsize=4096)  # labels and values come again in every step
def _line(line: str) -> str:
    escaped = _escaped(line)
    opened = _OPENS.match(escaped)
    return f"{opened.group()}\\{escaped[opened.end() :]}" if opened else escaped


def _escaped(text: str) -> str:
    pieces = []
    start = 0
    shown = visible(text)
    for match in _LINKED.finditer(shown):
        pieces += [_marked(shown[start : match.end()]), _SEAM]
        start = match.end()
    return "".join([*pieces, _marked(shown[start:])])


def _marked(text: str) -> str:
    text = _ENTITY.sub(lambda match: _ENTITIES[match.group()], text)
    return _MARKS.sub(r"\\\g<0>", text)


def export(trace: Trace, scenario: Scenario | None = None) -> str:
    """Return the transcript of a scenario, or of a whole trace, as GitHub Flavored Markdown.

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
