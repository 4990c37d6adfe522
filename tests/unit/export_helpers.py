"""Traces to export: the shipped one, and one whose every text is the same hostile text."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from tracecli.export import asciicast, html, itf, markdown, mermaid, perfetto, svg
from tracecli.export import data as notations
from tracecli.export.asciicast import Recorder
from tracecli.model import Scenario, Trace, build

ROOT = Path(__file__).parents[2]

HOSTILE = (
    "end",
    "loop",
    "direction  LR",
    "a\nb\r\nc",
    "```\nx\n```",
    "# a\n- b\n1. c\n> d",
    "::error::hi\n  ::warning::there",
    "##[error]x ##vso[task.setvariable]y ##teamcity[a]",
    "\x1b[31mred\x07 \x9b0m",
    "x\u202ey\u200fz",
    "שלום עולם",
    "]]> <![CDATA[",
    "</script><script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "a|b|| --- |",
    "`code` ``x``",
    "@alice and @team/x, a@b.example",
    "#123 GH-45 x/y#6",
    "https://example.org/x www.example.org",
    "[x](javascript:alert(1)) ![y](z) [^1]",
    "\"quoted\" 'single' \\ back\\slash",
    "a; b; c",
    "a --> b; a->>b: c",
    "%%{init: {'securityLevel': 'loose'}}%%",
    "fa:fa-car :smile: $$x^2$$ $y$",
    "**b** _i_ __init__ ~~s~~ foo_bar",
    "&lt; &amp; &#35; #35; #quot;",
    "a\n1. **b** `c` $$d$$ fab:fa-e <i>f</i> _g_ #35; &lt; ::h",
    "$$$ $$x^2$$ of 5$",
    "wrap: x",
    "1. list",
    "- list",
    "{x} {{y}} A@{ shape: rect }",
    "no",
    "0777",
    "12:30:45",
    "null",
    "=",
    "👩‍💻 k−1 → k",
    "\ufeff\u2028\u0085",
)


def data() -> dict[str, Any]:
    """Return a fresh copy of the shipped trace's data."""
    loaded: dict[str, Any] = json.loads((ROOT / "traces" / "overlap.json").read_text(encoding="utf-8"))
    return loaded


def laned() -> Trace:
    """Return the shipped trace with its two lanes, and a node that shows each."""
    trace, _ = overlap()
    targets = {
        key: replace(target, shows={"launch": "cpu", "gpu": "gpu"}.get(key)) for key, target in trace.targets.items()
    }
    return replace(trace, targets=targets, lanes={"cpu": ("idle", "waits for batch k"), "gpu": ("idle",)})


def overlap() -> tuple[Trace, Scenario]:
    """Return the shipped trace, and its second scenario."""
    trace = build(data())
    return trace, trace.scenarios[1]


def small(**changes: Any) -> dict[str, Any]:
    """Return the data of a trace of two nodes, an edge and two steps.

    Args:
        **changes: Properties at the top to be other than they are.
    """
    return {
        "version": 1,
        "language": "en",
        "title": "Small",
        "description": "One item moves.",
        "caption": "Not measured.",
        "alt": "Two boxes",
        "limitations": ["Nothing waits."],
        "stateLabels": {"item": "Item"},
        "targets": {
            "make": {"id": "make", "kind": "node", "label": "Producer"},
            "queue": {"id": "queue", "kind": "node", "label": "Queue"},
            "put": {"id": "put", "kind": "edge", "label": "Put it", "from": "make", "to": "queue"},
        },
        "scenarios": [
            {
                "id": "main",
                "title": "One item",
                "description": "It is made, then put.",
                "initial": {"item": "none"},
                "unselected": [],
                "steps": [_step("Make", ["make"], [], "made"), _step("Put", ["queue"], ["put"], "queued")],
            }
        ],
    } | changes


def _step(title: str, active: list[str], paths: list[str], item: str) -> dict[str, Any]:
    return {
        "title": title,
        "description": f"{title} the item.",
        "duration": 900,
        "active": active,
        "paths": paths,
        "state": {"item": item},
    }


def hostile(text: str) -> dict[str, Any]:
    """Return the data of a trace whose every text is `text`, with reserved words for keys."""
    state = {"item": text, "end": "other"}
    return {
        "version": 1,
        "language": "en",
        **dict.fromkeys(("title", "description", "caption", "alt"), text),
        "limitations": [text],
        "sources": [{"title": text, "url": "javascript:alert(1)"}, {"title": text, "file": text, "symbol": text}],
        "stateLabels": {"item": text, "end": text},
        "targets": {
            "end": {"id": "a", "kind": "node", "label": text},
            "graph": {"id": "b", "kind": "node", "label": text},
            "style": {"id": "c", "kind": "edge", "label": text, "from": "end", "to": "graph"},
        },
        "scenarios": [
            {
                "id": "class",
                "title": text,
                "description": text,
                "initial": {"item": "none", "end": text},
                "unselected": [],
                "steps": [
                    {
                        "title": text,
                        "description": text,
                        "duration": 900,
                        "active": ["end"],
                        "paths": ["style"],
                        "state": state,
                    }
                ],
            }
        ],
        "x-note": {text: [text, {text: text}]},
    }


def rows(number: int) -> list[str]:
    """Return the screen of a step, as a drawing function would."""
    return [f"\x1b[1mstep {number}\x1b[0m", "the row below"]


def written(name: str, document: dict[str, Any]) -> str:
    """Write a document in a format, of the document's first scenario where it has to be one."""
    trace = build(document)
    return EXPORTERS[name](trace, trace.scenarios[0], document)


EXPORTERS: dict[str, Callable[[Trace, Scenario, object], str]] = {
    "html": lambda trace, scenario, _: html.export(trace, scenario),
    "svg": lambda trace, scenario, _: svg.export(trace, scenario),
    "markdown": lambda trace, scenario, _: markdown.export(trace, scenario),
    "mermaid": lambda trace, scenario, _: mermaid.export(trace, scenario),
    "asciicast": lambda trace, scenario, _: asciicast.export(trace, scenario, Recorder(rows, 40, 10)),
    "perfetto": lambda trace, scenario, _: perfetto.export(trace, scenario),
    "itf": lambda trace, scenario, _: itf.export(trace, scenario),
    "json": lambda _trace, _scenario, document: notations.export_json(document),
    "yaml": lambda _trace, _scenario, document: notations.export_yaml(document),
}
