"""Durations and shifts, and the lines of an alignment in reading order."""

from __future__ import annotations

from collections.abc import Sequence

from tests.unit.comparing_helpers import scenario, step, trace
from tracecli.comparing import Comparison, Duration, Row, Shift, Side, compare_scenarios
from tracecli.model import Step


def _steps(letters: str, duration: int = 1000) -> list[Step]:
    return [step(f"Do {letter}", [f"n{letter}"], [f"e{letter}"], duration=duration, key=letter) for letter in letters]


def _compared(left: Sequence[Step], right: Sequence[Step]) -> Comparison:
    one, other = scenario(*left), scenario(*right)
    return compare_scenarios(Side(trace(one), one), Side(trace(other), other))


def _lines(rows: Sequence[Row]) -> list[tuple[str, tuple[int, ...], tuple[int, ...]]]:
    return [(row.mark, row.left, row.right) for row in rows]


def test_a_step_in_front_shifts_what_follows_once() -> None:
    timing = _compared(_steps("abc"), [*_steps("x", 700), *_steps("abc")]).timing

    assert timing.shifts == (Shift(1, 2, 700),)
    assert timing.durations == ()


def test_a_removed_step_lets_the_rest_begin_earlier() -> None:
    assert _compared(_steps("abc"), _steps("ac")).timing.shifts == (Shift(3, 2, -1000),)


def test_a_step_at_the_end_shifts_nothing() -> None:
    timing = _compared(_steps("abc"), _steps("abcx")).timing

    assert timing.shifts == ()
    assert (timing.left, timing.right) == (3000, 4000)


def test_a_step_replaced_by_one_as_long_shifts_nothing() -> None:
    assert _compared(_steps("abc"), _steps("axc")).timing.shifts == ()


def test_a_moved_step_shifts_nothing() -> None:
    assert _compared(_steps("abcd"), _steps("acdb")).timing.shifts == ()


def test_two_halves_take_as_long_as_both_together() -> None:
    whole = step("Queue and stash", ["q", "f"], ["p", "w"], duration=3000)
    halves = [step("Queue", ["q"], ["p"], duration=1400), step("Stash", ["f"], ["w"], duration=1600)]
    longer = [halves[0], step("Stash", ["f"], ["w"], duration=1700)]

    assert _compared([whole], halves).timing.durations == ()
    assert _compared([whole], longer).timing.durations == (Duration((1,), (1, 2), 3000, 3100),)


def test_lines_stand_in_reading_order_with_a_moved_step_where_the_right_has_it() -> None:
    rows = _compared(_steps("abcdx"), _steps("acydb")).rows

    assert _lines(rows) == [
        ("pair", (1,), (1,)),
        ("pair", (3,), (2,)),
        ("right", (), (3,)),
        ("pair", (4,), (4,)),
        ("left", (5,), ()),
        ("moved", (2,), (5,)),
    ]


def test_a_split_is_one_line_with_both_numbers() -> None:
    whole = step("Queue and stash", ["q", "f"], ["p", "w"])
    halves = [step("Queue", ["q"], ["p"]), step("Stash", ["f"], ["w"])]

    assert _lines(_compared([whole], halves).rows) == [("split", (1,), (1, 2))]
    assert _lines(_compared(halves, [whole]).rows) == [("merge", (1, 2), (1,))]
