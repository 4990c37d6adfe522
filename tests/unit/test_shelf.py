"""The library looks before it parses, and never misses a scenario by it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tracecli.library.catalog import Entry, Shelf, shortest_addresses

WAYS = [
    '{"scenarios": [{"id": "overlap"}]}',
    '{"scenarios":[{"id":"overlap","steps":[]}]}',
    '{"scenarios": [{"id"\n:\n"overlap"\n}]}',
    '{"scenarios": [{"id": "\\u006fverlap"}]}',
    "scenarios:\n- id: overlap\n",
    "scenarios:\n- id: overlap # the second\n",
    "scenarios:\r\n- id: 'overlap'\r\n  title: x\r\n",
    "scenarios: [{id: overlap, title: x}]",
    "scenarios: [{title: x, id: overlap}]",
    "scenarios:\n- id: &a overlap\n",
    "scenarios:\n- ? id\n  : overlap\n",
    "scenarios:\n- id: >-\n    overlap\n",
    'scenarios:\n- id: "\\x6fverlap"\n',
    'scenarios:\n- id: "over\\\n    lap"\n',
    "x-a: &a overlap\nscenarios:\n- id: *a\n",
    "scenarios:\n- id: &a\n    overlap\n",
    f"scenarios:\n- id:{' ' * 500}overlap{' ' * 500}\n",
    f"scenarios:\n- id: &{'a' * 500} overlap\n",
    "scenarios:\n- {id:  overlap}\n",
    "id: &overlap x\nscenarios:\n-\n  ? id\n  :\n\n\n    'overlap'\n",
]
PROSE = [
    "title: of the overlap loop\nscenarios: []\n",
    "title: the overlap\nscenarios:\n- id: sglang-overlap\n",
    '{"title": "overlap loops", "scenarios": [{"id": "overlapping"}]}',
]


def shelf_of(tmp_path: Path, text: str) -> Shelf:
    path = tmp_path / ("t.json" if text.startswith("{") else "t.yaml")
    path.write_text(text, encoding="utf-8", newline="")
    return Shelf([Entry("t", str(path), shipped=False)])


@pytest.mark.parametrize("text", WAYS)
def test_a_scenario_is_found_however_its_id_is_written(tmp_path: Path, text: str) -> None:
    assert len(shelf_of(tmp_path, text).with_scenario("overlap")) == 1


@pytest.mark.parametrize("text", PROSE)
def test_a_word_of_prose_is_not_worth_parsing(tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = shelf_of(tmp_path, text)
    monkeypatch.setattr("tracecli.library.catalog.read_file", lambda *_, **__: pytest.fail("was parsed"))

    assert shelf.with_scenario("overlap") == []


def test_an_address_is_as_short_as_it_can_be() -> None:
    traces = [("a", ["one", "both"]), ("b", ["two", "both"])]

    assert shortest_addresses(traces) == [["one", "a#both"], ["two", "b#both"]]


def test_a_file_that_is_too_large_is_not_left_out_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRACE_MAX_SIZE", "1")
    shelf = shelf_of(tmp_path, WAYS[0] + " " * 2**20)

    assert shelf.with_scenario("overlap") == []
    assert list(shelf.traces()) == []
    assert ["larger than 1 MiB" in reason for reason in shelf.broken] == [True, True]


def test_a_pipe_that_takes_a_file_s_place_is_waited_for_only_so_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = shelf_of(tmp_path, WAYS[0])
    (tmp_path / "t.json").unlink()
    os.mkfifo(tmp_path / "t.json")
    waits: list[float] = []

    def read_pipe(_handle: int, _most: int, patience: float) -> bytes:
        waits.append(patience)
        return b""

    monkeypatch.setattr("tracecli.reading.files.read_pipe", read_pipe)

    assert shelf.with_scenario("overlap") == []
    assert waits == [10.0]


@pytest.mark.parametrize("much", ["\n", "\n& ", ",&", ":&", " - ", " overlap", "'overlap"])
def test_looking_for_a_word_takes_no_time_that_grows_with_the_square_of_a_file(much: str, tmp_path: Path) -> None:
    shelf = shelf_of(tmp_path, "x: of overlap" + much * 200_000)

    assert shelf.with_scenario("overlap") == []
