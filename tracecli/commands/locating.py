"""Look up where changes stand in their files: all of them in one pass a side, and only when somebody asks."""

from __future__ import annotations

from functools import cache

from tracecli.comparing import Comparison, TraceComparison
from tracecli.library.resolving import Resolved
from tracecli.problems import Place, Pointer, Position
from tracecli.report.diff_view import Locate, Located


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
