"""From a document to a checked trace: what reading found and what checking finds become one list without repetition."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from tests.unit.checking_helpers import CASES, checked, seed, small
from tracecli.checking import Checked, check
from tracecli.checking.messages import Near
from tracecli.checking.source_files import SourceFolder
from tracecli.fixing import fixed
from tracecli.model import Kind
from tracecli.problems import Severity
from tracecli.reading import read_bytes, read_file
from tracecli.resources import folder


def _check(text: str, name: str = "t.yaml") -> Checked:
    return check(read_bytes(text.encode(), name))


def _found(result: Checked) -> list[tuple[str, tuple[str | int, ...]]]:
    return [(problem.rule, problem.place.pointer) for problem in result.problems]


def _yaml(data: Any) -> str:
    """Write data as YAML in JSON's own notation, a key of the top on each line."""
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in data.items())


@pytest.mark.parametrize("path", [CASES / "seed.json", folder("traces") / "overlap.json"], ids=["seed", "shipped"])
def test_the_founding_document_has_thirteen_notes_and_nothing_else(path: Any) -> None:
    result = check(read_file(str(path)), SourceFolder(path.parent, path.parent))

    found = [problem.rule for problem in result.problems]
    assert result.trace is not None
    assert {problem.severity for problem in result.problems} == {Severity.NOTE}
    assert {rule: found.count(rule) for rule in found} == {
        "reading-time": 9,
        "open-loop": 2,
        "missing-source": 1,
        "source-escapes": 1,
    }


def test_what_cannot_be_read_is_not_judged() -> None:
    result = _check('{"version": 99,', "t.json")

    assert [problem.rule for problem in result.problems] == ["syntax"]
    assert result.trace is None


def test_of_another_version_not_even_what_reading_found_is_told() -> None:
    result = _check("version: 99\nidle: no\na: 1\na: 2\n")

    assert _found(result) == [("wrong-value", ("version",))]


def test_a_value_that_could_not_be_read_is_told_once() -> None:
    data = small()
    data["scenarios"][0]["steps"][0]["duration"] = "HERE"
    text = json.dumps(data).replace('"HERE"', "1e999")

    result = _check(text, "t.json")

    assert _found(result) == [("wrong-value", ("scenarios", 0, "steps", 0, "duration"))]
    assert result.trace is None


def test_nothing_is_said_below_a_value_that_could_not_be_read() -> None:
    data = {**small(), "targets": "HERE"}
    text = _yaml(data).replace('"HERE"', "!tagged {launch: {}}")

    result = _check(text)

    assert [problem.place.pointer for problem in result.problems] == [("targets",)]


def test_a_key_that_is_no_text_is_told_once() -> None:
    text = _yaml(small()) + "1: x\n"

    result = _check(text)

    assert _found(result) == [("wrong-type", ("1",))]


def test_a_key_given_twice_hides_no_other_fault() -> None:
    data = small()
    text = _yaml(data) + "title: again\nzzz: 1\n"

    result = _check(text)

    assert [problem.rule for problem in result.problems] == ["duplicate-key", "unknown-key"]


def test_a_word_to_quote_is_not_told_where_the_value_is_wrong_anyway() -> None:
    data = small()
    data["scenarios"][0]["steps"][0]["duration"] = "HERE"
    data["scenarios"][0]["steps"][1]["state"]["queue"] = "THERE"
    text = _yaml(data).replace('"HERE"', "0900").replace('"THERE"', "no")

    result = _check(text)

    assert _found(result) == [
        ("yaml-type", ("scenarios", 0, "steps", 1, "state", "queue")),
        ("wrong-type", ("scenarios", 0, "steps", 0, "duration")),
    ]


def test_a_trace_has_all_that_the_document_says_in_its_order() -> None:
    trace = checked(seed()).trace

    assert trace is not None
    assert list(trace.state_labels) == ["cpu", "gpu", "inputs", "queue", "idle"]
    assert [target.kind for target in trace.targets.values()] == [Kind.NODE] * 6 + [Kind.EDGE] * 8
    assert [scenario.id for scenario in trace.scenarios] == ["serial", "overlap"]
    assert trace.scenarios[0].unselected == ("queue", "launchQueue", "queueProcess")
    assert trace.scenarios[0].steps[2].paths == ("launchGpu", "futureGpu")
    assert [source.file for source in trace.sources if source.file] == ["diagram.svg", "../../illustrations/SOURCE.md"]
    assert len(trace.limitations) == 3
    assert trace.alt is not None
    assert trace.caption is not None


def test_the_ends_of_edges_and_the_cells_of_nodes_are_kept() -> None:
    data = small()
    data["targets"]["gpu"]["at"] = [1, 0]

    trace = checked(data).trace

    assert trace is not None
    assert (trace.targets["launchGpu"].start, trace.targets["launchGpu"].end) == ("launch", "gpu")
    assert trace.targets["gpu"].at == (1, 0)
    assert trace.targets["launch"].at is None


def test_states_come_in_the_order_of_the_labels_whatever_the_document_does() -> None:
    data = small()
    step = data["scenarios"][0]["steps"][0]
    step["state"] = dict(reversed(step["state"].items()))

    trace = checked(data).trace

    assert trace is not None
    assert list(trace.scenarios[0].steps[0].state) == ["gpu", "queue"]


def test_near_names_stop_costing_when_a_document_asks_too_much() -> None:
    pool = {f"t{index:04}": None for index in range(5_000)}
    near = Near()

    answers = [near.names(f"x{index:04}", pool) for index in range(40)]

    assert answers[0] == ["t0000"]
    assert answers[-1] == []
    assert near.names("x0000", pool) == ["t0000"]


def test_ten_thousand_faults_of_each_kind_are_all_told() -> None:
    data = small()
    one = data["scenarios"][0]["steps"][0]
    data["scenarios"][0]["steps"] = [
        {**one, "active": [f"lanch{index}"], f"durration{index}": 1, "duration": 0} for index in range(2_000)
    ]

    result = checked(data)

    kept = Counter(problem.rule for problem in result.problems)
    for rule in ("unknown-target", "unknown-key", "wrong-value"):
        assert kept[rule] == result.left_out[Severity.ERROR, rule, False] == 1_000


def aliased(steps: str, initial: str = "{g: a}", targets: str = "") -> Checked:
    text = (
        "version: 1\nlanguage: en\ntitle: T\ndescription: D\nalt: A\nstateLabels: {g: G}\ntargets:\n"
        "  launch: {id: l, kind: node, label: Launch}\n  ride: {id: r, kind: edge, label: Ride}\n"
        f"{targets}scenarios:\n- id: main\n  title: M\n  description: D\n  initial: {initial}\n"
        f"  unselected: []\n  steps:\n{steps}"
    )
    return check(read_bytes(text.encode(), "t.yaml"))


def step(**values: str) -> str:
    """Write a step of one line, in which `values` replace what is good."""
    good = {"title": "T", "description": "D", "duration": "900", "active": "[launch]", "paths": "[ride]"}
    return "{" + ", ".join(f"{key}: {value}" for key, value in ({**good, "state": "{g: b}"} | values).items()) + "}"


BELOW_ALIASES = [
    # steps, and the texts that errors are at
    (f"  - &s {step(active='[lauch]')}\n  - *s\n  - *s\n", ["lauch"]),
    (f"  - {step(active='&a [lauch]')}\n  - {step(active='*a')}\n", ["lauch"]),
    (f"  - {step(active='[&a lauch]')}\n  - {step(active='[*a]')}\n", ["lauch"]),
    (f"  - {step(state='&a {g: 5}')}\n  - {step(state='*a')}\n", ["5"]),
    (f"  - {step(state='{g: &a 5}')}\n  - {step(state='{g: *a}')}\n  - {step(title='*a')}\n", ["5"]),
    (f"  - &s {step(duration='-1')}\n  - *s\n", ["-1"]),
    (f"  - &s {step(bad='1')}\n  - *s\n  - *s\n", ["bad"]),
    (f"  - &s {step(state='{g: b, z: b}')}\n  - *s\n", ["z"]),
    (f"  - &s {step(active='[launch, launch]')}\n  - *s\n", ["launch"]),
    (f"  - {step(active='&a [launch]')}\n  - {step(paths='*a')}\n", ["*a"]),
    (f"  - {step(paths='&a [ride, ride2]')}\n  - {step(active='*a')}\n", ["ride2", "*a"]),
    ("  - {paths: &p [lauch], active: *p, title: T, description: D, duration: 900, state: {g: b}}\n", ["lauch"]),
    (f"  - &s {step(state='&t {g: 5}')}\n  - *s\n  - {step(state='*t')}\n", ["5"]),
    (f"  - {step(title='&t words', duration='*t')}\n", ["*t"]),
    (f"  - {step(active='&a [launch]')}\n  - &s {step(paths='*a')}\n  - *s\n  - *s\n", ["*a"]),
]


@pytest.mark.parametrize(("steps", "wrong"), BELOW_ALIASES)
def test_what_is_wrong_below_an_alias_has_one_finding_at_the_text_that_is_wrong(steps: str, wrong: list[str]) -> None:
    result = aliased(steps)

    errors = [problem for problem in result.problems if problem.severity is Severity.ERROR]
    found = result.document.locate(errors)
    assert [result.document.text[finding.span.start : finding.span.end] for finding in found] == wrong
    assert all(finding.related for finding in found if wrong != ["launch"] or finding.problem.rule != "wrong-value")


@pytest.mark.parametrize(
    ("steps", "after"),
    [
        (f"  - &s {step(active='[lauch]')}\n  - *s\n", "lauch->launch"),
        (f"  - {step(active='&a [lauch]')}\n  - {step(active='*a', title='U')}\n", "lauch->launch"),
        (f"  - {step(active='[&a lauch]')}\n  - {step(active='[*a]', title='U')}\n", "lauch->launch"),
        (f"  - {step(state='&a {g: 5}')}\n  - {step(state='*a', title='U')}\n", '{g: 5->{g: "5"'),
        (f"  - {step(state='{g: &a 5}')}\n  - {step(state='{g: *a}', title='U')}\n", '&a 5->&a "5"'),
        (f"  - &s {step(active='[launch, launch]')}\n  - *s\n", "[launch, launch]->[launch]"),
    ],
)
def test_a_repair_is_made_at_the_one_place_where_the_word_is(steps: str, after: str) -> None:
    result = aliased(steps)
    old, new = after.split("->")

    done = fixed(result.document, result.problems, lambda document: check(document).problems)

    assert done.text == result.document.text.replace(old, new)
    assert not any(
        problem.severity is Severity.ERROR for problem in check(read_bytes(done.text.encode(), "t.yaml")).problems
    )


def test_a_step_that_is_an_alias_is_where_nothing_changes() -> None:
    result = aliased(f"  - &s {step()}\n  - *s\n")

    [problem] = [problem for problem in result.problems if problem.rule == "no-op-step"]

    [finding] = result.document.locate([problem])
    assert result.document.text[finding.span.start : finding.span.end] == "*s"
    assert finding.related[-1].message == "its anchor is"
