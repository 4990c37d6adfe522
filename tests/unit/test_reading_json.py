"""JSON: data, positions, and what the standard decoder lets pass."""

from __future__ import annotations

import json
import random
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.reading_helpers import marked, pointers, read, related, text_at, told
from tracecli.problems import Place, Span
from tracecli.reading import Limits, json_errors
from tracecli.reading import json as json_reader


def test_good_json_has_no_problems_and_plain_data() -> None:
    text = '{"a": [1, -2.5e3, true, null, "\\u00e9\\ud83d\\ude00"], "b": {}}'
    document = read(text)

    assert document.problems == ()
    assert document.readable
    assert document.data == json.loads(text)


@pytest.mark.parametrize("text", ["null", '"x"', "[]", "3", "true", " 1 "])
def test_what_is_at_the_top_is_not_for_reading_to_judge(text: str) -> None:
    document = read(text)

    assert (document.readable, document.problems) == (True, ())
    assert document.data == json.loads(text)


def test_a_second_key_is_an_error_there_and_the_first_is_shown() -> None:
    document = read('{\n "a": 1,\n "b": 2,\n "a": 3\n}')

    assert told(document) == ["4:2 duplicate-key: the key 'a' is already used in this object"]
    assert related(document) == ["the first 'a' is 2:2"]
    assert document.data == {"a": 3, "b": 2}


def test_each_further_key_is_an_error_and_keys_are_compared_as_text() -> None:
    document = read('{"a": 1, "\\u0061": 2, "a": 3}')

    assert [line.split()[0] for line in told(document)] == ["1:10", "1:23"]
    assert related(document) == ["the first 'a' is 1:2"] * 2


def test_faults_within_a_value_that_a_second_key_hides_are_found_too() -> None:
    document = read('{"a": {"x": 1, "x": NaN}, "a": {"y": 1}}')

    assert [line.split()[:2] for line in told(document)] == [
        ["1:16", "duplicate-key:"],
        ["1:21", "syntax:"],
        ["1:27", "duplicate-key:"],
    ]
    assert document.data == {"a": {"y": 1}}


def test_a_place_below_a_second_key_is_in_the_value_that_counts() -> None:
    document = read('{"a": {"x": 1, "z": 5}, "a": {"x": 2}}')

    spans = document.spans([Place(("a", "x")), Place(("a", "z"))])

    assert [document.text[span.start : span.end] for span in spans.values()] == ["2", '{"x": 2}']


def test_nan_and_infinity_are_no_json_and_their_text_stands_in() -> None:
    document = read('[NaN, Infinity, -Infinity, {"a": NaN}]')

    assert told(document) == [
        "1:2 syntax: NaN is not JSON: write a number",
        "1:7 syntax: Infinity is not JSON: write a number",
        "1:17 syntax: -Infinity is not JSON: write a number",
        "1:34 syntax: NaN is not JSON: write a number",
    ]
    assert document.readable
    assert document.data == ["NaN", "Infinity", "-Infinity", {"a": "NaN"}]
    assert isinstance(document.data, list)
    assert {type(one) for one in document.data} == {str, dict}
    assert document.faulted == {(0,), (1,), (2,), (3, "a")}


def test_nan_may_be_the_whole_document() -> None:
    document = read("NaN")

    assert told(document) == ["1:1 syntax: NaN is not JSON: write a number"]
    assert document.data == "NaN"


@pytest.mark.parametrize(
    ("number", "seen"),
    [
        ("1e999", "1e999"),
        ("-1E+999", "-1E+999"),
        ("9" * 309, "a number of 309 digits"),
        ("-" + "9" * 5000, "a number of 5,000 digits"),
        ("1" + "0" * 400 + ".5", "a number of 402 digits"),
    ],
)
def test_a_number_that_no_double_holds_is_out_of_reach(number: str, seen: str) -> None:
    document = read(f'{{"a": {number}}}')

    assert told(document) == [f"1:7 wrong-value: {seen} is beyond the largest number that can be read, about 1.8e308"]
    assert marked(document) == [number]
    assert document.data == {"a": number}


@pytest.mark.parametrize("number", ["1" + "0" * 308, "17" + "0" * 307, "1e308", "0." + "1" * 5000, "1e-999", "-0"])
def test_numbers_within_reach_are_read_as_the_standard_parser_does(number: str) -> None:
    document = read(number)

    assert document.problems == ()
    assert document.data == json.loads(number)


@pytest.mark.parametrize(
    ("text", "places", "data"),
    [
        (r'["\ud800"]', ["1:3"], ["\ufffd"]),
        (r'["a\udc00b"]', ["1:4"], ["a\ufffdb"]),
        (r'["\ud83d\ude00\ude00"]', ["1:15"], ["😀\ufffd"]),
        (r'["\ud83d\ud83d\ude00"]', ["1:3"], ["\ufffd😀"]),
        (r'["\\ud800"]', [], [r"\ud800"]),
        (r'["\\ud83d\udc00"]', ["1:10"], ["\\ud83d\ufffd"]),
        (r'["\\\ud83d\udc00"]', [], ["\\\U0001f400"]),
        (r'{"\ud800": ["\udfff"], "b": 1}', ["1:3", "1:14"], {"\ufffd": ["\ufffd"], "b": 1}),
    ],
)
def test_half_of_a_surrogate_pair_is_an_error_at_its_escape(text: str, places: list[str], data: Any) -> None:
    document = read(text)

    assert [line.split()[:2] for line in told(document)] == [[place, "encoding:"] for place in places]
    assert document.data == data
    assert all(mark.startswith("\\ud") and len(mark) == 6 for mark in marked(document))


def test_what_is_good_beside_a_fault_is_read_as_it_is() -> None:
    text = r'{"a": {"b": "\ud83d\ude00", "c": 1e3}, "d": [], "e": {"f": {"g": NaN}, "h": ["i", null]}}'

    document = read(text)

    assert document.data == json.loads(text) | {"e": {"f": {"g": "NaN"}, "h": ["i", None]}}
    assert document.faulted == {("e", "f", "g")}


def test_a_value_below_a_key_with_half_a_pair_is_still_found() -> None:
    document = read(r'{"\ud800": [1, 2]}')

    (span,) = document.spans([Place(("\ufffd", 1))]).values()

    assert document.text[span.start : span.end] == "2"


def test_as_many_levels_as_the_limit_are_read() -> None:
    assert read("[" * 100 + "]" * 100).readable


@pytest.mark.parametrize("levels", [101, 5000, 200_000])
@pytest.mark.parametrize("pair", [("[", "]"), ('{"a":', "}")])
def test_more_levels_than_the_limit_are_an_error_at_the_first_of_them(levels: int, pair: tuple[str, str]) -> None:
    document = read(pair[0] * levels + "1" + pair[1] * levels)

    assert not document.readable
    assert told(document) == [
        f"1:{1 + 100 * len(pair[0])} too-deep: this is nested deeper than 100 levels, the limit (TRACE_MAX_DEPTH raises it)"
    ]


def test_brackets_in_strings_are_no_levels() -> None:
    assert read('["' + "[" * 5000 + r"\"[" + '"]').readable


def test_a_limit_that_python_does_not_reach_ends_in_words_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracecli.reading.json.json.JSONDecoder.decode", _give_up)

    assert told(read("[[1]]", limits=Limits(depth=10**9))) == [
        "1:2 too-deep: this is nested 2 levels deep, deeper than Python's reader goes"
    ]


@pytest.mark.parametrize("text", ["@", "[@, x]", '{"a": @, "a": NaN}'])
def test_no_depth_is_more_than_words_however_far_the_limit_is_raised(text: str) -> None:
    for levels in range(sys.getrecursionlimit() - 120, sys.getrecursionlimit()):
        document = read(text.replace("@", "[" * levels + "]" * levels), limits=Limits(depth=10**9))

        document.spans([Place((0, 0)), Place(("a", 0))])
        assert document.readable or {problem.rule for problem in document.problems} <= {"too-deep", "syntax"}


def _give_up(*_: object) -> object:
    raise RecursionError


def test_the_limit_of_levels_can_be_lowered() -> None:
    assert read("[[1]]", limits=Limits(depth=2)).readable
    assert not read("[[[1]]]", limits=Limits(depth=2)).readable


def test_many_places_are_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [{"title": f"{number}", "active": ["a", "b"], "state": {"x": "y"}} for number in range(2000)]
    document = read(json.dumps({"scenarios": [{"steps": steps}]}))
    decoded = 0
    real = json_reader._decode

    def count(text: str, at: int) -> tuple[Any, int]:
        nonlocal decoded
        decoded += 1
        return real(text, at)

    monkeypatch.setattr(json_reader, "_decode", count)
    places = [Place(("scenarios", 0, "steps", number, "active", 1)) for number in range(2000)]

    spans = document.spans(places)

    assert {document.text[span.start : span.end] for span in spans.values()} == {'"b"'}
    assert decoded < 2000 * 10


def test_values_that_nobody_asked_for_are_skipped_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    document = read(json.dumps({"big": [[number] for number in range(5000)], "title": "x"}))
    decoded = 0
    real = json_reader._decode

    def count(text: str, at: int) -> tuple[Any, int]:
        nonlocal decoded
        decoded += 1
        return real(text, at)

    monkeypatch.setattr(json_reader, "_decode", count)

    (span,) = document.spans([Place(("title",))]).values()

    assert document.text[span.start : span.end] == '"x"'
    assert decoded == 4  # two keys, two values


@pytest.mark.parametrize("hint", [0, 1, 5, 8])
def test_words_hold_wherever_a_python_version_says_that_it_stopped(hint: int) -> None:
    problem = json_errors.explain('{"a": 1,}', hint)

    assert problem.message == "there is a comma before '}' and nothing after it: take the comma out"


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT
VALUES = st.recursive(
    SCALARS,
    lambda below: st.lists(below, max_size=5) | st.dictionaries(TEXT, below, max_size=5),
    max_leaves=25,
)
RANDOM = st.randoms(use_true_random=False)


def blanks(rnd: random.Random) -> str:
    return "".join(rnd.choice(["", " ", "\t", "\n", "\r\n", "\r"]) for _ in range(rnd.choice([0, 0, 1, 3])))


def string(text: str, rnd: random.Random) -> str:
    """Write a string with a random mixture of escapes."""
    return '"' + "".join(escaped(char, rnd) for char in text) + '"'


def escaped(char: str, rnd: random.Random) -> str:
    short = json.dumps(char, ensure_ascii=False)[1:-1]
    units = char.encode("utf-16-be").hex()
    long = "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
    return rnd.choice([short, long, long.upper().replace("\\U", "\\u")])


def written(value: Any, rnd: random.Random) -> str:
    """Write a value in one of the many ways that JSON allows."""
    if isinstance(value, dict):
        members = [f"{string(key, rnd)}{blanks(rnd)}:{blanks(rnd)}{written(one, rnd)}" for key, one in value.items()]
        return "{" + blanks(rnd) + f"{blanks(rnd)},{blanks(rnd)}".join(members) + blanks(rnd) + "}"
    if isinstance(value, list):
        items = [written(one, rnd) for one in value]
        return "[" + blanks(rnd) + f"{blanks(rnd)},{blanks(rnd)}".join(items) + blanks(rnd) + "]"
    return string(value, rnd) if isinstance(value, str) else json.dumps(value)


@settings(max_examples=150)
@given(VALUES, RANDOM)
def test_data_and_every_position_are_right_however_json_is_written(value: Any, rnd: random.Random) -> None:
    text = blanks(rnd) + written(value, rnd) + blanks(rnd)

    document = read(text)

    assert document.problems == ()
    assert repr(document.data) == repr(json.loads(text))
    every = pointers(document.data)
    values = text_at(document, *(Place(pointer) for pointer, _ in every))
    assert [repr(json.loads(found)) for found in values] == [repr(data) for _, data in every]
    keyed = [pointer for pointer, _ in every if pointer and isinstance(pointer[-1], str)]
    keys = text_at(document, *(Place(pointer, "key") for pointer in keyed))
    assert [json.loads(found) for found in keys] == [pointer[-1] for pointer in keyed]
    items = text_at(document, *(Place(pointer, "item") for pointer in keyed))
    assert [list(json.loads("{" + found + "}")) for found in items] == [[pointer[-1]] for pointer in keyed]


@settings(max_examples=50)
@given(VALUES, st.data())
def test_a_place_is_the_same_whether_it_is_looked_up_alone_or_with_others(value: Any, data: st.DataObject) -> None:
    document = read(json.dumps(value, indent=1))
    places = [Place(pointer) for pointer, _ in pointers(value)]
    chosen = data.draw(st.lists(st.sampled_from(places), max_size=4))

    some = document.spans(chosen)
    every = document.spans(places)

    assert some == {place: every[place] for place in chosen}


@settings(max_examples=100)
@given(VALUES, RANDOM)
def test_a_key_that_is_given_twice_is_found_whatever_stands_before_it(value: Any, rnd: random.Random) -> None:
    text = f'{{"top": [{written(value, rnd)}, {{"k": {written(value, rnd)}, "k": 2}}]}}'

    document = read(text)

    (problem,) = document.problems
    assert (problem.rule, problem.place.pointer) == ("duplicate-key", ("top", 1, "k"))
    assert problem.place.span == Span(len(text) - 9, len(text) - 6)
    assert repr(document.data) == repr(json.loads(text))
