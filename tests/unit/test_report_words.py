"""Every word of the format is explained, and the examples are documents in the format."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from tests.unit.checking_helpers import CASES
from tracecli.checking import check
from tracecli.commands import explain
from tracecli.errors import TraceError
from tracecli.reading import read_bytes
from tracecli.report.words import words
from tracecli.resources import schema_text

EXAMPLES = {word: page.example for word, page in words().items() if page.example}


def test_every_property_of_the_schema_has_a_page() -> None:
    schema = json.loads(schema_text())
    holders = [schema, *schema["$defs"].values()]
    known = {word for holder in holders for word in holder.get("properties", {})}
    inner = {"label", "device"}  # of a resource, which its own description explains
    assert known - words().keys() - inner == {"$schema"}
    assert all(text for page in words().values() for _, text, _ in page.places)


@pytest.mark.parametrize("word", EXAMPLES)
def test_examples_use_known_words_in_their_places(word: str) -> None:
    """Put an example into a whole trace: no key of it is unknown, and nothing has the wrong type."""
    whole: dict[str, Any] = yaml.safe_load((CASES / "valid" / "unused-target.yaml").read_text("utf-8"))
    example = yaml.safe_load(EXAMPLES[word])
    for key, value in example.items():
        if key not in {"scenarios", "steps"}:
            whole[key] = value
    for key, value in (example.get("scenarios") or [{}])[0].items():
        if key != "steps":
            whole["scenarios"][0][key] = value
    steps = example.get("steps") or (example.get("scenarios") or [{}])[0].get("steps") or [{}]
    whole["scenarios"][0]["steps"] = [{"title": "T", "description": "D", "changes": {}} | step for step in steps]
    for step in whole["scenarios"][0]["steps"]:
        if "state" in step:
            del step["changes"]
    found = check(read_bytes(json.dumps(whole).encode(), "x.json")).problems
    shape = {"unknown-key", "missing-key", "wrong-type", "wrong-value", "unknown-cost", "unknown-work", "timing-queue"}
    assert [problem.message for problem in found if problem.rule in shape and problem.place.pointer] == []


@pytest.mark.parametrize("form", ["text", "json", "markdown"])
@pytest.mark.parametrize("word", ["state", "paths", "id", "claims", "timing", "until"])
def test_explain_shows_a_word(word: str, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert explain.run(word, form=form, color=False) == 0
    out = capsys.readouterr().out
    assert word in out
    assert form != "json" or json.loads(out)["word"] == word


def test_a_misspelt_word_gets_the_near_one() -> None:
    with pytest.raises(TraceError, match="no word of the format") as caught:
        explain.run("durration", form="text", color=False)
    assert "did you mean duration?" in str(caught.value.hints)
