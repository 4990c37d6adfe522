"""The published schema, its two judges, and the words for what it refuses."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import jsonschema
import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.checking_helpers import checked, problems, seed, small
from tests.unit.checking_plants import at, walk
from tracecli.checking import check
from tracecli.checking.schema import faults, schema
from tracecli.checking.schema_errors import KEYWORDS, SENTENCES
from tracecli.problems import Severity
from tracecli.reading import read_bytes

_COMPILED = jsonschema_rs.Draft202012Validator(schema())
_REFERENCE = jsonschema.Draft202012Validator(schema())
_ODD = st.sampled_from(
    ["", " ", "a b", "\u00a0", "\u001c", "a\n", "k−1", "http://x", "javascript:x", "en_US", "x-1", "0" * 64]
)
_LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5) | _ODD
_VALUES = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=4,
)
_KEYS = st.sampled_from(["title", "id", "kind", "from", "to", "at", "x-mine", "sha256", "url", "active", " ", "zzz"])


@st.composite
def _mutated(draw: st.DrawFn) -> Any:
    """Give the founding document with one to four random changes."""
    data: Any = seed()
    for _ in range(draw(st.integers(1, 4))):
        places = [pointer for pointer, value in walk(data) if isinstance(value, (dict, list))]
        holder = at(data, draw(st.sampled_from(places)))
        _change(draw, holder)
    return data


def _change(draw: st.DrawFn, holder: Any) -> None:
    if isinstance(holder, list):
        holder.insert(draw(st.integers(0, len(holder))), draw(_VALUES))
        return
    key = draw(st.sampled_from(list(holder)) | _KEYS) if holder else draw(_KEYS)
    if key in holder and draw(st.booleans()):
        del holder[key]
    else:
        holder[key] = draw(_VALUES)


@settings(max_examples=150)
@given(_mutated(), st.sampled_from(["t.json", "t.yaml"]))
def test_both_judges_agree_on_what_the_reader_accepts(data: Any, name: str) -> None:
    document = read_bytes(json.dumps(data, ensure_ascii=False).encode(), name)

    verdict = _COMPILED.is_valid(document.data)

    assert verdict == _REFERENCE.is_valid(document.data)


@settings(max_examples=150)
@given(_mutated())
def test_what_the_schema_refuses_is_never_without_an_error_and_never_a_trace(data: Any) -> None:
    document = read_bytes(json.dumps(data).encode(), "t.json")

    result = check(document)

    errors = [problem for problem in result.problems if problem.severity is Severity.ERROR]
    assert (result.trace is None) == bool(errors)
    assert errors or _COMPILED.is_valid(document.data)
    assert all(finding.span.end <= len(document.text) for finding in document.locate(result.problems))


def _subschemas(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        yield part
        for key in part.keys() - {"dependentRequired"}:
            inner = part[key]
            named = isinstance(inner, dict) and key in ("properties", "patternProperties", "$defs")
            for below in inner.values() if named else [inner]:
                yield from _subschemas(below)


def test_every_keyword_of_the_schema_has_its_words() -> None:
    says_nothing = {
        "$schema",
        "$id",
        "$ref",
        "$defs",
        "title",
        "description",
        "properties",
        "patternProperties",
        "items",
    }

    used = {keyword for part in _subschemas(schema()) for keyword in part} - says_nothing

    assert used == SENTENCES.keys() | KEYWORDS


def test_every_property_is_described_for_editors() -> None:
    described = [
        (
            key,
            "description" in inner
            or "description" in schema()["$defs"].get(inner.get("$ref", "").rpartition("/")[2], {}),
        )
        for part in _subschemas(schema())
        for key, inner in {**part.get("properties", {}), **part.get("patternProperties", {})}.items()
    ]

    assert len(described) > 30
    assert [key for key, has in described if not has] == []


def test_the_schema_keeps_to_patterns_that_all_engines_read_alike() -> None:
    patterns = [part["pattern"] for part in _subschemas(schema()) if "pattern" in part]

    assert patterns
    assert [pattern for pattern in patterns if any(odd in pattern for odd in (r"\d", r"\w", "$", r"\b", r"\Z"))] == []


def test_the_schema_is_a_valid_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())

    assert schema()["$id"].startswith("urn:")


def test_a_valid_document_never_loads_the_library_that_explains() -> None:
    program = (
        "import sys, json; from tracecli.checking.schema import faults\n"
        "print(list(faults(json.load(sys.stdin))), 'jsonschema' in sys.modules)"
    )

    run = subprocess.run(
        [sys.executable, "-c", program], input=json.dumps(seed()), capture_output=True, text=True, check=True
    )

    assert run.stdout.split() == ["[]", "False"]


def test_an_id_of_a_million_characters_is_refused_by_both_judges() -> None:
    data = small()
    data["scenarios"][0]["id"] = "a" * 2_000_000

    assert [fault.keyword for fault in faults(data)] == ["maxLength"]
    assert not _REFERENCE.is_valid(data)


@pytest.mark.parametrize(
    ("pointer", "value", "rule", "words"),
    [
        (("language",), "en_US", "wrong-value", "'en_US' is not a language tag such as en or pt-BR: write en-US"),
        (("title",), "", "wrong-value", "'title' is empty, and text is needed"),
        (("title",), "\u00a0\t", "wrong-value", "'title' holds only spaces, and text is needed"),
        (("title",), 3, "wrong-type", "'title' must be text, not the number 3: write \"3\""),
        (("title",), None, "wrong-type", "'title' must be text, not nothing (null)"),
        (("limitations",), "none", "wrong-type", "'limitations' must be a list, not text (\"none\"): write [none]"),
        (("limitations",), [3], "wrong-type", "entry 1 of 'limitations' must be text, not the number 3"),
        (("version",), "1", "wrong-type", "'version' must be the number 1, not text (\"1\"): write 1"),
        (("version",), True, "wrong-type", "'version' must be the number 1, not true"),
        (("targets", "gpu", "kind"), "nod", "wrong-value", "'kind' must be 'node' or 'edge', not 'nod'. Did you mean 'node'?"),
        (("targets", "gpu", "kind"), 1, "wrong-type", "'kind' must be 'node' or 'edge', not the number 1"),
        (("targets", "gpu", "id"), "a b", "wrong-value", "'a b' is not an id of a target: that has no spaces, and is not empty"),
        (("targets", "gpu", "at"), [1], "wrong-value", "'at' must be [column, row], not a list of 1"),
        (("targets", "gpu", "at"), [0, 100], "wrong-value", "entry 2 of 'at' must be from 0 to 99, not 100"),
        (("scenarios", 0, "id"), "2 runs", "wrong-value", "'2 runs' is not an id: that is a letter, then letters, digits, '_', '.' and '-'"),
        (("scenarios", 0, "steps"), [], "wrong-value", "'steps' is empty, and at least one is needed"),
        (("scenarios", 0, "steps", 0, "duration"), "0", "wrong-type", "'duration' must be a whole number of milliseconds, not text (\"0\")"),
        (("scenarios", 0, "steps", 0, "duration"), "9" * 5000, "wrong-type", f"'duration' must be a whole number of milliseconds, not text (\"{'9' * 60}…\")"),
        (("scenarios", 0, "steps", 0, "duration"), "900", "wrong-type", "'duration' must be a whole number of milliseconds, not text (\"900\"): write 900"),
        (("scenarios", 0, "steps", 0, "duration"), 1.5, "wrong-type", "'duration' must be a whole number of milliseconds, not the number 1.5"),
        (("scenarios", 0, "steps", 0, "duration"), True, "wrong-type", "'duration' must be a whole number of milliseconds, not true"),
        (("scenarios", 0, "steps", 0, "duration"), 0, "wrong-value", "'duration' must be from 1 to 86,400,000 milliseconds (24 hours), not 0"),
        (("scenarios", 0, "steps", 0, "state", "gpu"), None, "wrong-type", "'gpu' must be text, not nothing (null)"),
        (("scenarios", 0, "steps", 0, "state", "gpu"), False, "wrong-type", "'gpu' must be text, not false: write \"false\""),
        (("scenarios", 0, "steps", 0, "active"), "launch", "wrong-type", "'active' must be a list, not text (\"launch\"): write [launch]"),
        (("scenarios", 0, "steps", 0, "active"), ["launch", "launch"], "wrong-value", "'launch' stands twice in 'active'"),
        (("scenarios", 0, "steps", 0, "state"), [], "wrong-type", "'state' must be a mapping of keys to values, not a list"),
        (("sources",), [{"title": "x"}], "missing-key", "'url' or 'file' is missing: one of them is needed"),
        (("sources",), [{"title": "x", "fiel": "y"}], "unknown-key", "'fiel' is not known here. Did you mean 'file'?"),
        (("sources",), [{"title": "x", "url": "javascript:alert(1)"}], "wrong-value", "'javascript:alert(1)' is not a link that begins with http:// or https:// and has no spaces"),
        (("sources",), [{"title": "x", "url": "https://x", "sha256": "0" * 64}], "missing-key", "'sha256' needs 'file' beside it: where it is, as a path relative to the trace's folder"),
        (("sources",), [{"title": "x", "file": "y", "sha256": "abc"}], "wrong-value", "'abc' is not a hash of 64 hexadecimal digits"),
        (("stateLabels", " "), "x", "wrong-value", "a key of 'stateLabels' must be more than spaces"),
    ],
)  # fmt: skip
def test_each_kind_of_fault_is_told_once_in_plain_words(pointer: Any, value: object, rule: str, words: str) -> None:
    data = small()
    at(data, pointer[:-1])[pointer[-1]] = value

    found = problems(data)

    assert (rule, words) in [(problem.rule, problem.message) for problem in found]
    assert [problem.rule for problem in found if problem.rule != "state-keys"] == [rule]


@pytest.mark.parametrize("top", [None, [], "x", 3, True])
def test_what_is_no_mapping_at_all_is_told_what_was_expected(top: object) -> None:
    [problem] = problems(top)

    assert problem.rule == "wrong-type"
    assert problem.message.startswith(
        "a trace must be a mapping with keys such as 'version', 'targets' and 'scenarios'"
    )


@pytest.mark.parametrize("version", [99, 0, -1, 1.5, 2.0])
def test_of_another_version_nothing_else_is_said(version: float) -> None:
    [problem] = problems({"version": version, "zzz": 1})

    assert problem.message == f"version {version} of the format is not supported; version 1 is"


def test_numbers_that_json_schema_takes_for_whole_become_whole() -> None:
    data = seed()
    data["version"] = 1.0
    data["scenarios"][0]["steps"][0]["duration"] = 2800.0
    data["targets"]["gpu"]["at"] = [1.0, 2]

    trace = checked(data).trace

    assert trace is not None
    assert repr(trace.scenarios[0].steps[0].duration) == "2800"
    assert repr(trace.targets["gpu"].at) == "(1, 2)"


AUTHORED = ("stateLabels", "targets", "initial", "state")


@pytest.mark.parametrize("value", ["5", 5, None, {}, {"id": "t", "kind": "node", "label": "T"}])
@pytest.mark.parametrize("key", ["x-axis", "x-", "x-y-z", "x-é"])
@pytest.mark.parametrize("kind", AUTHORED)
def test_an_extension_among_keys_that_authors_choose_is_an_error_at_that_key(
    kind: str, key: str, value: object
) -> None:
    data = small()
    places = [pointer for pointer, _ in walk(data) if pointer and pointer[-1] == kind]
    for pointer in places:
        at(data, pointer)[key] = value

    found = [problem for problem in problems(data) if problem.severity is Severity.ERROR]

    assert [(problem.place.pointer, problem.place.part) for problem in found] == [
        ((*one, key), "key") for one in places
    ]
    words = f"'{key}' can't be a key of '{kind}': a name that begins with x- is an extension"
    assert {(problem.rule, problem.message) for problem in found} == {("wrong-value", words)}


@pytest.mark.parametrize("key", ["X-axis", "xaxis", "x", " x-a", "ax-", "x−a", "\nx-a", "é"])
def test_other_keys_of_state_are_no_extensions(key: str) -> None:
    data = small()
    for pointer in [
        pointer for pointer, _ in walk(data) if pointer and pointer[-1] in ("stateLabels", "initial", "state")
    ]:
        at(data, pointer)[key] = "5"

    result = checked(data)

    assert [problem for problem in result.problems if problem.severity is Severity.ERROR] == []
    assert result.trace is not None
    assert key in result.trace.scenarios[0].steps[0].state


def test_extensions_are_allowed_elsewhere_and_ignored() -> None:
    data = small()
    mappings = [pointer for pointer, value in walk(data) if isinstance(value, dict)]
    places = [pointer for pointer in mappings if not pointer or pointer[-1] not in AUTHORED]
    for pointer in places:
        at(data, pointer)["x-mine"] = {"any": [None, 1]}
    data["$schema"] = "../schemas/trace.schema.json"

    result = checked(data)

    assert result.problems == ()
    assert result.trace is not None
    assert list(result.trace.targets) == ["launch", "gpu", "launchGpu"]
    assert list(result.trace.scenarios[0].steps[0].state) == ["gpu", "queue"]


def test_a_misspelt_key_that_is_there_as_well_is_not_suggested() -> None:
    data = small()
    data["titel"] = "again"

    [problem] = problems(data)

    assert problem.message == "'titel' is not known here, and 'title' is here already"
    assert problem.suggestion is None


_LIKE_INDICES = ["", "\t", "\t\t", "0", "7", "07", "+7", "\x007", "18446744073709551615", "18446744073709551616"]


@pytest.mark.parametrize("key", _LIKE_INDICES)
@pytest.mark.parametrize("others", [[], _LIKE_INDICES])
def test_a_key_that_looks_like_an_index_or_like_nothing_is_found_where_it_is(key: str, others: list[str]) -> None:
    data = seed()
    data["targets"] |= {other: data["targets"]["gpu"] | {"id": f"id-{number}"} for number, other in enumerate(others)}
    data["targets"][key] = {"id": "x", "kind": "nod", "label": 3}
    data["scenarios"][0]["steps"][0]["state"][key] = None

    found = {fault.pointer: fault.keyword for fault in faults(data)}

    assert found[("targets", key, "kind")] == "enum"
    assert found[("targets", key, "label")] == "type"
    assert found[("scenarios", 0, "steps", 0, "state", key)] == "type"
    assert len(found) == 3 + bool({"", "\t", "\t\t"} & {key, *others})


def test_lists_and_mappings_in_each_others_place_are_found_where_they_are() -> None:
    data = seed()
    data["targets"], data["scenarios"] = [{"kind": "nod"}], {"0": {"id": 3}}

    assert {fault.pointer for fault in faults(data)} == {("targets",), ("scenarios",)}


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("+3000", 3000),
        ("3_000", 3000),
        ("3,000", 3000),
        ("3 000", 3000),
        (" 3000 ", 3000),
        ("03000", 3000),
        ("0x10", 16),
        ("0X1f", 31),
        ("0o17", 15),
        ("0b1_1", 3),
        ("3e+3", 3000),
        ("3.0e3", 3000),
        ("3000.", 3000),
        ("3000 ms", 3000),
        ("3s", 3000),
        ("1.5 S", 1500),
    ],
)
def test_a_number_in_another_notation_gets_the_one_to_write(written: str, number: int) -> None:
    data = small()
    data["scenarios"][0]["steps"][0]["duration"] = written

    [problem] = problems(data)

    assert problem.message.endswith(f'not text ("{written}"): write {number}')
    assert problem.suggestion == str(number)


@pytest.mark.parametrize("written", ["-3000", "1.5", "1,00", "12:30", "x", "", "0x", "_1", "3 h", "9" * 5000, "३", "0"])
def test_what_says_no_number_that_will_do_gets_no_suggestion(written: str) -> None:
    data = small()
    data["scenarios"][0]["steps"][0]["duration"] = written

    [problem] = problems(data)

    assert problem.suggestion is None


@pytest.mark.parametrize(("value", "suggestion"), [(1.0, '"1.0"'), (0.5, '"0.5"'), (-2.25, '"-2.25"'), (1e30, None)])
def test_a_fraction_as_a_state_gets_its_text_and_no_repair(value: float, suggestion: str | None) -> None:
    data = small()
    data["scenarios"][0]["steps"][0]["state"]["gpu"] = value

    [problem] = problems(data)

    assert (problem.suggestion, problem.fix) == (suggestion, None)


@pytest.mark.parametrize("written", ["1", "+1", "0x1", "1.0"])
def test_a_version_as_text_gets_the_number_to_write(written: str) -> None:
    assert [problem.suggestion for problem in problems(small() | {"version": written})] == ["1"]


def test_where_no_extension_is_allowed_a_name_with_x_is_judged_like_others() -> None:
    data = small()
    data["lanes"] = {"x-gpu": {"quite": ["idle"]}}

    assert [fault.pointer for fault in faults(data)] == [("lanes", "x-gpu")]
