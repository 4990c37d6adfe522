"""A comparison as JSON: exact data, stable order, a version field. `schemas/diff.schema.json` describes it."""

from __future__ import annotations

from collections.abc import Iterable

from tracecli.comparing import (
    Change,
    ChangeLevel,
    Comparison,
    Location,
    Split,
    StepPair,
    TraceComparison,
    UnmeantLines,
    compare_words,
)
from tracecli.report.diff_view import DiffOptions, Locate, sentence
from tracecli.report.diff_whole import Rows, whole
from tracecli.text import json_text

VERSION = 1


def diff_json(
    comparison: Comparison | TraceComparison,
    *,
    names: tuple[str, str],
    options: DiffOptions | None = None,
    locate: Locate | None = None,
    unmeant: UnmeantLines | None = None,
) -> str:
    """Return the comparison as JSON text that ends in a line break.

    Args:
        comparison: Two scenarios, or two traces.
        names: What the sides are called; addresses as the user gave them.
        options: Which changes are listed; whether the sides are the same and the counts don't depend on it.
        locate: Looks up file, line and column of each change.
        unmeant: What else differs in the texts of two traces.
    """
    shown = options or DiffOptions()
    of_traces = isinstance(comparison, TraceComparison)
    levels = [change.level for change in comparison.changes]
    data = {
        "version": VERSION,
        "kind": "traces" if of_traces else "scenarios",
        "left": names[0],
        "right": names[1],
        "same": comparison.same,
        "unmeant": unmeant and {"lines": unmeant.count, "kinds": list(unmeant.kinds)},
        "levels": {str(level): levels.count(level) for level in ChangeLevel},
        "changes": [
            _change(change, whole(change, comparison), names, locate)
            for change in comparison.changes
            if shown.shows(change.level)
        ],
        "targets": {
            "pairs": [{"left": left, "right": right} for left, right in comparison.targets.pairs.items()],
            "onlyLeft": list(comparison.targets.only_left),
            "onlyRight": list(comparison.targets.only_right),
        },
        "scenarios": [
            _scenario(one)
            for one in (comparison.scenarios if isinstance(comparison, TraceComparison) else (comparison,))
        ],
        "onlyLeft": list(comparison.only_left) if isinstance(comparison, TraceComparison) else [],
        "onlyRight": list(comparison.only_right) if isinstance(comparison, TraceComparison) else [],
    }
    return json_text(data)


def _change(change: Change, rows: Rows, names: tuple[str, str], locate: Locate | None) -> dict[str, object]:
    data: dict[str, object] = {
        "level": str(change.level),
        "kind": change.kind,
        "message": sentence(change, (f"in {names[0]}", f"in {names[1]}")),
        "left": _location(change.left, 0, locate),
        "right": _location(change.right, 1, locate),
        "before": change.before,
        "after": change.after,
        "fingerprint": change.fingerprint,
    }
    if change.subject:
        data["subject"] = change.subject
    if change.last:
        data["last"] = _moment(change.last)
    if rows:
        data["whole"] = [{"name": name.strip(), "text": text} for name, text in rows]
    if change.level is ChangeLevel.WORDING and change.before is not None and change.after is not None:
        words = compare_words(change.before, change.after)
        data["words"] = [{"in": piece.side, "text": piece.text} for piece in words]
    return data


def _location(location: Location | None, side: int, locate: Locate | None) -> dict[str, object] | None:
    if location is None:
        return None
    data: dict[str, object] = {"pointer": list(location.pointer)}
    if location.address is not None:
        data["address"] = location.address
    if locate and (position := locate(side, location.pointer)):
        data |= position._asdict()
    return data


def _scenario(comparison: Comparison) -> dict[str, object]:
    """Return alignment, first divergence, state, targets and playback time of one pair of scenarios."""
    alignment, timing, usage = comparison.alignment, comparison.timing, comparison.usage
    found = comparison.first_divergence
    divergence = found and {
        "left": found.left,
        "right": found.right,
        "keys": list(found.keys),
        "targets": found.targets,
    }
    sides = {
        name: {"scenario": side.scenario.id, "steps": len(side.scenario.steps), "playbackMilliseconds": playback}
        for name, side, playback in (
            ("left", comparison.left, timing.left),
            ("right", comparison.right, timing.right),
        )
    }
    return sides | {
        "same": comparison.same,
        "alignment": {
            "pairs": _pairs(alignment.pairs),
            "moves": _pairs(alignment.moves),
            "splits": _splits(alignment.splits),
            "merges": _splits(alignment.merges),
            "onlyLeft": list(alignment.only_left),
            "onlyRight": list(alignment.only_right),
        },
        "firstDivergence": divergence,
        "state": _state(comparison),
        "targets": {"onlyLeft": list(usage.only_left), "onlyRight": list(usage.only_right)},
        "timing": {
            "durations": [
                {"left": list(step.left), "right": list(step.right), "before": step.before, "after": step.after}
                for step in timing.durations
            ],
            "shifts": [
                {"left": shift.left, "right": shift.right, "milliseconds": shift.milliseconds}
                for shift in timing.shifts
            ],
        },
    }


def _state(comparison: Comparison) -> dict[str, object]:
    state = comparison.state
    return {
        "keys": list(state.keys),
        "onlyLeft": list(state.only_left),
        "onlyRight": list(state.only_right),
        "cells": state.cells,
        "differing": state.differing,
        "runs": [
            {
                "key": run.key,
                "label": comparison.left.trace.state_labels[run.key],
                "left": run.left,
                "right": run.right,
                "first": _moment(run.first),
                "last": _moment(run.last),
            }
            for run in state.runs
        ],
        "transitions": [
            {
                "key": one.key,
                "left": {"steps": list(one.row.left), "before": one.left},
                "right": {"steps": list(one.row.right), "before": one.right},
                "after": one.after,
            }
            for one in state.transitions
        ],
    }


def _pairs(pairs: Iterable[StepPair]) -> list[dict[str, object]]:
    return [{"left": pair.left, "right": pair.right, "confidence": round(pair.confidence, 4)} for pair in pairs]


def _splits(splits: Iterable[Split]) -> list[dict[str, object]]:
    return [{"whole": split.whole, "halves": list(split.halves)} for split in splits]


def _moment(moment: tuple[int, int]) -> dict[str, int]:
    return {"left": moment[0], "right": moment[1]}
