from __future__ import annotations

import re
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.reading_helpers import pointers, read, text_at
from tracecli.problems import Place
from tracecli.reading import Document

NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?", re.ASCII)
OURS: dict[type, set[str]] = {
    str: {"str"},
    int: {"int", "float"},
    float: {"int", "float"},
    bool: {"bool"},
    type(None): {"null"},
}
LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # gives every scalar as text: a judge of places, not of types


class Dumper(yaml.SafeDumper):
    """Writes as PyYAML does, but quotes text that is a number by JSON's grammar and not by YAML 1.1's (`1e3`)."""

    def ignore_aliases(self, _: Any) -> bool:
        return True


def _text(dumper: Dumper, text: str) -> yaml.ScalarNode:
    style = "'" if NUMBER.fullmatch(text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


Dumper.add_representer(str, _text)

# Without U+0085, U+2028 and U+2029: PyYAML's own dumper loses them.
CHARACTERS = st.one_of(
    st.sampled_from("ab:#-?!&*[]{},|>@%`'\"\\ \n0~=<.é−𝒳\ufeff"),
    st.characters(exclude_categories=["Cs", "Cc", "Cn", "Zl", "Zp"]),
)
WORDS = st.sampled_from(
    ["no", "On", "null", "~", "true", "012", "1_000", "1e3", ".5", "2024-01-01", "12:30:45", "<<", "="]
)
TEXT = st.one_of(WORDS, st.text(CHARACTERS, max_size=12), st.lists(WORDS, max_size=30).map(" ".join))
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT


def values(scalars: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.recursive(
        scalars,
        lambda below: st.lists(below, max_size=4) | st.dictionaries(TEXT, below, max_size=4),
        max_leaves=20,
    )


STYLES = st.fixed_dictionaries(
    {
        "default_flow_style": st.sampled_from([True, False, None]),
        "indent": st.integers(2, 6),
        "width": st.sampled_from([5, 20, 80, 1000]),
        "allow_unicode": st.booleans(),
        "explicit_start": st.booleans(),
        "explicit_end": st.booleans(),
    }
)


def dump(value: Any, style: dict[str, Any], default_style: str | None = None) -> str:
    text: str = yaml.dump(value, Dumper=Dumper, sort_keys=False, default_style=default_style, **style)
    return text


def alone(document: Document, pointer: tuple[str | int, ...], part: Any = "value") -> Any:
    """Read the text of a place by itself, in the column where it stands."""
    place = Place(pointer, part)
    (text,) = text_at(document, place)
    column = document.position(document.spans([place])[place].start).column
    return "" if not text else yaml.load("\n" + " " * (column - 1) + text, LOADER)  # noqa: S506 -- the base loader makes text only


def places_are_right(document: Document) -> None:
    """Compare every place with what a plain YAML reader finds at the same pointer."""
    whole = yaml.load(document.text, LOADER)  # noqa: S506 -- the same
    for pointer, data in pointers(whole):
        (text,) = text_at(document, Place(pointer))
        if not re.match(r"[|>][-+]?\d", text):  # a block scalar that counts its indent from the line above
            found = alone(document, pointer)
            assert tidy(found) == tidy(data), (pointer, text)
        if pointer and isinstance(pointer[-1], str):
            key = document.spans([Place(pointer, "key")])[Place(pointer, "key")]
            assert key.end <= document.spans([Place(pointer)])[Place(pointer)].start
            assert alone(document, pointer, "key") == pointer[-1]


def tidy(data: Any) -> Any:
    """Leave out line breaks at the end of texts: a block scalar's place ends with its last character."""
    if isinstance(data, dict):
        return {key: tidy(value) for key, value in data.items()}
    if isinstance(data, list):
        return [tidy(value) for value in data]
    return data.rstrip() if isinstance(data, str) else data


@settings(max_examples=120)
@given(values(SCALARS), STYLES, st.sampled_from(["\n", "\r\n", "\r"]))
def test_data_and_every_position_are_right_however_yaml_is_written(
    value: Any, style: dict[str, Any], ending: str
) -> None:
    text = dump(value, style).replace("\n", ending)

    document = read(text, "x.yaml")

    assert document.readable
    assert {problem.rule for problem in document.problems} <= {"yaml-type"}
    assert repr(document.data) == repr(yaml.safe_load(text))  # the dumper itself loses a character now and then
    places_are_right(document)


@settings(max_examples=120)
@given(values(TEXT), STYLES, st.sampled_from(["'", '"', "|", ">"]))
def test_text_in_quotes_and_blocks_is_read_and_placed_as_it_is(
    value: Any, style: dict[str, Any], default_style: str
) -> None:
    text = dump(value, style, default_style)

    document = read(text, "x.yaml")

    assert document.problems == ()
    assert document.data == yaml.load(text, LOADER)  # noqa: S506 -- the same
    places_are_right(document)


@settings(max_examples=60)
@given(st.lists(TEXT, min_size=1, max_size=5))
def test_a_warning_of_another_type_comes_exactly_for_what_pyyaml_takes_for_one(texts: list[str]) -> None:
    plain = [text for text in texts if re.fullmatch(r"[\w.:+=-]+", text) and text[0] not in "-:" and text[-1] != ":"]
    document = read("".join(f"- {text}\n" for text in plain) or "[]", "x.yaml")

    composed: Any = yaml.compose(document.text, yaml.SafeLoader)
    theirs = [node.tag.removeprefix("tag:yaml.org,2002:") for node in composed.value]
    assert isinstance(document.data, list)
    ours = [OURS[type(one)] for one in document.data]
    expected = [number for number, (one, other) in enumerate(zip(ours, theirs, strict=True)) if other not in one]
    assert [problem.place.pointer for problem in document.problems] == [(number,) for number in expected]


@pytest.mark.parametrize(
    "text",
    [
        "a: |\n  x\n\n\n# c\nb: >-\n  y\n  z\n\nc: 1\n",
        "a:\n  - b: 1 # c\n    c:\n\n  - d\n\n# e\nf: {g: , h}\n",
        "? a\n: b\n? 'c'\n:\n- d\n- ? e\n",
        "- - - a\n    - b\n  - c\n-\n  d: e\n",
        "[a: 1, {b: 2}, [c, ], 'd': e]\n",
        'a: "b\n  c"\nd: e\n f\n g\n',
        "--- |\n x\n y\n...\n",
    ],
)
def test_places_are_right_in_layouts_that_no_dumper_writes(text: str) -> None:
    places_are_right(read(text, "x.yaml"))


@pytest.mark.parametrize(
    ("text", "pointer", "start"),
    [
        ("? a\nb: c\n", ("a",), 3),
        ("? a # note\n", ("a",), 10),
        ("x:\n  ? a\n\n  ? b\n", ("x", "a"), 8),
        ("[0, a: , 2]\n", (1, "a"), 6),
        ("{a, b}\n", ("a",), 2),
        ("a:\nb: c\n", ("a",), 2),
        ("- \n- c\n", (0,), 1),
    ],
)
def test_a_value_that_is_not_written_stands_behind_what_is(
    text: str, pointer: tuple[str | int, ...], start: int
) -> None:
    document = read(text, "x.yaml")

    assert document.spans([Place(pointer)])[Place(pointer)] == (start, start)


@pytest.mark.parametrize("text", ["&a:b c\n", "&a:b [c]\n", "- &a:b\n", "x: &a,b\n", "x: &a_-1:b\n"])
def test_an_anchor_ends_where_the_parser_ends_it(text: str) -> None:
    document = read(text, "x.yaml")
    name = re.search(r"&[\w-]+", text)
    assert name is not None

    assert document.problems == () or not document.readable
    for pointer, value in pointers(document.data):
        span = document.spans([Place(pointer)])[Place(pointer)]
        assert not isinstance(value, str) or document.text[span.start : span.end] == value
