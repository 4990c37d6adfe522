"""Examples are data: each file of tests/cases/invalid gives exactly the findings written beside it, those of valid none.

A file `RULE/name.json` or `.yaml` is a case, and `RULE/name.json.expect` says a finding a line, as the report does without
the file's name. Drop a pair in, gain a test.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.checking_helpers import CASES
from tracecli.checking import RULES, check
from tracecli.checking.source_files import SourceFolder
from tracecli.reading import read_file

_ENDINGS = {".json", ".yaml", ".yml"}
INVALID = sorted(path for path in (CASES / "invalid").glob("*/*") if path.suffix in _ENDINGS)
VALID = sorted(path for path in (CASES / "valid").glob("*") if path.suffix in _ENDINGS)
_ONE_FORMAT = {"too-large": "yaml", "yaml-type": "yaml", "cut-by-comment": "yaml"}  # JSON has none of these


def _findings(path: Path) -> list[str]:
    document = read_file(str(path))
    checked = check(document, SourceFolder(path.parent, path.parent))
    return [
        f"{found.range.start.line}:{found.range.start.column} {found.problem.severity} {found.problem.rule}: "
        f"{found.problem.message}"
        for found in document.locate(checked.problems)
    ]


@pytest.mark.parametrize("path", INVALID, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_an_invalid_file_gives_exactly_the_findings_written_beside_it(path: Path) -> None:
    expected = path.with_name(f"{path.name}.expect").read_text(encoding="utf-8").splitlines()

    found = _findings(path)

    assert found == expected
    assert any(f" {path.parent.name}: " in line for line in found)


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.name)
def test_a_valid_file_gives_no_finding(path: Path) -> None:
    assert _findings(path) == []


_OF_THE_PLACE = {"link-escapes"}  # not about what a file holds: tests/unit/test_reading_links.py


@pytest.mark.parametrize("rule", [rule.id for rule in RULES if rule.id not in _OF_THE_PLACE])
def test_each_rule_has_a_failing_and_a_passing_file_in_json_and_in_yaml(rule: str) -> None:
    failing = {path.suffix for path in INVALID if path.parent.name == rule}
    passing = {path.suffix for path in VALID if path.stem == rule}

    assert failing == ({f".{_ONE_FORMAT[rule]}"} if rule in _ONE_FORMAT else {".json", ".yaml"})
    assert passing == {".json", ".yaml"}


def test_no_expectation_is_left_without_its_case() -> None:
    expectations = sorted((CASES / "invalid").glob("*/*.expect"))

    assert [path.with_suffix("") for path in expectations] == INVALID


@pytest.mark.parametrize(
    "path",
    [path for path in [*INVALID, *VALID] if path.suffix == ".json"],
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_the_two_formats_of_a_case_hold_the_same_data(path: Path) -> None:
    other = path.with_suffix(".yaml")
    if not other.exists():
        assert path.parent.name in {"syntax", "encoding", "wrong-type"}
        return

    assert read_file(str(path)).data == read_file(str(other)).data
