"""`trace validate` as CI runs it."""

from __future__ import annotations

import json
import os
import re
import threading
from pathlib import Path

import pytest

from tests.support.program import OVERLAP, SEED, run

GOOD = SEED.read_text(encoding="utf-8")
BAD = GOOD.replace('"launch"\n', '"lauch"\n', 1)
WARNED = GOOD.replace('"unselected": [\n        "queue",', '"unselected": [', 1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.json").write_text(GOOD, encoding="utf-8")
    (tmp_path / "bad.json").write_text(BAD, encoding="utf-8")
    (tmp_path / "warned.json").write_text(WARNED, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["good.json"], 0),
        (["good.json", "--strict"], 0),
        (["good.json", "--fail-on", "note"], 1),
        (["warned.json"], 0),
        (["warned.json", "--strict"], 1),
        (["warned.json", "--fail-on", "warning"], 1),
        (["warned.json", "--strict", "--format", "json"], 1),
        (["bad.json"], 1),
        (["bad.json", "--most", "1"], 1),
        (["bad.json", "good.json"], 1),
        (["."], 1),
        (["missing.json"], 2),
        (["bad.json", "missing.json"], 2),
        (["*.toml"], 2),
        (["*.toml", "--allow-empty"], 0),
        (["g*.json"], 0),
    ],
)
def test_exit_codes(folder: Path, words: list[str], code: int) -> None:
    assert run("validate", *words, cwd=folder).code == code


def test_a_finding_reads_as_the_manual_shows_it(folder: Path) -> None:
    done = run("validate", "bad.json", cwd=folder)

    lines = done.out.splitlines()
    assert re.fullmatch(
        r"bad\.json:\d+:\d+: error unknown-target: 'lauch' is not a target\. Did you mean 'launch'\?", lines[0]
    )
    assert lines[2].endswith('"lauch"')
    assert lines[3].strip().endswith("^^^^^^^")
    assert re.fullmatch(r"   launch is declared at bad\.json:\d+:5", lines[4])
    assert (
        "1 file: 1 error, 13 notes (--notes shows them). --fix can repair 1 finding. trace explain unknown-target tells more"
        in done.err
    )


def test_findings_and_what_could_not_be_opened_are_both_told(folder: Path) -> None:
    done = run("validate", "bad.json", "missing.json", "good.json", cwd=folder)

    assert done.code == 2
    assert "unknown-target" in done.out
    assert "missing.json" in done.err
    assert "2 files" in done.err


def test_json_is_for_programs(folder: Path) -> None:
    done = run("validate", "bad.json", "good.json", "missing.json", "--format", "json", cwd=folder)

    report = json.loads(done.out)
    errors = [one for one in report["files"][0]["findings"] if one["severity"] == "error"]
    assert report["version"] == 1
    assert report["summary"] == {"files": 2, "errors": 1, "warnings": 0, "notes": 26}
    assert [one["suggestion"] for one in errors] == ["launch"]
    assert errors[0]["pointer"] == "/scenarios/0/steps/1/active/0"
    assert errors[0]["endColumn"] - errors[0]["column"] == len('"lauch"')
    assert len(report["failed"]) == 1


def test_other_files_of_a_folder_are_counted_and_left_alone(folder: Path) -> None:
    (folder / "package.json").write_text('{"name": "x"}')
    (folder / "broken.json").write_text("{")
    os.mkfifo(folder / "pipe.json")

    done = run("validate", ".", cwd=folder)

    assert "skipped 3 files that are not a trace" in done.err
    assert "3 files:" in done.err


def test_a_broken_trace_of_a_folder_is_found(folder: Path) -> None:
    (folder / "broken.json").write_text('{"scenarios": [')

    done = run("validate", ".", cwd=folder)

    assert "broken.json:1:" in done.out


def test_a_folder_without_a_trace_is_nothing_to_check(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text("{}")

    done = run("validate", ".", cwd=tmp_path)

    assert done.code == 2
    assert "no file here is a trace" in done.err


def test_standard_input_goes_by_the_name_it_is_given(tmp_path: Path) -> None:
    broken = b"version: 1\nversion: 1\n"

    named = run("validate", "-", "--stdin-filename", "mine.yaml", cwd=tmp_path, stdin=broken)
    guessed = run("validate", "-", cwd=tmp_path, stdin=broken)

    assert "mine.yaml:2:1: error duplicate-key" in named.out
    assert "<stdin>:2:1: error duplicate-key" in guessed.out


def test_a_fifo_that_is_named_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text(GOOD, encoding="utf-8"))
    writer.start()

    done = run("validate", "pipe", "--strict", cwd=tmp_path)

    writer.join()
    assert done.code == 0, done.err


def test_without_files_the_traces_of_the_folder_traces_are_checked(tmp_path: Path) -> None:
    (tmp_path / "traces" / "deep").mkdir(parents=True)
    (tmp_path / "traces" / "deep" / "bad.json").write_text(BAD, encoding="utf-8")
    (tmp_path / "here.json").write_text(GOOD, encoding="utf-8")

    done = run("validate", cwd=tmp_path)

    assert done.code == 1
    assert done.err.startswith("checking traces\n")
    assert "1 file: " in done.err


@pytest.mark.parametrize("beside", [None, "package.json", "deep/other.json"])
def test_without_files_and_without_such_a_folder_the_traces_right_here_are(beside: str | None, tmp_path: Path) -> None:
    if beside:  # a folder of that name without a trace is not meant
        (tmp_path / "traces" / beside).parent.mkdir(parents=True)
        (tmp_path / "traces" / beside).write_text('{"name": "x"}')
    (tmp_path / "b.json").write_text(BAD, encoding="utf-8")
    (tmp_path / "a.yaml").write_text("scenarios:\n- steps: []\n", encoding="utf-8")
    (tmp_path / ".hidden.json").write_text(BAD, encoding="utf-8")
    (tmp_path / "package.json").write_text('{"name": "x"}')
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "c.json").write_text(BAD, encoding="utf-8")
    os.mkfifo(tmp_path / "pipe.json")

    done = run("validate", cwd=tmp_path)

    assert done.code == 1
    assert done.err.startswith("checking a.yaml, b.json\n")
    assert "2 files: " in done.err


@pytest.mark.parametrize("other", [None, "package.json", "traces/package.json", "sub/t.json", ".t.json"])
def test_without_files_and_without_a_trace_nothing_is_said_to_be_well(other: str | None, tmp_path: Path) -> None:
    if other:
        (tmp_path / other).parent.mkdir(exist_ok=True)
        (tmp_path / other).write_text('{"name": "x"}' if "package" in other else GOOD, encoding="utf-8")

    done = run("validate", cwd=tmp_path)

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: there is no trace in ./traces or in the current directory\n")


def test_files_of_other_formats_are_passed_over_in_a_folder_and_on_request(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_text(GOOD, encoding="utf-8")
    for name, text in {
        "project.json": '{"name": "shop", "projectType": "application", "targets": {"build": {}}}',
        "project.assets.json": '{"version": 3, "targets": {"net8.0": {}}, "libraries": {}}',
        "project.yml": "name: App\ntargets:\n  App: {type: application}\n",
        "smoke.yml": "config: {}\nscenarios:\n- name: browse\n  flow: []\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    names = sorted(os.listdir(tmp_path))

    whole = run("validate", ".", cwd=tmp_path)
    named = run("validate", *names, "--skip-foreign", cwd=tmp_path)
    without = run("validate", *names, cwd=tmp_path)
    alone = run("validate", "smoke.yml", "--skip-foreign", cwd=tmp_path)

    assert whole.code == named.code == alone.code == 0
    assert "skipped 4 files that are not a trace\n1 file: " in whole.err
    assert "skipped 4 files that are not a trace\n1 file: " in named.err
    assert without.code == 1
    assert without.out.count(": error ") == 4


def test_our_own_exports_have_one_finding_that_names_them(tmp_path: Path) -> None:
    for form in ("itf", "perfetto", "asciicast", "svg", "html"):
        run("export", form, f"{SEED}#overlap", "-o", f"{form}.json", cwd=tmp_path)
    for command in (["show", f"{SEED}#overlap"], ["diff", f"{SEED}#serial", f"{SEED}#overlap"], ["validate", SEED]):
        (tmp_path / f"{command[0]}.json").write_text(run(*command, "--format", "json", cwd=tmp_path).out, "utf-8")
    names = sorted(os.listdir(tmp_path))

    done = run("validate", *names, cwd=tmp_path)

    assert re.findall(r"^([a-z]+)\.json:1:1: error [a-z-]+: this is .*, not a trace", done.out, re.MULTILINE) == [
        name.removesuffix(".json") for name in names
    ]
    assert len(names) == 8
    assert done.out.count(": error ") == 8
    assert run("validate", ".", cwd=tmp_path).code == 2


@pytest.mark.parametrize(
    "hostile",
    [
        "\x1b]52;c;eHh4\x07",
        "\x9b31m",
        "\u202eevil",
        "a\n::error::hi",
        "##[error]x",
        "##vso[task.complete]",
        "\n  ::set-output name=a::b",
    ],
)
@pytest.mark.parametrize("form", ["text", "json"])
def test_no_text_of_a_trace_is_obeyed(tmp_path: Path, hostile: str, form: str) -> None:
    data = json.loads(GOOD)
    data["scenarios"][0]["steps"][0]["active"] = [hostile]
    data[hostile] = hostile
    name = "".join(char for char in hostile if char != "/") + ".json"
    (tmp_path / name).write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")

    done = run("validate", ".", f"{name}x", "--format", form, "--notes", cwd=tmp_path)

    shown = done.out + done.err
    assert done.code == 2
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", shown)
    assert not re.search(r"^\s*::|##\[|##vso\[|##teamcity\[", shown, re.MULTILINE)


def test_ten_thousand_findings_are_counted_exactly(tmp_path: Path) -> None:
    data = json.loads(GOOD)
    data["scenarios"][0]["steps"][0]["active"] = [f"lauch{number}" for number in range(10_000)]
    (tmp_path / "many.json").write_text(json.dumps(data), encoding="utf-8")

    done = run("validate", "many.json", cwd=tmp_path)

    assert done.code == 1
    assert done.out.count(": error ") == 100
    assert "9,900 more findings" in done.out
    assert "10,000 errors" in done.err


def test_the_shipped_traces_are_clean(tmp_path: Path) -> None:
    done = run("validate", OVERLAP.parent, "--strict", cwd=tmp_path)

    assert (done.code, done.out) == (0, "")


@pytest.mark.parametrize(
    ("option", "rule", "document"),
    [
        ("--max-size", "too-large", " " * 2**20 + SEED.read_text(encoding="utf-8")),
        ("--max-depth", "too-deep", SEED.read_text(encoding="utf-8")),
        ("--max-expansion", "too-large", "# YAML\n" + SEED.read_text(encoding="utf-8") + "\n"),
        ("--max-steps", "too-large", SEED.read_text(encoding="utf-8")),
    ],
)
def test_a_limit_can_be_lowered_and_raised_by_an_option_that_is_stronger_than_the_environment(
    option: str, rule: str, document: str, tmp_path: Path
) -> None:
    name = "t.yaml" if document.startswith("#") else "t.json"
    long = "x" * 1000
    (tmp_path / name).write_text(document.replace("Launch step", long), encoding="utf-8")
    variable = {f"TRACE_{option[2:].upper().replace('-', '_')}": "1"}

    lowered = run("validate", name, option, "1", cwd=tmp_path)
    raised = run("validate", name, option, "90", cwd=tmp_path, environment=variable)

    assert (lowered.code, raised.code) == (1, 0), lowered.out + raised.out
    assert f" error {rule}: " in lowered.out
    assert f"({next(iter(variable))} raises it)" in lowered.out


def test_a_limit_of_nothing_is_a_wrong_use(folder: Path) -> None:
    assert run("validate", "--max-steps", "0", cwd=folder).code == 2
