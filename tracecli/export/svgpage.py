"""The SVG document around a picture: names for those who cannot see it, and its style sheets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tracecli.errors import TraceError
from tracecli.export.svgstyle import self_contained
from tracecli.export.svgtext import element_id, number, xml
from tracecli.model import Scenario, Trace

SHEETS = ("drawing", "frame")
_MOST_STEPS = 1000
"""An animation of more takes a browser seconds to begin, and a sheet of more has no end."""


def prefix_of(scenario: Scenario) -> str:
    """Give what begins every id of a scenario's picture, so that pictures can share a page."""
    return f"{element_id('trace-', scenario.id)}-"


def refuse_many(scenario: Scenario, form: str) -> None:
    """Refuse a scenario of too many steps for one picture.

    Args:
        scenario: The scenario.
        form: The picture, in words.

    Raises:
        TraceError: If it has too many.
    """
    if len(scenario.steps) > _MOST_STEPS:
        raise TraceError(
            f"{scenario.id} has {len(scenario.steps)} steps; {form} holds at most {_MOST_STEPS}",
            "--still N draws one of them; `trace export html` plays as many as there are",
        )


def own_id(prefix: str, name: str) -> str:
    """Give an id of ours, which no target has: see `element_id` for what follows an underscore there."""
    return f"{prefix}_{name}"


@dataclass(frozen=True, slots=True)
class Page:
    """What a document says about itself.

    Attributes:
        title: Its name.
        told: What it shows, in words.
        width: Breadth in pixels.
        height: Height.
        style: Rules beyond those of `SHEETS`.
    """

    title: str
    told: str
    width: float
    height: float
    style: str = ""


def document(trace: Trace, scenario: Scenario, page: Page, parts: Iterable[str]) -> str:
    """Give a whole SVG file.

    Args:
        trace: Its language is the document's.
        scenario: Its id is in the prefix of the ids.
        page: What the document says about itself.
        parts: Its elements.
    """
    prefix, width, height = prefix_of(scenario), number(page.width), number(page.height)
    title, desc = own_id(prefix, "title"), own_id(prefix, "desc")
    language = xml(trace.language)
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="page" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-labelledby="{title} {desc}" lang="{language}" '
        f'xml:lang="{language}">'
    )
    lines = (
        opening,
        f'<title id="{title}">{xml(page.title)}</title>',
        f'<desc id="{desc}">{xml(page.told)}</desc>',
        f"<style>{self_contained(SHEETS)}{page.style}</style>",
        *parts,
        "</svg>",
    )
    return "\n".join(line for line in lines if line) + "\n"


def told(trace: Trace, *more: str) -> str:
    """Give a drawing in words: the author's own, then what a picture adds, then what it must not be mistaken for."""
    limits = [f"Limitations: {' '.join(trace.limitations)}"] if trace.limitations else []
    return " ".join(filter(None, (trace.alt, *more, trace.caption, *limits)))
