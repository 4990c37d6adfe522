"""Alignment of steps, and the changes between two scenarios or two whole traces. Pure: no files, no terminal."""

from __future__ import annotations

from tracecli.comparing.aligning import align
from tracecli.comparing.alignment import Alignment, Pair, Split
from tracecli.comparing.changes import Change, Spot
from tracecli.comparing.divergence import Divergence
from tracecli.comparing.levels import Level
from tracecli.comparing.matching import Matches, match_targets
from tracecli.comparing.rows import Row
from tracecli.comparing.scenarios import Comparison, compare_scenarios
from tracecli.comparing.sides import Side
from tracecli.comparing.state import Run, StateDifference
from tracecli.comparing.timing import Duration, Shift, Timing
from tracecli.comparing.traces import TraceComparison, compare_traces
from tracecli.comparing.usage import Usage
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
