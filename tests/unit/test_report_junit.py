"""JUnit XML, read by a library that reads it for a living."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from hypothesis import given, settings
from junitparser import Error, Failure, JUnitXml, TestCase, TestSuite

from tests.unit.reporting_helpers import EVIL, checked, hostile, hostile_names, no_commands, problem, run
from tracecli.problems import Severity
from tracecli.report.ci import junit_report
from tracecli.report.findings import Results


def suite(report: str) -> TestSuite:
    (found,) = JUnitXml.fromstring(report.encode())
    assert isinstance(found, TestSuite)
    return found


def cases(results: Results) -> list[TestCase]:
    return list(suite(junit_report(results)))


def test_every_file_is_a_case_clean_ones_too() -> None:
    clean, broken = cases(run(checked(name="clean.yaml"), checked(problem())))

    assert (clean.name, clean.is_passed) == ("clean.yaml", True)
    assert (broken.name, broken.is_passed) == ("mine.yaml", False)


def test_all_findings_of_a_file_are_one_failure() -> None:
    (case,) = cases(run(checked(problem(), problem(("active", 1), message="'gpu' is unknown"))))

    (failure,) = case.result
    assert isinstance(failure, Failure)
    assert failure.message == "2 findings"
    assert failure.text == (
        "mine.yaml:5:3: error unknown-target: 'lauch' is not a target\n"
        "mine.yaml:6:3: error unknown-target: 'gpu' is unknown"
    )


def test_what_does_not_make_the_run_fail_is_output() -> None:
    file = checked(problem(severity=Severity.WARNING))

    (lenient,) = cases(run(file))
    (strict,) = cases(run(file, fail_on=Severity.WARNING))

    assert lenient.is_passed
    assert lenient.system_out == "mine.yaml:5:3: warning unknown-target: 'lauch' is not a target"
    assert not strict.is_passed


def test_what_could_not_be_checked_is_a_case_with_an_error() -> None:
    (case,) = cases(run(failed=("gone.yaml: there is no such file",)))

    (error,) = case.result
    assert isinstance(error, Error)
    assert error.message == "gone.yaml: there is no such file"


def test_the_counts_are_those_of_the_cases() -> None:
    found = suite(junit_report(run(checked(), checked(problem()), failed=("gone",))))

    assert (found.tests, found.failures, found.errors, found.skipped) == (3, 1, 1, 0)


@settings(max_examples=100)
@given(text=hostile, name=hostile_names)
def test_any_text_and_name_is_xml(text: str, name: str) -> None:
    report = no_commands(junit_report, text, name)

    assert len(list(suite(report))) == 5
    report.encode()


def test_a_parser_gives_back_what_was_written_for_runners_not_to_obey() -> None:
    report = junit_report(run(checked(problem(message="##[error]x ]]>"), name="::error::.yaml")))

    failure = ET.fromstring(report).find(".//failure")  # noqa: S314 -- our own text

    assert failure is not None
    assert failure.text == "::error::.yaml:5:3: error unknown-target: ##[error]x ]]>"


def test_a_hostile_text_is_shown_with_escapes_on_one_line() -> None:
    (case,) = cases(run(checked(problem(message=EVIL))))

    (failure,) = case.result
    assert "\n" not in failure.text
    assert r"\x1b[31m\u202e\x85\u2028" in failure.text
