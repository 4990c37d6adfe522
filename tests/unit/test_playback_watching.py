"""What can be watched, and when it changes."""

from __future__ import annotations

from tests.unit.playing_helpers import scenario, seed
from tracecli.playback import Subject, changes, find_subject, history, subjects


def test_every_state_key_and_then_every_target_can_be_watched() -> None:
    found = subjects(seed())

    assert [subject.key for subject in found[:6]] == ["cpu", "gpu", "inputs", "queue", "idle", "pick"]
    assert len(found) == 5 + 14


def test_a_name_that_is_both_is_the_state_key_unless_said_otherwise() -> None:
    trace = seed()

    assert find_subject(trace, "queue") == Subject("state", "queue", "Result queue")
    assert find_subject(trace, "target:queue") == Subject("target", "queue", "Result queue")
    assert find_subject(trace, "state:queue") == find_subject(trace, "queue")
    assert find_subject(trace, "pick") == Subject("target", "pick", "Pick batch")
    assert find_subject(trace, "nothing") is None


def test_the_history_of_a_state_key_is_its_values_from_the_initial_state_on() -> None:
    row = history(seed(), scenario(), Subject("state", "gpu", ""))

    assert row == ("forward k−1",) * 3 + ("forward k",) * 4
    assert changes(row) == (3,)


def test_the_history_of_a_node_says_when_it_is_active() -> None:
    row = history(seed(), scenario(), Subject("target", "pick", ""))

    assert row == ("", "active", "", "", "", "", "active")
    assert changes(row) == (1, 2, 6)


def test_the_history_of_an_edge_says_when_it_is_travelled() -> None:
    row = history(seed(), scenario(), Subject("target", "copy", ""))

    assert row == ("", "", "", "", "", "travelled", "")
