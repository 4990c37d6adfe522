"""Rows that show a whole scenario at once."""

from __future__ import annotations

import pytest

from tracecli.terminal.output import UNICODE
from tracecli.terminal.panels import history_row, ticks
from tracecli.text import plain


@pytest.mark.parametrize(("index", "row"), [(0, "○○○○○○"), (1, "◉○○○○○"), (4, "●●●◉○○"), (6, "●●●●●◉")])
def test_there_is_a_tick_a_step_and_the_present_one_is_marked(index: int, row: str) -> None:
    assert plain(ticks(UNICODE, index, 6, 60)) == row


@pytest.mark.parametrize(("index", "place"), [(1, 0), (500, 4), (1000, 9)])
def test_in_a_long_scenario_a_tick_stands_for_several_steps(index: int, place: int) -> None:
    row = plain(ticks(UNICODE, index, 1000, 10))

    assert len(row) == 10
    assert row.index("◉") == place


def test_without_room_there_are_no_ticks() -> None:
    assert ticks(UNICODE, 1, 6, 0) == ()


def bar(row: list[str], index: int, room: int) -> list[str]:
    return [plain(line) for line in history_row(UNICODE, row, index, room)]


def test_a_history_joins_equal_values_and_says_where_we_are_and_since_when() -> None:
    assert bar(["a", "a", "b", "b", "b"], 1, 40) == [
        "│a              │b                      ",
        "        ▲ step 1: a since the beginning",
    ]


def test_where_we_are_is_marked_under_its_own_place_with_the_words_where_there_is_room() -> None:
    assert bar(["a", "a", "b", "b", "b"], 4, 40)[1] == "         step 4: b since step 2 ▲"


def test_a_history_longer_than_the_room_shows_the_part_around_the_present() -> None:
    row = ["x"] * 500 + ["y"] * 500

    shown, here = bar(row, 501, 70)

    assert len(shown) == 70
    assert "│x" in shown
    assert "│y" in shown
    assert "step 501: y since step 500" in here


def test_nothing_in_a_targets_history_reads_not_active() -> None:
    assert bar(["", "active"], 0, 40)[1] == "▲ step 0: not active"
