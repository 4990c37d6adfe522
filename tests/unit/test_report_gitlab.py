"""GitLab's code quality report."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings

from tests.unit.reporting_helpers import EVIL, checked, hostile, hostile_names, no_commands, problem, run
from tracecli.problems import Severity
from tracecli.report.ci import gitlab_report
from tracecli.report.findings import Results

SEVERITIES = {"info", "minor", "major", "critical", "blocker"}


def issues(results: Results) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(gitlab_report(results))
    return found


def assert_accepted(report: str) -> None:
    """Hold a report against what GitLab asks of it (its documentation, and `codeclimate.json` in its source)."""
    found = json.loads(report)
    assert isinstance(found, list)
    for issue in found:
        assert all(isinstance(issue[key], str) for key in ("description", "fingerprint", "severity", "check_name"))
        assert issue["severity"] in SEVERITIES
        assert isinstance(issue["location"]["path"], str)
        assert issue["location"]["lines"]["begin"] >= 1
        issue["location"]["path"].encode()  # no half of a surrogate pair
    assert len({issue["fingerprint"] for issue in found}) == len(found)


def test_an_issue_has_its_rule_in_the_description_and_a_path_from_the_root() -> None:
    (issue,) = issues(run(checked(problem(suggestion="launch"))))

    fingerprint = issue.pop("fingerprint")
    assert len(fingerprint) == 64
    assert issue == {
        "type": "issue",
        "check_name": "unknown-target",
        "description": "unknown-target: 'lauch' is not a target. Did you mean 'launch'?",
        "categories": ["Bug Risk"],
        "severity": "major",
        "location": {"path": "here/mine.yaml", "lines": {"begin": 5, "end": 5}},
    }


def test_each_severity_has_one_of_gitlabs() -> None:
    found = issues(run(checked(*(problem(severity=severity) for severity in Severity))))

    assert [issue["severity"] for issue in found] == ["info", "minor", "major"]


def test_a_clean_run_is_an_empty_array() -> None:
    assert gitlab_report(run(checked())) == "[]\n"


def test_the_same_finding_twice_has_two_fingerprints() -> None:
    assert_accepted(gitlab_report(run(checked(problem(), problem()), checked(problem(), name="other.yaml"))))


@settings(max_examples=100)
@given(text=hostile, name=hostile_names)
def test_any_text_and_name_is_accepted(text: str, name: str) -> None:
    assert_accepted(no_commands(gitlab_report, text, name))


def test_texts_are_exact() -> None:
    (issue,) = issues(run(checked(problem(message=EVIL))))

    assert issue["description"] == f"unknown-target: {EVIL}"
