"""Lanes as they follow from states: bars, quiet values, words, and the sentence that counts."""

from __future__ import annotations

from dataclasses import replace

from tests.unit.export_helpers import laned, overlap
from tracecli.lanes import Bar, counted, lane_text, state_lanes


def test_equal_neighbours_are_one_bar_with_its_iteration() -> None:
    trace = laned()

    cpu, gpu = state_lanes(trace, trace.scenarios[1])

    assert gpu.label == "GPU work"
    assert gpu.bars == (Bar(0, 3, "forward k−1", iteration=-1), Bar(3, 7, "forward k", iteration=0))
    assert [bar.value for bar in cpu.bars if bar.quiet] == ["idle"]


def test_a_lane_in_words() -> None:
    trace = laned()

    assert lane_text(state_lanes(trace, trace.scenarios[0])[1]) == "GPU work: idle 0–2, forward k 3–4, idle 5–6"


def test_columns_choose_the_moments() -> None:
    trace = laned()

    gpu = state_lanes(trace, trace.scenarios[0], [2, 3, 3, 5])[1]

    assert [(bar.start, bar.end, bar.value) for bar in gpu.bars] == [
        (0, 1, "idle"),
        (1, 3, "forward k"),
        (3, 4, "idle"),
    ]


def test_without_lanes_every_state_key_is_one_and_none_is_quiet() -> None:
    trace, scenario = overlap()
    trace = replace(trace, lanes=None)

    lanes = state_lanes(trace, scenario)

    assert [lane.label for lane in lanes] == list(trace.state_labels.values())
    assert not any(bar.quiet for lane in lanes for bar in lane.bars)
    assert counted(trace, trace.scenarios) == []


def test_the_sentence_counts_steps_that_work() -> None:
    trace = laned()

    assert counted(trace, trace.scenarios) == [
        "CPU work: serial works in 4 of 6 steps, overlap in 6 of 6",
        "GPU work: serial works in 2 of 6 steps, overlap in 6 of 6",
    ]


def test_the_second_iteration_that_a_value_names_is_known_too() -> None:
    trace = laned()
    scenario = replace(trace.scenarios[0], initial={**trace.scenarios[0].initial, "gpu": "forward k−1, then k"})

    assert state_lanes(trace, scenario)[1].bars[0][-2:] == (-1, 0)
