from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from tests.unit.export_helpers import overlap, rows, small
from tracecli.export.asciicast import Recorder, export
from tracecli.model import build


def _lines(**options: Any) -> list[Any]:
    trace = build(small())
    text = export(trace, trace.scenarios[0], Recorder(rows, 40, 10), **options)
    return [json.loads(line) for line in text.splitlines()]


def test_the_header_is_version_2_without_a_time_stamp() -> None:
    assert _lines()[0] == {
        "version": 2,
        "width": 40,
        "height": 10,
        "title": "One item",
        "env": {"TERM": "xterm-256color"},
        "caption": "Not measured.",
        "limitations": ["Nothing waits."],
    }


def test_each_step_has_a_marker_before_its_frame_and_the_last_one_stays() -> None:
    assert _lines(wpm=0)[1:] == [
        [0.0, "o", "\x1b[?25l\x1b[H\x1b[2J\x1b[1mstep 0\x1b[0m\r\nthe row below"],
        [1.0, "m", "1. Make"],
        [1.0, "o", "\x1b[H\x1b[2J\x1b[1mstep 1\x1b[0m\r\nthe row below"],
        [1.9, "m", "2. Put"],
        [1.9, "o", "\x1b[H\x1b[2J\x1b[1mstep 2\x1b[0m\r\nthe row below"],
        [2.8, "o", "\x1b[H\x1b[2J\x1b[1mstep 3\x1b[0m\r\nthe row below\x1b[?25h\x1b[11;1H"],
    ]


def test_a_step_stays_as_long_as_its_words_need() -> None:
    times = [event[0] for event in _lines(wpm=60)[1:] if event[1] == "o"]

    assert [after - before for before, after in pairwise(times[1:])] == [4.0, 4.0]


def test_speed_makes_it_faster() -> None:
    assert [event[0] for event in _lines(wpm=0, speed=2.0)[1:] if event[1] == "o"] == [0.0, 0.5, 0.95, 1.4]


def test_times_never_run_backwards_and_frames_are_asked_for_once_each() -> None:
    asked: list[int] = []

    def frame(number: int) -> list[str]:
        asked.append(number)
        return rows(number)

    trace, scenario = overlap()
    events = [json.loads(line) for line in export(trace, scenario, Recorder(frame, 80, 24)).splitlines()[1:]]

    assert asked == [0, 1, 2, 3, 4, 5, 6, 7]
    assert [event[0] for event in events] == sorted(event[0] for event in events)
    assert sum(event[1] == "m" for event in events) == 6
