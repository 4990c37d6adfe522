"""Lanes as SVG: columns, bars, words, motion, model time."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.support.timing_loops import FOLDER
from tests.unit.export_helpers import HOSTILE, hostile, laned
from tests.unit.svg_helpers import classed, parsed, shown, words
from tracecli.api import load
from tracecli.errors import TraceError
from tracecli.export.svg_lanes import export, formula_text, time_lanes
from tracecli.model import Trace, build
from tracecli.report.time import timed_loops


def sglang() -> Trace:
    return load(FOLDER / "sglang.yaml").trace


def test_both_loops_have_their_lanes_above_each_other_with_one_column_a_step() -> None:
    trace = laned()

    root = parsed(export(trace, trace.scenarios))

    assert [words(one) for one in classed(root, "axis")] == ["1", "2", "3", "4", "5", "6"]
    assert [words(one) for one in classed(root, "lane-name")] == ["CPU work", "GPU work"] * 2
    assert [words(one) for one in classed(root, "loop")] == [one.title for one in trace.scenarios]
    assert [words(one) for one in classed(root, "bar-idle")] == ["waits for batch k", "idle", "idle"]
    assert len(classed(root, "cursor")) == 6


def test_the_hue_is_the_iteration_and_neighbours_differ() -> None:
    trace = laned()

    bars = classed(parsed(export(trace, trace.scenarios)), "bar")

    assert [bar.get("class") for bar in bars][-2:] == ["bar hue-e", "bar hue-a"]


def test_the_first_column_shows_without_a_style_sheet() -> None:
    trace = laned()

    found = [*shown(parsed(export(trace, trace.scenarios)))]

    assert len([one for one in found if one.get("class") == "cursor"]) == 1
    assert [words(one) for one in found if one.get("class") == "step-title"] == ["1. Pick batch k"] * 2


def test_a_still_has_one_column_and_does_not_move() -> None:
    trace = laned()

    text = export(trace, trace.scenarios, step=5)

    assert "keyframes" not in text
    assert [words(one) for one in classed(parsed(text), "step-title")] == [
        "5. Process batch k",
        "5. Process batch k−1 during forward k",
    ]


@pytest.mark.parametrize("step", [0, 7])
def test_a_step_that_is_not_there_is_refused(step: int) -> None:
    trace = laned()

    with pytest.raises(TraceError, match=f"no step {step}"):
        export(trace, trace.scenarios, step=step)


def test_each_lane_is_there_as_text_too() -> None:
    trace = laned()

    told = export(trace, trace.scenarios[:1])

    assert "GPU work: idle 1–2, forward k 3–4, idle 5–6" in told
    assert "GPU work: serial works in 2 of 6 steps." in told


def test_with_timing_facts_the_same_loops_are_there_in_model_time() -> None:
    root = parsed(export(sglang(), sglang().scenarios))

    notes = [words(one) for one in classed(root, "loop-note")]
    assert notes[0].startswith("Model time from declared costs, not a measurement. Invented")
    assert notes[1] == "13.4 ms an iteration = schedule + launch + process + forward + stash + copy"
    assert notes[2].startswith("9.1 ms an iteration = max(forward + stash, (schedule + launch")
    assert any("1.47 × as fast" in words(one) for one in classed(root, "title"))


def test_lanes_in_model_time_cover_the_same_time_without_gaps() -> None:
    loops = timed_loops(sglang(), sglang().scenarios)

    end = 3 * max(loop.time for loop in loops)

    assert end == 3 * Fraction(67, 5)
    for loop in loops:
        for lane in time_lanes(loop, end):
            ends = [Fraction(0), *(bar.end for bar in lane.bars)]
            assert [bar.start for bar in lane.bars] == ends[:-1]
            assert ends[-1] == end


def test_of_several_terms_the_largest_is_first() -> None:
    loops = timed_loops(sglang(), sglang().scenarios)

    assert re.match(r"9\.1 ms an iteration = max\(forward \+ stash, ", formula_text(loops[1]))


def test_a_name_that_is_too_long_is_broken_between_its_parts_or_cut() -> None:
    trace = laned()
    step = trace.scenarios[0].steps[0]
    long = replace(step, state={**step.state, "cpu": "get_next_batch_to_run_and_then_wait_for_it(k)"})
    scenario = replace(trace.scenarios[0], steps=(long, *trace.scenarios[0].steps[1:]))

    bar = classed(parsed(export(trace, (scenario,))), "bar-text")[0]

    assert words(bar) == "get_next_batch_ to_run_and_the…"


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_makes_no_element(text: str) -> None:
    trace = build(hostile(text))

    root = parsed(export(trace, trace.scenarios))

    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert names <= {"svg", "title", "desc", "style", "defs", "pattern", "path", "rect", "g", "text", "tspan"}
