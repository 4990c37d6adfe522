"""Alignment of steps, and the changes between two scenarios or two whole traces. Pure: no files, no terminal."""

from __future__ import annotations

from tracecli.comparing.align import Alignment, Pair, Split, align
from tracecli.comparing.changes import Change, Level, Side, Spot, Usage
from tracecli.comparing.compare import Comparison, TraceComparison, compare_scenarios, compare_traces
from tracecli.comparing.match import Matches, match_targets
from tracecli.comparing.state import Divergence, Duration, Row, Run, Shift, StateDifference, Timing
from tracecli.comparing.words import Piece, compare_words

__all__ = [
    "Alignment",
    "Change",
    "Comparison",
    "Divergence",
    "Duration",
    "Level",
    "Matches",
    "Pair",
    "Piece",
    "Row",
    "Run",
    "Shift",
    "Side",
    "Split",
    "Spot",
    "StateDifference",
    "Timing",
    "TraceComparison",
    "Usage",
    "align",
    "compare_scenarios",
    "compare_traces",
    "compare_words",
    "match_targets",
]
