"""Documents: places, findings, and lines."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.reading_helpers import read, text_at, told
from tracecli.problems import Place, Position, Problem, Related, Severity, Span
from tracecli.reading import Limits, document, guess_format, read_bytes
from tracecli.reading.document import LineTable

JSON = '{\n  "a": [1, {"b": "x"}],\n  "c": null\n}\n'
YAML = "a:\n- 1\n- b: x\nc:\n"


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("x.json", "a: 1", "json"),
        ("X.JSON", "a: 1", "json"),
        ("x.yaml", "{}", "yaml"),
        ("x.YML", "{}", "yaml"),
        ("-", " \r\n\t{", "json"),
        ("-", "[", "json"),
        ("-", "a: 1", "yaml"),
        ("-", "", "yaml"),
    ],
)
def test_the_ending_tells_the_format_and_else_the_first_character(name: str, text: str, kind: str) -> None:
    assert guess_format(name, text) == kind


def test_a_format_that_is_given_beats_the_ending() -> None:
    assert read_bytes(b"a: 1", "x.json", format="yaml").data == {"a": 1}


@pytest.mark.parametrize("name", ["x.json", "x.yaml"])
@pytest.mark.parametrize(
    ("text", "what"), [("", "is empty"), (" \n\r\n", "contains only white space"), ("\ufeff", "is empty")]
)
def test_an_empty_file_says_what_was_expected(name: str, text: str, what: str) -> None:
    document = read(text, name)

    (message,) = told(document)
    assert message.startswith(f"1:1 syntax: the file {what}: a trace in {document.format.upper()} was expected, which ")
    assert not document.readable


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x.json", '{\n<<<<<<< HEAD\n  "a": 1,\n=======\n  "a": 2,\n>>>>>>> b\n  "b": 3\n}\n'),
        ("x.yaml", "c: 1\n<<<<<<< HEAD\na: 1\n||||||| base\n=======\na: 2\n>>>>>>> b\nb: 3\n"),
    ],
)
def test_a_merge_that_was_left_half_done_is_told_as_that(name: str, text: str, line_end: str) -> None:
    document = read(text.replace("\n", line_end), name)

    assert not document.readable
    assert told(document) == [
        "2:1 syntax: a merge conflict begins here: keep one side, and take the lines <<<<<<<, ======= and >>>>>>> out"
    ]


def test_marks_of_a_conflict_inside_of_text_are_nobodys_fault() -> None:
    assert told(read("a: |\n  x\n  <<<<<<< HEAD\nb: <<<<<<< c\n", "x.yaml")) == []
    assert told(read('{"a": "b"\n <<<<<<< c', "x.json")) == [
        "2:2 syntax: ',' or the closing bracket was expected, not '<'"
    ]


@pytest.mark.parametrize("name", ["x.json", "x.yaml"])
def test_a_pointer_of_git_lfs_is_told_as_that(name: str) -> None:
    document = read("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12\n", name)

    assert not document.readable
    assert told(document) == [
        "1:1 syntax: this is a Git LFS pointer and not the file that it stands for: 'git lfs pull' fetches that"
    ]


def test_a_file_above_the_limit_is_not_read() -> None:
    document = read("[1]", limits=Limits(size=2))

    assert (document.readable, document.text) == (False, "")
    assert told(document) == [
        "1:1 too-large: the file is larger than 2 bytes, the limit (TRACE_MAX_SIZE raises it); nothing of it was read"
    ]


def test_the_default_limit_is_told_in_mebibytes() -> None:
    limits = Limits(size=2**20)

    (message,) = told(read(" " * (2**20 + 1), limits=limits))
    assert "larger than 1 MiB" in message


@pytest.mark.parametrize(("name", "text", "key"), [("x.json", JSON, '"b"'), ("x.yaml", YAML, "b")])
def test_a_key_a_value_and_both_are_found(name: str, text: str, key: str) -> None:
    value = '"x"' if name == "x.json" else "x"
    pointer = ("a", 1, "b")

    found = text_at(read(text, name), Place(pointer), Place(pointer, "key"), Place(pointer, "item"))

    assert found == [value, key, f"{key}: {value}"]


@pytest.mark.parametrize(("name", "text"), [("x.json", JSON), ("x.yaml", YAML)])
def test_the_key_of_what_has_none_is_the_value(name: str, text: str) -> None:
    assert text_at(read(text, name), Place(("a", 0), "key")) == ["1"]


@pytest.mark.parametrize(("name", "text", "near"), [("x.json", JSON, '{"b": "x"}'), ("x.yaml", YAML, "b: x")])
def test_a_pointer_that_does_not_exist_gives_the_nearest_container(name: str, text: str, near: str) -> None:
    found = text_at(read(text, name), Place(("a", 1, "no", 3)), Place(("a", 1, 0)), Place(("a", 1, "b", "z"), "key"))

    assert found == [near, near, near.removeprefix('{"b": ').removeprefix("b: ").removesuffix("}")]


def test_nothing_is_found_in_a_document_that_could_not_be_read() -> None:
    document = read("[1,]")

    assert document.spans([Place((0,))]) == {Place((0,)): Span(0, 0)}


def test_findings_come_in_the_order_of_the_text_with_their_related_places() -> None:
    document = read(JSON)
    late = Problem("r", Severity.ERROR, "late", Place(("c",)), (Related("b is", Place(("a", 1, "b"), "key")),))
    early = Problem("r", Severity.NOTE, "early", Place(("a", 0)))

    findings = document.locate([late, early])

    assert [found.problem.message for found in findings] == ["early", "late"]
    assert [(other.message, other.range.start.line) for other in findings[1].related] == [("b is", 2)]
    assert findings[0].path == "x.json"


def test_faulted_names_what_has_a_stand_in_and_not_a_second_key() -> None:
    document = read('{"a": NaN, "b": {"c": 1, "c": 2}, "d": [1e999]}')

    assert document.faulted == {("a",), ("d", 0)}


def test_a_fault_of_the_whole_text_leaves_its_values_to_be_judged() -> None:
    assert read("a: 1\n---\nb: 2\n", "x.yaml").faulted == frozenset()


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
