from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from hypothesis import given, settings

from tests.unit.export_documents import documents, texts
from tests.unit.export_helpers import HOSTILE, data, hostile
from tracecli.export.data import export_json as to_json
from tracecli.export.data import export_yaml
from tracecli.reading import read_bytes
from tracecli.reading.yaml_text import is_plain, other_reading, resolve


def _same(left: object, right: object) -> bool:
    """Compare with order and types: 1 is not True."""
    return json.dumps(left) == json.dumps(right)


@settings(max_examples=200, deadline=None)
@given(documents())
def test_json_to_yaml_to_json_gives_the_same_document(document: dict[str, Any]) -> None:
    read = read_bytes(export_yaml(document).encode(), "trace.yaml")

    assert not read.problems
    assert to_json(read.data) == to_json(document)


@settings(max_examples=200, deadline=None)
@given(documents())
def test_a_reader_of_yaml_1_1_sees_the_same_data(document: dict[str, Any]) -> None:
    assert _same(yaml.load(export_yaml(document), Loader=yaml.SafeLoader), document)


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_hostile_texts_stay_text(text: str) -> None:
    document = hostile(text)

    assert _same(yaml.safe_load(export_yaml(document)), document)


def test_the_shipped_trace_becomes_what_one_would_write_by_hand() -> None:
    lines = export_yaml(data()).split("\n")

    assert lines[:7] == [
        "version: 1",
        "language: en",
        "title: Serial and overlapped scheduler loops",
        "description: >-",
        "  Two source-derived traces follow one SGLang scheduler iteration. The serial loop processes batch k",
        "  right after it runs. The overlap loop queues batch k and processes batch k−1 while the GPU runs",
        "  batch k.",
    ]
    assert "    at: [0, 0]" in lines
    assert "        active: [queue, future]" in lines
    assert "        paths: []" in lines
    assert "          idle: 'yes'" in lines


def test_a_text_of_several_lines_stays_readable() -> None:
    assert export_yaml({"a": "one\n\n  two\n", "b": "x\ny", "c": "x\n\n"}) == (
        "a: |\n  one\n\n    two\nb: |-\n  x\n  y\nc: |+\n  x\n\n"
    )


def test_blanks_that_nobody_sees_are_quoted() -> None:
    assert export_yaml({"a": "one \ntwo", "b": " x", "c": "a  b " * 30}) == (
        "a: \"one \\ntwo\"\nb: ' x'\nc: '" + "a  b " * 30 + "'\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        *("no", "y", "N", "On", "oFf", "tRUE", "False", "Null", "~", "=", "<<"),
        *("1e999", "1E400", "5e45123", "-1e999", "1e3", "12e03", "0e0", "5e4a123"),
        *("08", "09", "018", "+08", "-08", "0777", "01e5", "1_000", "1__0", "1,000", "0,7"),
        *("+1e3", "1.e3", "+.5", ".5", "+.1", "-.5e3", "1.", "+1", "-0", "1.2.3"),
        *("0o17", "+0o17", "0O17", "0x1F", "0X1f", "-0xff", "0b1", "0B1", "+0b1", "0x", "+_1", "-_"),
        *("1:30", "12:30:45", "08:30", "12:30:45.5", "190:20:30.15"),
        *(".inf", "-.INF", "+.inf", ".nan", ".NaN", ".NAN", ".", "+.", "e5", "E-3", "+e1"),
        *("2024-01-01", "2024-1-1", "2024-01-01T00:00:00Z", "2024-01-01t0:0:0", "2024-01-01 10:00:00 +02:00"),
    ],
)
def test_a_text_that_some_reader_takes_for_another_type_is_quoted(text: str) -> None:
    quoted = f"'{text}'"

    assert export_yaml({"a": text, "b": {text: 1}}) == f"a: {quoted}\nb:\n  {quoted}: 1\n"
    assert export_yaml({"a": ["b", text]}) in {f"a: [b, {quoted}]\n", f"a:\n  - b\n  - {quoted}\n"}
    assert read_bytes(export_yaml({"a": text, text: "b"}).encode(), "t.yaml").data == {"a": text, text: "b"}


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            " x",
            "x ",
            "\u3000x",
            "x\u00a0",
            "- x",
            "-",
            "--- x",
            "---",
            "...",
            "... x",
            "? x",
            ": x",
            ":x",
            "#x",
        ),
        *("x: y", "x:", "x #y", "&x", "*x", "!x", "|", ">", "%x", "@x", "`x`", "'x", '"x"', "{x}", "[x", "]", "}", ","),
        *(
            "\x85x",
            "x\u2028y",
            "\u2029",
            "\ufeffx",
            "x\ufeff",
            "\x00",
            "x\x1by",
            "\x7f",
            "\x9f",
            "\u202e",
            "\ufffe",
            "\uffff",
        ),
        *(
            "a\tb",
            "\ta",
            "a\rb",
            "a\r\nb",
            "\U000e0001",
            "\U0001f600\x07",
            "a\n--- b",
            "a\n...\n",
            "a\n# b",
            "\n",
            "\na",
            "a\n\x85b",
        ),
    ],
    ids=ascii,
)
def test_a_text_that_would_mean_something_to_yaml_is_never_plain(text: str) -> None:
    document = {"a": text, "b": {text: [text]}}

    written = export_yaml(document)

    assert f"a: {text}\n" not in written
    assert f"  {text}:" not in written
    assert _same(yaml.safe_load(written), document)
    read = read_bytes(written.encode(), "t.yaml")
    assert (read.data, read.problems) == (document, ())


@pytest.mark.parametrize(
    "text", ["a", "k−1", "item 1", "1 item", "3 of 4", "v08", "x=1", "a,b", "a:b", "it's", "nope", "year", "é", "😀"]
)
def test_what_looks_like_text_to_every_reader_is_plain(text: str) -> None:
    assert export_yaml({text: text}) == f"{text}: {text}\n"


@settings(max_examples=500, deadline=None)
@given(texts())
def test_what_is_no_text_here_and_what_yaml_type_names_is_never_written_plain(text: str) -> None:
    if type(resolve(text)) is not str or other_reading(text, text):
        assert not is_plain(text)


def test_a_key_that_some_reader_takes_for_another_type_is_quoted() -> None:
    assert export_yaml({"no": 1, "1": 2, "null": 3}) == "'no': 1\n'1': 2\n'null': 3\n"


def test_numbers_are_numbers_to_every_reader() -> None:
    assert export_yaml({"a": 1e22, "b": -0.0, "c": 10**20, "d": True, "e": None}) == (
        "a: 1.0e+22\nb: -0.0\nc: 100000000000000000000\nd: true\ne: null\n"
    )


def test_a_key_that_is_too_long_for_yaml_gets_a_question_mark() -> None:
    key = "k" * 2000

    assert export_yaml({"x-a": [{key: {"b": 1}}]}) == f"x-a:\n  - ? {key}\n    :\n      b: 1\n"


def test_a_line_that_a_ci_runner_would_obey_is_escaped() -> None:
    assert export_yaml({"a": "x\n::error::y", "b": "##[error]z"}) == 'a: "x\\n::error::y"\nb: "\\x23#[error]z"\n'
