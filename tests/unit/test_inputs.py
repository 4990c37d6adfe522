"""What `validate` is asked to check."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tracecli.library.inputs import Input, gather


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("b.yaml", "a.json", "sub/c.yml", ".hidden/d.json", ".e.json", "notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("{}")
    return tmp_path


@pytest.mark.usefixtures("tree")
def test_a_folder_gives_its_traces_by_name_and_leaves_hidden_ones_out() -> None:
    paths = [one.path for one in gather(["."]).files]

    assert paths == ["./a.json", "./b.yaml", "./sub/c.yml"]


@pytest.mark.usefixtures("tree")
def test_a_named_file_is_checked_whatever_it_is_called_and_only_once() -> None:
    assert gather(["notes.txt", "notes.txt"]).files == [Input("notes.txt", named=True)]


@pytest.mark.usefixtures("tree")
def test_a_pattern_reaches_into_folders() -> None:
    assert [one.path for one in gather(["**/*.y*ml"]).files] == ["b.yaml", "sub/c.yml"]


@pytest.mark.parametrize(
    ("pattern", "paths"),
    [
        ("**/*.json", ["a.json", "sub/deep/f.json"]),
        ("**/**/*.json", ["a.json", "sub/deep/f.json"]),
        ("./**/*.json", ["./a.json", "./sub/deep/f.json"]),
        ("s*/**/*.yml", ["sub/c.yml"]),
        ("**/deep/*.json", ["sub/deep/f.json"]),
        ("sub/**", ["sub/c.yml", "sub/deep/f.json"]),
        ("**", ["./a.json", "./b.yaml", "./sub/c.yml", "./sub/deep/f.json"]),
        ("no/**/*.json", []),
    ],
)
def test_two_asterisks_mean_all_folders_from_there_on(tree: Path, pattern: str, paths: list[str]) -> None:
    (tree / "sub/deep").mkdir()
    (tree / "sub/deep/f.json").write_text("{}")

    assert [one.path for one in gather([pattern]).files] == paths


def test_a_pattern_does_not_go_round_in_links_that_lead_back(tree: Path) -> None:
    (tree / "sub/self").symlink_to(".")
    (tree / "sub/up").symlink_to("..")

    assert [one.path for one in gather(["**/*.yml"]).files] == ["sub/c.yml"]


def test_folders_may_lie_deeper_than_a_program_can_call_itself(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    depth = 1200
    for _ in range(depth):  # the whole path is too long to be made at once
        os.mkdir("d")
        monkeypatch.chdir("d")
    Path("x.json").write_text("{}")
    monkeypatch.chdir(tree)
    path = "d/" * depth + "x.json"

    try:
        assert [one.path for one in gather(["d"]).files] == [path]
        assert [one.path for one in gather(["**/x.json"]).files] == [path]
    finally:
        os.unlink(path)
        for level in range(depth, 0, -1):  # what tidies up after tests calls itself for each level too
            os.rmdir("d/" * level)


def test_a_pattern_waits_for_no_pipe(tree: Path) -> None:
    os.mkfifo(tree / "pipe.json")

    inputs = gather(["*.json"])

    assert [one.path for one in inputs.files] == ["a.json"]
    assert inputs.skipped == 1


def test_a_file_that_is_named_in_two_ways_is_checked_once(tree: Path) -> None:
    arguments = ["a.json", "./a.json", ".", f"{tree}/sub/../b.yaml", "sub//c.yml"]

    assert [one.path for one in gather(arguments).files] == ["a.json", "./b.yaml", "./sub/c.yml"]


@pytest.mark.usefixtures("tree")
def test_a_pattern_that_matches_nothing_is_named_unless_it_may() -> None:
    assert gather(["*.toml"]).failed == ["the pattern *.toml matches nothing"]
    assert gather(["*.toml"], allow_empty=True).failed == []


def test_a_literal_name_beats_a_pattern(tree: Path) -> None:
    (tree / "[ab].json").write_text("{}")

    assert gather(["[ab].json"]).files == [Input("[ab].json", named=True)]


def test_special_files_of_a_folder_are_counted_and_not_opened(tree: Path) -> None:
    os.mkfifo(tree / "pipe.json")

    inputs = gather(["."])

    assert inputs.skipped == 1
    assert "./pipe.json" not in [one.path for one in inputs.files]


def test_a_link_that_leads_round_is_left_to_the_reader(tree: Path) -> None:
    (tree / "loop.json").symlink_to("loop.json")

    assert Input("./loop.json", named=False) in gather(["."]).files
