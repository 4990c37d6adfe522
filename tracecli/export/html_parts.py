"""The pieces of a page that do not move: the drawing with its caption, the tabs, what is below the player."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tracecli.drawing.pixels import Picture, picture_of
from tracecli.export.html_data import PREFIX
from tracecli.export.html_text import block, inline, link
from tracecli.export.owndrawing import OwnDrawing
from tracecli.export.svgparts import picture_markup
from tracecli.export.svgtext import number
from tracecli.export.words import path_words
from tracecli.model import Kind, Scenario, Source, Target, Trace

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
