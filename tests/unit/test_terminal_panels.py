"""The parts of a frame: the state table, and rows that show a whole scenario at once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.console import Group

from tests.unit.playing_helpers import plain_row, scenario, seed, stage, view
from tracecli.model import Trace
from tracecli.terminal.frame import drawn_rows
from tracecli.terminal.panels import history_rows, line, marked, state, state_columns, state_rows, ticks
from tracecli.terminal.view import Stage
from tracecli.text import cell_width


def rows(on: Stage, index: int, width: int, *, hidden: bool = False, predict: bool = False) -> list[str]:
    table = state(on, view(index, hidden=hidden, predict=predict or hidden), on.moment(index), width)
    return [plain_row(row) for row in drawn_rows(Group(*table), width)]


def test_label_value_and_what_was_stand_in_columns() -> None:
    assert rows(stage(), 3, 90) == [
        "◆ CPU work                  run_batch(k) returns       was run_batch(k)",
        "◆ GPU work                  forward k                  was forward k−1",
        "◆ Next input IDs            batch k−1 tokens gathered  was batch k−1 tokens pending",
        "  Result queue              k−1",
        "  GPU idle during CPU work  no",
    ]


def test_a_label_too_long_for_its_column_breaks_in_it() -> None:
    assert rows(stage(), 3, 76)[2:] == [
        "◆ Next input IDs    batch k−1 tokens gathered  was batch k−1 tokens pending",
        "  Result queue      k−1",
        "  GPU idle during   no",
        "  CPU work",
    ]


LONG_LABELS = ["", "Q", "A label of many words, longer than what it says", "x" * 70, "予約キュー" * 6, "👩‍🚀" * 20,
               "scheduler.running_batch.sampling_info", "हिन्दी " * 9, "a\nb\n" * 12, "word − " * 15]  # fmt: skip


@pytest.mark.parametrize("label", LONG_LABELS)
@pytest.mark.parametrize("width", [36, 54, 76, 98])
def test_columns_are_the_same_in_every_row_and_step_however_long_a_label_is(label: str, width: int) -> None:
    on = stage(replace(seed(), state_labels={**seed().state_labels, "queue": label, "idle": label}))
    values = {value for step in scenario().steps for value in step.state.values()}

    starts = {
        cell_width(row[: row.index(value)])
        for index in range(1, 7)
        for row in rows(on, index, width)
        for value in values
        if row.split("  was ")[0].endswith(f"  {value}")
    }

    assert len(starts) == 1


def test_what_was_goes_below_where_it_does_not_fit() -> None:
    assert rows(stage(), 3, 50)[:3] == [
        "◆ CPU work        run_batch(k) returns",
        "                  was run_batch(k)",
        "◆ GPU work        forward k  was forward k−1",
    ]


def test_to_be_predicted_everything_is_asked_and_what_was_is_told() -> None:
    assert rows(stage(), 3, 90, hidden=True)[1:4] == [
        "? GPU work                  ?                          was forward k−1",
        "? Next input IDs            ?                          was batch k−1 tokens pending",
        "? Result queue              ?                          was k−1",
    ]


def test_columns_are_the_same_at_every_step() -> None:
    starts = {row.index("was ") for index in range(1, 7) for row in rows(stage(), index, 90) if "was " in row}

    assert len(starts) == 1


@pytest.mark.parametrize("predicting", [False, True])
@pytest.mark.parametrize("width", [20, 40, 60, 76, 90])
def test_the_rows_kept_for_the_state_are_those_of_the_fullest_step(width: int, predicting: bool) -> None:  # noqa: FBT001
    on = stage()
    drawn = [
        len(rows(on, index, width, hidden=hidden, predict=predicting))
        for index in range(7)
        for hidden in {False, predicting}
    ]

    assert state_rows(on, state_columns(on, width, predicting=predicting), predicting=predicting) == max(drawn)


def test_an_empty_value_is_named() -> None:
    steps = tuple(replace(step, state={**step.state, "gpu": ""}) for step in scenario().steps)
    emptied = replace(seed(), scenarios=(replace(scenario(), steps=steps),))

    assert "  GPU work                  (empty)" in rows(stage(emptied), 3, 90)


def test_hits_of_a_search_are_marked_in_whole_characters() -> None:
    text = line(("a ❤️ b", "text"))

    marked([text], view(needle="❤"))

    assert [(span.start, span.end) for span in text.spans] == [(2, 4)]


def test_a_table_without_keys_has_no_rows() -> None:
    assert rows(stage(_stateless()), 3, 80) == []


def _stateless() -> Trace:
    steps = tuple(replace(step, state={}) for step in scenario().steps)
    targets = {key: replace(target, shows=None) for key, target in seed().targets.items()}
    bare = replace(scenario(), initial={}, steps=steps)
    return replace(seed(), state_labels={}, lanes=None, targets=targets, scenarios=(bare,))


@pytest.mark.parametrize(("index", "row"), [(0, "○○○○○○"), (1, "◉○○○○○"), (4, "●●●◉○○"), (6, "●●●●●◉")])
def test_there_is_a_tick_a_step_and_the_present_one_is_marked(index: int, row: str) -> None:
    assert ticks(index, 6, 60).plain == row


@pytest.mark.parametrize(("index", "place"), [(1, 0), (500, 4), (1000, 9)])
def test_in_a_long_scenario_a_tick_stands_for_several_steps(index: int, place: int) -> None:
    row = ticks(index, 1000, 10).plain

    assert len(row) == 10
    assert row.index("◉") == place


def test_without_room_there_are_no_ticks() -> None:
    assert not ticks(1, 6, 0)


def bar(row: list[str], index: int, room: int) -> list[str]:
    return [text.plain for text in history_rows(row, index, room)]


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
