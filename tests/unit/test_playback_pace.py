"""How long a step stays."""

from __future__ import annotations

from dataclasses import replace

from tests.unit.playing_helpers import scenario, seed
from tracecli.playback import NORMAL_WPM, initial_stay_ms, reading_ms, stay_ms


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
