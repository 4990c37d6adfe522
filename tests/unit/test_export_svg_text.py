"""Untrusted text in SVG: escapes, ids, direction, lines."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.unit.export_helpers import HOSTILE
from tests.unit.svg_helpers import parsed
from tracecli.drawing.labels import text_width
from tracecli.export.svg_parts import direction, element_id, number, text_block, wrapped, xml


@given(st.text())
@example("\x00\x0b\ufffe\uffff\ud800</text>]]>&lt;\"'")
def test_any_text_can_stand_in_an_element_and_in_an_attribute(text: str) -> None:
    root = parsed(f'<g data-key="{xml(text)}">{xml(text)}</g>')

    assert root[0].get("data-key") == root[0].text or (text == "" and root[0].text is None)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_makes_no_element(text: str) -> None:
    root = parsed(f"<text>{xml(text)}</text>")

    assert [element.tag.rpartition("}")[2] for element in root.iter()] == ["svg", "text"]


def test_what_cannot_be_seen_is_a_visible_escape() -> None:
    assert xml("a\x07\u202e\ufffe") == r"a\x07\u202e\ufffe"


@given(st.text(), st.text())
def test_two_names_never_have_one_id(one: str, two: str) -> None:
    assert (element_id("p-", one) == element_id("p-", two)) == (one == two)


@given(st.text())
def test_an_id_needs_no_escape_in_a_selector(name: str) -> None:
    assert re.fullmatch("[a-zA-Z][a-zA-Z0-9_-]*", element_id("p-", name))


def test_an_id_of_letters_digits_and_hyphens_is_as_it_was() -> None:
    assert element_id("trace-", "overlap-pick-2") == "trace-overlap-pick-2"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("abc", "ltr"), ("12. אבג x", "rtl"), ("k−1 العنصر", "ltr"), ("العنصر k", "rtl"), ("−→ 1", "ltr"), ("", "ltr")],
)
def test_the_first_letter_decides_which_way_a_text_runs(text: str, expected: str) -> None:
    assert direction(text) == expected


def test_a_text_from_the_right_keeps_its_side() -> None:
    left, right = text_block("x", ["אבג"], (5, 9), 10, "start"), text_block("x", ["אבג"], (5, 9), 10, "end")

    assert 'text-anchor="end" direction="rtl"' in left
    assert "text-anchor" not in right


def test_lines_of_a_text_lie_below_each_other() -> None:
    assert '<tspan x="5" y="9.5">a</tspan><tspan x="5" y="19.5">b</tspan>' in text_block("x", ["a", "b"], (5, 9.5), 10)


@pytest.mark.parametrize(("value", "text"), [(5, "5"), (5.04, "5"), (5.25, "5.2"), (1234567.5, "1234567.5")])
def test_a_coordinate_has_at_most_one_decimal(value: float, text: str) -> None:
    assert number(value) == text


@given(st.text(alphabet="ab cd−予\t\n", max_size=80), st.integers(30, 200))
def test_no_line_is_broader_than_its_room_and_no_letter_is_lost(text: str, width: int) -> None:
    lines = wrapped(text, width, 14)

    assert all(text_width(line, 14) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_bold_text_has_less_room() -> None:
    width = text_width("one two three", 14)

    assert wrapped("one two three", width, 14) == ("one two three",)
    assert wrapped("one two three", width, 14, bold=True) == ("one two", "three")


def test_a_line_break_of_the_author_begins_a_line() -> None:
    assert wrapped("one\r\ntwo\nthree", 500, 14) == ("one", "two", "three")


def test_a_long_word_is_parted_but_not_what_belongs_together() -> None:
    family = "👩\u200d👩\u200d👧"

    assert wrapped(family * 3, 30, 14) == (family,) * 3
    assert all(len(line) < 10 for line in wrapped("x" * 80, 60, 14))


def test_a_text_of_nothing_has_one_empty_line() -> None:
    assert wrapped("", 100, 14) == ("",)
    assert wrapped(" \n ", 100, 14) == ("",)


def test_escapes_count_towards_the_breadth_of_a_line() -> None:
    lines = wrapped("\u202e" * 20, 100, 14)

    assert "".join(lines) == r"\u202e" * 20
    assert len(lines) > 5
