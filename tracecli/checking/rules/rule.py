"""What a rule is, and its manual page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import NamedTuple

from tracecli.checking.lenient import Shape
from tracecli.problems import Problem, Severity

# ---- checking.rules.rule
# What a rule is: an id, a severity, and a function from a shape to problems.
#
# Each rule has a module of its name here; its docstring is the rule's manual page (`page.py`).

Check = Callable[[Shape], Iterator[Problem]]


class Rule(NamedTuple):
    """A rule of the format.

    Attributes:
        id: Its name, as findings carry it.
        severity: How much its findings matter as a rule; a finding may say otherwise.
        check: Finds its problems; None for what reading and the schema find.
    """

    id: str
    severity: Severity
    check: Check | None = None


# ---- checking.rules.page
# A rule's manual page, from the docstring of its module.
#
# All of them are written alike: a first line `rule-id (severity): what it says.`, what and why in paragraphs, then
# `Fails:` and `Passes:`, each before an indented example in YAML (JSON where only JSON can show it). An example shows
# what matters and leaves out the rest of the trace.


@dataclass(frozen=True, slots=True)
class Page:
    """A manual page.

    Attributes:
        id: The rule.
        severity: How much its findings matter as a rule.
        summary: One sentence.
        body: What and why: paragraphs with an empty line between them, each on one line.
        failing: An example with the fault.
        passing: The same without it.
    """

    id: str
    severity: Severity
    summary: str
    body: str
    failing: str
    passing: str


def page(rule: Rule) -> Page:
    """Give the manual page of a rule."""
    # By name, so that a run that only checks need not import the modules that hold nothing but a page.
    manual = import_module(f"{__package__}.{rule.id.replace('-', '_')}").__doc__ or ""
    text, _, examples = manual.partition("\nFails:\n")
    first, _, rest = text.partition("\n\n")
    failing, _, passing = examples.partition("\nPasses:\n")
    summary = " ".join(first.split()).partition(": ")[2]
    return Page(rule.id, rule.severity, summary, _paragraphs(rest), _example(failing), _example(passing))


def _paragraphs(text: str) -> str:
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.strip().split("\n\n"))


def _example(text: str) -> str:
    """Take the indentation off; an example is indented by four blanks."""
    return "\n".join(line[4:] for line in text.strip("\n").split("\n"))
