"""Values and lists in the notation of their document: comments, quotes and layout stay."""

from __future__ import annotations

from functools import partial

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.fixing_helpers import attempt, kept, repaired, wish
from tracecli.fixing.lists import differences
from tracecli.reading.yaml_text import Value

_LISTS = st.lists(st.sampled_from(["a", "b", "c", 1, True, None]), max_size=8)

BLOCK = """\
# top
a: # why
  - x # the first
  # between
  - 'y'
  -   z
b: []   # none
c: end
"""


def test_a_value_is_replaced_and_its_comment_stays() -> None:
    assert repaired("a: lauch # why\nb: 1\n", wish(("a",), "launch")) == "a: launch # why\nb: 1\n"


@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        ("a: 'x'", "it's", "a: 'it''s'"),
        ('a: "x"', 'say "hi"', r'a: "say \"hi\""'),
        ("a: 'x'", "two\nlines", r'a: "two\nlines"'),
        ("a: x", "k−1, k", "a: k−1, k"),
        ("a: {b: x}", "k−1, k", None),
        ("a: x\nb: 'q'", "no", "a: 'no'\nb: 'q'"),
        ("a: x", "no", 'a: "no"'),
        ("a: x", "y", 'a: "y"'),
        ("a: x", "012", 'a: "012"'),
        ("a: x", "08", 'a: "08"'),
        ("a: x", "1e999", 'a: "1e999"'),
        ("a: x", "5e45123", 'a: "5e45123"'),
        ("a: x", "+0o17", 'a: "+0o17"'),
        ("a: x", "... x", 'a: "... x"'),
        ("a: x", "\u3000x", 'a: "\u3000x"'),
        ('a: "\\u00e9"', "\U0001f600 é", r'a: "\U0001f600 \u00e9"'),
        ("a: 'x'", "\u202ex", r'a: "\u202ex"'),
        ("a: x", 1e22, "a: 1.0e+22"),
        ("a: x", "2024-01-01", 'a: "2024-01-01"'),
        ("a: x", "null", 'a: "null"'),
        ("a: x", "- dash", 'a: "- dash"'),
        ("a: x", "a: b", 'a: "a: b"'),
        ("a: x", "a #b", 'a: "a #b"'),
        ("a: x", "a:", 'a: "a:"'),
        ("a: x", " x ", 'a: " x "'),
        ("a: x", "", 'a: ""'),
        ("a: x", "\x7f\x85\u2028\ufeff", r'a: "\u007f\u0085\u2028\ufeff"'),
        ("a: x", 900, "a: 900"),
        ("a: |\n  x\n  y\nb: 1", "z", "a: z\nb: 1"),
        ("a: &anchor x\nb: 1", "z", "a: &anchor z\nb: 1"),
    ],
)
def test_text_is_written_in_the_quotes_that_stood_there_or_without_if_every_reader_agrees(
    before: str, value: object, after: str | None
) -> None:
    if after is None:
        assert repaired(before, wish(("a", "b"), value)) == 'a: {b: "k−1, k"}'
    else:
        assert repaired(before, wish(("a",), value)) == after


def test_a_plain_scalar_of_another_type_elsewhere_is_put_in_quotes() -> None:
    assert repaired("idle: no # hi\n", wish(("idle",), "no")) == 'idle: "no" # hi\n'


@pytest.mark.parametrize(
    ("new", "text"),
    [
        (["x", "z"], "a: # why\n  - x # the first\n  # between\n  -   z\n"),
        (["y", "z"], "a: # why\n  # the first\n  # between\n  - 'y'\n  -   z\n"),
        (["x", "y"], "a: # why\n  - x # the first\n  # between\n  - 'y'\n"),
        ([], "a: [] # why\n  # the first\n  # between\n"),
        (["x", "v", "y", "z"], "a: # why\n  - x # the first\n  - v\n  # between\n  - 'y'\n  -   z\n"),
        (["x", "y", "z", "w"], "a: # why\n  - x # the first\n  # between\n  - 'y'\n  -   z\n  -   w\n"),
        (["v", "x", "y", "z"], "a: # why\n  - v\n  - x # the first\n  # between\n  - 'y'\n  -   z\n"),
        (["v", "w", "z"], "a: # why\n  - v # the first\n  # between\n  - 'w'\n  -   z\n"),
    ],
)
def test_entries_of_a_block_list_come_and_go_with_their_lines_and_comments_stay(new: list[str], text: str) -> None:
    after = repaired(BLOCK, wish(("a",), new))

    assert after == BLOCK.replace(BLOCK[BLOCK.index("a:") : BLOCK.index("b:")], text)


def test_an_empty_list_becomes_a_block_where_others_are_blocks() -> None:
    after = repaired(BLOCK, wish(("b",), ["v", "no"]))

    assert after == BLOCK.replace("b: []   # none\n", "b:   # none\n  - v\n  - 'no'\n")


def test_a_block_in_an_entry_is_indented_from_its_key() -> None:
    text = "s:\n- u:\n  - x\n- u: []\n  v: 1\n"

    assert repaired(text, wish(("s", 1, "u"), ["v"])) == "s:\n- u:\n  - x\n- u:\n  - v\n  v: 1\n"


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("{a: [x], b: [] }", "{a: [x], b: [v] }"),
        ("a: [x]\nb: [] # none\n", "a: [x]\nb: [v] # none\n"),
        ("a:\n- x\nd: {b: []}\n", "a:\n- x\nd: {b: [v]}\n"),
        ("b: []\n", "b: [v]\n"),
    ],
)
def test_an_empty_list_stays_in_brackets_elsewhere(text: str, after: str) -> None:
    pointer = ("d", "b") if "d:" in text else ("b",)

    assert repaired(text, wish(pointer, ["v"])) == after


def test_flow_lists_keep_their_separators() -> None:
    assert repaired("a: [ x,y ] # c\n", wish(("a",), ["x", "y", "z"])) == "a: [ x,y,z ] # c\n"
    assert repaired("a: [ x,  y, ]\n", wish(("a",), ["y", "z"])) == "a: [ y,  z, ]\n"
    assert repaired("a: [x]\n", wish(("a",), ["x", "k, l"])) == 'a: [x, "k, l"]\n'


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("a: [x, # why\n  y, z]\n", ["x", "z"]),
        ("a: [x, # why\n  y, z]\n", ["x", "y"]),
        ("a: [x, # why\n  y, z]\n", []),
        ("a: [ # none\n  ]\n", ["x"]),
        ("a: [x # last\n  ]\n", ["y"]),
        ("a: [&s x, y]\nb: *s\n", ["x", "z"]),
    ],
)
def test_a_list_in_brackets_with_a_comment_or_an_anchor_is_left_to_a_person(text: str, new: list[str]) -> None:
    assert kept(text, wish(("a",), new))


def test_windows_line_breaks_stay() -> None:
    text = BLOCK.replace("\n", "\r\n")

    after = repaired(text, wish(("a",), ["x", "z", "w"]), wish(("b",), ["v"]))

    assert "\n" not in after.replace("\r\n", "")
    assert yaml.safe_load(after) == {"a": ["x", "z", "w"], "b": ["v"], "c": "end"}


def test_a_last_line_without_a_break_gets_none() -> None:
    assert repaired("a:\n- x", wish(("a",), ["x", "v"])) == "a:\n- x\n- v"
    assert repaired("a:\n- x\n- v", wish(("a",), ["x"])) == "a:\n- x\n"


def test_what_an_alias_shares_is_not_changed_behind_its_back() -> None:
    shared = "a: &s {g: x}\nb: *s\n"

    assert kept(shared, wish(("b", "g"), "v"))
    assert repaired("a: &s [x]\nb: *s\n", wish(("b",), ["v"])) == "a: &s [x]\nb: [v]\n"
    assert repaired(shared, wish(("a", "g"), "v", (("b", "g"), "v"))) == "a: &s {g: v}\nb: *s\n"


def test_a_value_that_is_an_alias_is_replaced_alone() -> None:
    assert repaired("a: &s x\nb: *s\n", wish(("b",), "v")) == "a: &s x\nb: v\n"


def test_a_repair_that_would_say_something_else_is_dropped_and_others_are_made() -> None:
    good, bad = wish(("c",), "z"), wish(("b", "g"), "v")

    done = attempt("a: &s {g: x}\nb: *s\nc: 1\n", good, bad)

    assert (done.text, done.applied, done.left) == ("a: &s {g: x}\nb: *s\nc: z\n", (good,), (bad,))


def test_lists_that_share_lines_are_left() -> None:
    assert kept("a:\n- - x\n  - z\n", wish(("a", 0), ["z"]))


def test_nothing_is_no_place_to_write() -> None:
    assert kept("a:\nb: 1\n", wish(("a",), "x"))
    assert repaired("a: ~\n", wish(("a",), "x")) == "a: x\n"


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
