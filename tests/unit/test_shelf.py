"""The library looks before it parses, and never misses a scenario by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracecli.library.shelf import Entry, Shelf, shortest_addresses

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
    monkeypatch.setattr("tracecli.library.shelf.read_file", lambda *_, **__: pytest.fail("was parsed"))

    assert shelf.with_scenario("overlap") == []


def test_an_address_is_as_short_as_it_can_be() -> None:
    traces = [("a", ["one", "both"]), ("b", ["two", "both"])]

    assert shortest_addresses(traces) == [["one", "a#both"], ["two", "b#both"]]
