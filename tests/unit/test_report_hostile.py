"""A hostile trace and hostile names through every format."""

from __future__ import annotations

import json

import pytest

from tests.unit.reporting_helpers import EVIL, EVIL_NAMES, commands, hostile_run
from tracecli.checking import check
from tracecli.reading import read_bytes
from tracecli.report.ci import REPORTERS
from tracecli.report.findings import FileReport, Results

_FORMATS = sorted(REPORTERS.keys() - {"github"})  # whose lines are commands, and are looked at in its own tests


@pytest.mark.parametrize("name", EVIL_NAMES)
@pytest.mark.parametrize("form", _FORMATS)
def test_no_line_starts_a_command(form: str, name: str) -> None:
    assert commands(REPORTERS[form](hostile_run(EVIL, name))) == []


@pytest.mark.parametrize("form", _FORMATS)
def test_no_line_of_a_checked_hostile_trace_starts_a_command(form: str) -> None:
    raw = json.dumps({"version": 1, EVIL: EVIL, "language": EVIL, "targets": {EVIL: {"kind": EVIL}}}, indent=1)
    document = read_bytes(raw.encode(), "x.json")
    file = FileReport("x.json", tuple(document.locate(check(document).problems)), document)

    report = REPORTERS[form](Results([file], folder="/w", root="/w"))

    assert commands(report) == []
    assert len(report) > 1000


@pytest.mark.parametrize("form", sorted(REPORTERS))
def test_the_same_run_gives_the_same_text(form: str) -> None:
    assert REPORTERS[form](hostile_run(EVIL, "x")) == REPORTERS[form](hostile_run(EVIL, "x"))
