"""`trace explain` and `trace schema`."""

from __future__ import annotations

from collections.abc import Iterable

from tracecli.checking import RULES
from tracecli.checking.rules.rule import Page, page
from tracecli.errors import ExitCode, TraceError
from tracecli.report import manual
from tracecli.report.manual import SOURCE_PAGES
from tracecli.report.words import WordPage, word_data, word_markdown, word_text, words
from tracecli.resources import schema_names, schema_text
from tracecli.terminal import output
from tracecli.terminal.output import painted
from tracecli.text import Line, alternatives, near_names, wrap


def run(rule: str | None, *, form: str, color: bool) -> ExitCode:
    """Show the page of a rule or of a word of the format; all rules without one.

    Args:
        rule: A rule's id, a property of the format, or None.
        form: `text`, `json` or `markdown`.
        color: Whether text is coloured.
    """
    pages = [*(page(one) for one in RULES), *SOURCE_PAGES]
    if rule is None:
        _show_all(pages, form, color=color)
    elif page_of_rule := next((one for one in pages if one.id == rule), None):
        _show_one(page_of_rule, form, color=color)
    elif page_of_word := words().get(rule):
        _show_word(page_of_word, form, color=color)
    else:
        near = near_names(rule, [*(one.id for one in pages), *words()])
        hints = [f"did you mean {alternatives(near, rule)}?"] if near else []
        raise TraceError(f"no rule and no word of the format is called {rule}", *hints, "trace explain lists them")
    return ExitCode.OK


def _show_word(one: WordPage, form: str, *, color: bool) -> None:
    if form == "json":
        _json({"version": 1, **word_data(one)})
    elif form == "markdown":
        output.out(word_markdown(one))
    else:
        _lines(word_text(one), color=color)


def _show_one(one: Page, form: str, *, color: bool) -> None:
    if form == "json":
        _json({"version": 1, **manual.manual_data(one)})
    elif form == "markdown":
        output.out(manual.manual_markdown(one))
    else:
        _lines(manual.manual_text(one), color=color)


def _show_all(pages: list[Page], form: str, *, color: bool) -> None:
    if form == "json":
        _json({"version": 1, "rules": [manual.manual_data(one) for one in pages]})
    elif form == "markdown":
        output.out(manual.rules_markdown(pages))
    else:
        _lines(manual.rules_text(pages), color=color)
        known = f"Words of the format, which trace explain knows too: {', '.join(words())}"
        for row in wrap(known, 80):
            output.out(row)


def _lines(lines: Iterable[Line], *, color: bool) -> None:
    for line in lines:
        output.out(painted(line, color=color) or "\n")


def _json(data: object) -> None:
    from tracecli.text import json_text

    output.data(json_text(data))


def run_schema(name: str) -> ExitCode:
    """Print the schema of that name, as it is on disk."""
    names = schema_names()
    if name not in names:
        near = near_names(name, names)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(names)}"
        raise TraceError(f"no schema is called {name}", hint)
    output.data(schema_text(name))
    return ExitCode.OK
