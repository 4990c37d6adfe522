"""Twice as many findings of a rule cost about twice the operations, to find and to tell in every format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.faulty import FAULTY
from tests.unit.scaling import assert_linear, results_of, tell
from tracecli.checking import RULES, messages
from tracecli.checking.source_files import SourceFolder
from tracecli.report.findings import Results

_ONE_A_FILE = {
    "encoding of bytes",
    "foreign-document",
    "no-alt",
    "state-keys in one step",
    "state-keys of labels",
    "too-deep",
    "too-deep in YAML",
    "too-large",
    "unused-target",
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "here.txt").write_bytes(b"x" * 100_000)
    return tmp_path


def results(name: str, size: int, place: Path) -> Results:
    raw, ending = FAULTY[name](size)
    return results_of(raw, f"x.{ending}", SourceFolder(place, place))


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTY)
def test_finding_and_telling(name: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "_BUDGET", 50_000)  # names are looked up among names until it is spent

    def work(size: int) -> Callable[[], object]:
        return lambda: tell(results(name, size, place))

    assert_linear(work)


@pytest.mark.parametrize("name", FAULTY)
def test_the_files_have_the_faults_that_they_are_named_for(name: str, place: Path) -> None:
    rule = name.partition(" ")[0]

    found = [problem.problem.rule for problem in results(name, 60, place).files[0].findings]

    assert found.count(rule) >= (1 if name in _ONE_A_FILE else 29)


def test_every_rule_has_such_a_file() -> None:
    of_links = {"link-escapes"}  # one finding a file, of which nothing is read

    assert {name.partition(" ")[0] for name in FAULTY} == {rule.id for rule in RULES} - of_links
