"""Search that forgives how a character was typed."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.playing_helpers import scenario
from tracecli.playback import hits, matches


@pytest.mark.parametrize("typed", ["k-1", "K-1", "k−1", "k–1", "k－1", "ｋ-１"])
def test_kinds_of_dash_case_and_width_do_not_count(typed: str) -> None:
    assert matches("process batch k−1 now", typed) == [(14, 17)]


def test_accents_do_not_count_however_they_are_composed() -> None:
    composed, decomposed = "café", unicodedata.normalize("NFD", "café")

    assert matches(composed, "cafe") == [(0, 4)]
    assert matches(decomposed, "café") == [(0, 4)]


def test_a_ligature_is_found_by_its_letters_and_marked_as_a_whole() -> None:
    assert matches("an oﬃce", "ff") == [(4, 5)]


def test_nothing_is_found_nowhere() -> None:
    assert matches("text", "") == []
    assert hits(scenario(), "") == ()


def test_titles_descriptions_and_values_are_searched_the_initial_state_among_them() -> None:
    assert hits(scenario(), "stash TOKENS") == (4,)
    assert hits(scenario(), "pop_and_process") == (5,)
    assert hits(scenario(), "tokens stored") == (4, 5)
    assert hits(scenario(), "tokens pending") == (0, 1, 2, 6)
    assert hits(scenario(), "initial state") == (0,)
    assert hits(scenario(), "no such words") == ()


@settings(max_examples=200)
@given(st.text(max_size=20), st.text(max_size=20), st.text(min_size=1, max_size=10))
def test_whatever_stands_in_a_text_is_found_there_and_places_are_places_of_the_text(
    before: str, behind: str, needle: str
) -> None:
    text = before + needle + behind

    found = matches(text, needle)

    assert found or not matches(needle, needle)
    assert all(0 <= start < end <= len(text) for start, end in found)
