"""Which targets of two traces are the same."""

from __future__ import annotations

from tracecli.comparing import match_targets
from tracecli.model import Kind, Target


def _target(key: str, name: str, label: str, kind: Kind = Kind.NODE) -> Target:
    return Target(key, name, kind, label)


def test_targets_match_by_key_then_by_id_then_by_label() -> None:
    left = {"a": _target("a", "1", "A"), "b": _target("b", "2", "B"), "c": _target("c", "3", "C")}
    right = {"a": _target("a", "9", "X"), "bb": _target("bb", "2", "Y"), "cc": _target("cc", "7", "C")}

    matches = match_targets(left, right)

    assert dict(matches.pairs) == {"a": "a", "b": "bb", "c": "cc"}


def test_a_label_that_two_targets_of_one_side_share_matches_nothing() -> None:
    left = {"a": _target("a", "1", "Worker")}
    right = {"b": _target("b", "2", "Worker"), "c": _target("c", "3", "Worker")}

    matches = match_targets(left, right)

    assert (dict(matches.pairs), matches.only_left, matches.only_right) == ({}, ("a",), ("b", "c"))


def test_a_node_and_an_edge_of_one_label_are_two_things() -> None:
    matches = match_targets({"a": _target("a", "1", "Copy")}, {"b": _target("b", "2", "Copy", Kind.EDGE)})

    assert dict(matches.pairs) == {}
