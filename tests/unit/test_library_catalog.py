"""The library looks before it parses, never misses a scenario by it, and reads what it has read only once."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.program import OVERLAP
from tests.support.repositories import Repository, overlap
from tracecli.commands import diff
from tracecli.errors import ExitCode, TraceError
from tracecli.library import catalog as module
from tracecli.library.catalog import Catalog, Entry, resolve, resolve_scenario, shortest_addresses
from tracecli.report.diff_view import DiffOptions

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


def catalog_of(tmp_path: Path, text: str) -> Catalog:
    path = tmp_path / ("t.json" if text.startswith("{") else "t.yaml")
    path.write_text(text, encoding="utf-8", newline="")
    return Catalog([Entry("t", str(path), shipped=False)])


@pytest.mark.parametrize("text", WAYS)
def test_a_scenario_is_found_however_its_id_is_written(tmp_path: Path, text: str) -> None:
    text = (
        f'{{"targets": {{}}, {text[1:]}' if text.startswith("{") else f"targets: {{}}\n{text}"
    )  # a trace has two words
    assert len(catalog_of(tmp_path, text).with_scenario("overlap")) == 1


@pytest.mark.parametrize("text", PROSE)
def test_a_word_of_prose_is_not_worth_parsing(tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    catalog = catalog_of(tmp_path, text)
    monkeypatch.setattr("tracecli.library.catalog.read_file", lambda *_, **__: pytest.fail("was parsed"))

    assert catalog.with_scenario("overlap") == []


def test_an_address_is_as_short_as_it_can_be() -> None:
    traces = [("a", ["one", "both"]), ("b", ["two", "both"])]

    assert shortest_addresses(traces) == [["one", "a#both"], ["two", "b#both"]]


def test_a_file_that_is_too_large_is_not_left_out_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRACE_MAX_SIZE", "1")
    catalog = catalog_of(tmp_path, WAYS[0] + " " * 2**20)

    assert catalog.with_scenario("overlap") == []
    assert list(catalog.traces()) == []
    assert ["larger than 1 MiB" in reason for reason in catalog.broken] == [True, True]


def test_a_pipe_that_takes_a_file_s_place_is_waited_for_only_so_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalog = catalog_of(tmp_path, WAYS[0])
    (tmp_path / "t.json").unlink()
    os.mkfifo(tmp_path / "t.json")
    waits: list[float] = []

    def read_pipe(_handle: int, _most: int, patience: float) -> bytes:
        waits.append(patience)
        return b""

    monkeypatch.setattr("tracecli.reading.files.read_pipe", read_pipe)

    assert catalog.with_scenario("overlap") == []
    assert waits == [10.0]


@pytest.mark.parametrize("much", ["\n", "\n& ", ",&", ":&", " - ", " overlap", "'overlap"])
def test_looking_for_a_word_takes_no_time_that_grows_with_the_square_of_a_file(much: str, tmp_path: Path) -> None:
    catalog = catalog_of(tmp_path, "x: of overlap" + much * 200_000)

    assert catalog.with_scenario("overlap") == []


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory that is a repository and has one trace under many names."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", "/dev/null")
    made = Repository.at(tmp_path)
    (tmp_path / "traces").mkdir(exist_ok=True)
    (tmp_path / "sub").mkdir()
    shutil.copy(OVERLAP, tmp_path / "traces/mine.json")
    shutil.copy(OVERLAP, tmp_path / "t.json")
    made.git("add", ".")
    made.commit("all")
    (tmp_path / "link.json").symlink_to("t.json")
    (tmp_path / "sub/far.json").symlink_to("../t.json")
    os.link(tmp_path / "t.json", tmp_path / "hard.json")
    monkeypatch.chdir(tmp_path)
    return tmp_path


SAME = [
    ("serial", "overlap"),
    ("mine#serial", "mine#overlap"),
    ("mine#serial", "traces/mine.json#overlap"),
    ("t.json#serial", "t.json#overlap"),
    ("./t.json#serial", "t.json#overlap"),
    ("sub/../t.json#serial", "t.json#overlap"),
    ("t.json", "t.json"),
    ("t.json", None),
    ("mine#", None),
    ("link.json#serial", "t.json#overlap"),
    ("hard.json#serial", "link.json#overlap"),
    ("sub/far.json#serial", "t.json#overlap"),
    ("HEAD:t.json#serial", "HEAD:t.json#overlap"),
    ("HEAD:./t.json", None),
    ("-", None),
]


@pytest.mark.parametrize(("left", "right"), SAME)
@pytest.mark.usefixtures("place")
def test_two_sides_that_are_one_trace_are_parsed_and_checked_once(
    left: str, right: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: Counter[str] = Counter()

    def counting(name: str) -> Callable[..., Any]:
        original = getattr(module, name)

        def call(*arguments: object, **options: object) -> object:
            calls[name] += 1
            return original(*arguments, **options)

        return call

    for name in ("read_file", "open_revision", "open_stdin", "check_here"):
        monkeypatch.setattr(module, name, counting(name))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(OVERLAP.read_bytes())))
    if left == "serial":  # else two traces have it
        os.unlink("traces/mine.json")

    assert diff.run(left, right, diff.DiffRequest(DiffOptions(), "json", None, color=False)) is ExitCode.OK

    # Beside another folder, other source files are meant: there the same data is checked again.
    assert calls.pop("check_here") == (2 if left.startswith("sub/far") else 1)
    assert calls.total() == 1


def test_two_files_with_the_same_text_are_two(place: Path) -> None:
    shutil.copy(OVERLAP, place / "copy.json")
    catalog = Catalog()

    left, right = resolve("t.json#serial", catalog), resolve("copy.json#overlap", catalog)

    assert (left.name, right.name) == ("t.json", "copy.json")
    assert left.trace is not right.trace


def test_a_link_with_another_ending_is_read_as_what_its_ending_says(place: Path) -> None:
    (place / "t.yaml").symlink_to("t.json")
    catalog = Catalog()

    formats = [catalog.read(name, name=name).format for name in ("t.json", "t.yaml", "link.json")]

    assert formats == ["json", "yaml", "json"]


def _put(name: str, *ids: str) -> None:
    data = overlap()
    data["scenarios"] = [{**data["scenarios"][0], "id": one} for one in ids]
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text(json.dumps(data), encoding="utf-8")


class TestABareWord:
    @pytest.fixture(autouse=True)
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)

    @pytest.mark.parametrize("name", ["demo.json", "demo.yaml", "demo.yml", "demo.JSON", "demo.Yaml"])
    @pytest.mark.parametrize("address", ["demo", "demo#one", "demo#one/2"])
    def test_means_a_file_right_here_when_nothing_else_answers(self, name: str, address: str) -> None:
        _put(name, "one")

        found = resolve(address)

        assert (found.name, found.path, found.base) == (name, name, name)
        assert resolve(found.address("one")).name == name

    def test_means_a_scenario_first_a_trace_second_and_a_file_third(self) -> None:
        _put("traces/a.json", "demo")
        _put("traces/demo.json", "b")
        _put("demo.json", "c")

        first = resolve("demo").name
        os.unlink("traces/a.json")
        second = resolve("demo").name
        os.unlink("traces/demo.json")

        assert (first, second, resolve("demo").name) == ("traces/a.json", "traces/demo.json", "demo.json")

    def test_with_two_endings_is_an_error_that_names_both(self) -> None:
        _put("demo.json", "one")
        _put("demo.yaml", "one")

        with pytest.raises(TraceError, match="2 files are called demo") as raised:
            resolve("demo")

        assert raised.value.hints == ("demo.json", "demo.yaml")

    def test_passes_over_a_file_that_is_not_a_trace_and_says_so(self) -> None:
        Path("demo.json").write_text('{"name": "demo"}', encoding="utf-8")

        with pytest.raises(TraceError, match="no scenario or trace called demo") as raised:
            resolve("demo")
        assert "skipped: demo.json is not a trace" in raised.value.hints

        _put("demo.yaml", "one")
        assert resolve("demo").name == "demo.yaml"

    def test_of_a_file_with_errors_shows_them(self) -> None:
        Path("demo.json").write_text('{"scenarios": [], "targets": {}}', encoding="utf-8")

        with pytest.raises(TraceError, match=r"demo\.json has errors; fix them first"):
            resolve("demo")


def test_where_one_scenario_is_needed_a_whole_trace_means_its_first() -> None:
    assert resolve_scenario(f"{OVERLAP}")[1].id == "serial"
    assert resolve_scenario(f"{OVERLAP}#overlap")[1].id == "overlap"


@pytest.mark.parametrize(
    "address",
    [
        "~nosuchuser",
        "~nosuchuser/t.json",
        "~",
        "x" * 300,
        "x" * 300 + ".json",
        "x" * 300 + ".yaml#serial",
        "x/" * 3000 + "t.json",
        "./" + "x" * 300,
        "HEAD:" + "x" * 300 + ".json",
        "x" * 300 + ":t.json",
        "a\0b",
        "a\0b.json",
        "./a\0b",
        "HEAD:a\0b.json",
        "a\0b#serial",
        "\udcff",
        "\udcff.json",
        "./\udcff",
        "\ud800.json#x",
        "HEAD:\udcff.json",
        "\udcff#x",
        "a\nb.json",
    ],
)
def test_a_name_that_no_file_can_have_is_an_error_with_a_sentence(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    with pytest.raises(TraceError) as raised:
        resolve(address)

    assert raised.value.code == 2


class TestDiffOfOneAddress:
    @pytest.fixture(autouse=True)
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)

    @pytest.mark.parametrize(
        ("ids", "address", "says", "advice"),
        [
            (["a"], "t.json", "t.json has one scenario", "trace diff t.json OTHER compares it with another trace"),
            (["a", "b"], "t.json#a", "t.json#a is one scenario", "trace diff t.json#a t.json#b"),
            (["a", "b", "c"], "t.json", "t.json has 3 scenarios", "trace diff t.json#b t.json#c"),
        ],
    )
    def test_says_what_can_be_compared(self, ids: list[str], address: str, says: str, advice: str) -> None:
        _put("t.json", *ids)

        with pytest.raises(TraceError, match=says) as raised:
            diff.run(address, None, diff.DiffRequest(DiffOptions(), "text", None, color=False))

        assert advice in raised.value.hints

    def test_compares_two_scenarios_and_calls_them_by_their_ids(self, capsysbinary: Any) -> None:
        _put("t.json", "a", "b")

        diff.run("t.json", None, diff.DiffRequest(DiffOptions(), "json", None, color=False))

        shown = json.loads(capsysbinary.readouterr().out)
        assert (shown["kind"], shown["left"], shown["right"]) == ("scenarios", "a", "b")
