"""What a viewer sees and when: moments, pace, cursor, watching and searching. Pure; knows no terminal and no clock."""

from __future__ import annotations

from tracecli.playback.cursor import Cursor
from tracecli.playback.moment import Moment, Value, ends, moment
from tracecli.playback.pace import NORMAL_WPM, initial_stay_ms, reading_ms, stay_ms
from tracecli.playback.searching import Folded, hits, matches
from tracecli.playback.watching import Subject, changes, find_subject, history, subjects

__all__ = [
    "NORMAL_WPM",
    "Cursor",
    "Folded",
    "Moment",
    "Subject",
    "Value",
    "changes",
    "ends",
    "find_subject",
    "history",
    "hits",
    "initial_stay_ms",
    "matches",
    "moment",
    "reading_ms",
    "stay_ms",
    "subjects",
]
