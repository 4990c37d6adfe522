"""Markdown, read by a parser of GitHub's dialect."""

from __future__ import annotations

import html
import re

from hypothesis import given, settings
from markdown_it import MarkdownIt

from tests.unit.reporting_helpers import EVIL, checked, hostile, hostile_names, no_commands, problem, run
from tracecli.problems import Place, Related, Severity
from tracecli.report.markdown import COMMENT, MARK, code, markdown_report, prose
from tracecli.text import guard, visible

_PARSER = MarkdownIt("commonmark", {"html": True}).enable("table").enable("strikethrough")


def rendered(report: str) -> str:
    return str(_PARSER.render(report))


def test_a_report_is_a_title_and_a_table_with_the_notes_folded() -> None:
    declared = Related("launch is declared", Place(("targets", "launch"), "key"))
    note = problem(("active", 1), Severity.NOTE, "a note", rule="reading-time")

    report = markdown_report(run(checked(problem(related=(declared,)), note), checked(name="clean.yaml")))

    assert report == (
        f"{MARK}\n\n"
        "### trace: 1 error, 1 note in 2 files\n\n"
        "| severity | where | rule | what |\n"
        "|---|---|---|---|\n"
        "| **error** | `here/mine.yaml:5:3` | unknown-target | 'lauch' is not a target<br>launch is declared at `2:3` |\n\n"
        "<details><summary>1 note</summary>\n\n"
        "| severity | where | rule | what |\n"
        "|---|---|---|---|\n"
        "| note | `here/mine.yaml:6:3` | reading-time | a note |\n\n"
        "</details>\n"
    )


def test_a_clean_run_says_so() -> None:
    assert markdown_report(run(checked())) == f"{MARK}\n\n### trace: no findings in 1 file\n"


def test_what_could_not_be_checked_is_listed() -> None:
    report = markdown_report(run(failed=("gone.yaml: there is no such file",)))

    assert "1 thing could not be checked:\n\n- `gone.yaml:` there is no such file\n" in report


def test_a_report_fits_a_comment_and_counts_what_it_leaves_out() -> None:
    report = markdown_report(run(checked(*[problem(message="ü" * 400)] * 500)))

    rows = report.count("| **error** |")
    assert len(report.encode()) <= COMMENT
    assert 0 < rows < 500
    assert report.endswith(f"\n{500 - rows} more findings did not fit here.\n")


def test_plain_sentences_stay_plain() -> None:
    assert prose("the step's title, at last (or not): a well-known word?") == (
        "the step's title, at last (or not): a well-known word?"
    )


def test_what_a_host_would_link_stands_as_code() -> None:
    text = "see @bob #12 GH-7 deadbeef1 https://b.c www.b.c a@b.c **so** _so_ :smile: <b> 1. v2"

    assert prose(text) == f"see `{text[4:]}`"


@settings(max_examples=300)
@given(text=hostile)
def test_code_and_prose_render_as_exactly_the_visible_text(text: str) -> None:
    shown = guard(visible(text)) or "x"

    for written in (code(text or "x"), prose(text or "x")):
        cell = rendered(f"| a |\n|---|\n| {written} |\n").split("<td>")[1].split("</td>")[0]
        plain = html.unescape(re.sub(r"</?code>", "", cell))
        assert "<" not in re.sub(r"</?code>", "", cell)
        assert plain.split() == shown.split()


@settings(max_examples=100)
@given(text=hostile, name=hostile_names)
def test_no_text_or_name_breaks_out_of_its_cell(text: str, name: str) -> None:
    report = no_commands(markdown_report, text, name)

    page = rendered(report)
    assert page.count("<tr>") == 6  # two heads, three findings of one file, one of the broken file
    assert page.count("<td>") == 16
    assert set(re.findall(r"</?([a-z0-9]+)", page)) <= {
        *("h3", "p", "ul", "li", "code", "table", "thead", "tbody", "tr", "th", "td", "strong", "br"),
        *("details", "summary", "em"),
    }


def test_a_hostile_text_pings_nobody() -> None:
    page = rendered(markdown_report(run(checked(problem(message=EVIL)))))

    assert "@bob" not in re.sub(r"<code>.*?</code>", "", page)
    assert "<a " not in page
