"""The player in a page: one file that asks for nothing from outside, for a browser, for paper, and without scripts."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from tracecli.comparing import AlignedRow, Divergence, Matches, align
from tracecli.comparing.state import first_divergence, rows
from tracecli.drawing.pixels import VALUE_FONT, Picture, picture_of, shown_values
from tracecli.export.data import defused
from tracecli.export.own_drawing import OwnDrawing, PageDrawing
from tracecli.export.svg_lanes import hue_of
from tracecli.export.svg_parts import element_id, fitted, number, picture_markup, stylesheet, xml
from tracecli.iterations import named
from tracecli.lanes import counted_together, shown_keys
from tracecli.model import Kind, Scenario, Source, Target, Trace
from tracecli.playback import Moment, Value, chosen, initial_stay_ms, moment, path_words, seen, stay_ms
from tracecli.report.overview import seconds
from tracecli.report.time import DISCLAIMER, Timed, headline, timed_loops
from tracecli.text import COMMAND_ANYWHERE, NORMAL_WPM, one_line, paragraphs, plural, visible
from tracecli.timing.period import formula_events

_COMPARE = '<button data-do="compare" aria-keyshortcuts="c" aria-pressed="false">Compare</button>\n'
_DIFFER = '<button data-do="differ" aria-keyshortcuts="d">First difference</button>'
_PANEL = ' id="_stage" role="tabpanel"'
_PREFIX = "t-"  # begins the ids of our drawing's elements


def export(
    trace: Trace,
    scenario: Scenario | None = None,
    *,
    start: int = 1,
    drawing: OwnDrawing | None = None,
    wpm: int = NORMAL_WPM,
) -> str:
    """Return the page of a scenario, or of a whole trace.

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
    """Return a page that plays some of a trace's scenarios.

    Args:
        trace: The trace.
        scenarios: At least one of its scenarios, in the order of their tabs.
        start: The step of the first one at which the page opens; 0 is the initial state.
        drawing: An author's own drawing, to be shown in place of ours.
        wpm: Words a minute, as for `export`.
    """
    own = drawing.page() if drawing else None
    rules, code = style() + (own.fonts if own else ""), script()
    several = len(scenarios) > 1
    parts = {
        "lang": inline(trace.language),
        "policy": _policy(rules, code, own),
        "title": inline(trace.title),
        "description": inline(trace.description),
        "style": rules,
        "tabs": _tabs(scenarios, trace.language),
        "compare": _COMPARE if several else "",
        "lead": block(trace.description),
        "panel": _PANEL if several else "",
        "counts": _counts(trace, scenarios),
        "differ": _DIFFER if several else "",
        "remark": _remark(trace),
        "time": _time(trace, scenarios),
        "figure": _own_figure(trace, own) if own else _our_figure(trace),
        "data": data_block(_page_data(trace, scenarios, start, wpm)),
        "script": code,
        "transcript": "".join(_section(trace, scenario) for scenario in scenarios),
        "about": _about(trace),
    }
    return fill((_ASSETS / "page.html").read_text(encoding="utf-8"), parts)


def fill(frame: str, parts: dict[str, str]) -> str:
    """Return a frame with its parts in place. What looks like a slot inside a part stays what it is."""
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], frame)


def _policy(rules: str, code: str, own: PageDrawing | None) -> str:
    """Return the policy: this script, these style sheets, pictures that are in the page, and nothing else."""
    styles = " ".join(map(_digest, [rules, *([own.style] if own else [])]))
    fonts = "; font-src data:" if own and own.fonts else ""
    allowed = f"script-src {_digest(code)}; style-src {styles}; img-src data:{fonts}"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"


def _digest(text: str) -> str:
    """Return the source expression that allows an inline script or style (CSP 3, 2.3.1)."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


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
    "timing",
    "time",
    "looks",
    "main",
)
"""The scripts, each after those that it imports from."""


@cache
def script() -> str:
    """Return the modules as one script: a page that is a single file has nowhere to import from."""
    text = "\n".join((_ASSETS / "page" / f"{name}.mjs").read_text(encoding="utf-8") for name in MODULES)
    plain = re.sub(r"^(import .*|export (?=const|function))", "", text, flags=re.MULTILINE)
    plain = re.sub(r"^\s*(//.*\n|/\*\*[^/]*\*/\n|\n)|^ +", "", plain, flags=re.MULTILINE)  # what only we read
    return f'"use strict";\n(() => {{\n{plain}}})();\n'


@cache
def style() -> str:
    """Return the page's style sheet."""
    return "".join(map(stylesheet, ("palette", "drawing", "page")))


# Text of a trace in a page shows exactly that text, and nothing in it is markup, script or an address.
_COMMAND = re.compile(COMMAND_ANYWHERE)  # CI runners obey these anywhere, and a page may be in their log
# Web addresses alone, and only characters that RFC 3986 knows: nothing that could hide `javascript:`.
_ADDRESS = re.compile(r"https?://[!#-;=?-Z\[\]_a-z~]+", re.IGNORECASE)


def shown(text: str) -> str:
    """Return prose as the page shows it: line breaks as LF, everything else that can't be seen as visible escapes."""
    return "\n".join(map(visible, paragraphs(text)))


def inline(text: str) -> str:
    """Return text for one line, as the content of an element or of a quoted attribute."""
    return _COMMAND.sub("&#35;", xml(one_line(text)))


def block(text: str) -> str:
    """Return text as the content of an element, broken where its author broke it."""
    return "<br>".join(map(inline, paragraphs(text)))


def link(title: str, address: str) -> str:
    """Return a link where the address is one of the web; elsewhere title and address as text."""
    words = inline(title)
    if not _ADDRESS.fullmatch(address):
        return f"{words}: <code>{inline(address)}</code>"
    return f'<a href="{inline(address)}" rel="noopener">{words}</a>'


def data_block(data: Any) -> str:
    """Return JSON for a script element that does not run: no `<` in it can end the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return defused(text).replace("<", "\\u003c")


_COUNTED = 3  # scenarios whose working steps are counted in one sentence
_MAX_PAIRS = 28  # of scenarios that can be compared, beyond those of neighbours: all of eight scenarios


def _page_data(trace: Trace, scenarios: Sequence[Scenario], start: int, wpm: int) -> dict[str, Any]:
    """Return the trace as the scripts take it, all texts ready to be shown.

    Targets, state values and scenarios are referred to by their place in the lists; steps by number, 0 being the
    initial state; times are in milliseconds. A target with `ends` is an edge, a pair of them where they are known.
    """
    numbering = _Numbering(trace, wpm)
    return {
        "start": start,
        "beside": len(scenarios) == 2,  # the page opens on the comparison
        "labels": [visible(one_line(label)) for label in trace.state_labels.values()],
        "targets": [numbering.target(target) for target in trace.targets.values()],
        "scenarios": [numbering.scenario(scenario) for scenario in scenarios],
        "lanes": numbering.lanes(),
        "shows": numbering.shows(),
        "values": [*numbering.values],
        "sources": [_cited(source) for source in trace.sources] if any(s.id for s in trace.sources) else [],
        "pairs": list(_pairs(trace, scenarios)),
        **_time_data(trace, scenarios),
    }


def _cited(source: Source) -> list[str]:
    """Return a source as [name, title, address]; without an address where it is not one of the web."""
    title = visible(one_line(source.title))
    return [source.symbol or title, title, *filter(_ADDRESS.fullmatch, [source.url or ""])]


class _Numbering:
    """Says everything that repeats from step to step by number."""

    def __init__(self, trace: Trace, wpm: int) -> None:
        self.values: dict[str, int] = {}  # state values, as shown, and their numbers
        self._trace, self._wpm = trace, wpm
        self._sources = {source.id: place for place, source in enumerate(trace.sources)}
        self._places = {key: place for place, key in enumerate(trace.targets)}

    def value(self, text: str) -> int:
        return self.values.setdefault(shown(seen(text)), len(self.values))

    def lanes(self) -> list[list[Any]]:
        """Return [state key, quiet values, hues of values] for each lane; of a hue two letters, if two are named."""
        found = []
        for key, quiet in shown_keys(self._trace).items():
            values = shown_values(self._trace, key)
            hues = {self.value(value): "".join(map(hue_of, named(value)[:2])) for value in values}
            place = list(self._trace.state_labels).index(key)
            found.append([place, [self.value(value) for value in values if value in quiet], hues])
        return found

    def shows(self) -> list[list[Any]]:
        """Return [target, state key, quiet values, lines of values] for each node that shows a key."""
        nodes = {node.key: node for node in picture_of(self._trace).nodes if node.room}
        found = []
        for key, node in nodes.items():
            shown_key = self._trace.targets[key].shows
            quiet = (self._trace.lanes or {}).get(shown_key or "", ())
            values = shown_values(self._trace, shown_key or "")
            lines = {self.value(v): fitted(seen(v), node.room, VALUE_FONT)[: node.value_lines] for v in values}
            place = list(self._trace.state_labels).index(shown_key or "")
            found.append([self._places[key], place, [self.value(v) for v in values if v in quiet], lines])
        return found

    def target(self, target: Target) -> dict[str, Any]:
        found = {"id": element_id(_PREFIX, target.id), "label": visible(one_line(target.label))}
        if target.kind is Kind.NODE:
            return found
        both = (target.start, target.end) if target.start is not None and target.end is not None else ()
        return {**found, "ends": [self._places[key] for key in both]}

    def scenario(self, scenario: Scenario) -> dict[str, Any]:
        moments = (moment(self._trace, scenario, index) for index in range(len(scenario.steps) + 1))
        return {
            "id": scenario.id,
            "title": visible(one_line(scenario.title)),
            "unused": [self._places[key] for key in scenario.unselected],
            "moments": [self._moment(scenario, now) for now in moments],
        }

    def _moment(self, scenario: Scenario, now: Moment) -> list[Any]:
        """Return title, text, how long it stays, nodes, paths, state, and what few have: id, messages, sources."""
        messages = {
            self._places[edge.key]: visible(one_line(edge.label))
            for edge in now.paths
            if now.step and now.step.messages.get(edge.key)
        }
        cited = [self._sources[name] for name in now.step.sources] if now.step else []
        named: list[Any] = [now.step.id if now.step else None, messages, cited]
        while named and not named[-1]:
            named.pop()
        return [
            visible(one_line(now.title)),
            shown(now.description),
            stay_ms(now.step, self._wpm, 1) if now.step else initial_stay_ms(scenario, self._wpm, 1),
            [self._places[node.key] for node in now.nodes],
            [self._places[edge.key] for edge in now.paths],
            [self.value(value.value) for value in now.values],
            *named,
        ]


def _pairs(trace: Trace, scenarios: Sequence[Scenario]) -> Iterator[list[Any]]:
    """Return [left, right, rows, first difference] for pairs of scenarios, near ones first.

    A row is [mark, left steps, right steps]; the difference is the number of a row, 0 being the initial state.
    """
    same = Matches({key: key for key in trace.targets}, (), ())
    count = len(scenarios)
    couples = ((left, left + apart) for apart in range(1, count) for left in range(count - apart))
    for left, right in islice(couples, max(_MAX_PAIRS, count - 1)):
        alignment = align(scenarios[left], scenarios[right], same)
        lines = rows(alignment)
        differs = first_divergence(scenarios[left], scenarios[right], same, alignment)
        at = [number for number, row in enumerate(lines, 1) if differs and _is_at(row, differs)]
        first = -1 if differs is None else at[0] if at else 0
        yield [left, right, [[row.mark, row.left, row.right] for row in lines], first]


def _is_at(row: AlignedRow, differs: Divergence) -> bool:
    return differs.left in row.left if differs.left is not None else differs.right in row.right


def _time_data(trace: Trace, scenarios: Sequence[Scenario]) -> dict[str, Any]:
    """Return what is needed to compute model time at any costs: the event graphs, and the formulas' terms.

    An event is [resource, cost, predecessors, batch], a predecessor [event, lag], a term [[cost, times]…, iterations,
    an event of its cycle]. Costs and resources go by their place.
    """
    loops = [loop for loop in timed_loops(trace, scenarios) if loop.formula is not None]
    if not loops:
        return {}
    names = list(loops[0].schedule.loop.costs)
    places = {name: place for place, name in enumerate(names)}
    return {
        "time": {
            "unit": loops[0].unit,
            "costs": [[visible(one_line(name)), *_costs_of(loops, name)] for name in names],
            "loops": [_loop_data(loop, places) for loop in loops],
        }
    }


def _costs_of(loops: Sequence[Timed], name: str) -> list[float]:
    """Return what a cost is in each loop: a scenario may override it."""
    return [float(loop.schedule.loop.costs[name]) for loop in loops]


def _loop_data(loop: Timed, places: Mapping[str, int]) -> dict[str, Any]:
    graph, resources = loop.schedule.graph, list(loop.schedule.loop.resources)
    return {
        "title": visible(one_line(loop.title)),
        "resources": [visible(one_line(one.label)) for one in loop.schedule.loop.resources.values()],
        "events": [
            [
                resources.index(event.resource),
                None if event.cost is None else places[event.cost],
                event.preds,
                0 if event.step is None or event.step >= len(loop.handled) else loop.handled[event.step],
            ]
            for event in graph.events
        ],
        "order": graph.order,
        "last": graph.last[next(iter(graph.first))],  # of the first thread, whose iteration begins at 0
        "terms": [
            [[[places[name], times] for name, times in term.costs], term.iterations, event]
            for term, event in (formula_events(graph, loop.schedule.loop.costs) or {}).items()
        ],
    }


def _section(trace: Trace, scenario: Scenario) -> str:
    """Return what is read where scripts are off, and on paper; each step has the id that addresses use: `overlap/4`."""
    steps = plural(len(scenario.steps), "step")
    time = seconds(sum(step.duration for step in scenario.steps))
    lines = [
        f'<section id="{inline(scenario.id)}"><h2>{inline(scenario.title)}</h2>',
        f"<p>{block(scenario.description)}</p>",
        f'<p lang="en">{steps}, {time} of playback, which is not latency.</p>',
    ]
    if scenario.unselected:
        unused = ", ".join(inline(trace.targets[key].label) for key in scenario.unselected)
        lines.append(f'<p><span lang="en">Not used in this scenario:</span> {unused}</p>')
    moments = (moment(trace, scenario, index) for index in range(len(scenario.steps) + 1))
    return "\n".join([*lines, *(_article(trace, scenario, now) for now in moments), "</section>"])


def _article(trace: Trace, scenario: Scenario, now: Moment) -> str:
    number_ = f"{now.index}. " if now.step else ""
    words = f"<p>{block(now.description)}</p>" if now.step else ""
    items = [f"<li><b>{inline(node.label)}</b>" for node in now.nodes if now.step]
    items += [f"<li>{inline(path_words(trace, edge))}" for edge in now.paths]
    active = f"<ul>{''.join(items)}</ul>" if items else ""
    table = f"<table>{''.join(map(_row, now.values))}</table>" if now.values else ""
    return (
        f'<article id="{inline(scenario.id)}/{now.index}"><div><h3>{number_}{inline(now.title)}</h3>'
        f"{words}{active}</div>{table}</article>"
    )


def _row(value: Value) -> str:
    """Return a row; end tags may be left out (HTML, 13.1.2.4), and here they are many."""
    label, now = inline(value.label), inline(seen(value.value))
    if value.before is None:
        return f"<tr><th>{label}<td>{now}"
    return f"<tr><th>{label}<td><b>{now}</b> was {inline(seen(value.before))}"


def _own_figure(trace: Trace, own: PageDrawing) -> str:
    """Return an author's drawing in a shadow root, which keeps its ids and style rules to itself."""
    named = f'role="img" aria-label="{inline(trace.alt or trace.title)}"'
    root = f'<template shadowrootmode="open"><style>{own.style}</style>{own.markup}</template>'
    return _figure(trace, f'<div class="own" data-width="{number(own.width)}" {named}>{root}</div>')


def _our_figure(trace: Trace) -> str:
    """Return our drawing, with what found no place in it below."""
    picture = picture_of(trace)
    if not picture.nodes:
        return _figure(trace, "")
    unplaced = "".join(f"<li>{inline(path_words(trace, trace.targets[key]))}" for key in picture.unplaced)
    return _figure(trace, _svg(trace, picture), f"<ul>{unplaced}</ul>" if unplaced else "")


def _svg(trace: Trace, picture: Picture) -> str:
    size = f'width="{picture.width}" height="{picture.height}" viewBox="0 0 {picture.width} {picture.height}"'
    elements = re.sub(' data-key="[^"]*"', "", picture_markup(picture, prefix=_PREFIX))  # the page finds them by id
    return f'<svg {size} role="img" aria-label="{inline(trace.alt or trace.title)}">\n{elements}\n</svg>'


def _figure(trace: Trace, drawing: str, listed: str = "") -> str:
    caption = f"<figcaption>{block(trace.caption)}</figcaption>" if trace.caption else ""
    return f'<figure id="_picture" class="picture">{drawing}{listed}{caption}</figure>'


def _remark(trace: Trace) -> str:
    """Return what playback must not be mistaken for: the caption, or words of ours."""
    if trace.caption:
        return f'<p class="remark" lang="{inline(trace.language)}">{block(trace.caption)}</p>'
    return '<p class="remark">Playback time is not latency.</p>'


def _counts(trace: Trace, scenarios: Sequence[Scenario]) -> str:
    """Return how many steps work in each lane, and with timing facts of two loops what overlap is worth."""
    few = scenarios if len(scenarios) <= _COUNTED else ()
    sentences = [counted_together(trace, few)]
    loops = timed_loops(trace, scenarios)
    sentences += [headline(*loops)] if len(loops) == 2 else []
    words = inline(" ".join(filter(None, sentences)))
    return f'<p class="counts" title="{words}">{words}</p>' if words else ""


def _time(trace: Trace, scenarios: Sequence[Scenario]) -> str:
    """Return the frame of the lanes in model time, which the script fills; never without the basis of the costs."""
    loops = timed_loops(trace, scenarios)
    if not loops:
        return ""
    basis = f"{DISCLAIMER} {loops[0].schedule.loop.basis}"
    costs = f'<p class="remark">{inline(basis)}</p><div class="costs" role="group" aria-label="Costs"></div>'
    inside = f'<h2>Model time</h2>{costs}<div class="loops"></div>'
    return f'<section id="_time" class="about" tabindex="-1" aria-label="Model time" lang="en">{inside}</section>'


def _tabs(scenarios: Sequence[Scenario], language: str) -> str:
    """Return a tab for each scenario; a single one has its title there."""
    named = f'lang="{inline(language)}"'
    if len(scenarios) == 1:
        return f'<p class="solo" {named}>{inline(scenarios[0].title)}</p>'
    buttons = "".join(
        f'<button role="tab" id="_tab{place}" aria-controls="_stage">{inline(scenario.title)}</button>'
        for place, scenario in enumerate(scenarios)
    )
    return f'<div class="tabs" role="tablist" aria-label="Scenarios" {named}>{buttons}</div>'


def _about(trace: Trace) -> str:
    """Return limitations and sources."""
    limits = "".join(f"<li>{block(limit)}" for limit in trace.limitations)
    sources = "".join(f"<li>{_source(source)}" for source in trace.sources)
    parts = (("Limitations", limits), ("Sources", sources))
    lists = "".join(f'<h2 lang="en">{title}</h2><ul>{items}</ul>' for title, items in parts if items)
    lists = f'<p class="lead">{block(trace.description)}</p>{lists}'
    return f'<section id="_about" class="about" tabindex="-1" aria-label="About this trace">{lists}</section>'


def _source(source: Source) -> str:
    symbol = f" <code>{inline(source.symbol)}</code>" if source.symbol else ""
    pinned = f" <code>SHA-256 {inline(source.sha256)}</code>" if source.sha256 else ""
    return link(source.title, source.url or source.file or "") + symbol + pinned
