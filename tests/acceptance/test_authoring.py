"""An author's way: start a file, look at it, ask for help."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.support.program import OVERLAP, ROOT, run
from tests.support.screens import assert_screen


@pytest.mark.parametrize(
    ("words", "name"), [(["demo"], "demo.yaml"), (["demo", "--json"], "demo.json"), (["d.yml"], "d.yml")]
)
def test_a_new_trace_is_valid_and_plays(words: list[str], name: str, tmp_path: Path) -> None:
    made = run("new", *words, cwd=tmp_path)

    checked = run("validate", name, "--strict", "--fail-on", "note", cwd=tmp_path)
    played = run("play", name, cwd=tmp_path)

    assert made.code == 0
    assert (checked.code, checked.out) == (0, "")
    assert "Step 2 of 2: Put it into the queue" in played.out


@pytest.mark.parametrize(
    "name",
    ["no", "12", 'a "b"', "a: b #c", "日本", "a\nb", "-x", "::error::", "08", "1e999", "😀\a", "\x85", " ", "@id@"],
)
def test_any_name_makes_a_valid_trace(name: str, tmp_path: Path) -> None:
    made = run("new", "--", f"./{name}", cwd=tmp_path)
    checked = run("validate", ".", "--strict", cwd=tmp_path)

    assert made.code == 0, made.err
    assert checked.code == 0, checked.out + checked.err
    assert not re.search(r"^\s*::", made.out + made.err + checked.out, re.MULTILINE)


def test_a_name_that_begins_with_a_dash_is_shown_as_a_path(tmp_path: Path) -> None:
    made = run("new", "--", "--fix", cwd=tmp_path)

    assert made.err == "next: trace validate ./--fix.yaml && trace play ./--fix.yaml\n"


@pytest.mark.parametrize("name", ["", ".", "..", "./", "./.", ".json", "./.yaml"])
def test_a_name_without_a_name_makes_no_file(name: str, tmp_path: Path) -> None:
    done = run("new", name, cwd=tmp_path)

    assert (done.code, done.out) == (2, "")
    assert "names no file" in done.err
    assert list(tmp_path.iterdir()) == []


def test_new_never_overwrites(tmp_path: Path) -> None:
    (tmp_path / "demo.yaml").write_text("mine")

    done = run("new", "demo", cwd=tmp_path)

    assert done.code == 2
    assert "exists already" in done.err
    assert (tmp_path / "demo.yaml").read_text() == "mine"


@pytest.mark.parametrize("name", ["", ".", "..", "folder/"])
def test_a_folder_s_name_makes_no_hidden_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()

    done = run("new", name, cwd=tmp_path)

    assert done.code == 2
    assert "names no file" in done.err
    assert [path.name for path in tmp_path.rglob("*")] == ["folder"]


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    done = run("new", "none/demo", cwd=tmp_path)

    assert done.code == 2
    assert "No such file or directory" in done.err


@pytest.mark.parametrize("width", [80, 120, 40])
@pytest.mark.parametrize("scenario", ["serial", "overlap"])
def test_show_is_a_glance(scenario: str, width: int, tmp_path: Path) -> None:
    (tmp_path / "traces").mkdir()
    (tmp_path / "traces" / "overlap.json").write_bytes(OVERLAP.read_bytes())

    done = run("show", scenario, cwd=tmp_path, environment={"COLUMNS": str(width)})

    assert_screen(f"show_{scenario}_{width}", done.out)


def test_show_as_data_has_runs_and_used_targets(tmp_path: Path) -> None:
    done = run("show", "overlap", "--format", "json", cwd=tmp_path)

    (scenario,) = json.loads(done.out)["scenarios"]
    queue = next(one for one in scenario["state"] if one["key"] == "queue")
    copy = next(one for one in scenario["targets"] if one["key"] == "copy")
    assert queue["runs"] == [
        {"first": 0, "last": 3, "value": "k−1"},
        {"first": 4, "last": 4, "value": "k−1, k"},
        {"first": 5, "last": 6, "value": "k"},
    ]
    assert copy["steps"] == [5]
    assert scenario["playbackMilliseconds"] == 18200


def test_list_tells_playback_time(tmp_path: Path) -> None:
    done = run("list", cwd=tmp_path)

    assert re.search(r"serial +6 steps +17\.0 s ", done.out)
    assert re.search(r"overlap +6 steps +18\.2 s ", done.out)


@pytest.mark.parametrize("command", ["play", "show"])
def test_a_command_without_its_address_shows_what_it_could_be(command: str, tmp_path: Path) -> None:
    done = run(command, cwd=tmp_path)

    assert done.code == 2
    assert f"trace {command} overlap" in done.err


def test_every_rule_has_a_page_in_every_format(tmp_path: Path) -> None:
    rules = [one["rule"] for one in json.loads(run("explain", "--format", "json", cwd=tmp_path).out)["rules"]]

    pages = [
        run("explain", rule, "--format", form, cwd=tmp_path) for rule in rules[:3] for form in ("text", "markdown")
    ]

    assert len(rules) > 25
    assert all(page.code == 0 and "Passes:" in page.out for page in pages)
    assert run("explain", "unknwon-target", cwd=tmp_path).err.splitlines()[1] == "  did you mean unknown-target?"


def test_the_printed_schema_is_the_published_one(tmp_path: Path) -> None:
    done = run("schema", cwd=tmp_path)

    assert done.out == (ROOT / "schemas" / "trace.schema.json").read_text(encoding="utf-8")


BLOCKS = """version: 1
language: en
title: |
  Two
  workers
description: >
  A job goes
  from a queue.
alt: |
  A queue
caption: |
  Line one.
  Line two.
limitations: ["First\\nsecond\\n"]
stateLabels:
  note: |
    Note
targets:
  queue: {id: queue, kind: node, label: "Job\\nqueue\\n"}
scenarios:
- id: happy
  title: |
    One
    job
  description: |
    There is
    one job.
  initial: {note: ""}
  unselected: []
  steps:
  - title: >
      It
      waits
    description: |
      In the
      queue.
    duration: 2000
    active: [queue]
    paths: []
    state:
      note: |
        has
        job 1
"""


@pytest.mark.parametrize(
    "words", [["list"], ["show", "happy"], ["play", "happy", "--plain"], ["play", "happy", "--plain", "--width", "30"]]
)
def test_blocks_of_yaml_are_lines_or_spaces_and_no_escapes(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "traces").mkdir()
    (tmp_path / "traces" / "blocks.yaml").write_text(BLOCKS)

    done = run(*words, cwd=tmp_path)

    assert (done.code, done.err) == (0, "")
    assert "One job" in " ".join(done.out.replace("Scenario: ", " ").split())
    assert "\\" not in done.out
