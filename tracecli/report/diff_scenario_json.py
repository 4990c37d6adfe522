"""One compared pair of scenarios as data for JSON."""

from __future__ import annotations

from collections.abc import Iterable

from tracecli.comparing import Comparison, Divergence, Duration, Pair, Run, Shift, Side, Split
from tracecli.comparing.state import Moment


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
