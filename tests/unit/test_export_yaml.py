from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from hypothesis import given, settings

from tests.unit.export_documents import documents
from tests.unit.export_helpers import HOSTILE, data, hostile
from tracecli.export.data import export_json as to_json
from tracecli.export.data import export_yaml
from tracecli.reading import read_bytes


def _same(left: object, right: object) -> bool:
    """Compare with order and types: 1 is not True."""
    return json.dumps(left) == json.dumps(right)


@settings(max_examples=200)
@given(documents())
def test_json_to_yaml_to_json_gives_the_same_document(document: dict[str, Any]) -> None:
    read = read_bytes(export_yaml(document).encode(), "trace.yaml")

    assert not read.problems
    assert to_json(read.data) == to_json(document)


@settings(max_examples=200)
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


@pytest.mark.parametrize("text", ["no", "y", "0777", "0o17", "12:30:45", "2024-01-01", "1e3", "~", "=", "1_000", ".5"])
def test_a_text_that_some_reader_takes_for_another_type_is_quoted(text: str) -> None:
    assert export_yaml({"a": text, "b": [text]}) in {
        f"a: '{text}'\nb: ['{text}']\n",
        f"a: '{text}'\nb:\n  - '{text}'\n",
    }


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
