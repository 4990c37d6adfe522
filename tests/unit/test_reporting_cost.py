"""What it costs to report a small file with a great many findings: counted, and memory against a cap."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tracecli.library.inputs import reported
from tracecli.problems import Severity
from tracecli.reading import Limits, read_bytes
from tracecli.report.ci import REPORTERS
from tracecli.report.findings import FileReport, Results, count, statistics, summary
from tracecli.text import plain

_HEAD = "version: 1\nlanguage: en\ntitle: T\ndescription: D\nalt: A\nstateLabels: {g: G}\n"
_NODE = "targets:\n  n: {id: n, kind: node, label: N}\n"
_SCENARIO = "id: a, title: t, description: d, initial: {g: a}, unselected: []"


def _json(**more: object) -> str:
    return json.dumps({"version": 1, **more}, ensure_ascii=False)


def _rows(rows: Iterable[str]) -> str:
    return ", ".join(rows)


HOSTILE: dict[str, str] = {
    # Aliases: each is a few kilobytes that stand for hundreds of thousands of values.
    "steps.yaml": f"{_HEAD}{_NODE}scenarios:\n- &s {{{_SCENARIO}, steps: [{_rows(['{}'] * 500)}]}}\n" + "- *s\n" * 400,
    "one-step.yaml": f"{_HEAD}{_NODE}scenarios:\n- {_SCENARIO.replace(', ', chr(10) + '  ')}\n  steps: [&s {{bad: 1}}, "
    + _rows(["*s"] * 50_000)
    + "]\n",
    "states.yaml": f"{_HEAD}{_NODE}scenarios:\n- {{{_SCENARIO}, steps: [{{state: &s {{{_rows(f'k{i}: 5' for i in range(300))}}}}}, "
    + _rows(["{state: *s}"] * 1500)
    + "]}\n",
    "names.yaml": f"{_HEAD}{_NODE}scenarios:\n- {{{_SCENARIO}, steps: [{{active: &u [{_rows(f'q{i}' for i in range(300))}]}}, "
    + _rows(["{active: *u, paths: *u}"] * 200)
    + "]}\n",
    "targets.yaml": f"{_HEAD}targets:\n  a: &t {{id: 5, kinda: x, label: ''}}\n"
    + "".join(f"  t{i}: *t\n" for i in range(20_000)),
    "sources.yaml": f"{_HEAD}sources: [&s {{fiel: x, url: y}}, {_rows(['*s'] * 50_000)}]\n",
    "scalars.yaml": f"{_HEAD}limitations: [&s 5, {_rows(['*s'] * 50_000)}]\n",
    # Wide lists and mappings.
    "empty-objects.json": "[" + _rows(["{}"] * 50_000) + "]",
    "empty-scenarios.json": _json(scenarios=[{}] * 50_000),
    "empty-steps.json": _json(scenarios=[{"steps": [{}] * 30_000}]),
    "empty-sources.json": _json(sources=[{}] * 30_000),
    "empty-targets.json": _json(targets={f"t{i}": {} for i in range(40_000)}),
    "empty-lists.json": _json(limitations=[[]] * 50_000),
    "empty-texts.json": _json(limitations=[""] * 50_000),
    "nulls.json": _json(scenarios=[{"unselected": [None] * 100_000}]),
    "unknown-keys.json": _json(**{f"k{i}": 0 for i in range(50_000)}),
    "unknown-targets.json": _json(targets={}, scenarios=[{"steps": [{"active": [f"q{i}" for i in range(50_000)]}]}]),
    "same-names.json": _json(scenarios=[{"unselected": ["a"] * 80_000}]),
    "odd-states.json": _json(scenarios=[{"initial": {f"k{i}": i for i in range(50_000)}}]),
    "spaces.json": _json(targets={" " * i: {} for i in range(1500)}),
    "long-keys.json": _json(scenarios=[{"initial": {f"{'k' * 1000}{i}": 5 for i in range(500)}}]),
    "long-texts.json": _json(scenarios=[{"id": "é" * 300_000, "title": 5, "steps": [{"active": "x" * 300_000}]}]),
    # What reading finds.
    "same-keys.json": '{"version": 1, ' + _rows(['"k": 0'] * 80_000) + "}",
    "no-numbers.json": '{"x-a": [' + _rows(["NaN"] * 100_000) + "]}",
    "no-characters.json": '{"x-a": [' + _rows([r'"\ud800"'] * 50_000) + "]}",
    "words.yaml": "limitations: [" + _rows(["no"] * 30_000) + "]\n",
    "number-keys.yaml": "".join(f"{i}: 0\n" for i in range(30_000)),
    "tags.yaml": "x-a:\n" + "- !t x\n" * 30_000,
    "no-aliases.yaml": "x-a:\n" + "- *a\n" * 30_000,
    "deep.yaml": "x-a: " + "[" * 95 + _rows(["[no]"] * 20_000) + "]" * 95 + "\n",
}


@cache
def _report(name: str, kept: int = 1000) -> FileReport:
    limits = Limits(kept=kept)
    return reported(read_bytes(HOSTILE[name].encode(), name, limits=limits), None, limits=limits)


@pytest.mark.parametrize("name", HOSTILE)
def test_at_most_a_thousand_findings_of_a_rule_are_kept_and_the_count_is_exact(name: str) -> None:
    report = _report(name)

    rules = [finding.problem.rule for finding in report.findings]
    assert max(map(rules.count, set(rules))) <= 1000
    everything = count([_report(name, kept=10**9)])
    if not any(finding.problem.rule == "too-large" for finding in report.findings):
        assert count([report]) == everything
    _report.cache_clear()


def _most(name: str) -> Results:
    report = _report(name)
    assert report.left_out
    return Results([report], notes=True, version="1", folder="/x", root="/x")


@pytest.mark.parametrize("name", ["empty-steps.json", "same-keys.json", "unknown-targets.json", "words.yaml"])
def test_every_report_says_how_many_findings_there_are_and_how_many_it_leaves_out(name: str) -> None:
    results = _most(name)
    [file] = results.files
    counts = count(results.files)
    total, listed = sum(counts.values()), len(file.findings)
    more = total - listed

    texts = {form: report(results) for form, report in REPORTERS.items()}

    assert f"{total - 100:,} more findings" in texts["text"]
    as_json = json.loads(texts["json"])
    assert as_json["files"][0]["leftOut"] == more
    assert as_json["summary"]["errors"] == counts[Severity.ERROR]
    assert as_json["summary"]["warnings"] == counts[Severity.WARNING]
    worst = max(counts, key=lambda severity: counts[severity])
    assert f"{counts[worst] - 10:,} {worst}s" in texts["github"]
    assert len(texts["github"].splitlines()) <= 31
    *issues, last = json.loads(texts["gitlab"])
    assert (len(issues), f"{more:,} more finding" in last["description"]) == (listed, True)
    [run] = json.loads(texts["sarif"])["runs"]
    assert len(run["results"]) == listed
    assert f"{more:,} more result" in run["invocations"][0]["toolExecutionNotifications"][-1]["message"]["text"]
    failure = ET.fromstring(texts["junit"]).find(".//failure")  # noqa: S314 -- our own
    assert failure is not None
    assert failure.get("message") == f"{counts[Severity.ERROR]:,} findings"
    assert f"{counts[Severity.ERROR]:,} errors" in texts["markdown"]
    assert max(map(len, texts.values())) < 12_000_000
    table = "\n".join(map(plain, statistics(results.files)))
    assert sum(int(row.split()[0].replace(",", "")) for row in table.splitlines()) == total
    assert f"{counts[Severity.ERROR]:,} errors" in summary(results.files, notes=True)


@pytest.mark.slow
def test_a_run_of_many_files_has_at_most_25_000_results_with_the_errors_first() -> None:
    one, other = _report("empty-lists.json"), _report("words.yaml")
    few = FileReport("few.json", _report("nulls.json").findings)
    results = Results([other] * 30 + [one, few], notes=True, version="1", folder="/x", root="/x")

    [run] = json.loads(REPORTERS["sarif"](results))["runs"]

    levels = [result["level"] for result in run["results"]]
    assert len(levels) == 25_000
    assert levels == sorted(levels)  # error, note, warning: and no notes are among them
    assert levels.count("error") == sum(
        finding.problem.severity is Severity.ERROR for file in results.files for finding in file.findings
    )
    left_out = sum(count(results.files).values()) - 25_000
    [notification] = run["invocations"][0]["toolExecutionNotifications"]
    assert notification["message"]["text"] == f"{left_out:,} more results are only counted"


# A small process starts the program and measures it: what a process takes at most counts from before its `exec`, when
# it is still a copy of the one that starts it, and a test run grows large.
_MEASURE = """
import json, os, resource, subprocess, sys
limit = int(sys.argv[1])
if limit:
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
done = subprocess.run([sys.executable, "-m", "tracecli", *sys.argv[2:]], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
print(json.dumps([done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, done.stderr.decode()]))
"""


def _peak(arguments: list[str], limit: int = 0) -> tuple[int, int, str]:
    """Run the program, and return its exit code, the most memory that it took in MB, and what it said."""
    words = [sys.executable, "-c", _MEASURE, str(limit), *arguments]
    code, peak, said = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
    return code, peak // (2**20 if sys.platform == "darwin" else 2**10), said


_BASE = 200  # MB: the interpreter, and what 1,000 findings of each rule take in two reports


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_reporting_takes_little_memory(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(HOSTILE[name], encoding="utf-8")

    code, peak, said = _peak(["validate", str(path), "--format", "sarif", "--format", f"text={tmp_path / 'o'}"])

    assert code == 1
    assert said.startswith("1 file: ")
    assert peak <= _BASE + 12 * path.stat().st_size / 2**20


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is Linux's")
@pytest.mark.parametrize("megabytes", [60, 80, 100, 140])
@pytest.mark.parametrize("name", ["steps.yaml", "empty-steps.json", "empty-targets.json"])
def test_under_a_memory_limit_it_ends_in_a_sentence(name: str, megabytes: int, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(HOSTILE[name], encoding="utf-8")

    code, _, said = _peak(["validate", str(path)], megabytes * 2**20)

    if code != 1:
        assert (code, said) == (2, "error: the document is too large for this machine's memory\n")
