"""The panel of state."""

from __future__ import annotations

from dataclasses import replace

from tests.unit.playing_helpers import scenario, seed, stage
from tracecli.model import Trace
from tracecli.terminal.panels import Stage, one_line, state
from tracecli.text import plain


def rows(on: Stage, index: int, width: int, *, hidden: bool = False) -> list[str]:
    return [plain(row) for row in state(on, on.moment(index), width, hidden=hidden)]


def test_label_value_and_what_was_stand_in_columns() -> None:
    assert rows(stage(), 3, 90) == [
        "◆ CPU work                  run_batch(k) returns       was run_batch(k)",
        "◆ GPU work                  forward k                  was forward k−1",
        "◆ Next input IDs            batch k−1 tokens gathered  was batch k−1 tokens pending",
        "  Result queue              k−1",
        "  GPU idle during CPU work  no",
    ]


def test_a_label_too_long_for_its_column_pushes_only_its_own_value() -> None:
    assert rows(stage(), 3, 76)[2:] == [
        "◆ Next input IDs  batch k−1 tokens gathered  was batch k−1 tokens pending",
        "  Result queue    k−1",
        "  GPU idle during CPU work  no",
    ]


def test_what_was_goes_below_where_it_does_not_fit() -> None:
    assert rows(stage(), 3, 50)[:3] == [
        "◆ CPU work        run_batch(k) returns",
        "                  was run_batch(k)",
        "◆ GPU work        forward k        was forward k−1",
    ]


def test_a_label_wider_than_half_the_table_has_its_value_below() -> None:
    assert rows(stage(), 3, 40)[-3:] == ["  Result queue  k−1", "  GPU idle during CPU work", "    no"]


def test_to_be_predicted_everything_is_asked_and_what_was_is_told() -> None:
    assert rows(stage(), 3, 90, hidden=True)[1:4] == [
        "? GPU work                  ?                          was forward k−1",
        "? Next input IDs            ?                          was batch k−1 tokens pending",
        "? Result queue              ?                          was k−1",
    ]


def test_columns_are_the_same_at_every_step() -> None:
    starts = {row.index("was ") for index in range(1, 7) for row in rows(stage(), index, 90) if "was " in row}

    assert len(starts) == 1


def test_it_is_known_whether_every_row_fits_on_a_line() -> None:
    assert one_line(stage(), 76)
    assert not one_line(stage(), 60)


def test_a_table_without_keys_has_no_rows() -> None:
    assert rows(stage(_stateless()), 3, 80) == []


def _stateless() -> Trace:
    steps = tuple(replace(step, state={}) for step in scenario().steps)
    return replace(seed(), state_labels={}, scenarios=(replace(scenario(), initial={}, steps=steps),))
