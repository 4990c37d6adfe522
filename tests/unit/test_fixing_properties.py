"""Any document, any repair: exactly the data meant, comments kept, nothing more to do the second time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.program import OVERLAP
from tests.unit.fixing_helpers import wish
from tracecli.checking import check
from tracecli.fixing import fixed
from tracecli.fixing.fix import intended
from tracecli.problems import Pointer, Problem
from tracecli.reading import Document, read_bytes

_TEXTS = st.one_of(
    st.sampled_from(
        [
            "no",
            "On",
            "012",
            "1e3",
            "~",
            "",
            "08",
            "1e999",
            "😀",
            "\U000e0001",
            "a: b",
            "x #y",
            "- z",
            "k−1, k",
            "it's",
            '"',
            "é",
            "\x85\u2028",
        ]
    ),
    st.text(max_size=6),
)
_SCALARS = st.one_of(_TEXTS, st.integers(-99, 99), st.booleans())
_LISTS = st.lists(_TEXTS, max_size=5)
_STYLES: list[Callable[[Any], str]] = [
    lambda data: json.dumps(data, indent=2, ensure_ascii=False),
    json.dumps,
    lambda data: json.dumps(data, indent="\t").replace("\n", "\r\n"),
    lambda data: yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=1000),
    lambda data: yaml.safe_dump(data, sort_keys=False, default_flow_style=True, width=60),
    lambda data: yaml.safe_dump(data, sort_keys=False, default_style="'", indent=4),
    lambda data: yaml.safe_dump(data, sort_keys=False).replace("\n", " # c\n") if "|" not in str(data) else "{}",
]


@settings(max_examples=250)
@given(
    data=st.dictionaries(st.sampled_from("abcd"), st.one_of(_SCALARS, _LISTS), min_size=1),
    style=st.sampled_from(_STYLES),
    draw=st.data(),
)
def test_what_is_written_is_what_was_meant(
    data: dict[str, Any], style: Callable[[Any], str], draw: st.DataObject
) -> None:
    text = style({"top": data})
    document = read_bytes(text.encode(), "t")
    top = document.data["top"] if isinstance(document.data, dict) and "top" in document.data else {}
    wishes = []
    for key, value in top.items():
        if draw.draw(st.booleans()):
            wishes.append(wish(("top", key), draw.draw(_LISTS if isinstance(value, list) else _SCALARS)))

    done = fixed(document, wishes)

    fixes = [problem.fix for problem in done.applied if problem.fix]
    after = read_bytes(done.text.encode(), "t", format=document.format)
    assert after.data == intended(document.data, fixes)
    assert len(done.applied) + len(done.left) == len(wishes)
    assert re.findall(r"# c(?=\n)", text) == re.findall(r"# c(?=\n)", done.text)


_NAMES = st.lists(st.sampled_from(["x", "y", "z", "no", "it's"]), max_size=5)


@settings(max_examples=150)
@given(
    old=st.lists(
        st.tuples(st.sampled_from(["x", "y", "z", "'q'"]), st.booleans(), st.booleans()), min_size=1, max_size=5
    ),
    new=_NAMES,
    ending=st.sampled_from(["\n", "\r\n"]),
)
def test_no_comment_beside_or_between_the_entries_of_a_list_is_lost(
    old: list[tuple[str, bool, bool]], new: list[str], ending: str
) -> None:
    lines = ["a: # why"]
    for number, (entry, above, beside) in enumerate(old):
        lines += [f"  # above {number}"] * above
        lines.append(f"  - {entry}" + f" # beside {number}" * beside)
    text = ending.join([*lines, "b: end", ""])

    done = fixed(read_bytes(text.encode(), "t.yaml"), [wish(("a",), new)])

    assert read_bytes(done.text.encode(), "t.yaml").data == {"a": new, "b": "end"}
    assert re.findall(r"#.*", done.text) == re.findall(r"#.*", text)


Damage = Callable[[dict[str, Any], str], None]


def _in_scenario(key: str, value: object) -> Damage:
    return lambda trace, _: trace["scenarios"][0].__setitem__(key, value)


def _in_step(key: str, value: object) -> Damage:
    return lambda trace, _: trace["scenarios"][0]["steps"][2].__setitem__(key, value)


def _in_state(value: object) -> Damage:
    return lambda trace, key: trace["scenarios"][1]["steps"][1]["state"].__setitem__(key, value)


_DAMAGES: list[Damage] = [
    _in_scenario("unselected", []),
    _in_scenario("unselected", ["gpu", "queue", "future", "queue"]),
    _in_step("active", ["gpuu", "future"]),
    _in_step("active", ["futur", "futuree"]),
    _in_step("paths", ["launchGPU", "launchGpu"]),
    _in_state("k-1"),
    _in_state(value=True),
    _in_state(12),
    _in_state("Forward K−1"),
]


def problems_of(document: Document) -> Sequence[Problem]:
    return check(document).problems


@settings(max_examples=25)
@given(
    damages=st.lists(st.sampled_from(_DAMAGES), max_size=4),
    key=st.sampled_from(["cpu", "gpu", "queue"]),
    style=st.sampled_from(_STYLES[:6]),
)
def test_repairing_a_damaged_trace_twice_changes_nothing_more_and_finds_nothing_new(
    damages: list[Damage], key: str, style: Callable[[Any], str]
) -> None:
    trace = json.loads(OVERLAP.read_text(encoding="utf-8"))
    for damage in damages:
        damage(trace, key)
    document = read_bytes(style(trace).encode(), "t")

    once = fixed(document, problems_of(document), problems_of)
    after = read_bytes(once.text.encode(), "t")
    twice = fixed(after, problems_of(after), problems_of)

    assert (twice.text, twice.applied) == (once.text, ())
    rules = [problem.rule for problem in problems_of(document)]
    assert all(rules.count(rule) >= count for rule, count in _counts(problems_of(after)).items())


def _counts(problems: Sequence[Problem]) -> dict[str, int]:
    rules = [problem.rule for problem in problems]
    return {rule: rules.count(rule) for rule in rules}


@settings(max_examples=40)
@given(number=st.integers(0, 40), size=st.integers(1, 40))
def test_many_repairs_far_apart_leave_every_other_line(number: int, size: int) -> None:
    lines = [f"k{index}: x # c{index}\n" for index in range(size)]
    pointers: list[Pointer] = [(f"k{index}",) for index in range(min(number, size))]

    done = fixed(read_bytes("".join(lines).encode(), "t"), [wish(pointer, "v") for pointer in pointers])

    assert done.text == "".join(line.replace("x #", "v #") if i < number else line for i, line in enumerate(lines))
