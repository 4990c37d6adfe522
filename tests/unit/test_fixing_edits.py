"""Edits by position, and lists that turn into others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracecli.fixing.edits import Claims, Edit, RefusedError, edited, ordered
from tracecli.fixing.fix import NowhereError, intended
from tracecli.fixing.lists import differences
from tracecli.problems import Fix
from tracecli.reading.yaml_text import Value

_LISTS = st.lists(st.sampled_from(["a", "b", "c", 1, True, None]), max_size=8)


def test_edits_are_made_in_the_order_of_the_text() -> None:
    assert edited("0123456789", [Edit(8, 9, "b"), Edit(2, 4, ""), Edit(2, 2, "a")]) == "01a4567b9"


def test_edits_that_overlap_are_refused_and_equal_ones_are_one() -> None:
    assert ordered([Edit(1, 2, "x"), Edit(1, 2, "x")]) == (Edit(1, 2, "x"),)
    with pytest.raises(RefusedError):
        ordered([Edit(1, 3, "x"), Edit(2, 4, "y")])


def test_a_place_that_is_taken_is_taken_for_what_is_in_it_and_around_it() -> None:
    claims = Claims()

    assert claims.take([("a", "b")], [Edit(5, 8, "x")])
    assert not claims.take([("a", "b")], [])
    assert not claims.take([("a",)], [])
    assert not claims.take([("a", "b", 0)], [])
    assert not claims.take([("c",)], [Edit(7, 9, "y")])
    assert not claims.take([("c",)], [Edit(5, 5, "y")])
    assert claims.take([("c",)], [Edit(8, 9, "y"), Edit(2, 5, "")])


@given(old=_LISTS, new=_LISTS)
def test_differences_lead_from_any_list_to_any_other(old: list[Value], new: list[Value]) -> None:
    made: list[Value] = []
    at = 0
    for start, stop, added in differences(old, new):
        made += [*old[at:start], *added]
        at = stop

    assert list(map(repr, [*made, *old[at:]])) == list(map(repr, new))


def test_equal_lists_have_no_differences() -> None:
    assert list(differences(["a", "a", "b"], ["a", "a", "b"])) == []


def test_what_is_intended_shares_what_stays_and_never_changes_the_original() -> None:
    shared = {"g": 1}
    data = {"a": shared, "b": shared, "c": [1]}

    meant = intended(data, [Fix("", ((("a", "g"), 2), (("c", 0), 5)))])

    assert meant == {"a": {"g": 2}, "b": {"g": 1}, "c": [5]}
    assert data == {"a": {"g": 1}, "b": {"g": 1}, "c": [1]}


def test_a_place_that_is_not_there_is_nowhere() -> None:
    for pointer in (("x",), ("c", 1), ("c", "x"), ("c", 0, "x")):
        with pytest.raises(NowhereError):
            intended({"c": [1]}, [Fix("", ((pointer, 2),))])
