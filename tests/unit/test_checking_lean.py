"""Written short or in full, a trace says the same; and the way there and back leads to where it began."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

import tracecli
from tests.support.program import ROOT
from tests.unit.checking_helpers import rich, seed, small
from tests.unit.fuzzing import Raw, examples, traces
from tracecli.checking import check
from tracecli.checking.full import full, lean
from tracecli.comparing import compare_traces
from tracecli.errors import TraceError
from tracecli.export.data import export_yaml
from tracecli.model import build
from tracecli.problems import Severity
from tracecli.reading import read_bytes

SHIPPED = sorted([*(ROOT / "traces").glob("*.yaml"), *(ROOT / "traces").glob("*.json")])


def data_of(raw: bytes, name: str) -> Any:
    return read_bytes(raw, name).data


@pytest.mark.parametrize(
    "data", [rich(), seed(), small(), *[data_of(path.read_bytes(), path.name) for path in SHIPPED]]
)
def test_there_and_back_nothing_is_lost(data: Any) -> None:
    whole, short = full(data), lean(data)

    assert full(short) == whole
    assert lean(short) == lean(whole) == short
    assert compare_traces(build(whole), build(full(short))).same


@examples(100)
@given(traces())
def test_any_sound_trace_comes_back(raw: Raw) -> None:
    document = read_bytes(raw.content, f"x.{raw.ending}")
    if any(one.severity is Severity.ERROR for one in check(document).problems):
        return
    short = lean(document.data)

    assert full(short) == full(document.data)
    assert lean(full(short)) == short
    written = read_bytes(export_yaml(short, compact=True).encode(), "x.yaml")
    assert written.data == short
    again = check(written)
    assert not any(one.severity is Severity.ERROR for one in again.problems)


def test_the_founding_trace_is_half_as_long() -> None:
    text = export_yaml(lean(seed()), compact=True)

    assert len(text.splitlines()) <= 145
    assert "unselected:" not in text


def test_only_what_a_reader_would_fill_in_is_left_out() -> None:
    data = rich()
    data["scenarios"][0]["steps"][1]["duration"] = 1234
    data["targets"]["launch"]["x-mine"] = "kept"
    step = lean(data)["scenarios"][0]["steps"][1]

    assert step["duration"] == 1234
    assert step["changes"] == {"results": "batch k"}
    assert "paths" not in step
    assert lean(data)["targets"]["launch"] == {"id": "t-launch", "label": "Launch step", "x-mine": "kept"}


def test_a_state_that_changes_as_a_whole_stays_a_state() -> None:
    data = small()
    data["scenarios"][0]["steps"][1]["state"] = {"gpu": "busy", "queue": "empty"}
    data["scenarios"][0]["steps"][0]["state"] = {"gpu": "idle", "queue": "one"}

    first, second = lean(data)["scenarios"][0]["steps"]

    assert first["changes"] == {"queue": "one"}
    assert second["state"] == {"gpu": "busy", "queue": "empty"}


@pytest.mark.parametrize("form", ["overlap#", "sglang#"])
def test_the_command_writes_both_notations(form: str, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    from tracecli.commands import export  # noqa: PLC0415

    outs = {}
    for name in ("lean", "full", "as written"):
        options = {"lean": name == "lean", "full": name == "full"}
        export.run("yaml", form, options, export.Where(None, None))
        outs[name] = data_of(capsysbinary.readouterr().out, "x.yaml")
    export.run("json", form, {}, export.Where(None, None))

    assert outs["full"] == full(outs["lean"]) == json.loads(capsysbinary.readouterr().out)
    assert outs["as written"] == tracecli.load(form).checked.document.data
    with pytest.raises(TraceError, match="can't go together"):
        export.run("yaml", form, {"lean": True, "full": True}, export.Where(None, None))
