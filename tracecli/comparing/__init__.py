"""Alignment of steps, and the changes between two scenarios or two whole traces. Pure: no files, no terminal."""

from __future__ import annotations

from tracecli.comparing.align import Alignment, Split, StepPair, align
from tracecli.comparing.changes import Change, ChangeLevel, Location, Side
from tracecli.comparing.compare import Comparison, TraceComparison, Usage, compare_scenarios, compare_traces
from tracecli.comparing.lines import UnmeantLines, unmeant_lines
from tracecli.comparing.match import Matches, match_targets
from tracecli.comparing.state import (
    AlignedRow,
    Divergence,
    DurationChange,
    Shift,
    StateDifference,
    StateRun,
    StateTransition,
    Timing,
    rows,
)
from tracecli.comparing.words import Piece, compare_words

__all__ = [
    "AlignedRow",
    "Alignment",
    "Change",
    "ChangeLevel",
    "Comparison",
    "Divergence",
    "DurationChange",
    "Location",
    "Matches",
    "Piece",
    "Shift",
    "Side",
    "Split",
    "StateDifference",
    "StateRun",
    "StateTransition",
    "StepPair",
    "Timing",
    "TraceComparison",
    "UnmeantLines",
    "Usage",
    "align",
    "compare_scenarios",
    "compare_traces",
    "compare_words",
    "match_targets",
    "rows",
    "unmeant_lines",
]
