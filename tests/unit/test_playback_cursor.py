"""A place that never leaves its scenario."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tracecli.playback import Cursor


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
