"""Repairs of JSON change the characters of a value and nothing else."""

from __future__ import annotations

from functools import partial

import pytest

from tests.unit.fixing_helpers import attempt, kept, repaired, wish

fix = partial(repaired, name="t.json")

ROWS = '{\n  "a": [\n    "x",\n    "y",\n    "z"\n  ],\n  "b": []\n}\n'


def test_a_value_is_replaced_where_it_stands() -> None:
    assert (
        fix('{"a" :  "x" ,"b":[1,  "y"]}', wish(("a",), "new"), wish(("b", 1), 2.5)) == '{"a" :  "new" ,"b":[1,  2.5]}'
    )


@pytest.mark.parametrize(("value", "text"), [(True, "true"), (None, "null"), (12, "12"), ('"\n', r'"\"\n"')])
def test_values_are_written_as_json(value: object, text: str) -> None:
    assert fix('{"a": 0}', wish(("a",), value)) == f'{{"a": {text}}}'


def test_text_beyond_ascii_is_escaped_where_the_document_does_so() -> None:
    assert fix(r'{"a": "k\u22121", "b": "k-1"}', wish(("b",), "k−1")) == r'{"a": "k\u22121", "b": "k\u22121"}'
    assert fix('{"a": "k−1", "b": "k-1"}', wish(("b",), "k−1")) == '{"a": "k−1", "b": "k−1"}'


@pytest.mark.parametrize(
    ("new", "text"),
    [
        (["x", "z"], '[\n    "x",\n    "z"\n  ]'),
        (["y", "z"], '[\n    "y",\n    "z"\n  ]'),
        (["x"], '[\n    "x"\n  ]'),
        ([], "[]"),
        (["x", "y", "z", "w"], '[\n    "x",\n    "y",\n    "z",\n    "w"\n  ]'),
        (["w", "x", "y", "z"], '[\n    "w",\n    "x",\n    "y",\n    "z"\n  ]'),
        (["x", "w", "z"], '[\n    "x",\n    "w",\n    "z"\n  ]'),
        (["z", "x"], '[\n    "z",\n    "x"\n  ]'),
    ],
)
def test_entries_come_and_go_in_the_layout_of_the_list(new: list[str], text: str) -> None:
    assert fix(ROWS, wish(("a",), new)) == ROWS.replace('[\n    "x",\n    "y",\n    "z"\n  ]', text)


def test_an_empty_list_is_filled_as_other_lists_are_laid_out() -> None:
    assert fix(ROWS, wish(("b",), ["v", "w"])) == ROWS.replace("[]", '[\n    "v",\n    "w"\n  ]')
    assert fix('{"a": ["x"], "b": []}', wish(("b",), ["v", "w"])) == '{"a": ["x"], "b": ["v", "w"]}'
    assert fix('{"b": []}', wish(("b",), ["v"])) == '{"b": ["v"]}'


def test_a_list_under_the_same_key_is_the_one_to_follow() -> None:
    text = '{"a": [1, 2], "s": [{"b": [\n  1\n ]},\n {"b": []}]}'

    assert fix(text, wish(("s", 1, "b"), [3])).endswith(' {"b": [\n   3\n ]}]}')


def test_a_line_is_broken_before_it_gets_too_long_but_never_one_that_was_long_before() -> None:
    names = [f"name{number:02}" for number in range(30)]

    broken = fix('{"a": ["x"]}', wish(("a",), ["x", *names]))
    long = fix(f'{{"long": "{"l" * 150}", "a": ["x"], "b": []}}', wish(("a",), names), wish(("b",), names))

    assert [len(line) <= 122 for line in broken.splitlines()] == [True] * 3
    assert broken.splitlines()[1].startswith('       "name')
    assert "\n" not in long


def test_line_breaks_stay_what_they_are() -> None:
    text = ROWS.replace("\n", "\r\n")

    assert fix(text, wish(("b",), ["v"])) == text.replace("[]", '[\r\n    "v"\r\n  ]')


def test_one_line_of_other_breaks_keeps_them() -> None:
    assert fix('{"a": [\r "x"\r]}', wish(("a",), ["x", "y"])) == '{"a": [\r "x",\r "y"\r]}'


def test_equal_values_of_different_types_are_told_apart() -> None:
    assert fix("[1, true, 1.0]", wish((), [True, 1])) == "[true, 1]"


def test_of_two_repairs_at_one_place_the_first_wins() -> None:
    first, second, inside = wish(("a",), ["x"]), wish(("a",), ["y"]), wish(("a", 0), "w")

    done = attempt('{"a": ["v"]}', first, second, inside, name="t.json")

    assert (done.text, done.applied, done.left) == ('{"a": ["x"]}', (first,), (second, inside))


def test_one_repair_for_two_problems_is_made_once_and_solves_both() -> None:
    assert fix('{"a": ["v"]}', wish(("a",), []), wish(("a",), [])) == '{"a": []}'


def test_values_that_can_not_be_placed_are_left() -> None:
    assert kept('{"a": 1}', wish(("b",), 2), name="t.json")
    assert kept('{"a": 1}', wish(("a",), {"b": 1}), name="t.json")
    assert kept('{"a": [[1]]}', wish(("a",), [1]), name="t.json")
    assert kept('{"a": ', wish(("a",), 1), name="t.json")


def test_a_key_that_is_there_twice_is_repaired_where_it_counts() -> None:
    assert fix('{"a": 1, "a": 2}', wish(("a",), 3)) == '{"a": 1, "a": 3}'
