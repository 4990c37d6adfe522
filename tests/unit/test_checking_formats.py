"""What is a trace, and what a file of another kind is called."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.program import ROOT, SEED
from tracecli.checking import check
from tracecli.checking.formats import _TOP_KEYS, is_trace
from tracecli.reading import Document, read_bytes

SEED_DATA = json.loads(SEED.read_text(encoding="utf-8"))


def read(data: Any, name: str = "t.json") -> Document:
    text = data if isinstance(data, str) else json.dumps(data)
    return read_bytes(text.encode(), name)


TRACES: list[Any] = [
    SEED_DATA,
    {"scenarios": [], "targets": {}},
    {"targets": {}, "stateLabels": {}},
    {"scenarios": None, "stateLabels": 5},
    {"scenarios": [{"steps": []}]},
    {"scenarios": ["x", {"id": "a", "steps": None}]},
    {"$schema": "./trace.schema.json"},
    {"$schema": "https://example.org/schemas/trace.schema.json"},
    {"$schema": "urn:steptrace:trace:1"},
    {"scenarios": [], "targets": {}, "services": {}},
    {"scenarios": [], "targets": {}, "stateLabels": {}, "kind": 1, "left": 1, "right": 1, "changes": []},
    '{"scenarios": [{"id": "a", "targets": ',
    '{"stateLabels": {}, "targets" {}}',
    '{"scenarios": [{"id": "a", "steps": [{,',
]
YAML_TRACES = [
    "scenarios:\n- id: a\n  steps: []\n",
    "# yaml-language-server: $schema=./trace.schema.json\ntitle: x\n",
    "# mine\n# yaml-language-server: $schema=https://example.org/trace.schema.json\nversion: 1\n",
    "targets: {}\nscenarios: [\n",
]


@pytest.mark.parametrize("data", TRACES, ids=range(len(TRACES)))
def test_is_a_trace(data: Any) -> None:
    assert is_trace(read(data))


@pytest.mark.parametrize("text", YAML_TRACES, ids=range(len(YAML_TRACES)))
def test_is_a_trace_in_yaml(text: str) -> None:
    assert is_trace(read(text, "t.yaml"))


FOREIGN: list[tuple[Any, str]] = [
    ({"traceEvents": [{"ph": "X", "ts": 1, "dur": 2, "pid": 1, "tid": 1, "name": "a"}]}, "Chrome's trace event format"),
    ([{"ph": "X", "ts": 1, "pid": 1, "tid": 1, "name": "a"}], "Chrome's trace event format"),
    ('[{"name": "a", "ph": "X", "ts": 1},\n', "Chrome's trace event format"),
    ('{"traceEvents": [{"ph": "B", "ts": 1}, ', "Chrome's trace event format"),
    ({"#meta": {}, "vars": ["x"], "states": []}, "Informal Trace Format"),
    ({"$schema": "https://example.org/sarif-2.1.0.json", "version": "2.1.0", "runs": []}, "SARIF"),
    ('{"version": 2, "width": 80, "height": 24}\n[0.1, "o", "x"]\n', "asciicast"),
    ('{"version": 3, "term": {"cols": 80, "rows": 24}}\r\n[0.1, "o", "x"]\r\n', "asciicast"),
    ({"version": 2, "width": 80, "height": 24}, "asciicast"),
    ('{"level": "info"}\n{"level": "warn"}\n', "JSON Lines"),
    ({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, "Jupyter"),
    ({"name": "x", "lockfileVersion": 3, "packages": {}}, "lock file"),
    ({"version": 1, "dependencies": {"net8.0": {}}}, "lock file of NuGet"),
    ({"version": 3, "targets": {"net8.0": {}}, "libraries": {}, "projectFileDependencyGroups": {}}, "NuGet"),
    ({"name": "shop", "sourceRoot": "src", "projectType": "application", "targets": {"build": {}}}, "Nx"),
    ({"log": {"version": "1.2", "entries": []}}, "HAR"),
    ({"resourceSpans": []}, "OpenTelemetry"),
    ([{"traceId": "1", "id": "2"}], "Zipkin"),
    ({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}, "JSON Schema"),
    ({"openapi": "3.1.0", "info": {}, "paths": {}}, "OpenAPI"),
    ({"$schema": "https://www.speedscope.app/file-format-schema.json", "shared": {}}, "speedscope"),
    ({"title": "A tour", "steps": [{"file": "a.py", "line": 1}]}, "CodeTour"),
    ('<?xml version="1.0"?><svg/>', "XML"),
    ("<svg xmlns='x'/>", "XML"),
    ("<!DOCTYPE html>\n<html></html>", "XML or HTML"),
    (
        {"version": 1, "kind": "scenarios", "left": "a", "right": "b", "changes": [], "targets": {}, "scenarios": []},
        "diff",
    ),
    ({"version": 1, "trace": "t", "scenarios": [{"address": "a", "steps": []}]}, "trace show"),
]
OTHERS: list[tuple[Any, str]] = [  # of no known kind, or one that only its keys tell
    ({"name": "App", "targets": {"App": {"type": "application"}}}, "'name'"),
    ({"not": "a trace"}, "'not'"),
    ({"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}, "'a', 'b', 'c' and 2 more"),
    ({"scenarios": [{"name": "browse", "flow": []}], "engines": {}}, "'engines'"),
]
YAML_FOREIGN = [
    ("name: App\ntargets:\n  App:\n    platform: iOS\n", "'name'"),
    ("config:\n  target: https://example.org\nscenarios:\n- name: browse\n  flow: []\n", "Artillery"),
    ("apiVersion: v1\nkind: Service\nspec: {}\n", "Kubernetes"),
    ("services:\n  web: {}\n", "Compose"),
    ("on: push\njobs:\n  a: {}\n", "workflow"),
    ("lockfileVersion: '9.0'\npackages: {}\n", "lock file"),
    ("repos:\n- repo: local\n", "pre-commit"),
    ("<html><body>404</body></html>\n", "XML or HTML"),
]


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        *((data if isinstance(data, str) else json.dumps(data), "t.json", kind) for data, kind in FOREIGN + OTHERS),
        *((text, "t.yaml", kind) for text, kind in YAML_FOREIGN),
    ],
)
def test_a_file_of_another_kind_is_passed_over_and_has_one_finding_that_names_it(
    text: str, name: str, kind: str
) -> None:
    document = read(text, name)

    (problem,) = check(document).problems

    assert not is_trace(document)
    assert problem.rule == "foreign-document"
    assert "not a trace" in problem.message
    assert kind in problem.message
    assert document.locate([problem])[0].range.start == (1, 1)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"title": "x"},
        {"version": 1, "scenarios": []},
        {"titel": "x", "scenarois": []},
        {"version": 99, "nodes": [], "things": {}},
        {"version": 1, "title": "x", "name": "y"},
        {"x-a": 1, "x-b": 2},
    ],
)
def test_an_attempt_at_a_trace_is_judged_as_one(data: dict[str, object]) -> None:
    assert not any("not a trace" in problem.message for problem in check(read(data)).problems)


@pytest.mark.parametrize(
    "text", ["", "a: [", "\x00", "version https://git-lfs.github.com/spec/v1\n", "a: 1\n<<<<<<< a\n"]
)
def test_what_can_not_be_read_keeps_its_own_words(text: str) -> None:
    document = read(text, "t.yaml")

    assert check(document).problems == document.problems


def test_the_keys_of_a_trace_are_those_of_the_schema() -> None:
    schema = json.loads((ROOT / "schemas" / "trace.schema.json").read_text(encoding="utf-8"))

    assert set(schema["properties"]) == _TOP_KEYS
