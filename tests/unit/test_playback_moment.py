"""What a viewer sees at one step."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.unit.playing_helpers import long_scenario, scenario, seed
from tracecli.model import Step
from tracecli.playback import Value, ends, moment


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
