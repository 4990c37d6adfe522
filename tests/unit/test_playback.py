"""What a viewer sees and when: moments, pace, cursor, watching and searching."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.playing_helpers import long_scenario, scenario, seed
from tracecli.model import Step
from tracecli.playback import (
    Cursor,
    Subject,
    Value,
    changes,
    ends,
    find_subject,
    history,
    hits,
    initial_stay_ms,
    matches,
    moment,
    stay_ms,
    subjects,
)
from tracecli.text import NORMAL_WPM, reading_ms


def test_a_step_shows_its_nodes_its_paths_and_the_full_state() -> None:
    now = moment(seed(), scenario(), 4)

    assert (now.index, now.last, now.title) == (4, 6, "Queue the handle, stash tokens")
    assert [node.label for node in now.nodes] == ["Result queue", "FutureMap"]
    assert [path.key for path in now.paths] == ["launchQueue", "gpuFuture"]
    assert [value.key for value in now.values] == ["cpu", "gpu", "inputs", "queue", "idle"]


def test_a_changed_value_tells_what_it_was_and_others_do_not() -> None:
    now = moment(seed(), scenario(), 3)

    assert now.changed == (
        Value("cpu", "CPU work", "run_batch(k) returns", "run_batch(k)"),
        Value("gpu", "GPU work", "forward k", "forward k−1"),
        Value("inputs", "Next input IDs", "batch k−1 tokens gathered", "batch k−1 tokens pending"),
    )


def test_the_first_step_is_compared_with_the_initial_state() -> None:
    now = moment(seed(), scenario(), 1)

    assert now.changed == (Value("cpu", "CPU work", "schedule batch k", "idle"),)


def test_the_initial_state_has_the_scenarios_description_and_nothing_active() -> None:
    now = moment(seed(), scenario(), 0)

    assert (now.title, now.description) == ("Initial state", scenario().description)
    assert (now.step, now.nodes, now.paths, now.changed) == (None, (), (), ())


@pytest.mark.parametrize("index", [-1, 7])
def test_there_is_no_moment_outside_the_scenario(index: int) -> None:
    with pytest.raises(IndexError):
        moment(seed(), scenario(), index)


def test_a_moment_asks_for_no_more_than_two_steps_however_long_the_scenario() -> None:
    asked: list[int] = []

    class Counting(tuple[Step, ...]):
        __slots__ = ()

        def __getitem__(self, index: Any) -> Any:
            asked.append(index)
            return super().__getitem__(index)

    many = replace(long_scenario(1000), steps=Counting(long_scenario(1000).steps))

    moment(seed(), many, 500)

    assert set(asked) <= {498, 499}


def test_an_edge_without_ends_has_none_to_tell() -> None:
    edge = replace(seed().targets["loop"], start=None, end=None)

    assert ends(seed(), edge) is None
    assert ends(seed(), seed().targets["loop"]) == ("Process results", "Pick batch")


def test_words_are_counted_at_white_space() -> None:
    assert reading_ms("one two\n three", 180) == 1000


def test_no_words_a_minute_means_no_time_for_words() -> None:
    assert reading_ms("one two three", 0) == 0


def test_a_step_stays_for_its_duration_when_its_words_need_less() -> None:
    step = replace(scenario().steps[0], title="Wait", description="", duration=5000)

    assert stay_ms(step, NORMAL_WPM, 1) == 5000


def test_a_step_stays_for_its_words_when_its_duration_is_less() -> None:
    step = replace(scenario().steps[0], title="One", description="two three", duration=1)

    assert stay_ms(step, 60, 1) == 3000
    assert stay_ms(step, 0, 1) == 1


def test_nine_of_the_seeds_twelve_steps_need_longer_than_their_duration() -> None:
    steps = [step for one in seed().scenarios for step in one.steps]

    assert sum(stay_ms(step, NORMAL_WPM, 1) > step.duration for step in steps) == 9


def test_speed_scales_duration_and_words_alike() -> None:
    step = replace(scenario().steps[0], title="One", description="two three", duration=1)

    assert stay_ms(step, 60, 2) == 1500
    assert stay_ms(step, 60, 0.5) == 6000


def test_a_duration_beyond_all_waiting_is_a_day() -> None:
    step = replace(scenario().steps[0], duration=10**400)

    assert stay_ms(step, NORMAL_WPM, 1) == 24 * 60 * 60 * 1000


def test_the_initial_state_stays_for_the_scenarios_description_and_a_second_at_least() -> None:
    described, silent = scenario(), replace(scenario(), description="")

    assert initial_stay_ms(described, 60, 1) == len(described.description.split()) * 1000
    assert initial_stay_ms(silent, NORMAL_WPM, 1) == 1000


def test_it_goes_on_and_back_and_stops_at_both_ends() -> None:
    last, first = Cursor(6, 6), Cursor(6, 0)

    assert (Cursor(6, 3).next().index, Cursor(6, 3).back().index) == (4, 2)
    assert (last.next(), first.back()) == (last, first)
    assert last.at_end
    assert not first.at_end


def test_it_starts_at_step_1() -> None:
    assert Cursor(6).index == 1


def test_watching_goes_to_the_nearest_stop_on_that_side_and_stays_without_one() -> None:
    stops = (1, 3, 5)

    assert Cursor(6, 3).watch(stops, forward=True).index == 5
    assert Cursor(6, 3).watch(stops, forward=False).index == 1
    assert Cursor(6, 5).watch(stops, forward=True).index == 5
    assert Cursor(6, 1).watch(stops, forward=False).index == 1
    assert Cursor(6, 2).watch((), forward=True).index == 2


@settings(max_examples=100)
@given(st.integers(1, 50), st.integers(-99, 99), st.lists(st.sampled_from(["next", "back"]), max_size=30))
def test_no_way_leads_out_of_the_scenario(last: int, start: int, moves: list[str]) -> None:
    cursor = Cursor(last).seek(start)

    for move in moves:
        cursor = cursor.next() if move == "next" else cursor.back()
        assert 0 <= cursor.index <= last


def test_every_state_key_and_then_every_target_can_be_watched() -> None:
    found = subjects(seed())

    assert [subject.key for subject in found[:6]] == ["cpu", "gpu", "inputs", "queue", "idle", "pick"]
    assert len(found) == 5 + 14


def test_a_name_that_is_both_is_the_state_key_unless_said_otherwise() -> None:
    trace = seed()

    assert find_subject(trace, "queue") == Subject("state", "queue", "Result queue")
    assert find_subject(trace, "target:queue") == Subject("target", "queue", "Result queue")
    assert find_subject(trace, "state:queue") == find_subject(trace, "queue")
    assert find_subject(trace, "pick") == Subject("target", "pick", "Pick batch")
    assert find_subject(trace, "nothing") is None


def test_the_history_of_a_state_key_is_its_values_from_the_initial_state_on() -> None:
    row = history(seed(), scenario(), Subject("state", "gpu", ""))

    assert row == ("forward k−1",) * 3 + ("forward k",) * 4
    assert changes(row) == (3,)


def test_the_history_of_a_node_says_when_it_is_active() -> None:
    row = history(seed(), scenario(), Subject("target", "pick", ""))

    assert row == ("", "active", "", "", "", "", "active")
    assert changes(row) == (1, 2, 6)


def test_the_history_of_an_edge_says_when_it_is_travelled() -> None:
    row = history(seed(), scenario(), Subject("target", "copy", ""))

    assert row == ("", "", "", "", "", "travelled", "")


@pytest.mark.parametrize("typed", ["k-1", "K-1", "k−1", "k–1", "k－1", "ｋ-１"])
def test_kinds_of_dash_case_and_width_do_not_count(typed: str) -> None:
    assert matches("process batch k−1 now", typed) == [(14, 17)]


def test_accents_do_not_count_however_they_are_composed() -> None:
    composed, decomposed = "café", unicodedata.normalize("NFD", "café")

    assert matches(composed, "cafe") == [(0, 4)]
    assert matches(decomposed, "café") == [(0, 4)]


def test_a_ligature_is_found_by_its_letters_and_marked_as_a_whole() -> None:
    assert matches("an oﬃce", "ff") == [(4, 5)]


@pytest.mark.parametrize("text", ["the worker\ntakes it", "the worker\r\ntakes it\n", "the worker\ttakes it"])
def test_words_are_found_across_the_line_breaks_of_a_block(text: str) -> None:
    assert [text[start:end].split() for start, end in matches(text, "worker takes")] == [["worker", "takes"]]
    assert hits(replace(scenario(), description=text), "worker takes") == (0,)


def test_nothing_is_found_nowhere() -> None:
    assert matches("text", "") == []
    assert hits(scenario(), "") == ()


def test_titles_descriptions_and_values_are_searched_the_initial_state_among_them() -> None:
    assert hits(scenario(), "stash TOKENS") == (4,)
    assert hits(scenario(), "pop_and_process") == (5,)
    assert hits(scenario(), "tokens stored") == (4, 5)
    assert hits(scenario(), "tokens pending") == (0, 1, 2, 6)
    assert hits(scenario(), "initial state") == (0,)
    assert hits(scenario(), "no such words") == ()


@settings(max_examples=200)
@given(st.text(max_size=20), st.text(max_size=20), st.text(min_size=1, max_size=10))
def test_whatever_stands_in_a_text_is_found_there_and_places_are_places_of_the_text(
    before: str, behind: str, needle: str
) -> None:
    text = before + needle + behind

    found = matches(text, needle)

    assert found or not matches(needle, needle)
    assert all(0 <= start < end <= len(text) for start, end in found)
