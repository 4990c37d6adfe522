"""What a rule is, and its manual page.

The manual page of a rule that checks something is the docstring of its function, or of its module where a module holds
one rule. All pages are written alike: a first line `rule-id (severity): what it says.`, paragraphs on what is wrong and
why it matters, then `Fails:` and `Passes:`, each before an example in YAML (JSON where only JSON can show it). An
example leaves out the rest of the trace.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tracecli.checking.lenient import Shape
from tracecli.problems import Problem, Severity


class Rule(NamedTuple):
    """A rule of the format."""

    id: str
    severity: Severity  # of its findings as a rule; a finding may say otherwise
    check: Callable[[Shape], Iterator[Problem]] | None = None  # None: reading or the schema finds its problems


class Page(NamedTuple):
    """A rule's manual page."""

    id: str
    severity: Severity
    summary: str  # one sentence
    body: str  # paragraphs with an empty line between them, each on one line
    failing: str  # an example with the problem
    passing: str  # the same example without it


def page(rule: Rule) -> Page:
    """Return the manual page of a rule."""
    if rule.check is None:
        from tracecli.checking.rules.pages import PAGES  # noqa: PLC0415 -- only `trace explain` and reports read them

        manual = PAGES[rule.id]
    else:
        own = (rule.check.__doc__ or "").replace("\n    ", "\n").rstrip()
        manual = own if own.startswith(rule.id) else sys.modules[rule.check.__module__].__doc__ or ""
    text, _, examples = manual.partition("\nFails:\n")
    first, _, rest = text.partition("\n\n")
    failing, _, passing = examples.partition("\nPasses:\n")
    return Page(
        rule.id,
        rule.severity,
        summary=" ".join(first.split()).partition(": ")[2],
        body="\n\n".join([" ".join(paragraph.split()) for paragraph in rest.strip().split("\n\n")]),
        failing=failing.replace("\n    ", "\n").strip("\n"),
        passing=passing.replace("\n    ", "\n").strip("\n"),
    )
