"""Cells, runs and the first divergence."""

from __future__ import annotations

from collections import Counter

from tests.unit.comparing_helpers import scenario, seed, step, trace
from tracecli.comparing import Comparison, Divergence, Run, Side, compare_scenarios
from tracecli.model import Scenario, Step


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
    assert state.runs[-1] == Run("idle", "yes", "no", (5, 5), (6, 6))


def test_neighbouring_moments_with_the_same_two_values_are_one_run() -> None:
    left, right = scenario(*_steps("abc", "000"), initial={"value": "0"}), scenario(*_steps("abc", "110"))

    state = _compared(left, right).state

    assert state.runs == (Run("value", "0", "1", (0, 0), (2, 2)),)
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
