"""A comparison as JSON: exact data, stable order, a version field. `schemas/diff.schema.json` describes it."""

from __future__ import annotations

from collections.abc import Iterable

from tracecli.comparing import Change, Comparison, Level, Spot, TraceComparison, compare_words
from tracecli.report.diff_scenario_json import scenario_data
from tracecli.report.diff_sentences import sentence
from tracecli.report.diff_view import DiffOptions, Locate
from tracecli.report.jsontext import json_text

VERSION = 1


def diff_json(
    comparison: Comparison | TraceComparison,
    *,
    names: tuple[str, str],
    options: DiffOptions | None = None,
    locate: Locate | None = None,
) -> str:
    """Give the comparison as JSON text that ends in a line break.

    Args:
        comparison: Two scenarios, or two traces.
        names: What the sides are called; addresses as the user gave them.
        options: Which changes are listed; whether the sides are the same and the counts don't depend on it.
        locate: Looks up file, line and column of each change.
    """
    shown = options or DiffOptions()
    whole = isinstance(comparison, TraceComparison)
    scenarios = comparison.scenarios if isinstance(comparison, TraceComparison) else (comparison,)
    data = {
        "version": VERSION,
        "kind": "traces" if whole else "scenarios",
        "left": names[0],
        "right": names[1],
        "same": comparison.same,
        "levels": _levels(comparison.changes),
        "changes": [_change(change, names, locate) for change in comparison.changes if shown.shows(change.level)],
        "targets": {
            "pairs": [{"left": left, "right": right} for left, right in comparison.targets.pairs.items()],
            "onlyLeft": list(comparison.targets.only_left),
            "onlyRight": list(comparison.targets.only_right),
        },
        "scenarios": [scenario_data(scenario) for scenario in scenarios],
        "onlyLeft": list(comparison.only_left) if isinstance(comparison, TraceComparison) else [],
        "onlyRight": list(comparison.only_right) if isinstance(comparison, TraceComparison) else [],
    }
    return json_text(data)


def _levels(changes: Iterable[Change]) -> dict[str, int]:
    levels = [change.level for change in changes]
    return {str(level): levels.count(level) for level in Level}


def _change(change: Change, names: tuple[str, str], locate: Locate | None) -> dict[str, object]:
    told: dict[str, object] = {
        "level": str(change.level),
        "kind": change.kind,
        "message": sentence(change, (f"in {names[0]}", f"in {names[1]}")),
        "left": _spot(change.left, 0, locate),
        "right": _spot(change.right, 1, locate),
        "before": change.before,
        "after": change.after,
        "fingerprint": change.fingerprint,
    }
    if change.subject:
        told["subject"] = change.subject
    if change.last:
        told["last"] = {"left": change.last[0], "right": change.last[1]}
    if change.level is Level.WORDING and change.before is not None and change.after is not None:
        words = compare_words(change.before, change.after)
        told["words"] = [{"in": piece.side, "text": piece.text} for piece in words]
    return told


def _spot(spot: Spot | None, side: int, locate: Locate | None) -> dict[str, object] | None:
    if spot is None:
        return None
    told: dict[str, object] = {"pointer": list(spot.pointer)}
    if spot.address is not None:
        told["address"] = spot.address
    if locate and (place := locate(side, spot.pointer)):
        told |= {"file": place.file, "line": place.line, "column": place.column}
    return told
