"""Cells of the terminal map."""

from __future__ import annotations

import unicodedata

import pytest

from tracecli.drawing.charsizes import _GLYPHS, DOWN, LEFT, RIGHT, UP, Canvas, joined, trail
from tracecli.text import Run, plain


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (UP + DOWN, "LIGHT VERTICAL"),
        (2 * LEFT + 2 * RIGHT, "HEAVY HORIZONTAL"),
        (DOWN + RIGHT, "LIGHT DOWN AND RIGHT"),
        (2 * UP + 2 * LEFT, "HEAVY UP AND LEFT"),
        (UP + DOWN + 2 * RIGHT, "VERTICAL LIGHT AND RIGHT HEAVY"),
        (UP + DOWN + 2 * LEFT + 2 * RIGHT, "VERTICAL LIGHT AND HORIZONTAL HEAVY"),
    ],
)
def test_a_cell_has_the_character_of_its_arms(code: int, name: str) -> None:
    assert unicodedata.name(_GLYPHS[code]) == f"BOX DRAWINGS {name}"


def test_no_two_codes_have_one_character() -> None:
    assert len(set(_GLYPHS)) == 81


def test_the_heavier_arm_wins_in_each_direction() -> None:
    assert joined(UP + RIGHT, 2 * UP + DOWN) == 2 * UP + RIGHT + DOWN


def test_a_trail_joins_its_corners() -> None:
    assert trail([(0, 0), (2, 0), (2, 1)]) == {(0, 0): RIGHT, (1, 0): LEFT + RIGHT, (2, 0): LEFT + DOWN, (2, 1): UP}


def test_bends_of_edges_are_round_and_those_of_other_lines_are_not() -> None:
    canvas = Canvas(4, 2)
    canvas.lines(trail([(0, 0), (1, 0), (1, 1)]), "edge")
    canvas.lines(trail([(2, 0), (3, 0), (3, 1)]), "path", weight=2)

    assert [plain(row) for row in canvas.rows()] == ["╶╮╺┓", " ╵ ╹"]


def test_crossing_lines_join_with_their_weights() -> None:
    canvas = Canvas(3, 3)
    canvas.lines(trail([(0, 1), (2, 1)]), "edge")
    canvas.lines(trail([(1, 0), (1, 2)]), "path", weight=2)

    assert [plain(row) for row in canvas.rows()] == [" ╻", "╶╂╴", " ╹"]


def test_a_wide_character_takes_two_cells_and_a_combining_one_none() -> None:
    canvas = Canvas(6, 1)
    canvas.text((0, 0), "予e\u0301", "node")
    canvas.text((3, 0), "|", "edge")

    assert canvas.rows() == ((Run("予e\u0301", "node"), Run("|", "edge")),)


def test_joined_characters_take_the_cells_that_they_are_wide() -> None:
    canvas = Canvas(6, 1)
    canvas.text((0, 0), "❤️👩‍🚀", "node")
    canvas.text((4, 0), "|", "edge")

    assert canvas.rows() == ((Run("❤️👩‍🚀", "node"), Run("|", "edge")),)


def test_an_accent_without_a_letter_is_not_lost() -> None:
    canvas = Canvas(4, 1)
    canvas.text((0, 0), "\u0301ab", "node")
    canvas.text((2, 0), "|", "edge")

    assert canvas.rows() == ((Run("\u0301ab", "node"), Run("|", "edge")),)


def test_blanks_of_a_text_are_no_blank_cells() -> None:
    canvas = Canvas(5, 1)
    canvas.text((0, 0), "a  b", "node")

    assert not canvas.blank(1, 0, 2)
    assert canvas.blank(4, 0, 1)
    assert not canvas.blank(4, 0, 2)


def test_a_copy_changes_nothing_in_the_original() -> None:
    canvas = Canvas(3, 1)
    other = canvas.copy()

    other.text((0, 0), "abc", "node")
    other.lines({(0, 0): UP}, "edge")

    assert canvas.rows() == ((),)
