"""How often each rule speaks."""

from __future__ import annotations

from tests.unit.reporting_helpers import checked, problem
from tracecli.problems import Fix, Severity
from tracecli.report.findings import statistics
from tracecli.text import plain


def test_the_gravest_and_most_frequent_come_first_with_exact_counts() -> None:
    fix = Fix("write 'launch'", ((("active", 0), "launch"),))
    notes = [problem(severity=Severity.NOTE, rule="reading-time")] * 1200
    first = checked(problem(rule="wrong-kind"), problem(fix=fix), *notes)
    second = checked(problem(), problem(severity=Severity.WARNING, rule="no-op-step"))

    table = [plain(line) for line in statistics([first, second])]

    assert table == [
        "    2  error    unknown-target (1 with a fix)",
        "    1  error    wrong-kind",
        "    1  warning  no-op-step",
        "1,200  note     reading-time",
    ]


def test_without_findings_there_is_no_table() -> None:
    assert list(statistics([checked()])) == []
