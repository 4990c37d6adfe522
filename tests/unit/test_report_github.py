"""Annotations: what the runner reads from our commands is what we meant."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from tests.unit.reporting_helpers import (
    EVIL,
    EVIL_NAMES,
    checked,
    commands,
    hostile,
    hostile_names,
    hostile_run,
    problem,
    run,
)
from tracecli.problems import Place, Related, Severity
from tracecli.report.ci import github_report
from tracecli.text import visible

Command = tuple[str, dict[str, str], str]


def understood(line: str) -> Command:
    """Read a command as the runner does: the name, its properties, its data (`ActionCommand.TryParseV2`)."""
    assert line.startswith("::")
    head, separator, data = line[2:].partition("::")
    assert separator
    name, _, pairs = head.partition(" ")
    properties = dict(pair.split("=", 1) for pair in pairs.strip().split(",") if pair)
    return name, {key: undone(value, "\r\n:,%") for key, value in properties.items()}, undone(data, "\r\n%")


def undone(text: str, characters: str) -> str:
    for character in characters:
        text = text.replace(f"%{ord(character):02X}", character)
    return text


def test_a_finding_is_annotated_where_it_is_with_its_rule_as_title() -> None:
    declared = Related("launch is declared", Place(("targets", "launch"), "key"))

    text = github_report(run(checked(problem(related=(declared,), suggestion="launch"))))

    assert text == (
        "::error file=here/mine.yaml,line=5,endLine=5,col=3,endColumn=8,title=unknown-target"
        "::'lauch' is not a target. Did you mean 'launch'?%0Alaunch is declared at 2:3\n"
    )


def test_columns_are_left_out_where_a_mark_goes_over_lines() -> None:
    text = github_report(run(checked(problem(("targets",)))))

    assert understood(text.strip())[1] == {
        "file": "here/mine.yaml",
        "line": "2",
        "endLine": "3",
        "title": "unknown-target",
    }


def test_a_clean_run_says_nothing() -> None:
    assert github_report(run(checked())) == ""


def test_notes_need_to_be_asked_for() -> None:
    file = checked(problem(severity=Severity.NOTE))

    assert github_report(run(file)) == ""
    assert github_report(run(file, notes=True)).startswith("::notice ")


def test_ten_of_each_survive_errors_first_and_the_rest_is_counted_in_one_line() -> None:
    row = [problem(severity=severity) for severity in (Severity.WARNING, Severity.ERROR) for _ in range(13)]
    few = [problem(severity=Severity.NOTE)] * 3

    lines = github_report(run(checked(*row, *few), notes=True)).splitlines()

    names = [understood(line)[0] for line in lines]
    assert names == ["error"] * 10 + ["warning"] * 10 + ["notice"] * 4
    assert understood(lines[-1])[2].startswith("3 errors and 3 warnings more: ")


def test_the_line_that_counts_takes_the_place_of_a_notice_where_there_are_ten() -> None:
    row = [problem(severity=Severity.NOTE)] * 12 + [problem()] * 11

    lines = github_report(run(checked(*row), notes=True)).splitlines()

    names = [understood(line)[0] for line in lines]
    assert names == ["error"] * 10 + ["notice"] * 10
    assert understood(lines[-1])[2].startswith("1 error and 3 notes more: ")


def test_what_could_not_be_checked_is_an_error_without_a_file() -> None:
    text = github_report(run(failed=("gone.yaml: there is no such file",)))

    assert understood(text.strip()) == ("error", {"title": "trace"}, "gone.yaml: there is no such file")


def test_a_file_outside_of_the_repository_is_named_in_the_message() -> None:
    text = github_report(run(checked(problem(), name="/tmp/other.yaml")))  # noqa: S108 -- a name, never opened

    name, properties, data = understood(text.strip())

    assert (name, properties) == ("error", {"title": "unknown-target"})
    assert data.startswith("/tmp/other.yaml:5:3: 'lauch'")  # noqa: S108 -- the same


@pytest.mark.parametrize("name", EVIL_NAMES)
def test_the_runner_reads_back_the_exact_file_name(name: str) -> None:
    line = github_report(run(checked(problem(), name=name))).rstrip("\n")

    _, properties, data = understood(line)

    file = properties.get("file")
    assert file in {f"here/{name}", "here/dotted.yaml", None}
    assert file is not None or re.search(r"##\[|[\x1b\udcff]", name)
    assert visible(line) == line
    assert data.endswith("'lauch' is not a target")


@settings(max_examples=150)
@given(text=hostile, name=hostile_names)
def test_every_line_is_one_of_our_commands_whatever_a_text_or_a_name_holds(text: str, name: str) -> None:
    report = github_report(hostile_run(text, name))

    lines = report.rstrip("\n").split("\n")
    assert {understood(line)[0] for line in lines} <= {"error", "warning", "notice"}
    assert [line for line in commands(report) if "##" in line and commands(line.removeprefix("::"))] == []
    assert "\r" not in report


def test_a_hostile_text_stays_one_annotation() -> None:
    lines = github_report(hostile_run(EVIL, "x.yaml")).splitlines()

    assert [understood(line)[0] for line in lines] == ["error"] * 4 + ["warning", "notice"]
    assert "##[" not in "".join(lines)
