"""`trace diff`: compare two scenarios, two files or two revisions."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from functools import cache
from typing import NamedTuple

from tracecli.api import compare, load
from tracecli.commands.errors import shortest
from tracecli.comparing import Comparison, Level, TraceComparison
from tracecli.errors import ExitCode, TraceError
from tracecli.library.addresses import Reference, parse, quoted
from tracecli.library.catalog import Resolved
from tracecli.problems import Place, Pointer, Position
from tracecli.report.diff_view import DiffOptions, Locate, Located
from tracecli.terminal import output

# ---- commands.locating
# Look up where changes stand in their files: all of them in one pass a side, and only when somebody asks.


def located(comparison: Comparison | TraceComparison, sides: tuple[Resolved, Resolved]) -> Locate:
    """Give the function that tells the place of a change's pointer.

    Args:
        comparison: Whose changes will be asked about.
        sides: Left and right, with their documents.
    """

    @cache
    def positions(side: int) -> dict[Pointer, Position]:
        spots = (change.right if side else change.left for change in comparison.changes)
        document = sides[side].checked.document
        spans = document.spans([Place(spot.pointer) for spot in spots if spot])
        return {place.pointer: document.position(span.start) for place, span in spans.items()}

    def locate(side: int, pointer: Pointer) -> Located | None:
        position = positions(side).get(pointer)
        return Located(sides[side].name, position.line, position.column) if position else None

    return locate


# ---- commands.diff
# `trace diff`: what two scenarios, two files or two revisions have in common, and what not.


class Options(NamedTuple):
    """What the command line asks of a comparison.

    Attributes:
        format: `text`, `json` or `markdown`.
        level: The lowest level shown.
        only: The levels shown; all of them when empty.
        stat: Numbers only.
        side_by_side: Texts in two columns, where there is room.
        fail_on: The lowest level that makes it exit 1; None leaves differences at 0.
        color: Whether text is coloured.
    """

    format: str
    level: Level
    only: Collection[Level]
    stat: bool
    side_by_side: bool
    fail_on: Level | None
    color: bool


def run(left: str | None, right: str | None, options: Options) -> ExitCode:
    """Compare what two addresses name, and show it."""
    if left is None or right is None:
        raise TraceError("trace diff needs two addresses", *_examples())
    if all(parse(address).reference is Reference.STDIN for address in (left, right)):
        raise TraceError("standard input can be read once, so it can only be one side", "put one of them into a file")
    sides = _load(left), _load(right)
    comparison = compare(*sides)
    _show(comparison, sides, (left, right), options)
    deepest = max((change.level for change in comparison.changes), default=None)
    fails = deepest is not None and options.fail_on is not None and deepest >= options.fail_on
    return ExitCode.FOUND if fails else ExitCode.OK


def _examples() -> list[str]:
    return [f"trace diff {' '.join(map(quoted, addresses[:2]))}" for addresses in shortest() if len(addresses) > 1]


def _load(address: str) -> Resolved:
    resolved = load(address)
    if resolved.step is not None:
        raise TraceError(f"{address} names a step; scenarios or whole traces are compared", "leave the step out")
    return resolved


def _show(
    comparison: Comparison | TraceComparison, sides: tuple[Resolved, Resolved], names: tuple[str, str], options: Options
) -> None:
    shown = DiffOptions(
        width=output.columns(os.environ),
        wrap=sys.stdout.isatty(),
        level=options.level,
        only=options.only,
        stat=options.stat,
        side_by_side=options.side_by_side,
    )
    locate = located(comparison, sides)
    origin = " → ".join(dict.fromkeys(side.name for side in sides))
    if options.format == "json":
        from tracecli.report.diff_json import diff_json

        output.data(diff_json(comparison, names=names, options=shown, locate=locate))
    elif options.format == "markdown":
        from tracecli.report.diff_markdown import diff_markdown

        output.out(diff_markdown(comparison, names=names, origin=origin, options=shown))
    else:
        from tracecli.report.diff_text import diff_lines
        from tracecli.terminal.output import painted

        for line in diff_lines(comparison, names=names, origin=origin, options=shown, locate=locate):
            output.out(painted(line, color=options.color) or "\n")
