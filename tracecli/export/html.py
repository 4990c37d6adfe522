"""The player in a page: one file that asks for nothing from outside, for a browser, for paper, and without scripts."""

from __future__ import annotations

from collections.abc import Sequence

from tracecli.export.html_assets import digest, page, script, style
from tracecli.export.html_data import page_data
from tracecli.export.html_parts import about, pictures, remark, tabs
from tracecli.export.html_text import block, data_block, inline
from tracecli.export.html_transcript import transcript
from tracecli.export.owndrawing import OwnDrawing
from tracecli.export.words import chosen
from tracecli.model import Scenario, Trace
from tracecli.playback import NORMAL_WPM

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
