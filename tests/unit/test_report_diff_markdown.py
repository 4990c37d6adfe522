"""A comparison as one comment of a pull request."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given, settings

from tests.support.screens import assert_screen
from tests.unit.comparing_helpers import scenario, seed, step, trace
from tests.unit.comparing_strategies import pairs
from tracecli.comparing import ChangeLevel, Side, compare_scenarios, compare_traces
from tracecli.model import Trace
from tracecli.report.diff_markdown import diff_markdown, marker
from tracecli.report.diff_view import DiffOptions

_NAMES = ("serial", "overlap")


def _seed(**options: object) -> str:
    whole = seed()
    comparison = compare_scenarios(*(Side(whole, each) for each in whole.scenarios))
    asked = DiffOptions(**options)  # type: ignore[arg-type] # each test names a real option
    return diff_markdown(comparison, names=_NAMES, origin="traces/overlap.json", options=asked)


def _prose(markdown: str) -> str:
    """Give what a host looks through for names and links: no code blocks, no code spans, no comments, no bars."""
    without_blocks = re.sub(r"^(`{3,})\w*$.*?^\1$", "", markdown, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)|<!--.*?-->|&#124;", "", without_blocks)


def test_the_whole_comment_about_the_founding_document() -> None:
    assert_screen("diff_overlap_markdown", _seed())


def test_the_first_line_is_a_marker_that_depends_on_the_names_alone() -> None:
    first = _seed().splitlines()[0]

    assert first == marker(_NAMES) == _seed(stat=True).splitlines()[0]
    assert first != marker(("serial", "other"))
    assert re.fullmatch("<!-- steptrace-diff [0-9a-f]{12} -->", first)


def test_numbers_alone_have_no_table_and_nothing_collapsed() -> None:
    text = _seed(stat=True)

    assert "25 of 35 cells" in text
    assert "<details>" not in text
    assert "| --: |" not in text


def test_only_the_level_asked_for_is_shown() -> None:
    text = _seed(only=[ChangeLevel.WORDING])

    assert "Wording: 11 changes" in text
    assert "State: 13 runs" not in text


def test_no_differences_are_said_in_words() -> None:
    whole = seed()

    assert "No differences." in diff_markdown(compare_traces(whole, whole), names=("a", "b"), origin="")


_EVIL = "@team #12 owner/repo#3 GH-4 !5 https://a.example www.b.example c@d.example 0123456789abcdef <b> |x| `y` ```z ]] :tada:"


def test_nothing_pings_links_or_breaks_out_by_accident() -> None:
    def evil(extra: str) -> Trace:
        run = scenario(step(_EVIL + extra, ["n"], description=_EVIL + extra, key=_EVIL + extra), id="run")
        return trace(run, title=_EVIL + extra, caption=_EVIL + extra, state_labels={"key": _EVIL + extra})

    text = diff_markdown(compare_traces(evil("1"), evil("2")), names=(_EVIL, f"{_EVIL}!"), origin=_EVIL)

    prose = _prose(text)
    for taboo in ("@", "#1", "#3", "GH-4", "!5", "https", "www", "0123456", "<b>", ":tada:"):
        assert taboo not in prose


def test_a_row_of_the_table_keeps_its_cells_whatever_a_title_says() -> None:
    one, other = scenario(step("a | b \\| `c|", ["n"])), scenario(step("a | d \\| `c|", ["n"]))
    comparison = compare_scenarios(Side(trace(one), one), Side(trace(other), other))

    text = diff_markdown(comparison, names=("a", "b"), origin="")

    row = next(line for line in text.splitlines() if line.startswith("| 1 |"))
    assert row.count("|") == 6


def test_a_comment_about_thousands_of_changes_stays_below_the_limit_and_says_what_is_missing() -> None:
    steps = [step(f"Step {n}", [f"n{n % 9}"], description=f"It is {n}. " * 20, key=str(n)) for n in range(2000)]
    left = trace(scenario(*steps))
    reworded = [replace(each, title=f"{each.title}!", state={"key": f"{each.state['key']}!"}) for each in steps]
    right = trace(scenario(*(replace(each, description="Other words. " * 20) for each in reworded)))

    text = diff_markdown(compare_traces(left, right), names=("a", "b"), origin="")

    assert 40_000 < len(text) <= 65_000
    assert "more lines; `trace diff` shows all of it" in text
    assert text.count("<details>") == text.count("</details>") == 2


def test_a_comment_about_more_scenarios_than_fit_stays_below_the_limit_too() -> None:
    runs = [scenario(step("Run", ["n"], key="yes"), id=f"run-{number}") for number in range(400)]
    other = [scenario(step("Run it", ["n"], key="no"), id=f"run-{number}") for number in range(400)]
    long = "\u202ex" * 500
    labels = {"key": long}

    comparison = compare_traces(trace(*runs, state_labels=labels), trace(*other, state_labels=labels))
    text = diff_markdown(comparison, names=(long, f"{long}!"), origin=long)

    assert 50_000 < len(text) <= 65_000
    assert re.search(r"… [\d,]+ more parts?; `trace diff` shows all of it\n$", text)


@given(pairs())
@settings(max_examples=60)
def test_any_comparison_is_a_comment_with_closed_blocks(both: tuple[Trace, Trace]) -> None:
    text = diff_markdown(compare_traces(*both), names=("a", "b"), origin="")

    assert len(text) <= 65_000
    assert text.count("<details>") == text.count("</details>")
    assert len(re.findall("^`{3,}", text, re.MULTILINE)) % 2 == 0
