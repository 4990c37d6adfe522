"""Whatever a file holds: every command gives its answer or its one intended error, and findings lie inside the file."""

from __future__ import annotations

import contextlib
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs
import pytest
from hypothesis import given

from tests.support.program import SEED
from tests.unit.commanding import checks, lookers, readers, timers, told
from tests.unit.fuzzing import Raw, counterexamples, documents, examples, traces
from tracecli.checking import check
from tracecli.checking.schema import schema
from tracecli.errors import ExitCode, TraceError
from tracecli.export.data import export_yaml
from tracecli.library import catalog
from tracecli.library.catalog import scenario_ids
from tracecli.library.inputs import check_here
from tracecli.library.itf import convert
from tracecli.problems import Range, Severity
from tracecli.reading import Document, Limits, read_bytes

_COMPILED = jsonschema_rs.Draft202012Validator(schema())
_REFERENCE = jsonschema.Draft202012Validator(schema())
_UNSEEN = re.compile(r"[\x00-\x09\x0b-\x1a\x1c-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_COMMAND = re.compile(r"^\s*::|##\[|##vso\[|##teamcity\[", re.MULTILINE | re.IGNORECASE)
_EXACT = ("show json", "diff json", "export")  # what is not for people; no line of it is a command either


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fuzz")
    (folder / "traces").mkdir()
    (folder / "sound.json").write_bytes(SEED.read_bytes())
    return folder


def read(raw: Raw) -> Document:
    return read_bytes(raw.content, f"x.{raw.ending}", limits=Limits(depth=50, expansion=5000))


def assert_inside(document: Document, shown: Range) -> None:
    lines = re.split("\r\n?|\n", document.text)
    for line, column in shown:
        assert 1 <= line <= len(lines)
        assert 1 <= column <= len(lines[line - 1]) + 2  # behind the break, where that is what is marked


@examples(250)
@given(documents())
def test_all_findings_lie_inside_the_file(raw: Raw) -> None:
    document = read(raw)

    found = document.locate(check(document).problems)

    for finding in found:
        assert 0 <= finding.span.start <= finding.span.end <= len(document.text)
        assert finding.problem.message
        assert_inside(document, finding.range)
        for other in finding.related:
            assert_inside(document, other.range)
    assert document.readable or found


@examples(200)
@given(documents())
def test_both_validators_give_the_same_verdict(raw: Raw) -> None:
    document = read(raw)
    if not document.readable:
        return

    verdict = _COMPILED.is_valid(document.data)

    assert verdict == _REFERENCE.is_valid(document.data)


@examples(50)
@given(documents())
def test_validate_reports_any_file_in_every_format(place: Path, raw: Raw) -> None:
    path = place / f"file.{raw.ending}"
    path.write_bytes(raw.content)
    document = read_bytes(raw.content, str(path))
    wrong = any(problem.severity is Severity.ERROR for problem in check_here(document, str(path)).problems)

    for form, command in checks(str(path)):
        done = told(command)
        assert done.error is None
        assert done.code == (ExitCode.FOUND if wrong else ExitCode.OK), form
        assert not re.search("[\x00-\x08\x1b\x7f-\x9f\u202e]", done.out), form
        assert form == "github" or not _COMMAND.search(done.out), form
        if form in {"json", "gitlab", "sarif"}:
            json.loads(done.out)
        elif form == "junit":
            ET.fromstring(done.out)  # noqa: S314 - our own report


@examples(20)
@given(traces())
def test_every_other_command_tells_a_trace_or_says_why_not(place: Path, raw: Raw) -> None:
    path = place / f"trace.{raw.ending}"
    path.write_bytes(raw.content)
    trace = check(read_bytes(raw.content, str(path))).trace
    scenario = trace.scenarios[0].id if trace else "main"

    for name, command in (*readers(str(path), str(place / "sound.json"), scenario), *timers(str(path), scenario)):
        done = told(command)
        if trace is None:
            assert (done.code, done.out) == (ExitCode.FAILED, ""), name
            continue
        assert done.error is None or name in {"export mermaid", "export svg", "export html", "time", "time sweep"}, name
        assert not _COMMAND.search(done.out), name
        assert name.startswith(_EXACT) or not _UNSEEN.search(done.out), name


@examples(150)
@given(counterexamples())
def test_a_counterexample_becomes_a_valid_trace_or_is_refused(data: Any) -> None:
    document = read_bytes(json.dumps(data).encode(), "fuzz.json")
    if not document.readable or not isinstance(document.data, dict):
        return
    with contextlib.suppress(TraceError):
        raw = export_yaml(convert(document.data, "fuzz")).encode()
        found = check(read_bytes(raw, "fuzz.yaml")).problems
        assert [one for one in found if one.severity is Severity.ERROR] == []


@examples(40)
@given(documents())
def test_a_library_with_any_file_in_it_is_listed(place: Path, raw: Raw) -> None:
    path = place / "traces" / f"any.{raw.ending}"
    path.write_bytes(raw.content)
    document = read_bytes(raw.content, str(path))

    with contextlib.chdir(place), pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalog, "folder", lambda _name: place / "shipped")  # else each example reads the shipped traces
        answers = {name: told(command) for name, command in lookers()}
    path.unlink()

    assert {done.code for done in answers.values()} == {ExitCode.OK}
    listed = {one["name"]: one for one in json.loads(answers["list json"].out)["traces"]}
    scenarios = scenario_ids(document.data) if document.readable else []
    assert not scenarios or len(listed["any"]["scenarios"]) == len(scenarios)
