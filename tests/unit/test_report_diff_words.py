"""Two texts that differ are never shown as two that look the same, and prose is shown as prose."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.comparing_helpers import diff_text, scenario, seed, step, trace
from tracecli.comparing import Comparison, Side, TraceComparison, compare_scenarios, compare_traces
from tracecli.report.diff_json import diff_json
from tracecli.report.diff_markdown import diff_markdown
from tracecli.report.diff_view import DiffOptions, same_sentence
from tracecli.report.diff_words import brief, distinct

# Pairs that an eye can't tell apart, or that a report could make the same.
ALIKE = [
    ("caf\u00e9", "cafe\u0301"),
    ("\u1112\u1161\u11ab", "\ud55c"),
    ("a\ufe0f", "a"),
    ("\u2764\ufe0f", "\u2764"),
    ("a\u200d", "a"),
    ("a b", "a\u00a0b"),
    ("a b", "a\u2009b"),
    ("a b", "a  b"),
    ("a", "a "),
    ("a", " a"),
    ("a\n", "a"),
    ("a\nb", "a b"),
    ("a\r\nb", "a\nb"),
    ("a\nb", "a\\nb"),
    ("a\tb", "a\\tb"),
    ("", " "),
    ("", "\n"),
    ("", "(empty)"),
    ("\u00c5", "\u212b"),
    ("x" * 500 + "a", "x" * 500 + "b"),
]


def _texts(name: str, text: str) -> dict[str, Any]:
    return {name: text}


def looks(text: str) -> str:
    """Return what is left of a text on a page: accents composed, selectors and joiners unseen, spaces as one."""
    return " ".join(normalize("NFC", text.translate(dict.fromkeys([0xFE0F, 0xFE0E, 0x200C, 0x200D]))).split())


@pytest.mark.parametrize(("one", "other"), ALIKE)
@pytest.mark.parametrize("short", [True, False])
def test_two_texts_that_differ_are_shown_as_two_that_differ(one: str, other: str, short: bool) -> None:  # noqa: FBT001
    shown = distinct([one, other, "something else"], short=short)

    assert len({looks(text) for text in shown.values()}) == 3
    assert all(text.strip() and "\n" not in text for text in shown.values())


@given(st.sets(st.text(alphabet="ab \n\u0301\ufe0f\u00a0e\u00e9\\n", max_size=4), min_size=2, max_size=6))
def test_no_two_of_many_look_the_same(texts: set[str]) -> None:
    assert len({looks(text) for text in distinct(texts).values()}) == len(texts)


@pytest.mark.parametrize(("one", "other"), ALIKE[:-1])
@pytest.mark.parametrize("form", ["text", "beside", "markdown"])
def test_every_report_shows_that_they_differ(one: str, other: str, form: str) -> None:
    """As title, description, value and label, each alone: no row or pair of rows says the same twice."""
    left = scenario(step("A", s="x"), initial={"s": one}, id="r")
    right = scenario(step("A", s="x"), initial={"s": other}, id="r")
    text = _report(compare_traces(trace(left), trace(right)), form)
    assert _values_of_state(text, form)

    for part in ("title", "description"):
        sides = [scenario(replace(step("A", s="x"), **_texts(part, text)), id="r") for text in (one, other)]
        text = _report(compare_traces(*map(trace, sides)), form)
        reworded = text.partition("Wording")[2]
        rows = [row[2:] for row in reworded.splitlines() if row.startswith(("- ", "+ "))]
        assert reworded
        assert "only its line breaks differ" in text or len({looks(row) for row in rows}) == len(rows)


def _report(comparison: Comparison | TraceComparison, form: str) -> str:
    options = DiffOptions(width=120, wrap=True, side_by_side=form == "beside")
    if form == "markdown":
        return diff_markdown(comparison, names=("old", "new"), origin="", options=options)
    return diff_text(comparison, names=("old", "new"), origin="", options=options)


def _values_of_state(text: str, form: str) -> bool:
    """Return whether the initial state's value is shown differently on both sides."""
    lines = [line.strip() for line in text.splitlines()]
    lanes = [line.split("  ", 1)[1].strip() for line in lines if line.startswith(("old  ", "new  "))]
    runs = [line.split("  ", 1)[1] for line in lines if line.startswith("0 ") and " → " in line]
    pairs = [tuple(lanes[:2])] if lanes else [tuple(run.split(" → ", 1)) for run in runs]
    assert pairs, (form, text)
    return all(looks(one) != looks(other) for one, other in pairs)


PROSE = [
    ("It is.\n", "It is."),
    ("One\ntwo\n", "One two"),
    ("One\n\ntwo", "One two"),
    ("One\r\ntwo", "One two"),
    ("One\n  two\n", "One two\n"),
    ("\nOne", "One"),
    ("- a\n- b\n", "- a - b\n"),
    ("One\rtwo", "One two"),
    ("One \ntwo", "One two"),
    ("One\n\n\ntwo", "One\ntwo"),
]


@pytest.mark.parametrize(("one", "other"), PROSE)
@pytest.mark.parametrize("form", ["text", "beside", "markdown"])
def test_a_change_of_line_breaks_alone_is_said_in_words(one: str, other: str, form: str) -> None:
    sides = [trace(scenario(step("A", description=text, s="x"), id="r")) for text in (one, other)]

    text = _report(compare_traces(*sides), form)

    assert "only its line breaks differ" in text
    assert "\\n" not in text


@pytest.mark.parametrize("kind", ["description", "caption", "alt"])
@pytest.mark.parametrize("form", ["text", "beside", "markdown"])
def test_prose_is_shown_in_paragraphs_without_escapes(kind: str, form: str) -> None:
    before = replace(seed(), **_texts(kind, "First line,\nsecond line.\n\nAnother paragraph\n"))
    after = replace(seed(), **_texts(kind, "First line,\nsecond line at last.\n\nAnother paragraph\n"))

    text = _report(compare_traces(before, after), form)

    assert "\\n" not in text
    assert "second line" in text
    assert "Another paragraph" in [line.strip(" +-") for line in text.splitlines()][-12:] or form == "beside"


def test_a_paragraph_that_was_joined_while_words_changed_is_marked() -> None:
    sides = [
        trace(scenario(step("A", description=text, s="x"))) for text in ("One two\n\nthree four.", "1 two three four.")
    ]

    assert "[-One-]{+1+} two[-¶-]{+ +}three four." in _report(compare_traces(*sides), "text")


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        (
            "\u961f\u5217\u662f\u7a7a\u7684",
            "\u961f\u5217\u662f\u6ee1\u7684",
            "\u961f\u5217\u662f[-\u7a7a-]{+\u6ee1+}\u7684",
        ),
        (
            "\u30ad\u30e5\u30fc\u304c\u7a7a",
            "\u30ad\u30e5\u30fc\u304c\u6e80",
            "\u30ad\u30e5\u30fc\u304c[-\u7a7a-]{+\u6e80+}",
        ),
        (
            "\U00020000\U00020001\U00020002",
            "\U00020000\U00020003\U00020002",
            "\U00020000[-\U00020001-]{+\U00020003+}\U00020002",
        ),
        (
            "\u0e04\u0e34\u0e27\u0e27\u0e48\u0e32\u0e07",
            "\u0e04\u0e34\u0e27\u0e40\u0e15\u0e47\u0e21",
            "\u0e04\u0e34\u0e27[-",
        ),
        ("\u0e81\u0e82\u0e84", "\u0e81\u0e82\u0e87", "\u0e81\u0e82[-\u0e84-]{+\u0e87+}"),
        ("\u1780\u1781\u1782", "\u1780\u1781\u1783", "\u1780\u1781[-\u1782-]{+\u1783+}"),
        ("\u1000\u1001\u1002", "\u1000\u1001\u1003", "\u1000\u1001[-\u1002-]{+\u1003+}"),
        ("\u0f40\u0f41\u0f42", "\u0f40\u0f41\u0f44", "\u0f40\u0f41[-\u0f42-]{+\u0f44+}"),
        ("\ua000\ua001\ua002", "\ua000\ua001\ua003", "\ua000\ua001[-\ua002-]{+\ua003+}"),
        ("\uff76\uff77\uff78", "\uff76\uff77\uff79", "\uff76\uff77[-\uff78-]{+\uff79+}"),
        (
            "\u092a\u0902\u0915\u094d\u0924\u093f \u0916\u093e\u0932\u0940 \u0939\u0948",
            "\u092a\u0902\u0915\u094d\u0924\u093f \u092d\u0930\u0940 \u0939\u0948",
            "[-\u0916\u093e\u0932\u0940-]{+\u092d\u0930\u0940+}",
        ),
        ("\ud55c\uad6d \uc2e4\ud589", "\ud55c\uad6d \uc2e4\uc218", "[-\uc2e4\ud589-]{+\uc2e4\uc218+}"),
        ("a cafe\u0301 here now", "a cafes here now", "[-cafe\u0301-]{+cafes+}"),
    ],
)
def test_scripts_without_spaces_are_compared_by_character_and_others_by_word(
    before: str, after: str, shown: str
) -> None:
    sides = [trace(scenario(step("A", description=text, s="x"))) for text in (before, after)]

    assert shown in _report(compare_traces(*sides), "text")


def test_an_empty_value_is_said() -> None:
    sides = [trace(scenario(step("A", s=text), id="r", initial={"s": "x"}), caption=text) for text in ("", "busy")]
    comparison = compare_traces(*sides)

    message = json.loads(diff_json(comparison, names=("a", "b")))["changes"]

    assert "state s: (empty) → busy" in [change["message"] for change in message]
    assert "(empty)" in _report(comparison, "text")


def test_a_label_without_end_is_cut_where_people_read_and_exact_for_machines() -> None:
    label = "L" * 30_000
    one, other = scenario(step("A", s="x"), id="r"), scenario(step("A", s="y"), id="r")
    comparison = compare_traces(trace(one, state_labels={"s": label}), trace(other, state_labels={"s": label}))

    assert brief(label) == f"{'L' * 199}…"
    assert all(len(line) < 300 for line in _report(comparison, "text").splitlines())
    assert label in diff_json(comparison, names=("a", "b"))


class TestSame:
    def test_of_one_trace_everything_was_compared(self) -> None:
        whole = seed()
        same = compare_scenarios(Side(whole, whole.scenarios[0]), Side(whole, whole.scenarios[0]))

        assert same_sentence(same, "") == "No differences: 6 steps, 35 state cells, 17.0 s on both sides"

    def test_of_two_traces_the_rest_was_not(self) -> None:
        one, other = seed(), replace(seed(), title="Another")
        same = compare_scenarios(Side(one, one.scenarios[0]), Side(other, other.scenarios[0]))

        assert same_sentence(same, "").startswith("No differences between the two scenarios: ")
        assert same_sentence(same, "").endswith("; the rest of the traces was not compared")

    def test_of_texts_that_differ_only_what_they_say_is_the_same(self) -> None:
        same = compare_traces(seed(), seed())

        assert same_sentence(same, "") == "No differences: 2 scenarios, 12 steps on both sides"
        assert same_sentence(same, "1 line differs").startswith("No differences in what the traces say: ")
