"""`trace diff`: what two scenarios, two files or two revisions have in common, and what not."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from tracecli.api import compare
from tracecli.commands.errors import shortest
from tracecli.comparing import ChangeLevel, Comparison, TraceComparison, unmeant_lines
from tracecli.errors import ExitCode, TraceError
from tracecli.library.addresses import Reference, parse, quoted
from tracecli.library.catalog import Catalog, Resolved, resolve
from tracecli.problems import Place, Pointer, Span
from tracecli.reading import Document
from tracecli.report.diff_view import DiffOptions, FilePosition, Locate, unmeant_sentence
from tracecli.terminal import output


class DiffRequest(NamedTuple):
    """What the command line asks of a comparison."""

    options: DiffOptions  # what is shown
    format: str  # `text`, `json` or `markdown`
    fail_on: ChangeLevel | None  # the lowest level that makes it exit 1; None leaves differences at 0
    color: bool


def run(left: str | None, right: str | None, request: DiffRequest) -> ExitCode:
    """Compare what two addresses name, or the two scenarios of one trace, and show it."""
    if left is None:
        pairs = [addresses[:2] for addresses in shortest() if len(addresses) > 1]
        examples = [f"trace diff {' '.join(map(quoted, pair))}" for pair in pairs]
        raise TraceError("trace diff needs two addresses", *examples)
    if right is None:
        sides, names = _scenarios_of(left)
    else:
        if parse(left).reference is parse(right).reference is Reference.STDIN:
            hint = "trace diff - compares its two scenarios; else put one side into a file"
            raise TraceError("standard input can be read once, so it can only be one side", hint)
        catalog = Catalog()  # what both sides name is read and checked once
        sides, names = (resolve(left, catalog), resolve(right, catalog)), (left, right)
    for name, side in zip(names, sides, strict=True):
        if side.step is not None:
            raise TraceError(f"{name} names a step; scenarios or whole traces are compared", "leave the step out")
    comparison = compare(*sides)
    _show(comparison, sides, names, request)
    lowest = request.fail_on
    fails = lowest is not None and any(change.level >= lowest for change in comparison.changes)
    return ExitCode.FOUND if fails else ExitCode.OK


def _scenarios_of(address: str) -> tuple[tuple[Resolved, Resolved], tuple[str, str]]:
    """Return the two scenarios of a trace, and their ids.

    Raises:
        TraceError: It has another number of scenarios, or the address names one of them.
    """
    resolved = resolve(address)
    scenarios, base = resolved.trace.scenarios, quoted(resolved.base)
    if resolved.scenario is None and len(scenarios) == 2:
        one, other = (resolved._replace(scenario=scenario) for scenario in scenarios)
        return (one, other), (scenarios[0].id, scenarios[1].id)
    others = [scenario for scenario in scenarios if scenario is not resolved.scenario]
    if resolved.scenario is not None:
        message = f"{address} is one scenario, and trace diff needs another one to compare it with"
        pairs = [(resolved.address(), resolved.address(other.id)) for other in others]
    elif len(scenarios) == 1:
        message, pairs = f"{address} has one scenario, and trace diff needs something to compare it with", []
    else:
        message = f"{address} has {len(scenarios)} scenarios, and trace diff compares two: name them"
        pairs = [(resolved.address(one.id), resolved.address(other.id)) for one, other in combinations(scenarios, 2)]
    hints = [f"trace diff {one} {other}" for one, other in pairs]
    raise TraceError(message, *hints, f"trace diff {base} OTHER compares it with another trace")


def _show(
    comparison: Comparison | TraceComparison,
    sides: tuple[Resolved, Resolved],
    names: tuple[str, str],
    request: DiffRequest,
) -> None:
    options = replace(request.options, width=output.columns(os.environ), wrap=sys.stdout.isatty())
    left, right = sides[0].checked.document, sides[1].checked.document
    locate = located(comparison, (left, right))
    origin = " → ".join(dict.fromkeys((left.name, right.name)))
    unmeant = unmeant_lines(left, right, comparison) if isinstance(comparison, TraceComparison) else None
    if request.format == "json":
        from tracecli.report.diff_json import diff_json

        output.data(diff_json(comparison, names=names, options=options, locate=locate, unmeant=unmeant))
        return
    also = unmeant_sentence(unmeant, _line_diff(sides)) if unmeant else ""
    if request.format == "markdown":
        from tracecli.report.diff_markdown import diff_markdown

        output.out(diff_markdown(comparison, names=names, origin=origin, options=options, also=also))
    else:
        from tracecli.report.diff_text import diff_lines

        for line in diff_lines(comparison, names=names, origin=origin, options=options, locate=locate, also=also):
            output.out(output.painted(line, color=request.color) or "\n")


def _line_diff(sides: tuple[Resolved, Resolved]) -> str:
    """Return the command that compares two traces line by line; nothing where one is neither a file nor in git."""
    paths = [side.path for side in sides]
    bases = " ".join([quoted(side.base if side.path is None else side.path) for side in sides])
    if None not in paths:
        return f"diff -u {bases}"
    in_git = [side.path is not None or parse(side.base).reference is Reference.REVISION for side in sides]
    return f"git diff --no-ext-diff {bases}" if all(in_git) else ""


def located(comparison: Comparison | TraceComparison, documents: tuple[Document, Document]) -> Locate:
    """Return the function that looks up the place of a change: all of a side in one pass, when the first is asked for.

    Args:
        comparison: Whose changes will be asked about.
        documents: The left and the right one.
    """
    spans: list[dict[Place, Span]] = [{}, {}]

    def locate(side: int, pointer: Pointer) -> FilePosition | None:
        document = documents[side]
        if not spans[side]:
            places = [(change.left, change.right)[side] for change in comparison.changes]
            spans[side] = document.spans([Place(place.pointer) for place in places if place])
        span = spans[side].get(Place(pointer))
        return FilePosition(document.name, *document.position(span.start)) if span else None

    return locate
