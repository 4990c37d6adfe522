from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.reading_helpers import pointers, read, told
from tracecli.checking import check
from tracecli.problems import Place
from tracecli.reading import Document, Limits

SEED = (Path(__file__).parents[1] / "cases" / "seed.json").read_bytes()
NAMES = st.sampled_from(["x.json", "x.yaml", "-"])
PIECES = st.sampled_from(
    [*"{}[],:\"'\\ \n\t\r-&*!?|>%@`#~0.eE+<=/", '"a"', "a", ": ", "- ", "  ", "1", "true", "NaN", "<<", "*a", "&a ",
     "---\n", "...", "!!x ", "\\u", "\\ud800", "d83d", "1e999", "//", "null", "é", "𝒳", "\u0085", "\u2028", "\ufeff", "\0"]
)  # fmt: skip


def is_sound(document: Document) -> None:
    """Hold what is true of every document, however it came to be."""
    assert document.readable or document.problems
    assert document.readable or document.data is None
    for found in document.locate(document.problems):
        assert 0 <= found.span.start <= found.span.end <= len(document.text)
        assert "\n" not in found.problem.message.replace(document.text, "")
        document.line(found.range.start.line)
    every = [Place(pointer) for pointer, _ in pointers(document.data)]
    for span in document.spans(every).values():
        assert 0 <= span.start <= span.end <= len(document.text)
    json.dumps(document.data, allow_nan=False, ensure_ascii=False).encode()


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=25).map("".join), NAMES)
def test_any_text_is_read_or_refused_in_words(text: str, name: str) -> None:
    is_sound(read(text, name))


@settings(max_examples=100)
@given(st.binary(max_size=60), NAMES)
def test_any_bytes_are_read_or_refused_in_words(raw: bytes, name: str) -> None:
    is_sound(read(raw, name))


@settings(max_examples=60)
@given(st.integers(0, len(SEED)), st.integers(0, 40), st.lists(PIECES, max_size=3).map("".join), NAMES)
def test_any_cut_or_insertion_in_a_trace_is_read_or_refused_in_words(at: int, cut: int, new: str, name: str) -> None:
    is_sound(read(SEED[:at] + new.encode() + SEED[at + cut :], name))


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=12).map("".join))
def test_json_is_readable_exactly_when_the_standard_parser_reads_it(text: str) -> None:
    text = text.replace("\0", "").replace("\ufeff", "") or "x"
    try:
        json.loads(text)
        good = True
    except ValueError:
        good = False

    assert read(text, limits=Limits(depth=1000)).readable is good


@pytest.mark.parametrize("name", ["x.json", "x.yaml"])
@pytest.mark.parametrize(
    ("prefix", "fault"), [('{"title": "', '", "a": 1, "a": 2}'), ('{"title": "', '" "a"}'), ('["', '", }')]
)
def test_a_fault_behind_two_megabytes_on_one_line_is_found_there(prefix: str, fault: str, name: str) -> None:
    document = read(prefix + "é" * 2_000_000 + fault, name)

    assert len(document.problems) == 1
    assert 2_000_000 < int(told(document)[0].split(":")[1].split()[0]) < 2_000_050


def test_ten_thousand_faults_are_all_counted_and_the_first_of_each_rule_placed() -> None:
    document = read("[" + ",\n".join(['{"a": NaN, "a": 1e999}'] * 5_000) + "]")

    findings = document.locate(document.problems)

    assert len(findings) == 3_000
    assert findings[-1].range.start.line == 1_000
    assert {rule: number for (_, rule, _), number in document.left_out.items()} == {
        "syntax": 4_000,
        "duplicate-key": 4_000,
        "wrong-value": 4_000,
    }


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("[" + "NaN, " * 60 + "1]", "x.json"),
        ("[" + "1e999, " * 60 + "1]", "x.json"),
        ("{" + '"a": 1, ' * 60 + '"a": 1}', "x.json"),
        ("[" + '["\\ud800"], ' * 60 + "1]", "x.json"),
        ('{"b": [' + '{"\\udfff": 1}, ' * 60 + "1]}", "x.json"),
        ("- no\n" * 60, "x.yaml"),
        ("- 1e999\n" * 60, "x.yaml"),
        ("- !a x\n" * 60, "x.yaml"),
        ("- *a\n" * 60, "x.yaml"),
        ("- {1: x}\n" * 60, "x.yaml"),
        ("- {<<: {}}\n" * 60, "x.yaml"),
        ("- {[a]: x}\n" * 60, "x.yaml"),
        ("- ?\n  : x\n" * 60, "x.yaml"),
        ("a: 1\n" * 61, "x.yaml"),
        ("# \u2028a: b\n" * 60, "x.yaml"),
    ],
)
@pytest.mark.parametrize(("most", "left_out"), [(60, 0), (50, 10), (1, 59)])
def test_of_many_faults_the_first_are_kept_and_all_are_counted(text: str, name: str, most: int, left_out: int) -> None:
    document = read(text, name, Limits(kept=most))

    rule = document.problems[0].rule
    kept = [problem for problem in document.problems if problem.rule == rule]
    assert (len(kept), sum(number for kind, number in document.left_out.items() if kind[1] == rule)) == (most, left_out)
    assert document.readable


def test_what_is_not_known_to_be_data_is_not_judged() -> None:
    document = read('{"title": 3, "x-a": [' + "NaN, " * 60 + "1]}", limits=Limits(kept=50))

    (*_, last) = check(document, limits=Limits(kept=50)).problems

    assert last.rule == "too-large"
    assert last.message == "more than 50 values could not be read as written; nothing else of the file was judged"
