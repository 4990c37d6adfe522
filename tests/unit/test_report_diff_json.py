"""A comparison as JSON: what the published schema says, exactly and stably."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from jsonschema import Draft202012Validator

from tests.unit.comparing_helpers import scenario, seed, step, trace
from tests.unit.comparing_strategies import pairs
from tracecli.comparing import ChangeLevel, Comparison, Side, TraceComparison, compare_scenarios, compare_traces
from tracecli.model import Trace
from tracecli.problems import Pointer
from tracecli.report.diff_json import diff_json
from tracecli.report.diff_view import SENTENCES, DiffOptions, FilePosition
from tracecli.resources import schema_text

_SCHEMA = json.loads(schema_text("diff"))
_VALIDATOR = Draft202012Validator(_SCHEMA)


def _data(comparison: Comparison | TraceComparison, **options: object) -> dict[str, Any]:
    asked = DiffOptions(**options)  # type: ignore[arg-type] # each test names a real option
    data: dict[str, Any] = json.loads(diff_json(comparison, names=("left", "right"), options=asked))
    return data


def _seed() -> dict[str, Any]:
    whole = seed()
    return _data(compare_scenarios(*(Side(whole, each) for each in whole.scenarios)))


def test_the_published_schema_is_a_schema_with_a_description_on_every_property() -> None:
    Draft202012Validator.check_schema(_SCHEMA)

    def properties(schema: Any) -> Any:
        if isinstance(schema, dict):
            yield from schema.get("properties", {}).items()
            for part in schema.values():
                yield from properties(part)

    assert [name for name, part in properties(_SCHEMA) if "description" not in part] == []


def test_the_schema_names_every_kind_of_change() -> None:
    assert _SCHEMA["$defs"]["change"]["properties"]["kind"]["enum"] == sorted(SENTENCES)


def test_the_founding_document_in_data() -> None:
    data = _seed()
    (only,) = data["scenarios"]

    assert (data["version"], data["kind"], data["same"]) == (1, "scenarios", False)
    assert (only["state"]["differing"], only["state"]["cells"], len(only["state"]["runs"])) == (25, 35, 13)
    assert [pair["confidence"] for pair in only["alignment"]["pairs"]] == [1.0, 1.0, 0.7667, 0.55, 0.742, 1.0]
    assert only["targets"] == {"onlyLeft": [], "onlyRight": ["queue", "launchQueue", "queueProcess"]}
    assert (only["left"]["playbackMilliseconds"], only["right"]["playbackMilliseconds"]) == (17000, 18200)
    assert data["levels"] == {
        "wording": 11,
        "timing": 3,
        "cost": 0,
        "order": 0,
        "sources": 0,
        "state": 13,
        "structure": 4,
    }


@given(pairs())
@settings(max_examples=60)
def test_any_comparison_fits_the_schema(both: tuple[Trace, Trace]) -> None:
    sides = [Side(one, one.scenarios[0]) for one in both]

    whole, scenarios = _data(compare_traces(*both)), _data(compare_scenarios(*sides))

    _VALIDATOR.validate(whole)
    _VALIDATOR.validate(scenarios)
    assert whole["same"] == (not whole["changes"])


def test_texts_are_exact_and_the_output_ascii() -> None:
    evil = "\x1b[31m ##[error] ::x\u202e−\ud800"
    one, other = scenario(step(evil, ["n"])), scenario(step(f"{evil}!", ["n"]))

    text = diff_json(compare_scenarios(Side(trace(one), one), Side(trace(other), other)), names=("a", "b"))

    assert text.isascii()
    assert "##[" not in text
    assert json.loads(text)["changes"][0]["before"] == evil


def test_a_change_carries_its_place_when_it_can_be_looked_up() -> None:
    def locate(side: int, pointer: Pointer) -> FilePosition | None:
        return FilePosition(f"{side}.json", 3, 7) if pointer[-1] == "duration" else None

    whole = seed()
    comparison = compare_scenarios(*(Side(whole, each) for each in whole.scenarios))
    changes = json.loads(diff_json(comparison, names=("a", "b"), locate=locate))["changes"]

    duration = next(change for change in changes if change["kind"] == "duration")
    assert duration["right"] == {
        "pointer": ["scenarios", 1, "steps", 3, "duration"],
        "address": "overlap/4",
        "file": "1.json",
        "line": 3,
        "column": 7,
    }
    assert "file" not in changes[0]["left"]


def test_only_the_changes_asked_for_are_listed_and_all_are_counted() -> None:
    whole = seed()
    comparison = compare_scenarios(*(Side(whole, each) for each in whole.scenarios))

    data = _data(comparison, level=ChangeLevel.STRUCTURE)

    assert {change["level"] for change in data["changes"]} == {"structure"}
    assert data["levels"]["wording"] == 11


def test_wording_is_given_word_by_word() -> None:
    changes = [change for change in _seed()["changes"] if change["kind"] == "title"]

    assert changes[-1]["words"] == [
        {"in": "both", "text": "Process batch k"},
        {"in": "right", "text": "−1 during forward k"},
    ]


def test_the_same_comparison_is_the_same_text() -> None:
    whole = seed()

    texts = {
        diff_json(compare_scenarios(*(Side(whole, each) for each in whole.scenarios)), names=("a", "b"))
        for _ in range(2)
    }

    assert len(texts) == 1
