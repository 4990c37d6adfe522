"""State in runs, the first divergence, playback time, and the rows of an alignment in reading order."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given

from tests.unit.comparing_helpers import diff_text, scenario, seed, step, trace
from tests.unit.comparing_strategies import pairs
from tracecli.comparing import (
    AlignedRow,
    Comparison,
    Divergence,
    DurationChange,
    Shift,
    Side,
    StateRun,
    compare_scenarios,
    compare_traces,
)
from tracecli.comparing.state import paired_rows, state_at
from tracecli.model import Kind, Scenario, Step, Target, Trace
from tracecli.report.diff_json import diff_json
from tracecli.report.diff_markdown import diff_markdown


def _compared(left: Scenario, right: Scenario) -> Comparison:
    return compare_scenarios(Side(trace(left), left), Side(trace(right), right))


def _steps(letters: str, values: str) -> tuple[Step, ...]:
    return tuple(
        step(f"Do {letter}", [f"n{letter}"], value=value) for letter, value in zip(letters, values, strict=True)
    )


def test_the_founding_document_differs_in_25_of_35_cells_and_13_runs() -> None:
    whole = seed()

    state = compare_scenarios(*(Side(whole, each) for each in whole.scenarios)).state

    assert (state.differing, state.cells) == (25, 35)
    assert Counter(run.key for run in state.runs) == {"cpu": 3, "gpu": 2, "inputs": 3, "queue": 3, "idle": 2}
    assert state.runs[-1] == StateRun("idle", "yes", "no", (5, 5), (6, 6))


def test_neighbouring_moments_with_the_same_two_values_are_one_run() -> None:
    left, right = scenario(*_steps("abc", "000"), initial={"value": "0"}), scenario(*_steps("abc", "110"))

    state = _compared(left, right).state

    assert state.runs == (StateRun("value", "0", "1", (0, 0), (2, 2)),)
    assert state.differing == 3


def test_an_unaligned_step_ends_a_run() -> None:
    left = scenario(*_steps("ab", "00"), initial={"value": "0"})
    right = scenario(*_steps("axb", "111"), initial={"value": "1"})

    state = _compared(left, right).state

    assert [(run.first, run.last) for run in state.runs] == [((0, 0), (1, 1)), ((2, 3), (2, 3))]


def test_a_moved_step_is_a_run_of_its_own() -> None:
    left = scenario(*_steps("abcd", "0000"), initial={"value": "0"})
    right = scenario(*_steps("acdb", "1111"), initial={"value": "1"})

    state = _compared(left, right).state

    assert ((2, 4), (2, 4)) in [(run.first, run.last) for run in state.runs]


def test_a_state_key_of_one_side_is_named_and_not_compared() -> None:
    left, right = (
        scenario(step("Run", ["n"], cpu="idle", gpu="idle")),
        scenario(step("Run", ["n"], cpu="idle", queue="k")),
    )

    state = _compared(left, right).state

    assert (state.keys, state.only_left, state.only_right) == (("cpu",), ("gpu",), ("queue",))
    assert state.runs == ()


def test_the_first_divergence_is_the_initial_state_when_that_differs() -> None:
    whole = seed()

    found = compare_scenarios(*(Side(whole, each) for each in whole.scenarios)).first_divergence

    assert found == Divergence(0, 0, ("gpu", "inputs", "queue", "idle"))


def test_the_first_divergence_is_the_first_step_with_another_state_or_other_targets() -> None:
    left = scenario(*_steps("abc", "000"))
    other_state = scenario(*_steps("abc", "001"))
    more_targets = scenario(left.steps[0], step("Do b", ["nb", "nx"], value="0"), left.steps[2])

    assert _compared(left, other_state).first_divergence == Divergence(3, 3, ("value",))
    assert _compared(left, more_targets).first_divergence == Divergence(2, 2, (), targets=True)


def test_a_step_that_only_one_side_has_is_a_divergence_on_that_side() -> None:
    left, longer = scenario(*_steps("ab", "00")), scenario(*_steps("abx", "000"))

    assert _compared(left, longer).first_divergence == Divergence(None, 3)
    assert _compared(longer, left).first_divergence == Divergence(3, None)


def test_other_words_and_durations_are_no_divergence() -> None:
    left, right = scenario(step("Run", ["n"], duration=1000)), scenario(step("Run it", ["n"], duration=2000))

    comparison = _compared(left, right)

    assert comparison.first_divergence is None
    assert not comparison.same


def _timed(letters: str, duration: int = 1000) -> list[Step]:
    return [step(f"Do {letter}", [f"n{letter}"], [f"e{letter}"], duration=duration, key=letter) for letter in letters]


def _compared_steps(left: Sequence[Step], right: Sequence[Step]) -> Comparison:
    one, other = scenario(*left), scenario(*right)
    return compare_scenarios(Side(trace(one), one), Side(trace(other), other))


def _lines(rows: Sequence[AlignedRow]) -> list[tuple[str, tuple[int, ...], tuple[int, ...]]]:
    return [(row.mark, row.left, row.right) for row in rows]


def test_a_step_in_front_shifts_what_follows_once() -> None:
    timing = _compared_steps(_timed("abc"), [*_timed("x", 700), *_timed("abc")]).timing

    assert timing.shifts == (Shift(1, 2, 700),)
    assert timing.durations == ()


def test_a_removed_step_lets_the_rest_begin_earlier() -> None:
    assert _compared_steps(_timed("abc"), _timed("ac")).timing.shifts == (Shift(3, 2, -1000),)


def test_a_step_at_the_end_shifts_nothing() -> None:
    timing = _compared_steps(_timed("abc"), _timed("abcx")).timing

    assert timing.shifts == ()
    assert (timing.left, timing.right) == (3000, 4000)


def test_a_step_replaced_by_one_as_long_shifts_nothing() -> None:
    assert _compared_steps(_timed("abc"), _timed("axc")).timing.shifts == ()


def test_a_moved_step_shifts_nothing() -> None:
    assert _compared_steps(_timed("abcd"), _timed("acdb")).timing.shifts == ()


def test_two_halves_take_as_long_as_both_together() -> None:
    whole = step("Queue and stash", ["q", "f"], ["p", "w"], duration=3000)
    halves = [step("Queue", ["q"], ["p"], duration=1400), step("Stash", ["f"], ["w"], duration=1600)]
    longer = [halves[0], step("Stash", ["f"], ["w"], duration=1700)]

    assert _compared_steps([whole], halves).timing.durations == ()
    assert _compared_steps([whole], longer).timing.durations == (DurationChange((1,), (1, 2), 3000, 3100),)


def test_lines_stand_in_reading_order_with_a_moved_step_where_the_right_has_it() -> None:
    rows = _compared_steps(_timed("abcdx"), _timed("acydb")).rows

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

    assert _lines(_compared_steps([whole], halves).rows) == [("split", (1,), (1, 2))]
    assert _lines(_compared_steps(halves, [whole]).rows) == [("merge", (1, 2), (1,))]


def _same_snapshots(order: Sequence[int]) -> Comparison:
    """Compare four steps with the same four in another order, each with a state of its own that goes with it."""
    steps = [step(f"Step {letter}", [letter], s=letter) for letter in "abcd"]
    left = scenario(*steps, initial={"s": "none"}, id="r")
    right = scenario(*[steps[i] for i in order], initial={"s": "none"}, id="r")
    return compare_scenarios(Side(trace(left), left), Side(trace(right), right))


@pytest.mark.parametrize("order", [one for one in permutations(range(4)) if one != (0, 1, 2, 3)])
def test_steps_in_another_order_change_the_state_from_other_values(order: tuple[int, ...]) -> None:
    comparison = _same_snapshots(order)

    assert comparison.state.runs == ()
    assert comparison.state.transitions
    shown = diff_text(comparison, names=("old", "new"), origin="")
    page = diff_markdown(comparison, names=("old", "new"), origin="")
    data = json.loads(diff_json(comparison, names=("old", "new")))["scenarios"][0]["state"]
    changing = len(comparison.state.transitions)
    for text in (shown, page):
        assert "state is the same in all 5 cells, but " in text
        assert f"{changing} aligned step" in text
        assert "State changes at the aligned steps" in text
    assert len(data["transitions"]) == changing


def test_a_transition_has_its_step_and_the_values_before_and_after_it() -> None:
    (first, second, third) = _same_snapshots((1, 0, 2, 3)).state.transitions

    assert (first.row.left, first.row.right, first.left, first.right, first.after) == ((1,), (2,), "none", "b", "a")
    assert (second.row.left, second.row.right, second.left, second.right, second.after) == (
        (2,),
        (1,),
        "a",
        "none",
        "b",
    )
    assert (third.row.left, third.left, third.right, third.after) == ((3,), "b", "a", "c")


@given(pairs())
def test_where_nothing_is_reported_the_same_happens_in_every_aligned_step(both: tuple[Trace, Trace]) -> None:
    for one in compare_traces(*both).scenarios:
        if one.state.runs or one.state.transitions:
            continue
        for row in paired_rows(one.alignment):
            for key in one.state.keys:
                happens = [
                    (state_at(side.scenario, numbers[0] - 1)[key], state_at(side.scenario, numbers[-1])[key])
                    for side, numbers in ((one.left, row.left), (one.right, row.right))
                ]
                assert happens[0] == happens[1]


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (["a", "b"], ["a"], "1 target used only in old"),
        (["a"], ["a", "b"], "1 target used only in new"),
        (["a", "gone"], ["a"], "1 target only in old"),
        (["a"], ["a", "fresh"], "1 target only in new"),
        (["a", "b", "gone"], ["a"], "1 target only in old · 1 target used only in old"),
        (["a"], ["a", "b", "fresh"], "1 target only in new · 1 target used only in new"),
    ],
)
def test_only_on_one_side_is_what_only_one_side_declares(before: list[str], after: list[str], says: str) -> None:
    both = {key: Target(key, key, Kind.NODE, f"Label {key}") for key in ("a", "b")}
    sides = []
    for keys in (before, after):
        own = {key: Target(key, key, Kind.NODE, f"Label {key}") for key in keys}
        sides.append(trace(scenario(step("One", keys, s="x"), id="r"), targets=both | own))

    comparison = compare_traces(*sides)

    for text in (
        diff_text(comparison, names=("old", "new"), origin=""),
        diff_markdown(comparison, names=("old", "new"), origin=""),
    ):
        assert says in text
        headings = [line for line in text.splitlines() if line.startswith("Targets ")]
        assert headings == [f"Targets {part.partition('target ')[2]}" for part in says.split(" · ")]


def test_without_a_common_state_key_no_more_is_said_to_be_the_same_than_was_compared() -> None:
    one, other = scenario(step("One", ["a"], s="x"), id="r"), scenario(step("One", ["a"], t="x"), id="r")

    whole = diff_text(compare_traces(trace(one), trace(other)), names=("old", "new"), origin="")
    text = diff_text(compare_scenarios(Side(trace(one), one), Side(trace(other), other)), names=("a", "b"), origin="")

    assert "1 scenario on both sides, none of them differs otherwise" in whole
    assert "No divergence in the state keys that both sides have" in text
    assert "no state key is on both sides, so no state was compared" in text
    assert "the same" not in text
