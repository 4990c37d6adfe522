from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.reading_helpers import pointers, read, text_at
from tracecli.problems import Place, Span

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

    (problem,) = read(text).problems

    assert (problem.rule, problem.place.pointer) == ("duplicate-key", ("top", 1, "k"))
    assert problem.place.span == Span(len(text) - 9, len(text) - 6)
