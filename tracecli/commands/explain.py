"""`trace explain`: a rule's manual page, or all rules."""

from __future__ import annotations

from collections.abc import Iterable

from tracecli.checking import RULES
from tracecli.checking.rules.page import Page, page
from tracecli.errors import TraceError
from tracecli.exits import ExitCode
from tracecli.nearest import near_names
from tracecli.report import manual
from tracecli.report.sourcepages import SOURCE_PAGES
from tracecli.runs import Line
from tracecli.terminal import streams
from tracecli.terminal.paint import painted


def run(rule: str | None, *, form: str, color: bool) -> ExitCode:
    """Show one rule's page, or all rules without one.

    Args:
        rule: A rule's id, or None.
        form: `text`, `json` or `markdown`.
        color: Whether text is coloured.
    """
    pages = [*(page(one) for one in RULES), *SOURCE_PAGES]
    if rule is None:
        _show_all(pages, form, color=color)
    else:
        _show_one(_find(rule, pages), form, color=color)
    return ExitCode.OK


def _find(rule: str, pages: list[Page]) -> Page:
    for one in pages:
        if one.id == rule:
            return one
    near = near_names(rule, [one.id for one in pages])
    hints = [f"did you mean {' or '.join(near)}?"] if near else []
    raise TraceError(f"no rule is called {rule}", *hints, "trace explain lists them")


def _show_one(one: Page, form: str, *, color: bool) -> None:
    if form == "json":
        _json({"version": 1, **manual.manual_data(one)})
    elif form == "markdown":
        streams.out(manual.manual_markdown(one))
    else:
        _lines(manual.manual_text(one), color=color)


def _show_all(pages: list[Page], form: str, *, color: bool) -> None:
    if form == "json":
        _json({"version": 1, "rules": [manual.manual_data(one) for one in pages]})
    elif form == "markdown":
        streams.out(manual.rules_markdown(pages))
    else:
        _lines(manual.rules_text(pages), color=color)


def _lines(lines: Iterable[Line], *, color: bool) -> None:
    for line in lines:
        streams.out(painted(line, color=color) or "\n")


def _json(data: object) -> None:
    from tracecli.report.jsontext import json_text

    streams.data(json_text(data))
