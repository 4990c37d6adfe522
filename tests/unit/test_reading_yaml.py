"""YAML: data, positions, aliases, limits, and what other readers take for another type."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.reading_helpers import marked, pointers, read, related, suggested, text_at, told
from tracecli.problems import Fix, Place, Severity, Span
from tracecli.reading import Document, Limits
from tracecli.reading import yaml as yaml_reader


def load(text: str, limits: Limits | None = None) -> Document:
    return read(text, "x.yaml", limits or Limits())


@pytest.mark.parametrize(
    ("scalar", "value"),
    [
        ("null", None),
        ("~", None),
        ("", None),
        ("true", True),
        ("false", False),
        ("0", 0),
        ("-12", -12),
        ("1.5", 1.5),
        ("-0.25e-2", -0.0025),
        ("1e3", 1000.0),
        *((text, text) for text in ("no", "On", "y", "True", "FALSE", "Null", "NULL", "nul")),
        *((text, text) for text in ("012", "0777", "0o7", "0x1F", "+1", ".5", "1.", "1_000", "--1", "1e", "0b1")),
        *((text, text) for text in (".nan", ".inf", "-.INF", "NaN", "Infinity")),
        *((text, text) for text in ("2024-01-01", "12:30:45", "2024-01-01T00:00:00Z", "=", "1 2", "k−1")),
    ],
)
def test_a_plain_scalar_is_null_a_boolean_or_a_number_as_json_writes_them_and_else_text(
    scalar: str, value: Any
) -> None:
    document = load(f"a: {scalar}\n")

    assert repr(document.data) == repr({"a": value})


@pytest.mark.parametrize("scalar", ['"1"', "'true'", '"null"', "|-\n  1", ">-\n  null"])
def test_a_scalar_in_quotes_or_a_block_is_always_text(scalar: str) -> None:
    data = load(f"a: {scalar}\n").data

    assert isinstance(data, dict)
    assert isinstance(data["a"], str)


@pytest.mark.parametrize(
    ("scalar", "other"),
    [
        ("no", "a boolean"),
        ("On", "a boolean"),
        ("True", "a boolean"),
        ("0777", "a number"),
        ("012", "a number"),
        ("0x1F", "a number"),
        ("1_000", "a number"),
        ("12:30:45", "a number"),
        (".nan", "a number"),
        ("+1", "a number"),
        ("2024-01-01", "a date"),
        ("NULL", "nothing"),
        ("=", "something else"),
        ("y", "a boolean"),
        ("N", "a boolean"),
        ("1.e+3", "a number"),
        ("2024-01-01 10:00:00 +02:00", "a date"),
    ],
)
def test_text_that_yaml_1_1_takes_for_another_type_is_a_warning_that_offers_quotes(scalar: str, other: str) -> None:
    document = load(f"a:\n- {scalar}\n")

    (problem,) = document.problems
    assert told(document) == [
        f"2:3 yaml-type: '{scalar}' is text here, but a YAML 1.1 reader takes it for {other}: put it in quotes"
    ]
    assert problem.severity is Severity.WARNING
    assert problem.suggestion == f'"{scalar}"'
    assert problem.fix == Fix("put it in quotes", ((("a", 0), scalar),))
    assert document.faulted == frozenset()


@pytest.mark.parametrize(
    ("scalar", "reading"),
    [
        *((text, "a YAML 1.2 reader takes it for a number") for text in ("08", "09", "+08", "018", "-08", "08.5e1")),
        *((text, "a YAML 1.2 reader takes it for a number") for text in ("+.1", "+.5", "-.5", "0o7", "0o17")),
        *((text, "a YAML 1.2 reader takes it for a number") for text in ("01e5", "+1e3", "1.e3", "+0e1", "+1e999")),
        *((text, "some YAML readers take it for a number") for text in ("+0o17", "-0o7", "1_000e3", "1_0.5e3", "08_9")),
        *((text, "some YAML readers take it for a number") for text in ("0X1F", "0B1", "08:30", "1,000", "-1,000.5")),
        *((text, "some YAML readers take it for a number") for text in ("+_1", ".INf", ".Nan", "-.iNf")),
        *((text, "some YAML readers take it for a boolean") for text in ("tRUE", "nO", "oN")),
        ("nULL", "some YAML readers take it for nothing"),
        ("2024-1-1", "some YAML readers take it for a date"),
        ("2024-1-1 1:2:3", "some YAML readers take it for a date"),
    ],
)
def test_text_that_only_newer_or_only_some_readers_take_for_another_type_is_a_warning_too(
    scalar: str, reading: str
) -> None:
    document = load(f"a:\n- {scalar}\n")

    assert document.data == {"a": [scalar]}
    assert told(document) == [f"2:3 yaml-type: '{scalar}' is text here, but {reading}: put it in quotes"]
    assert document.problems[0].fix == Fix("put it in quotes", ((("a", 0), scalar),))


@pytest.mark.parametrize(
    "scalar",
    [
        *("nul", "text", "1 2", "1:2:x", "null", "~", "true", "3", "1.5", "NaN", "yess", "Infinity", "+", "--1"),
        *("1.2.3", "v08", "k+1", "0x", "0b2", "0o8", "0o", "12ab", "1-2", "1:60", "2024-01", "1e", "1e+", "1,"),
        *("e5", "E2"),  # a single reader, not by default, takes these for numbers, and edges are called so
    ],
)
def test_what_all_readers_take_alike_is_no_warning(scalar: str) -> None:
    assert load(f"a: {scalar}\n").problems == ()


def test_a_number_that_yaml_1_1_takes_for_text_is_a_warning_that_writes_it_out() -> None:
    document = load("a: 1e3\n")

    assert told(document) == [
        "1:4 yaml-type: '1e3' is a number here, but a YAML 1.1 reader takes it for text: write it out"
    ]
    assert document.problems[0].fix == Fix("write it out", ((("a",), 1000),))


@pytest.mark.parametrize(
    ("number", "suggestion"),
    [("1e22", "1.0e+22"), ("1.5e3", "1500"), ("1e-7", "1.0e-07"), ("1.25e-9", None), ("1.5", None)],
)
def test_a_number_is_written_out_so_that_every_reader_takes_it_for_one(number: str, suggestion: str | None) -> None:
    document = load(f"a: {number}\n")

    assert [problem.suggestion for problem in document.problems] == ([suggestion] if suggestion else [])
    assert yaml.safe_load(suggestion or number) == float(number)


def test_a_key_that_yaml_1_1_takes_for_another_type_is_a_warning_without_a_fix() -> None:
    document = load("on: 1\n")

    assert document.data == {"on": 1}
    assert marked(document) == ["on"]
    assert document.problems[0].place.part == "key"
    assert document.problems[0].fix is None


def test_keys_that_are_not_text_are_errors_and_no_false_duplicates() -> None:
    document = load("1: a\ntrue: b\nnull: c\n~: d\n1.0: e\n'1.0': f\n")

    assert told(document) == [
        "1:1 wrong-type: the key '1' is a number, and keys are text: put it in quotes",
        "2:1 wrong-type: the key 'true' is a boolean, and keys are text: put it in quotes",
        "3:1 wrong-type: the key 'null' is nothing (null), and keys are text: put it in quotes",
        "4:1 wrong-type: the key '~' is nothing (null), and keys are text: put it in quotes",
        "5:1 wrong-type: the key '1.0' is a number, and keys are text: put it in quotes",
    ]
    assert suggested(document)[:2] == ['"1"', '"true"']
    assert document.data == {"1": "a", "true": "b", "null": "c", "~": "d", "1.0": "f"}


def test_an_empty_key_is_an_error() -> None:
    document = load("? \n: a\n")

    assert told(document) == ["1:2 wrong-type: a key is missing before ':'"]


def test_keys_that_are_twice_there_are_errors_each_and_the_first_is_shown() -> None:
    document = load("a: 1\nb:\n  c: 1\n  'c': 2\na: 3\n1: x\n1: z\n")

    assert [line.split()[:2] for line in told(document)] == [
        ["4:3", "duplicate-key:"],
        ["5:1", "duplicate-key:"],
        ["6:1", "wrong-type:"],
        ["7:1", "wrong-type:"],
        ["7:1", "duplicate-key:"],
    ]
    assert related(document) == ["the first 'c' is 3:3", "the first 'a' is 1:1", "the first '1' is 6:1"]
    assert document.data == {"a": 3, "b": {"c": 2}, "1": "z"}


@pytest.mark.parametrize(("key", "what"), [("[a, b]", "a list"), ("{a: b}", "a mapping")])
def test_a_container_as_key_is_an_error_and_its_text_stands_in(key: str, what: str) -> None:
    document = load(f"x:\n  ? {key}\n  : 1\n")

    assert told(document) == [f"2:5 syntax: {what} can't be a key: keys are text"]
    assert document.data == {"x": {key: 1}}


@pytest.mark.parametrize(
    ("value", "tag", "data"),
    [
        ("!!python/object/apply:os.system [exit 1]", "!!python/object/apply:os.system", ["exit 1"]),
        ("!secret x", "!secret", "x"),
        ("!!str 5", "!!str", "5"),
        ("!!int 5", "!!int", "5"),
        ("! 5", "!", "5"),
        ("!<tag:yaml.org,2002:str> 5", "!<tag:yaml.org,2002:str>", "5"),
        ("!!binary aGk=", "!!binary", "aGk="),
        ("&x !y {b: 1}", "!y", {"b": 1}),
        ("!y &x\n  b: 1", "!y", {"b": 1}),
    ],
)
def test_a_tag_is_an_error_at_the_tag_and_nothing_is_done_with_it(value: str, tag: str, data: Any) -> None:
    document = load(f"a: {value}\n")

    assert [line.split(": ")[1] for line in told(document)] == [f"'{tag}' is a tag, and a trace is plain data"]
    assert marked(document) == [tag]
    assert document.readable
    assert document.data == {"a": data}
    assert document.faulted == {("a",)}


def test_merge_keys_are_errors_each_and_their_keys_are_not_missed() -> None:
    document = load("a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3\ne:\n  <<: [*x, {c: 4, f: 5}]\n")

    assert [line.split(" (")[0] for line in told(document)] == [
        "3:3 syntax: merge keys",
        "6:3 syntax: merge keys",
    ]
    assert document.data == {"a": {"b": 1, "c": 2}, "d": {"c": 3, "b": 1}, "e": {"b": 1, "c": 2, "f": 5}}
    assert text_at(document, Place(("d", "b")), Place(("e", "f"))) == ["1", "5"]


def test_a_quoted_merge_key_is_a_key() -> None:
    document = load("'<<': {b: 1}\n")

    assert (document.data, document.problems) == ({"<<": {"b": 1}}, ())


def test_aliases_share_data_and_point_to_what_they_stand_for() -> None:
    document = load("a: &x\n  b: [1, 2]\nc: *x\n*y : &y z\n".replace("*y : &y z\n", "d: &y z\n*y : 1\n"))

    assert document.problems == ()
    assert document.data == {"a": {"b": [1, 2]}, "c": {"b": [1, 2]}, "d": "z", "z": 1}
    assert text_at(document, Place(("c",)), Place(("c", "b", 1)), Place(("z",), "key")) == ["*x", "2", "*y"]


def test_an_anchor_that_is_used_again_stands_for_its_last_value_so_far() -> None:
    document = load("a: &x 1\nb: *x\nc: &x [2]\nd: *x\ne: &y {f: &y 3, g: *y}\nh: *y\n")

    assert document.problems == ()
    assert document.data == {"a": 1, "b": 1, "c": [2], "d": [2], "e": {"f": 3, "g": 3}, "h": 3}


def test_an_unknown_alias_hides_no_fault_after_it() -> None:
    assert [line.split()[1] for line in told(load("a: *x\nb: no\nb: 1\n"))] == [
        "syntax:",
        "yaml-type:",
        "duplicate-key:",
    ]


def test_a_fault_inside_a_key_that_is_a_container_is_found_in_it() -> None:
    document = load("? {a: 1, a: 2}\n: b\n")

    assert [problem.place.pointer for problem in document.problems] == [("{a: 1, a: 2}",), ("?", "a")]
    assert marked(document) == ["{a: 1, a: 2}", "a"]


def test_a_value_begins_behind_its_anchor() -> None:
    document = load("a: &x # c\n  b: &y 1\nc: &z\n- 1\n- &e\n")

    places = (Place(("a",)), Place(("a", "b")), Place(("c",)), Place(("c", 1)))
    assert text_at(document, *places) == ["b: &y 1", "1", "- 1\n- &e", ""]


def test_an_unknown_alias_is_an_error_with_near_names() -> None:
    document = load("a: &launch 1\nb: *lauch\nc: *important\n")

    assert told(document) == [
        "2:4 syntax: '*lauch' is an alias, but there is no '&lauch' before it; did you mean *launch?",
        "3:4 syntax: '*important' is an alias, but there is no '&important' before it; text that begins with * needs quotes",
    ]
    assert document.data == {"a": 1, "b": None, "c": None}
    assert document.faulted == {("b",), ("c",)}


@pytest.mark.parametrize("text", ["a: 1\n*b : 2\n", "a: {*b : 2}\n"])
def test_an_unknown_alias_for_a_key_is_one_fault(text: str) -> None:
    document = read(text, "x.yaml")

    assert [message.partition(" ")[2] for message in told(document)] == [
        "syntax: '*b' is an alias, but there is no '&b' before it; text that begins with * needs quotes"
    ]


@pytest.mark.parametrize("key", ["1e999", "-1e999", "9" * 400])
def test_a_number_out_of_reach_is_a_number_where_a_key_should_be(key: str) -> None:
    (message,) = told(read(f"{key}: a\n", "x.yaml"))

    assert message.startswith("1:1 wrong-type: the key '")
    assert message.endswith("is a number, and keys are text: put it in quotes")


@pytest.mark.parametrize("text", ["---\n---\na: 1\n", "---\n# nothing\n---\na: 1\n", "~\n---\na: 1\n"])
def test_an_empty_document_before_the_one_that_is_meant_is_one_fault(text: str) -> None:
    document = read(text, "x.yaml")

    assert not document.readable
    assert [message.partition(" ")[2] for message in told(document)] == [
        "syntax: the document before this line is empty, and one document a file is read: take this line out"
    ]


def test_a_cycle_is_an_error_at_the_alias() -> None:
    document = load("a: &x\n  b: [*x]\n")

    assert told(document) == ["2:7 syntax: '*x' is inside the value that it stands for, which would never end"]
    assert document.data == {"a": {"b": [None]}}


def bomb() -> str:
    names = "abcdefghi"
    lines = [f"{below}: &{below} [{','.join([f'*{above}'] * 9)}]" for above, below in pairwise(names)]
    return "\n".join(["a: &a [x,x,x,x,x,x,x,x,x]", *lines, ""])


def test_an_alias_bomb_is_an_error_at_the_alias_that_goes_too_far() -> None:
    document = load(bomb())

    assert len(bomb()) < 324
    assert not document.readable
    assert told(document) == [
        "7:8 too-large: with this alias, all aliases together stand for more than 1,000,000 values, the limit (TRACE_MAX_EXPANSION raises it)"
    ]


def test_an_alias_bomb_of_long_text_is_an_error_too() -> None:
    text = f"a: &a {'x' * 100_000}\nb: [{'*a, ' * 2000}*a]\n"

    assert [problem.rule for problem in load(text).problems] == ["too-large"]


def test_an_alias_bomb_of_merge_keys_is_an_error_too() -> None:
    text = "a0: &a0 {k: v}\n" + "".join(
        f"a{level}: &a{level} {{x: *a{level - 1}, y: *a{level - 1}, <<: *a{level - 1}}}\n" for level in range(1, 40)
    )

    assert load(text).problems[-1].rule == "too-large"


def test_a_hundred_thousand_steps_may_share_a_state() -> None:
    text = "s: &s {cpu: a, gpu: b, queue: c, idle: d}\nsteps:\n" + "- *s\n" * 100_000

    assert load(text).problems == ()


def test_the_budget_of_aliases_can_be_set() -> None:
    text = "a: &a [1, 2]\nb: [*a, *a]\n"

    assert load(text, Limits(expansion=6)).readable
    assert not load(text, Limits(expansion=5)).readable


@pytest.mark.parametrize("levels", [101, 5000, 100_000])
@pytest.mark.parametrize(("level", "closer"), [("[", "]"), ("{a: ", "}"), ("- ", ""), ("[\n", "]"), ("? ", "")])
def test_more_levels_than_the_limit_are_an_error_at_the_first_of_them(levels: int, level: str, closer: str) -> None:
    document = load(level * levels + "x" + closer * levels)

    (problem,) = document.problems
    assert (problem.rule, problem.message) == (
        "too-deep",
        "this is nested deeper than 100 levels, the limit (TRACE_MAX_DEPTH raises it)",
    )
    assert problem.place.span == Span(100 * len(level), 100 * len(level) + 1)
    assert not document.readable


def test_a_limit_that_libyaml_does_not_reach_ends_in_words_too() -> None:
    document = load("[" * 5000, Limits(depth=10_000))

    limited = pytest.importorskip("yaml._yaml").get_version() >= (0, 2, 6)  # an older libyaml has no limit of its own
    assert told(document) == [
        "1:1000 too-deep: this is nested deeper than the YAML parser goes"
        if limited
        else "1:5001 syntax: the text ends before a value"
    ]


def test_as_many_levels_as_the_limit_are_read() -> None:
    assert load("[" * 100 + "]" * 100).readable
    assert load("- " * 100 + "x").readable


@pytest.mark.parametrize("number", ["1e999", "-1e999", "9" * 5000])
def test_a_number_that_no_double_holds_is_out_of_reach(number: str) -> None:
    document = load(f"a: {number}\n")

    assert [problem.rule for problem in document.problems] == ["wrong-value"]
    assert marked(document) == [number]
    assert document.data == {"a": number}
    assert type(document.data["a"]) is str


def test_a_second_document_is_an_error_where_it_begins_and_the_first_is_judged() -> None:
    document = load("a: no\n---\nb: 2\n")

    assert [line.split()[:2] for line in told(document)] == [["1:4", "yaml-type:"], ["2:1", "syntax:"]]
    assert told(document)[1].endswith("a second document begins here: one document a file")
    assert (document.readable, document.data) == (True, {"a": "no"})


@pytest.mark.parametrize(
    "text", ["a: 1\n...\n", "---\na: 1\n", "%YAML 1.2\n---\na: 1\n", "# c\na: 1 # d\n", "a: 1\n--- # x"]
)
def test_marks_and_comments_around_one_document_are_fine(text: str) -> None:
    assert load(text.removesuffix("--- # x")).problems == ()


def test_a_file_of_comments_says_so() -> None:
    document = load("# a\n# b\n")

    assert told(document) == ["1:1 syntax: the file contains only comments: a trace was expected"]
    assert not document.readable


def test_an_explicit_nothing_is_read_as_null() -> None:
    assert (load("---\n").data, load("---\n").readable) == (None, True)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_and_columns_are_right_for_all_line_ends_and_characters(ending: str) -> None:
    document = load(ending.join(["𝒳: é\u0085", "b: ['\u2028x', no]", ""]))

    assert told(document)[0].startswith("2:11 yaml-type: 'no'")


def test_json_is_yaml_with_tabs_too() -> None:
    document = load('{\n\t"a": [1,\n\t\t"no"]\n}\n')

    assert (document.data, document.problems) == ({"a": [1, "no"]}, ())


def test_what_was_found_before_a_break_is_told_with_it() -> None:
    document = load("a: 1\na: no\nb: [\n")

    assert [line.split()[1] for line in told(document)] == ["duplicate-key:", "yaml-type:", "syntax:"]
    assert (document.readable, document.data) == (False, None)


def test_without_libyaml_the_same_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a: &x no\nb: *x\nc: !t\n  - [1, {d: 2}]\nb: |\n  x\n"
    quick = load(text)

    monkeypatch.setattr(yaml_reader, "_LOADER", yaml.SafeLoader)
    slow = load(text)

    assert slow.data == quick.data
    assert told(slow) == told(quick)
    assert marked(slow) == marked(quick)


@pytest.mark.parametrize("text", ["a:\n\tb: 1\n", "a: @x\n", "a: 'x\n", "a: b: c\n", "a: \x07\n", "- a\nb: 1\n"])
def test_without_libyaml_a_break_is_found_at_the_same_place(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = load(text)

    monkeypatch.setattr(yaml_reader, "_LOADER", yaml.SafeLoader)
    slow = load(text)

    assert [line.split()[0] for line in told(slow)] == [line.split()[0] for line in told(quick)]


def test_near_names_are_not_sought_for_thousands_of_unknown_aliases(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0

    def count(_: str, names: Iterable[str]) -> list[str]:
        nonlocal compared
        compared += len(list(names))
        return []

    monkeypatch.setattr("tracecli.reading.yaml.near_names", count)
    text = "".join(f"- &a{number} x\n- *b{number}\n" for number in range(3000))

    document = load(text)

    assert len(document.problems) + sum(document.left_out.values()) == 3000
    assert compared < 1000


@pytest.mark.parametrize("char", ["\u0085", "\u2028", "\u2029"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# a remark", "b: hidden\n"),
        ("a: x", "b: hidden\n"),
        ("a: # x", "  hidden\n"),
        ("a: [", "b]\n"),
        ("", "a: x\n"),
    ],
)
def test_a_line_break_that_nobody_sees_hides_nothing(before: str, after: str, char: str) -> None:
    document = load(f"{before}{char}{after}")

    (line,) = [line for line in told(document) if " syntax: " in line]
    assert line.startswith(f"1:{len(before) + 1} syntax: ")
    assert "ends a line for some YAML readers and for no eye: take it out" in line
    assert f"U+{ord(char):04X}" in line


@pytest.mark.parametrize(
    "text", ["a: 'x\u2028y'\n", 'a: "x\u2029y"\n', "a: |\n  x\u2028  y\n", "? 'a\u2028b'\n: x\n", "a: x \u2028\nb: y\n"]
)
def test_such_a_break_in_a_text_or_at_the_end_of_a_line_is_no_fault(text: str) -> None:
    assert [line for line in told(load(text)) if " syntax: " in line] == []


@pytest.mark.parametrize(
    ("text", "rules"), [('a: "@"\n', set()), ("a: b # @c: d\n", {"syntax"}), ("# @\na: b\n", set())]
)
def test_many_such_breaks_on_one_line_take_no_time_that_grows_with_their_square(text: str, rules: set[str]) -> None:
    document = load(text.replace("@", "\u2028" * 300_000))

    assert {problem.rule for problem in document.problems} == rules


def test_such_a_break_is_found_beside_what_aliases_share() -> None:
    text = "a: &a [x, x]\nb: &b [*a, *a]\n# \u2028c: [*b, *b]\n"

    assert [line.split(":")[1] for line in told(load(text)) if " syntax: " in line] == ["3 syntax"]


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
    plain = [
        text
        for text in texts
        if re.fullmatch(r"[\w.:+=-]+", text)
        and text[0] not in "-:"
        and text not in ("y", "Y", "n", "N")
        and text[-1] != ":"
    ]
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


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("a: issue #12 for good\n", "#12 for good"),
        ("a:\n- issue #twelve\n", "#twelve"),
        ("a: issue #12\nb: c\n", "#12"),
        ("a: issue #12\r\nb: c\r\n", "#12"),
        ("a: one\n  two #3 four\nb: c\n", "#3 four"),
        ("a: it's #4\n", "#4"),
        ("a: [b, c #5\n  ]\n", "#5"),
        ("a: {b: c #6\n  , d: e}\n", "#6"),
        ("issue #7: b\n", "#7: b"),
        ("a: \u0646\u0635 #\u0668\n", "#\u0668"),
        ("a: &x b #9\n", "#9"),
        ("a: b #10   \n", "#10"),
    ],
)
def test_a_plain_text_that_a_comment_cuts_is_a_warning_at_the_sign(text: str, mark: str) -> None:
    document = load(text)

    assert [problem.rule for problem in document.problems] == ["cut-by-comment"]
    assert marked(document) == [mark]


@pytest.mark.parametrize(
    "text",
    [
        "a: b # c\n",
        "a: b  #c\n",
        "a: b #\n",
        "a: b #-- c\n",
        "a: b#c\n",
        "a: 'b' #c\n",
        'a: "b #c" #d\n',
        "a: 5 #ms\n",
        "a: ~ #none\n",
        "a: |\n  b #c\n",
        "a: [b] #c\n",
        "a: #b\n  c: d\n",
        "#a\nb: c\n",
        "a: f##3\n",
    ],
)
def test_other_comments_are_no_warning(text: str) -> None:
    assert load(text).problems == ()


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("a:\n- {title: Fix of issue #12, description: x}\n- b\n", "#12, description: x}"),
        ("a: {b: c #1}\n", "#1}"),
        ("a: {b #1: c}\nx: y\n", "#1: c}"),
        ("a: [a, b #2, c]\nb: 1\n", "#2, c]"),
        ("a: [b #1\n c]\n", "#1"),
        ("a: Fixes\n  issue #12 for\n  good\nb: 1\n", "#12 for"),
        ("a:\n- x\n- b #3\n  d\n- c\n", "#3"),
        ("a:\n  issue #12: x\n  c: d\n", "#12: x"),
        ("a:\n- issue #4 is\n\n  open\n", "#4 is"),
        ('a: {b: "c", d: e #5}\nf: g\n', "#5}"),
    ],
)
def test_what_a_comment_breaks_is_reported_at_the_sign(text: str, mark: str) -> None:
    document = load(text)

    assert [problem.rule for problem in document.problems] == ["syntax"]
    assert document.problems[0].message.startswith("' #' begins a comment here")
    assert marked(document) == [mark]


@pytest.mark.parametrize(
    "text",
    ['a: "x #1" #b\n  c: d\n', "a: 900 #ms\n   b: c\n", "a: {b: c # d\n", 'a: {b: "c #d\n', "a: [b, c\nd: #e f\n"],
)
def test_a_comment_that_breaks_nothing_is_not_blamed(text: str) -> None:
    assert not any("begins a comment" in problem.message for problem in load(text).problems)
