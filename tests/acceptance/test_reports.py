"""Reports and repairs of `validate`, through the real program."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.support.program import SEED, run
from tracecli.commands.validate import NAMES
from tracecli.report.ci import REPORTERS

GOOD = SEED.read_text(encoding="utf-8")
BAD = GOOD.replace('"launch"\n', '"lauch"\n', 1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.json").write_text(GOOD, encoding="utf-8")
    (tmp_path / "bad.json").write_text(BAD, encoding="utf-8")
    return tmp_path


def test_the_names_of_the_command_line_are_those_of_the_reporters() -> None:
    assert list(NAMES) == list(REPORTERS)


def test_several_reports_are_made_in_one_run(folder: Path) -> None:
    words = [word for name in NAMES if name != "text" for word in ("--format", f"{name}=out.{name}")]

    done = run("validate", "bad.json", "good.json", "--format", "text", *words, cwd=folder)

    assert done.code == 1
    assert "unknown-target" in done.out
    assert {path.name for path in folder.glob("out.*")} == {f"out.{name}" for name in NAMES if name != "text"}
    assert "lauch" in (folder / "out.junit").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in NAMES if name != "text"])
def test_a_report_on_standard_output_is_nothing_but_the_report(folder: Path, name: str) -> None:
    to_file = run("validate", "bad.json", "--format", f"{name}=out", cwd=folder)
    to_output = run("validate", "bad.json", "--format", name, cwd=folder)

    assert to_file.out == ""
    assert to_output.out == (folder / "out").read_text(encoding="utf-8")
    assert (to_file.code, to_output.code) == (1, 1)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--format", "sarf"], "did you mean sarif?"),
        (["--format", "sarif="], "names no file"),
        (["--format", "sarif", "--format", "junit"], "only one report"),
        (["--format", "sarif", "--format", "junit=-"], "only one report"),
        (["--format", "sarif=out", "--format", "junit=./out"], "only one report can go to out"),
    ],
)
def test_formats_that_can_not_be_are_usage_errors(folder: Path, words: list[str], told: str) -> None:
    done = run("validate", "bad.json", *words, cwd=folder)

    assert (done.code, done.out) == (2, "")
    assert told in done.err


def test_a_report_that_can_not_be_written_is_told_and_the_others_are_made(folder: Path) -> None:
    done = run("validate", "bad.json", "--format", "sarif=gone/out", "--format", "junit=out.xml", cwd=folder)

    assert done.code == 2
    assert "gone/out can't be written" in done.err
    assert (folder / "out.xml").is_file()


def test_a_checked_file_is_not_overwritten_by_the_report_about_it(folder: Path) -> None:
    before = (folder / "bad.json").read_bytes()

    done = run("validate", "bad.json", "--format", "json=./bad.json", "--format", "junit=out.xml", cwd=folder)

    assert done.code == 2
    assert "./bad.json was read itself, and is not overwritten" in done.err
    assert (folder / "bad.json").read_bytes() == before
    assert (folder / "out.xml").is_file()


def test_a_dash_for_a_file_is_standard_output(folder: Path) -> None:
    done = run("validate", "bad.json", "--format", "json=-", cwd=folder)

    assert done.out == run("validate", "bad.json", "--format", "json", cwd=folder).out
    assert not (folder / "-").exists()


def test_the_job_summary_gets_the_whole_table_after_what_it_has(folder: Path) -> None:
    (folder / "summary.md").write_text("before\n", encoding="utf-8")
    environment = {"GITHUB_STEP_SUMMARY": str(folder / "summary.md")}

    run("validate", "bad.json", "--format", "text", cwd=folder, environment=environment)
    untouched = (folder / "summary.md").read_text(encoding="utf-8")
    run("validate", "bad.json", "--format", "github", cwd=folder, environment=environment)

    assert untouched == "before\n"
    assert (folder / "summary.md").read_text(encoding="utf-8").startswith("before\n<!-- trace-validate -->\n")


def test_fix_repairs_the_file_and_reports_what_is_left(folder: Path) -> None:
    done = run("validate", "bad.json", "--fix", cwd=folder)

    assert (done.code, done.out) == (0, "")
    assert "fixed 1 finding" in done.err
    assert (folder / "bad.json").read_text(encoding="utf-8") == GOOD


def test_diff_shows_the_repair_and_writes_nothing(folder: Path) -> None:
    done = run("validate", "bad.json", "--diff", "--fix", cwd=folder)

    assert done.code == 1
    assert '-            "lauch"\n+            "launch"\n' in done.out
    assert "would fix 1 finding" in done.err
    assert (folder / "bad.json").read_text(encoding="utf-8") == BAD


def test_a_read_only_file_is_left_alone_and_its_findings_are_still_told(folder: Path) -> None:
    os.chmod(folder / "bad.json", 0o444)

    done = run("validate", "bad.json", "--fix", cwd=folder)

    assert done.code == 2
    assert "unknown-target" in done.out
    assert "read-only" in done.err
    assert (folder / "bad.json").read_text(encoding="utf-8") == BAD


def test_standard_input_is_shown_but_never_written(folder: Path) -> None:
    shown = run("validate", "-", "--diff", cwd=folder, stdin=BAD.encode())
    refused = run("validate", "-", "--fix", cwd=folder, stdin=BAD.encode())

    assert "+++ <stdin>" in shown.out
    assert refused.code == 2
    assert "standard input can't be fixed" in refused.err


def test_statistics_are_counted_for_people_and_stay_out_of_other_reports(folder: Path) -> None:
    for_people = run("validate", "bad.json", "--statistics", cwd=folder)
    for_programs = run("validate", "bad.json", "--statistics", "--format", "json", cwd=folder)

    assert "\n1  error    unknown-target (1 with a fix)\n" in for_people.out
    assert "\n9  note     reading-time\n2  note     open-loop\n" in for_people.out
    assert json.loads(for_programs.out)["summary"]["errors"] == 1
    assert "error    unknown-target (1 with a fix)" in for_programs.err
