"""Nothing is hidden: what only one side has is in every full format, with each of its texts."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import jsonschema
import pytest

from tests.support.program import ROOT
from tests.unit.checking_helpers import checked, rich
from tracecli.comparing import TraceComparison, compare_traces
from tracecli.model import Trace
from tracecli.report.diff_json import diff_json
from tracecli.report.diff_markdown import diff_markdown
from tracecli.report.diff_text import diff_lines
from tracecli.report.diff_view import DiffOptions
from tracecli.text import plain

NAMES = ("old", "new")


def built(data: Any) -> Trace:
    trace = checked(data).trace
    assert trace
    return trace


def two() -> dict[str, Any]:
    """Return a trace whose second scenario has words of its own."""
    data = rich()
    del data["timing"], data["scenarios"][0]["timing"]
    for step in data["scenarios"][0]["steps"]:
        step.pop("timing", None)
    other = copy.deepcopy(data["scenarios"][0])
    other |= {"id": "second", "title": "Quite another run", "description": "Told for its own sake."}
    for number, step in enumerate(other["steps"]):
        step |= {"title": f"Unheard {number}", "description": f"Something new, number {number}."}
        step["id"] = f"unheard-{number}"
    data["scenarios"].append(other)
    return data


def added(what: str) -> tuple[TraceComparison, list[str]]:
    """Return a comparison of which one side has more, and the texts of that."""
    more = two()
    less = copy.deepcopy(more)
    holder = less["scenarios"] if what == "scenario" else less["scenarios"][1]["steps"]
    gone = holder.pop(1 if what == "scenario" else 2)
    texts: list[str] = []

    def collect(value: Any) -> None:
        if isinstance(value, dict):
            for held in value.values():
                collect(held)
        elif isinstance(value, list):
            for held in value:
                collect(held)
        elif isinstance(value, str):
            texts.append(value)

    collect(gone)
    return compare_traces(built(less), built(more)), texts


@pytest.mark.parametrize("what", ["step", "scenario"])
def test_every_text_of_what_one_side_has_is_in_text_json_and_markdown(what: str) -> None:
    comparison, texts = added(what)

    text = "\n".join(map(plain, diff_lines(comparison, names=NAMES, origin="")))
    data = diff_json(comparison, names=NAMES)
    words = set(re.findall(r"\w+", diff_markdown(comparison, names=NAMES, origin="")))

    held = json.dumps(json.loads(data), ensure_ascii=False)
    assert [one for one in texts if one not in text] == []
    assert [one for one in texts if one not in held] == []
    assert [one for one in texts if not set(re.findall(r"\w+", one)) <= words] == []


@pytest.mark.parametrize("what", ["step", "scenario"])
def test_the_data_is_what_the_schema_says(what: str) -> None:
    comparison, _ = added(what)
    schema = json.loads((ROOT / "schemas" / "diff.schema.json").read_text("utf-8"))

    jsonschema.validate(json.loads(diff_json(comparison, names=NAMES)), schema)


def test_what_was_taken_away_has_a_minus() -> None:
    more = two()
    less = copy.deepcopy(more)
    del less["scenarios"][1]["steps"][2]

    lines = [plain(line) for line in diff_lines(compare_traces(built(more), built(less)), names=NAMES, origin="")]

    assert "  − step 3 (only in old): Unheard 2" in lines


def test_numbers_alone_are_numbers_alone() -> None:
    comparison, _ = added("step")

    lines = diff_lines(comparison, names=NAMES, origin="", options=DiffOptions(stat=True))

    assert not any("Only on one side" in plain(line) for line in lines)
