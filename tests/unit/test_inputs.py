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
