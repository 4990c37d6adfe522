"""Lanes as text: where bars begin and end, what is written in them, and the cursor."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracecli.lanes import Bar, Lane, until
from tracecli.report.lanes import Scale, header_line, label_column, lane_line, step_scale
from tracecli.text import cell_width, plain

GPU = Lane("GPU", (Bar(0, 2, "idle", quiet=True), Bar(2, 4, "forward k", iteration=0), Bar(4, 5, "k+1", iteration=1)))


def shown(lane: Lane, scale: Scale, now: int | None = None) -> str:
    return plain(lane_line(lane, scale, now))


def test_work_is_solid_a_quiet_stretch_hatched_and_every_other_iteration_lighter() -> None:
    assert shown(GPU, Scale(4, 50, 0, 5)) == "GPU  ░idle ░░░░░░░░░░░░░ █forward k ████████ ▓k+1 ▓▓▓▓"


def test_the_cursor_stands_between_two_lines_under_the_frame_of_its_number() -> None:
    scale = Scale(4, 50, 0, 5)

    head = plain(header_line("Lane", list("01234"), scale, 3))
    row = shown(GPU, scale, 3)

    assert head == "Lane     0         1         2    ┏━━━ 3 ━━━┓    4"
    assert [place for place, char in enumerate(row) if char == "┃"] == [head.index("┏"), head.index("┓")]


def test_words_keep_clear_of_the_cursor() -> None:
    scale = Scale(4, 50, 0, 5)

    for now in range(5):
        row = shown(GPU, scale, now)
        assert "forward k" in row or now in {2, 3}
        assert "idle" in row
        assert cell_width(row) <= 4 + 1 + 50


def test_words_without_room_give_way_to_the_name_of_the_iteration_and_then_to_nothing() -> None:
    lane = Lane("CPU", (Bar(0, 1, "process_batch_result(k−1)", iteration=-1), Bar(1, 2, "idle", quiet=True)))

    assert shown(lane, Scale(3, 60, 0, 2)) == "CPU ▓process_batch_result(k−1) ▓▓ ░idle ░░░░░░░░░░░░░░░░░░░░░░░"
    assert shown(lane, Scale(3, 30, 0, 2)) == "CPU ▓process_batc… ░idle ░░░░░░░░"
    assert shown(lane, Scale(3, 12, 0, 2)) == "CPU ▓k−1  ░idle"
    assert shown(lane, Scale(3, 4, 0, 2)) == "CPU ▓ ░"


def test_a_gap_is_a_time_without_a_value() -> None:
    lane = Lane("GPU", (Bar(Fraction(1, 2), Fraction(3, 2), "x"),))

    assert shown(lane, Scale(3, 20, 0, 2)) == "GPU      █x ██████"


def test_a_short_operation_is_seen_at_the_very_end_of_a_line() -> None:
    lane = Lane("GPU", (Bar(Fraction(999, 1000), 1, "x"),))

    assert shown(lane, Scale(3, 20, 0, 1)) == "GPU " + " " * 19 + "█"


def test_more_steps_than_columns_are_shown_around_the_present_one() -> None:
    scale = step_scale(3, 43, 1000, 500, most=26)

    assert (scale.start, scale.end) == (491, 510)
    assert step_scale(3, 43, 1000, 0, most=26).start == 0
    assert step_scale(3, 43, 1000, 999, most=26).end == 1000


def test_a_narrow_cursor_is_a_sign_above_its_step() -> None:
    scale = step_scale(3, 43, 20, 7, most=26)

    head = plain(header_line("", [str(number) for number in range(20)], scale, 7))

    assert head.index("▼") == 4 + scale.at(7)
    assert "┃" not in shown(GPU, scale, 7)


def test_what_is_after_an_end_is_left_out() -> None:
    assert until(GPU, 3).bars == (GPU.bars[0], GPU.bars[1]._replace(end=3))
    assert until(GPU, 0).bars == ()


@pytest.mark.parametrize(
    "text", ["❤️", "👩‍👩‍👧", "🇩🇪", "हिन्दी", "กำลัง", "予約を送る", "\x1b[31m", "", "a\nb", "\u0301x"]
)
@pytest.mark.parametrize("now", [None, 0, 1, 2])
def test_whatever_is_in_a_lane_it_keeps_its_columns(text: str, now: int | None) -> None:
    lane = Lane(text, (Bar(0, 1, text), Bar(1, 3, text * 9, quiet=True)))
    same = Lane("x" * 4, (Bar(0, 1, "y"), Bar(1, 3, "z", quiet=True)))

    for room in (6, 15, 31, 90):
        scale = Scale(label_column([lane], 10), room, 0, 3)
        row, other = shown(lane, scale, now), shown(same, scale._replace(label=4), now)
        assert cell_width(row) - scale.label == cell_width(other) - 4
        assert "\x1b" not in row


@settings(deadline=None)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=9), st.integers(2, 200), st.integers(0, 8))
def test_bars_are_in_order_and_inside_their_line(lengths: list[int], room: int, now: int) -> None:
    ends = [sum(lengths[:count]) for count in range(len(lengths) + 1)]
    bars = tuple(Bar(first, last, f"v{first}", iteration=first) for first, last in pairwise(ends))
    scale = Scale(2, room, 0, ends[-1])

    row = shown(Lane("AB", bars), scale, min(now, ends[-1] - 1))

    assert row.startswith("AB")
    assert cell_width(row) <= 2 + 1 + room
