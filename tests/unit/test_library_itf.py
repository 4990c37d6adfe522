"""A model checker's counterexample becomes a valid trace whose states are the same again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tracecli.checking import check
from tracecli.commands import import_itf
from tracecli.errors import TraceError
from tracecli.export import itf as exported
from tracecli.export.data import export_yaml
from tracecli.library.itf import convert, written
from tracecli.model import Trace
from tracecli.reading import read_bytes

FOLDER = Path(__file__).parent.parent / "cases" / "itf"
FILES = sorted(FOLDER.glob("*.itf.json"))


def imported(data: Any, name: str = "x") -> Trace:
    checked = check(read_bytes(export_yaml(convert(data, name)).encode(), "x.yaml"))
    assert [problem for problem in checked.problems if problem.rule != "open-loop"] == []
    assert checked.trace is not None
    return checked.trace


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_counterexample_is_a_valid_trace_that_exports_the_same_states(path: Path) -> None:
    data = json.loads(path.read_text("utf-8"))
    trace = imported(data)
    (scenario,) = trace.scenarios
    again = json.loads(exported.export(trace, scenario))

    assert len(again["states"]) == len(data["states"])
    for before, after in zip(data["states"], again["states"], strict=True):
        for variable in data["vars"]:
            if variable in trace.state_labels:
                assert after[variable] == written(before[variable])
            else:
                fields = {key: written(value) for key, value in before[variable].items()}
                assert {key: after[f"{variable}.{key}"] for key in fields} == fields


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"#bigint": "123456789012345678901234567890"}, "123456789012345678901234567890"),
        (-3, "-3"),
        (True, "TRUE"),
        ("idle", "idle"),
        (["idle", 1], '<<"idle", 1>>'),
        ({"#tup": []}, "<<>>"),
        ({"#set": [{"#bigint": "10"}, {"#bigint": "9"}]}, "{9, 10}"),
        ({"#map": [["b", 1], ["a", {"#set": []}]]}, '("a" :> {} @@ "b" :> 1)'),
        ({"#map": []}, "()"),
        ({"b": 1, "a": {"c": "x"}}, '[b |-> 1, a |-> [c |-> "x"]]'),
        ({"tag": "None", "value": {"#tup": []}}, "None"),
        ({"tag": "Some", "value": {"#bigint": "1"}}, "Some(1)"),
        ({"#unserializable": "Nat"}, "Nat"),
    ],
)
def test_values_are_written_as_tla_writes_them(value: Any, text: str) -> None:
    assert written(value) == text


def test_records_become_a_key_for_each_field_and_the_note_says_so() -> None:
    trace = imported(json.loads((FOLDER / "mutex.itf.json").read_text("utf-8")))
    assert list(trace.state_labels) == ["pc.p1", "pc.p2", "turn", "history"]
    assert any("each field of pc" in note for note in trace.limitations)
    assert [step.title for step in trace.scenarios[0].steps] == ["Enter(p1)", "Enter(p2)"]
    assert [step.active for step in trace.scenarios[0].steps] == [("pc.p1", "history"), ("pc.p2", "history")]


def test_a_lasso_says_where_it_goes_back_to() -> None:
    trace = imported(json.loads((FOLDER / "election.itf.json").read_text("utf-8")))
    assert "back to state 2" in trace.scenarios[0].description
    assert any("lasso" in note for note in trace.limitations)


def test_a_counterexample_of_one_state_plays() -> None:
    trace = imported({"vars": ["x"], "states": [{"x": 1}]})
    assert len(trace.scenarios[0].steps) == 1


@pytest.mark.parametrize(
    "name", ["x-axis", "X-axis", "a b", "\u202eodd", "no", "123", "#", "1st", "é", "a" * 300, "a:b", "'", "-"]
)
def test_any_name_of_a_variable_is_a_state_key(name: str) -> None:
    trace = imported({"vars": [name], "states": [{name: 1}, {name: 2}]}, name)
    assert len(trace.state_labels) == 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "no vars and states"),
        ({"vars": ["x"], "states": []}, "no state"),
        ({"vars": [1], "states": [{}]}, "not a list of names"),
        ({"vars": ["x"], "states": [{"y": 1}]}, "state 0 has no value for x"),
        ({"vars": ["x"], "states": [1]}, "state 0 has no value for x"),
        ({"vars": [f"v{i}" for i in range(101)], "states": [{f"v{i}": 1 for i in range(101)}]}, "101 variables"),
        ({"vars": ["x"], "states": [{"x": "a" * 20_000}]}, "20,000 characters"),
    ],
)
def test_what_is_no_counterexample_is_refused_in_one_sentence(data: Any, message: str) -> None:
    with pytest.raises(TraceError, match=message):
        convert(data, "x")


def test_a_value_that_is_nested_too_deeply_is_refused() -> None:
    value: Any = 1
    for _ in range(60):
        value = [value]
    with pytest.raises(TraceError, match="nested"):
        convert({"vars": ["x"], "states": [{"x": value}]}, "x")


@pytest.mark.parametrize("content", ["", "[]", "{", "{}", '{"vars": ["x"], "states": 1}'])
def test_the_command_refuses_other_files(content: str, tmp_path: Path) -> None:
    path = tmp_path / "x.itf.json"
    path.write_text(content)
    with pytest.raises(TraceError):
        import_itf.run(str(path), None)


def test_the_command_writes_a_file_and_spares_its_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.itf.json"
    path.write_bytes((FOLDER / "bank.itf.json").read_bytes())
    with pytest.raises(TraceError):
        import_itf.run(str(path), str(path))
    assert import_itf.run(str(path), str(tmp_path / "x.yaml")) == 0
    assert "trace play" in capsys.readouterr().err
    assert read_bytes((tmp_path / "x.yaml").read_bytes(), "x.yaml").readable
