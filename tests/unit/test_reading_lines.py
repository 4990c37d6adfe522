from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from tracecli.problems import Position
from tracecli.reading import document
from tracecli.reading.document import LineTable


def test_lines_end_with_lf_crlf_and_lone_cr_and_with_nothing_else() -> None:
    table = LineTable("a\nb\r\nc\rd\u0085e\u2028f\x0bg")

    assert [table.line(number) for number in range(1, 5)] == ["a", "b", "c", "d\u0085e\u2028f\x0bg"]


def test_columns_count_code_points() -> None:
    assert LineTable("x: 𝒳é\u0301y").position(6) == Position(1, 7)


def test_a_line_break_belongs_to_the_line_that_it_ends() -> None:
    table = LineTable("a\r\nb")

    assert [table.position(offset) for offset in (1, 2, 3)] == [Position(1, 2), Position(1, 3), Position(2, 1)]


def test_an_offset_beyond_the_text_is_its_end() -> None:
    assert LineTable("a\nbc").position(99) == Position(2, 3)


def test_a_line_that_is_not_there_is_empty() -> None:
    table = LineTable("a\n")

    assert [table.line(number) for number in (-1, 0, 2, 3, 99)] == ["", "", "", "", ""]


def test_an_empty_text_has_one_empty_line() -> None:
    assert LineTable("").position(0) == Position(1, 1)
    assert LineTable("").line(1) == ""


@settings(max_examples=200)
@given(st.lists(st.sampled_from(["\r", "\n", "\r\n", "a", "é", "𝒳", "\u2028"]), max_size=40).map("".join))
def test_positions_and_lines_are_those_of_a_plain_split_across_blocks_of_any_size(text: str) -> None:
    whole = document._BLOCK
    document._BLOCK = 4  # so that a few characters are many blocks
    try:
        table = LineTable(text)

        split = re.split(r"\r\n|\r|\n", text)
        starts = [0] + [found.end() for found in re.finditer(r"\r\n|\r|\n", text)]
        assert [table.line(number) for number in range(1, len(split) + 1)] == split
        for offset in range(len(text) + 1):
            number = sum(start <= offset for start in starts)
            assert table.position(offset) == Position(number, 1 + offset - starts[number - 1])
    finally:
        document._BLOCK = whole


def test_a_line_is_given_in_part() -> None:
    table = LineTable("abcdef\r\nghi")

    assert table.line(1, 2) == "cdef"
    assert table.line(1, 2, 3) == "cde"
    assert table.line(1, 2, 99) == "cdef"
    assert table.line(1, 6, 5) == ""
    assert table.line(2, 1, 1) == "h"
    assert table.line(3, 0, 9) == ""
