"""`trace time`: whole screens, data, settings and sweeps."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from tests.support.screens import assert_screen
from tests.support.timing_loops import FOLDER
from tracecli.commands import time
from tracecli.errors import TraceError
from tracecli.resources import schema_text

SGLANG = f"{FOLDER / 'sglang.yaml'}#"


@pytest.fixture(autouse=True)
def _columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(FOLDER)


def shown(capsys: pytest.CaptureFixture[str], left: str, right: str | None = None, **options: Any) -> str:
    assert time.run(left, right, time.Options(**options)) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "left", "right", "options"),
    [
        ("time_one", "sglang.yaml#sglang-overlap", None, {"settings": ["forward=3"]}),
        ("time_two", "sglang.yaml#", None, {}),
        ("time_sweep", "sglang.yaml#sglang-serial", "sglang.yaml#sglang-overlap", {"sweep": "forward"}),
        ("time_sweep_one", "vllm.yaml#vllm-async", None, {"sweep": "sampling=0,1,2.5"}),
        ("time_deeper", "sglang.yaml#sglang-overlap", None, {"settings": ["result_queue=2", "forward=4"]}),
        ("time_trt", "tensorrt-llm.yaml#trtllm-overlap", None, {"iterations": 2}),
    ],
)
def test_screens(
    name: str, left: str, right: str | None, options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown(capsys, left, right, **options)
    assert_screen(name, text)
    assert all(len(line) <= 80 for line in text.splitlines())
    assert "not a measurement" in text


def test_the_sentence_leads_a_comparison(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "sglang.yaml#sglang-serial", "sglang.yaml#sglang-overlap")
    assert " ".join(text.split()).startswith(
        "Model time from declared costs: 13.4 → 9.1 ms an iteration, 1.47 × as fast; GPU idle 30 % → 0 %; "
        "latency 13.4 → 18.2 ms."
    )


def test_data(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(shown(capsys, "sglang.yaml#", as_json=True))
    serial, overlap = data["loops"]
    jsonschema.validate(data, json.loads(schema_text("time")))
    assert data["version"] == 1
    assert serial["iteration"] == {"exact": "67/5", "value": 13.4}
    assert overlap["formula"].startswith("max(copy, forward + stash")
    assert overlap["decides"]["costs"] == {"forward": 1, "stash": 1}
    assert "not a measurement" in overlap["note"]
    assert overlap["basis"].startswith("Invented")
    swept = json.loads(shown(capsys, "sglang.yaml#sglang-overlap", sweep="forward=3,9", as_json=True))
    jsonschema.validate(swept, json.loads(schema_text("time")))
    assert [row["loops"][0]["iteration"]["exact"] for row in swept["rows"]] == ["41/10", "91/10"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"settings": ["forwrd=3"]}, "forwrd is not a cost and not a queue"),
        ({"settings": ["forward"]}, "NAME=NUMBER"),
        ({"settings": ["forward=-1"]}, "NAME=NUMBER"),
        ({"settings": ["forward=nan"]}, "NAME=NUMBER"),
        ({"settings": ["forward=" + "9" * 400]}, "NAME=NUMBER"),
        ({"settings": ["result_queue=1.5"]}, "whole number"),
        ({"settings": ["result_queue=101"]}, "whole number"),
        ({"sweep": "nothing"}, "not a cost to sweep"),
        ({"sweep": "forward=1,x"}, "--sweep takes"),
        ({"sweep": "forward=" + ",".join("1" * 60)}, "at most 50"),
    ],
)
def test_slips_are_errors_in_one_sentence(options: dict[str, Any], message: str) -> None:
    with pytest.raises(TraceError, match=message):
        time.run("sglang.yaml#sglang-overlap", None, time.Options(**options))


def test_a_trace_without_facts_says_where_to_read_on() -> None:
    with pytest.raises(TraceError, match="explain timing"):
        time.run(str(FOLDER.parent / "seed.json"), None, time.Options())
