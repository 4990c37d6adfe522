"""A comparison as JSON."""

from __future__ import annotations

from collections.abc import Iterable

from tracecli.comparing import (
    Change,
    Comparison,
    Divergence,
    Duration,
    Level,
    Pair,
    Run,
    Shift,
    Side,
    Split,
    Spot,
    TraceComparison,
    compare_words,
)
from tracecli.comparing.state import Moment
from tracecli.report.diff_view import DiffOptions, Locate, sentence
from tracecli.text import json_text

# ---- report.diff_scenario_json
# One compared pair of scenarios as data for JSON.


def scenario_data(comparison: Comparison) -> dict[str, object]:
    """Give alignment, first divergence, state, targets and playback time."""
    found, usage = comparison.alignment, comparison.usage
    return {
        "left": _side(comparison.left, comparison.timing.left),
        "right": _side(comparison.right, comparison.timing.right),
        "same": comparison.same,
        "alignment": {
            "pairs": [_pair(pair) for pair in found.pairs],
            "moves": [_pair(pair) for pair in found.moves],
            "splits": _splits(found.splits),
            "merges": _splits(found.merges),
            "onlyLeft": list(found.only_left),
            "onlyRight": list(found.only_right),
        },
        "firstDivergence": _divergence(comparison.first_divergence),
        "state": _state(comparison),
        "targets": {"onlyLeft": list(usage.only_left), "onlyRight": list(usage.only_right)},
        "timing": {
            "durations": [_duration(step) for step in comparison.timing.durations],
            "shifts": [_shift(shift) for shift in comparison.timing.shifts],
        },
    }


def _side(side: Side, playback: int) -> dict[str, object]:
    return {"scenario": side.scenario.id, "steps": len(side.scenario.steps), "playbackMilliseconds": playback}


def _pair(pair: Pair) -> dict[str, object]:
    return {"left": pair.left, "right": pair.right, "confidence": round(pair.confidence, 4)}


def _splits(splits: Iterable[Split]) -> list[dict[str, object]]:
    return [{"whole": split.whole, "halves": list(split.halves)} for split in splits]


def _divergence(found: Divergence | None) -> dict[str, object] | None:
    if found is None:
        return None
    return {"left": found.left, "right": found.right, "keys": list(found.keys), "targets": found.targets}


def _state(comparison: Comparison) -> dict[str, object]:
    state = comparison.state
    labels = comparison.left.trace.state_labels
    return {
        "keys": list(state.keys),
        "onlyLeft": list(state.only_left),
        "onlyRight": list(state.only_right),
        "cells": state.cells,
        "differing": state.differing,
        "runs": [_run(run, labels[run.key]) for run in state.runs],
    }


def _run(run: Run, label: str) -> dict[str, object]:
    return {
        "key": run.key,
        "label": label,
        "left": run.left,
        "right": run.right,
        "first": _moment(run.first),
        "last": _moment(run.last),
    }


def _moment(moment: Moment) -> dict[str, int]:
    return {"left": moment[0], "right": moment[1]}


def _duration(step: Duration) -> dict[str, object]:
    return {"left": list(step.left), "right": list(step.right), "before": step.before, "after": step.after}


def _shift(shift: Shift) -> dict[str, object]:
    return {"left": shift.left, "right": shift.right, "milliseconds": shift.milliseconds}


# ---- report.diff_json
# A comparison as JSON: exact data, stable order, a version field. `schemas/diff.schema.json` describes it.

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
