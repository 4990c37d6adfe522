"""The player in a page."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from tracecli.comparing import Matches, align
from tracecli.comparing.state import rows
from tracecli.drawing.pixels import Picture, picture_of
from tracecli.export.data import defused
from tracecli.export.markdown import BREAK
from tracecli.export.own_drawing import OwnDrawing
from tracecli.export.svg_parts import element_id, number, picture_markup, stylesheet, xml
from tracecli.model import Kind, Scenario, Source, Target, Trace
from tracecli.playback import NORMAL_WPM, Moment, Value, chosen, initial_stay_ms, moment, path_words, seen, stay_ms
from tracecli.report.overview import seconds
from tracecli.text import visible

# ---- export.html_text
# Text of a trace for a web page: it shows exactly that text, and nothing in it is markup, script or an address.

# What a CI runner takes for a command wherever it stands; a page may pass through its log.
_COMMAND = re.compile(r"#(?=#\[|#vso\[)", re.IGNORECASE)
# Web addresses alone, and only characters that RFC 3986 knows: nothing to hide `javascript:` behind.
_ADDRESS = re.compile(r"https?://[!#-;=?-Z\[\]_a-z~]+", re.IGNORECASE)


def shown(text: str) -> str:
    """Give text as the page shows it: line breaks as LF, everything else that cannot be seen as visible escapes."""
    return "\n".join(visible(line) for line in BREAK.split(text))


def inline(text: str) -> str:
    """Give text for one line, as the content of an element or of a quoted attribute."""
    return _safe(" ".join(BREAK.split(text)))


def block(text: str) -> str:
    """Give text as the content of an element, broken where its author broke it."""
    return "<br>".join(_safe(line) for line in BREAK.split(text))


def _safe(line: str) -> str:
    return _COMMAND.sub("&#35;", xml(line))


def link(title: str, address: str) -> str:
    """Give a link where the address is one of the web; elsewhere title and address as text."""
    words = inline(title)
    if not _ADDRESS.fullmatch(address):
        return f"{words}: <code>{inline(address)}</code>"
    return f'<a href="{inline(address)}" rel="noopener">{words}</a>'


def data_block(data: Any) -> str:
    """Give JSON for a script element that does not run: no `<` in it can end the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return defused(text).replace("<", "\\u003c")


# ---- export.html_assets
# The page's own files: its frame, style sheets and scripts, put together as they stand in the package.

_ASSETS = Path(__file__).parent / "assets"
MODULES = (
    "search",
    "dom",
    "trace",
    "words",
    "player",
    "keys",
    "drawing",
    "stage",
    "timeline",
    "sheets",
    "looks",
    "main",
)
"""The scripts, each after those that it imports from."""

_DROPPED = re.compile(r"^ *(//.*|/\*\*(?:.|\n)*?\*/|import .*)\n|^ +|^export (?=const|function)", re.MULTILINE)
"""Comments on lines of their own, indentation, and what joining does away with."""

# Strings, templates and regular expressions, which stay as they are. A template stands in no other one, and a regular
# expression behind a bracket, a comma or an equals sign: the linter holds that.
_KEPT = re.compile(r"""("(?:[^"\\\n]|\\.)*"|`[^`]*`|(?<=\()/[^/ ][^/\n]*/|(?<=[,=] )/[^/ ][^/\n]*/)""")
_LOOSE = re.compile(r";\n(?=\})| *([-+*/%=<>!?:,;&|(){}[\]]) *|(?<=[;{},])\n")
_ZERO = re.compile(r"(?<![\d.])0\.(?=\d)")
_SLOT = re.compile(r"\{\{(\w+)\}\}")


@cache
def script() -> str:
    """Give the modules as one script: a page that is a single file has nowhere to import from."""
    joined = "".join(map(_module, MODULES))
    return f'"use strict";(()=>{{\n{joined}}})();'


def _module(name: str) -> str:
    text = _DROPPED.sub("", (_ASSETS / "page" / f"{name}.mjs").read_text(encoding="utf-8"))
    pieces = _KEPT.split(text)  # every second one is kept
    pieces[::2] = [_LOOSE.sub(r"\1", piece) for piece in pieces[::2]]
    return "".join(pieces)


@cache
def style() -> str:
    """Give the page's style sheet. Paper is light, whatever the screen is."""
    rules = "".join(map(stylesheet, ("palette", "drawing", "page")))
    rules = rules.replace("@media (prefers-color-scheme", "@media screen and (prefers-color-scheme")
    return _ZERO.sub(".", rules.replace(": ", ":"))


def digest(text: str) -> str:
    """Give the source expression that allows an inline script or style (CSP 3, 2.3.1)."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def page(parts: Mapping[str, str]) -> str:
    """Give the page with its parts in place. What looks like a slot inside a part stays what it is."""
    frame = (_ASSETS / "page.html").read_text(encoding="utf-8")
    return _SLOT.sub(lambda match: parts[match[1]], frame)


# ---- export.html_data
# What the player in a page is given: the trace as it is shown, and which step of one scenario is which of another.

PREFIX = "t-"
"""Begins the ids of the drawing's elements."""

_MOST_PAIRS = 28
"""Pairs of scenarios that can be compared, beyond those of neighbours: all of eight scenarios."""


def page_data(trace: Trace, scenarios: Sequence[Scenario], start: int, wpm: int) -> dict[str, Any]:
    """Give the data, all texts ready to be shown.

    Args:
        trace: The trace.
        scenarios: Those in the page, in the order of their tabs.
        start: The step at which the first one opens.
        wpm: Words a minute that are read; 0: durations alone.

    Returns:
        Targets, state values and scenarios are referred to by their place in the lists; steps by number, 0 being the
        initial state; times are in milliseconds. A target with `ends` is an edge, a pair of them where they are known.
    """
    numbering = _Numbering(trace, wpm)
    return {
        "start": start,
        "labels": [shown(label) for label in trace.state_labels.values()],
        "targets": [numbering.target(target) for target in trace.targets.values()],
        "scenarios": [numbering.scenario(scenario) for scenario in scenarios],
        "values": numbering.values,
        "pairs": list(_pairs(trace, scenarios)),
    }


class _Numbering:
    """Says everything that repeats from step to step by number.

    Attributes:
        values: The state values by number.
    """

    def __init__(self, trace: Trace, wpm: int) -> None:
        self.values: list[str] = []
        self._trace, self._wpm = trace, wpm
        self._places = {key: place for place, key in enumerate(trace.targets)}
        self._numbers: dict[str, int] = {}

    def target(self, target: Target) -> dict[str, Any]:
        found = {"id": element_id(PREFIX, target.id), "label": shown(target.label)}
        if target.kind is Kind.NODE:
            return found
        both = (target.start, target.end) if target.start is not None and target.end is not None else ()
        return {**found, "ends": [self._places[key] for key in both]}

    def scenario(self, scenario: Scenario) -> dict[str, Any]:
        moments = (moment(self._trace, scenario, index) for index in range(len(scenario.steps) + 1))
        return {
            "id": scenario.id,
            "title": shown(scenario.title),
            "unused": [self._places[key] for key in scenario.unselected],
            "moments": [self._moment(scenario, now) for now in moments],
        }

    def _moment(self, scenario: Scenario, now: Moment) -> list[Any]:
        """Give title, text, how long it stays, nodes, paths and state: a list, since there are many of them."""
        return [
            shown(now.title),
            shown(now.description),
            stay_ms(now.step, self._wpm, 1) if now.step else initial_stay_ms(scenario, self._wpm, 1),
            [self._places[node.key] for node in now.nodes],
            [self._places[edge.key] for edge in now.paths],
            [self._value(value.value) for value in now.values],
        ]

    def _value(self, value: str) -> int:
        if value not in self._numbers:
            self._numbers[value] = len(self.values)
            self.values.append(shown(seen(value)))
        return self._numbers[value]


def _pairs(trace: Trace, scenarios: Sequence[Scenario]) -> Iterator[list[Any]]:
    """Give [left, right, rows] for pairs of scenarios, near ones first; a row is [mark, left steps, right steps]."""
    same = Matches({key: key for key in trace.targets}, (), ())
    for left, right in islice(_couples(len(scenarios)), max(_MOST_PAIRS, len(scenarios) - 1)):
        lines = rows(align(scenarios[left], scenarios[right], same))
        yield [left, right, [[row.mark, row.left, row.right] for row in lines]]


def _couples(count: int) -> Iterator[tuple[int, int]]:
    for apart in range(1, count):
        yield from ((left, left + apart) for left in range(count - apart))


# ---- export.html_transcript
# The transcript in a page: what is read where scripts are off, and on paper.


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


# ---- export.html_parts
# The pieces of a page that do not move: the drawing with its caption, the tabs, what is below the player.

_BROAD = 900  # pixels; a broader drawing is carried without labels too, for narrow places
_KEY = re.compile(' data-key="[^"]*"')


@dataclass(frozen=True, slots=True)
class Pictures:
    """The drawing, ready for the page.

    Attributes:
        markup: The figure, and a copy without labels for narrow places.
        style: Rules of an author's own drawing.
    """

    markup: str
    style: str = ""


def pictures(trace: Trace, drawing: OwnDrawing | None) -> Pictures:
    """Give the drawing with the caption under it.

    Args:
        trace: The trace.
        drawing: An author's own, to be shown in place of ours.
    """
    if drawing is not None:
        own = drawing.figure(PREFIX)
        return Pictures(_figure(trace, _svg(trace, own.width, own.height, own.base)), own.style)
    picture = picture_of(trace)
    if not picture.nodes:
        return Pictures(_figure(trace, ""))
    whole = _drawn(trace, picture)
    unplaced = "".join(f"<li>{inline(path_words(trace, trace.targets[key]))}" for key in picture.unplaced)
    listed = f"<ul>{unplaced}</ul>" if unplaced else ""
    if picture.width <= _BROAD:
        return Pictures(_figure(trace, whole, listed))
    bare = picture_of(replace(trace, targets={key: _unlabelled(target) for key, target in trace.targets.items()}))
    return Pictures(f'{_figure(trace, whole, listed)}\n<template id="_bare">{_drawn(trace, bare)}</template>')


def _unlabelled(target: Target) -> Target:
    return replace(target, label="") if target.kind is Kind.EDGE else target


def _drawn(trace: Trace, picture: Picture) -> str:
    return _svg(trace, picture.width, picture.height, picture_markup(picture, prefix=PREFIX))


def _svg(trace: Trace, width: float, height: float, elements: str) -> str:
    size = f'width="{number(width)}" height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}"'
    elements = _KEY.sub("", elements)  # the page finds them by id
    return f'<svg {size} role="img" aria-label="{inline(trace.alt or trace.title)}">\n{elements}\n</svg>'


def _figure(trace: Trace, svg: str, listed: str = "") -> str:
    caption = f"<figcaption>{block(trace.caption)}</figcaption>" if trace.caption else ""
    return f'<figure id="_picture" class="picture">{svg}{listed}{caption}</figure>'


def remark(trace: Trace) -> str:
    """Give what playback must not be mistaken for: the caption, or words of ours."""
    if trace.caption:
        return f'<p class="remark" lang="{inline(trace.language)}">{block(trace.caption)}</p>'
    return '<p class="remark">Playback time is not latency.</p>'


def tabs(scenarios: Sequence[Scenario], language: str) -> str:
    """Give a tab for each scenario; a single one has its title there."""
    named = f'lang="{inline(language)}"'
    if len(scenarios) == 1:
        return f'<p class="solo" {named}>{inline(scenarios[0].title)}</p>'
    buttons = "".join(
        f'<button role="tab" id="_tab{place}" aria-controls="_stage">{inline(scenario.title)}</button>'
        for place, scenario in enumerate(scenarios)
    )
    return f'<div class="tabs" role="tablist" aria-label="Scenarios" {named}>{buttons}</div>'


def about(trace: Trace) -> str:
    """Give limitations and sources."""
    limits = "".join(f"<li>{block(limit)}" for limit in trace.limitations)
    sources = "".join(f"<li>{_source(source)}" for source in trace.sources)
    parts = (("Limitations", limits), ("Sources", sources))
    lists = "".join(f'<h2 lang="en">{title}</h2><ul>{items}</ul>' for title, items in parts if items)
    return f'<section id="_about" class="about" tabindex="-1" aria-label="About this trace">{lists}</section>'


def _source(source: Source) -> str:
    told = link(source.title, source.url or source.file or "")
    symbol = f" <code>{inline(source.symbol)}</code>" if source.symbol else ""
    pinned = f" <code>SHA-256 {inline(source.sha256)}</code>" if source.sha256 else ""
    return told + symbol + pinned


# ---- export.html
# The player in a page: one file that asks for nothing from outside, for a browser, for paper, and without scripts.

_COMPARE = '<button data-do="compare" aria-keyshortcuts="c" aria-pressed="false">Compare</button>\n'
_PANEL = ' id="_stage" role="tabpanel"'


def export(
    trace: Trace,
    scenario: Scenario | None = None,
    *,
    start: int = 1,
    drawing: OwnDrawing | None = None,
    wpm: int = NORMAL_WPM,
) -> str:
    """Give the page of a scenario, or of a whole trace.

    Args:
        trace: The trace.
        scenario: The one to show; all of them without it.
        start: The step at which the page opens; its address may name another.
        drawing: An author's own drawing.
        wpm: A step stays at least as long as its words need at this many words a minute; 0: durations alone.
    """
    return html_page(trace, chosen(trace, scenario), start=start, drawing=drawing, wpm=wpm)


def html_page(
    trace: Trace,
    scenarios: Sequence[Scenario],
    *,
    start: int = 1,
    drawing: OwnDrawing | None = None,
    wpm: int = NORMAL_WPM,
) -> str:
    """Give a page that plays some of a trace's scenarios.

    Args:
        trace: The trace.
        scenarios: At least one of its scenarios, in the order of their tabs.
        start: The step of the first one at which the page opens; 0 is the initial state.
        drawing: An author's own drawing, to be shown in place of ours.
        wpm: Words a minute, as for `export`.
    """
    picture = pictures(trace, drawing)
    rules, code = style() + picture.style, script()
    several = len(scenarios) > 1
    return page(
        {
            "lang": inline(trace.language),
            "policy": _policy(rules, code),
            "title": inline(trace.title),
            "description": inline(trace.description),
            "lead": block(trace.description),
            "style": rules,
            "tabs": tabs(scenarios, trace.language),
            "compare": _COMPARE if several else "",
            "panel": _PANEL if several else "",
            "remark": remark(trace),
            "figure": picture.markup,
            "data": data_block(page_data(trace, scenarios, start, wpm)),
            "script": code,
            "transcript": transcript(trace, scenarios),
            "about": about(trace),
        }
    )


def _policy(rules: str, code: str) -> str:
    """Give the policy: this script, this style sheet, pictures that are in the page, and nothing else."""
    allowed = f"script-src {digest(code)}; style-src {digest(rules)}; img-src data:"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"
