"""Edits by position, and which of them get in each other's way."""

from __future__ import annotations

import pytest

from tracecli.fixing.edits import Claims, Edit, RefusedError, edited, ordered


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
