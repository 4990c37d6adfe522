"""SARIF against its official schema, and against what the schema does not notice."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

import jsonschema_rs
import pytest
from hypothesis import given, settings

from tests.support.program import CASES
from tests.unit.fixing_helpers import edited
from tests.unit.reporting_helpers import EVIL, EVIL_NAMES, checked, hostile, hostile_names, no_commands, problem, run
from tracecli.checking import RULES
from tracecli.checking.rules.rule import page
from tracecli.fixing import Edit
from tracecli.problems import Fix, Place, Related, Severity
from tracecli.reading import Document, read_bytes
from tracecli.report.findings import Results
from tracecli.report.sarif import sarif_report

_URI = re.compile(r"(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})+")


@cache
def schema() -> jsonschema_rs.Validator:
    text = (CASES / "schemas" / "sarif-2.1.0.json").read_text(encoding="utf-8")
    return jsonschema_rs.validator_for(json.loads(text), validate_formats=True)


def the_run(report: str) -> dict[str, Any]:
    """Check a report against the schema and what the schema can't say; give its run."""
    log = json.loads(report)
    assert [str(error) for error in schema().iter_errors(log)] == []
    (found,) = log["runs"]
    for artifact in found["artifacts"]:
        assert_address(artifact["location"])
    for result in found["results"]:
        for location in [*result["locations"], *result.get("relatedLocations", [])]:
            physical = location["physicalLocation"]
            assert_address(physical["artifactLocation"])
            assert_region(physical["region"])
            index = physical["artifactLocation"]["index"]
            assert found["artifacts"][index]["location"]["uri"] == physical["artifactLocation"]["uri"]
    whole: dict[str, Any] = found
    return whole


def assert_address(location: dict[str, Any]) -> None:
    parts = urlsplit(location["uri"])
    assert _URI.fullmatch(parts.path)
    assert not parts.query + parts.fragment + parts.netloc
    if "uriBaseId" in location:
        assert not parts.scheme
        assert not parts.path.startswith(("/", "./", "../"))
    else:
        assert parts.scheme == "file"


def assert_region(region: dict[str, int]) -> None:
    start = region["startLine"], region["startColumn"]
    assert (1, 1) <= start <= (region["endLine"], region["endColumn"])
    assert min(region.values()) >= 1


def told(results: Results) -> dict[str, Any]:
    return the_run(sarif_report(results))


def test_a_result_has_message_place_and_related_places() -> None:
    declared = Related("launch is declared", Place(("targets", "launch"), "key"))

    (result,) = told(run(checked(problem(related=(declared,), suggestion="launch"))))["results"]

    where = {"uri": "here/mine.yaml", "uriBaseId": "%SRCROOT%", "index": 0}
    assert len(result.pop("partialFingerprints")["traceFinding/v1"]) == 64
    assert result == {
        "ruleId": "unknown-target",
        "level": "error",
        "message": {"text": "'lauch' is not a target. Did you mean 'launch'?"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": where,
                    "region": {"startLine": 5, "startColumn": 3, "endLine": 5, "endColumn": 8},
                }
            }
        ],
        "relatedLocations": [
            {
                "id": 1,
                "physicalLocation": {
                    "artifactLocation": where,
                    "region": {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 9},
                },
                "message": {"text": "launch is declared"},
            }
        ],
    }


def test_columns_count_code_points_and_say_so() -> None:
    raw = 'title: "\U0001f6d1e\u0301"\nactive: ["\U0001f6d1", lauch]\n'.encode()

    found = told(run(checked(problem(("active", 1)), raw=raw)))

    assert found["columnKind"] == "unicodeCodePoints"
    assert found["results"][0]["locations"][0]["physicalLocation"]["region"]["startColumn"] == 15


def test_the_rules_come_with_help_and_results_point_at_theirs() -> None:
    pages = [page(rule) for rule in RULES]

    found = told(Results([checked(problem(), problem(severity=Severity.NOTE))], version="1", pages=pages))

    rules = found["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [one.id for one in pages]
    assert all(rule["help"]["text"] and rule["help"]["markdown"] for rule in rules)
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in found["results"])


def test_a_file_that_can_not_be_read_is_a_result_and_a_notification() -> None:
    found = told(run(checked(raw=b"a: ["), checked(problem(), name="other.yaml")))

    broken, _ = found["results"]
    (invocation,) = found["invocations"]
    (notification,) = invocation["toolExecutionNotifications"]
    assert broken["ruleId"] == notification["associatedRule"]["id"] == "syntax"
    assert broken["locations"] == notification["locations"]
    assert invocation["executionSuccessful"]


def test_what_could_not_be_checked_makes_the_run_unsuccessful() -> None:
    (invocation,) = told(run(failed=("gone.yaml: there is no such file",)))["invocations"]

    assert not invocation["executionSuccessful"]
    assert invocation["toolExecutionNotifications"] == [
        {"level": "error", "message": {"text": "gone.yaml: there is no such file"}}
    ]


def test_clean_files_are_artifacts_and_a_clean_run_has_an_empty_list_of_results() -> None:
    found = told(run(checked(), checked(name="/elsewhere/a b.yaml")))

    assert found["results"] == []
    assert [one["location"]["uri"] for one in found["artifacts"]] == ["here/mine.yaml", "file:///elsewhere/a%20b.yaml"]


def test_a_fix_is_a_replacement_that_gives_the_data_meant() -> None:
    fix = Fix("write 'launch'", ((("active", 0), "launch"), (("targets", "launch", "label"), "\U0001f6d1")))
    raw = "targets: {\u00fc: \U0001f6d1, launch: {label: x}}\r\nactive:\r\n- lauch\r\n".encode()
    document = read_bytes(raw, "mine.yaml")

    (result,) = told(run(checked(problem(fix=fix), raw=raw)))["results"]

    (told_fix,) = result["fixes"]
    (change,) = told_fix["artifactChanges"]
    edits = [
        Edit(*span(document, one["deletedRegion"]), one["insertedContent"]["text"]) for one in change["replacements"]
    ]
    after = read_bytes(edited(document.text, edits).encode(), "mine.yaml")
    assert told_fix["description"]["text"] == "write 'launch'"
    assert after.data == {"targets": {"\u00fc": "\U0001f6d1", "launch": {"label": "\U0001f6d1"}}, "active": ["launch"]}


def span(document: Document, region: dict[str, int]) -> tuple[int, int]:
    lines = document.text.splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
    return (
        starts[region["startLine"] - 1] + region["startColumn"] - 1,
        starts[region["endLine"] - 1] + region["endColumn"] - 1,
    )


def test_two_findings_with_one_fix_both_offer_it() -> None:
    fix = Fix("make it so", ((("active",), ["launch"]),))

    found = told(run(checked(problem(fix=fix), problem(("active", 1), fix=fix))))["results"]

    assert found[0]["fixes"] == found[1]["fixes"]


@pytest.mark.parametrize("name", EVIL_NAMES)
def test_an_address_leads_back_to_the_exact_name(name: str) -> None:
    (artifact,) = told(run(checked(name=name)))["artifacts"]

    back = unquote_to_bytes(artifact["location"]["uri"])

    assert back in {f"here/{name}".encode(errors="surrogateescape"), b"here/dotted.yaml"}


@settings(max_examples=60)
@given(text=hostile, name=hostile_names)
def test_any_text_and_name_is_valid(text: str, name: str) -> None:
    the_run(no_commands(sarif_report, text, name))


def test_a_message_is_exact_but_for_what_a_reader_would_take_for_a_link_or_a_placeholder() -> None:
    texts = ["\x1b\u202e [x] {y}", "[a](1)", "{0} {y}"]

    found = told(run(checked(*(problem(message=text) for text in texts))))["results"]

    assert [result["message"]["text"] for result in found] == ["\x1b\u202e [x] {y}", r"\[a](1)", "{{0}} {{y}}"]


def test_a_hostile_text_is_one_result() -> None:
    assert len(told(run(checked(problem(message=EVIL))))["results"]) == 1
