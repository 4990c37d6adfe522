"""What a reviewer would stumble over in a comparison, each held by a test."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.comparing_helpers import scenario, seed, step, trace, with_steps
from tracecli.comparing import Comparison, Side, compare_scenarios, compare_traces
from tracecli.model import Scenario, Step, Trace
from tracecli.problems import Pointer
from tracecli.report.diff_markdown import diff_markdown
from tracecli.report.diff_text import diff_lines, diff_text
from tracecli.report.diff_view import DiffOptions, Located, _cut
from tracecli.text import Run, plain

_NAMES = ("old", "new")


def compared(left: Scenario, right: Scenario) -> Comparison:
    return compare_scenarios(Side(trace(left), left), Side(trace(right), right))


def shown(left: Trace, right: Trace, **options: object) -> str:
    asked = DiffOptions(**options)  # type: ignore[arg-type] # each test names a real option
    return diff_text(compare_traces(left, right), names=_NAMES, origin="t.json", options=asked, locate=locate)


def locate(side: int, pointer: Pointer) -> Located:
    """Find everything somewhere in a file with a long name."""
    return Located(f"traces/{_NAMES[side]}-version-of-a-trace.json", len(pointer), 7)


def divergence(left: Scenario, right: Scenario) -> str:
    text = diff_text(compared(left, right), names=_NAMES, origin="t.json")
    return next(line for line in text.splitlines() if line.startswith("First divergence"))


def test_a_label_as_wide_as_its_column_keeps_a_gap_and_all_texts_begin_below_each_other() -> None:
    before = seed()
    targets = {key: replace(target, label=f"{target.label} it") for key, target in before.targets.items()}

    text = shown(before, replace(before, title="Another", targets=targets))

    rows = [line for line in text.splitlines() if line.startswith("    target ")]
    keys = [f"target {key}" for key in before.targets]
    assert [row[4:][: len(key) + 2] for row, key in zip(rows, keys, strict=True)] == [f"{key}  " for key in keys]
    assert len({len(row) - len(row[4:].split("  ", 1)[1].lstrip()) for row in rows}) == 1


def test_a_very_long_label_moves_no_other_text() -> None:
    def labelled(suffix: str) -> Trace:
        run = scenario(replace(step("Run", ["n"]), state={"key": "x", "k" * 40: "y"}))
        return trace(run, state_labels={"key": f"Key {suffix}", "k" * 40: f"Long {suffix}"})

    text = shown(labelled("one"), labelled("two"))

    assert "    state key                     Key [-one-]{+two+}\n" in text
    assert f"    state {'k' * 40}  Long [-one-]{{+two+}}\n" in text


def test_places_stand_below_the_text_that_they_are_of() -> None:
    before = seed()

    text = shown(before, replace(before, caption="Other words stand here."))

    below = text[text.index("    caption") :].splitlines()[2]
    assert below.strip() == "traces/old-version-of-a-trace.json:1:7 → traces/new-version-of-a-trace.json:1:7"


def test_places_that_do_not_fit_take_two_lines() -> None:
    before = seed()

    text = shown(before, replace(before, caption="Other words stand here."), width=80, wrap=True)

    assert f"\n{'':17}traces/old-version-of-a-trace.json:1:7\n{'':17}→ traces/new-version-of-a-trace.json:1:7\n" in text


def test_a_lane_ends_without_blanks() -> None:
    one, other = scenario(step("Run", ["n"], key="yes")), scenario(step("Run", ["n"], key="no"))

    lines = map(plain, diff_lines(compared(one, other), names=_NAMES, origin="t.json"))

    assert [line for line in lines if line.startswith("    ") and line != line.rstrip()] == []


_STEPS = [step(f"Do {name}", [name], [f"to-{name}"], s=name) for name in "abcdef"]


@pytest.mark.parametrize(
    ("left", "right", "says"),
    [
        ("abcdef", "adbcef", "step 2 of new is step 4 of old, moved"),
        ("abcdef", "acdebf", "step 2 of old is step 5 of new, moved"),
        ("abcdef", "abcef", "step 4 of old has no counterpart"),
        ("abcef", "abcdef", "step 4 of new has no counterpart"),
    ],
)
def test_the_first_divergence_says_what_became_of_a_step(left: str, right: str, says: str) -> None:
    sides = [scenario(*(_STEPS["abcdef".index(name)] for name in names), initial={"s": "-"}) for names in (left, right)]

    assert divergence(*sides) == f"First divergence: {says}"


@pytest.mark.parametrize(
    ("left", "right", "says"),
    [(0, 1, "step 2 of old is steps 2 and 3 of new"), (1, 0, "step 2 of new is steps 2 and 3 of old")],
)
def test_the_first_divergence_says_that_a_step_is_told_in_two(left: int, right: int, says: str) -> None:
    whole = step("Copy and process the results", ["copy", "process"], ["out", "back"], s="b")
    halves = [
        step("Copy the results", ["copy"], ["out"], s="a"),
        step("Process the results", ["process"], ["back"], s="b"),
    ]
    base = scenario(*_STEPS[:1], whole, *_STEPS[2:], initial={"s": "-"})
    sides = [base, with_steps(base, *_STEPS[:1], *halves, *_STEPS[2:])]

    assert divergence(sides[left], sides[right]) == f"First divergence: {says}"


def test_ends_of_an_edge_are_told_so_that_no_arrow_is_taken_for_another() -> None:
    before = seed()
    turned = replace(before.targets["copy"], start="process", end="gpu")

    text = shown(before, replace(before, targets={**before.targets, "copy": turned}))

    assert "ends of target copy: process → gpu instead of none\n" in text


def test_a_pair_that_an_id_pins_is_told_so_and_not_as_a_certainty() -> None:
    def pinned(title: str, description: str) -> Step:
        return step(title, ["n"], description=description, id="same", s="x")

    comparison = compared(scenario(pinned("Run", "a")), scenario(pinned("Quite another", "b")))

    text = diff_text(comparison, names=_NAMES, origin="t.json")
    page = diff_markdown(comparison, names=_NAMES, origin="t.json")

    assert "Run → Quite another" in text
    assert "by id\n" in text
    assert "| by id |" in page
    assert "| confidence |" in page


def test_playback_time_is_told_only_where_it_differs() -> None:
    one = scenario(step("Run", ["n"], duration=2000, key="a"))

    same = diff_text(compared(one, with_steps(one, replace(one.steps[0], title="Go"))), names=_NAMES, origin="t.json")
    longer = compared(one, with_steps(one, replace(one.steps[0], duration=3000)))

    assert "Playback time" not in same
    assert "Playback time paces reading; it is not latency\n" in diff_text(longer, names=_NAMES, origin="t.json")
    assert "<summary>Playback time: 1 change</summary>" in diff_markdown(longer, names=_NAMES, origin="t.json")


@pytest.mark.parametrize("width", [30, 80, 200])
def test_files_that_are_the_sides_are_named_once(width: int) -> None:
    before = seed()
    comparison = compare_traces(before, replace(before, title="Another"))
    given_names = ("a.json", "b.json")

    text = diff_text(
        comparison, names=given_names, origin="a.json → b.json", options=DiffOptions(width=width, stat=True)
    )
    page = diff_markdown(comparison, names=given_names, origin="a.json → b.json")

    assert text.count("b.json") == 1
    assert page.count("`b.json`") == 1


def test_words_that_only_one_side_has_carry_that_meaning() -> None:
    one = scenario(step("Run", ["n"], description="It picks one of the batches."))
    other = with_steps(one, replace(one.steps[0], description="It takes one of the batches."))

    lines = list(diff_lines(compared(one, other), names=_NAMES, origin="t.json"))

    found = {run.meaning: run.text for line in lines for run in line if run.meaning in {"left", "right"}}
    assert found == {"left": "[-picks-]", "right": "{+takes+}"}


@settings(max_examples=100)
@given(st.lists(st.text("ab  ", min_size=1, max_size=9), min_size=1, max_size=6), st.integers(2, 9))
def test_a_broken_text_keeps_each_part_s_meaning(texts: list[str], width: int) -> None:
    from tracecli.text import wrap  # noqa: PLC0415 - for this alone

    runs = [Run(text, str(number)) for number, text in enumerate(texts)]
    parts = list(wrap("".join(texts), width))

    cut = list(_cut(runs, parts))

    assert [plain(tuple(line)) for line in cut] == parts
    for number, text in enumerate(texts):
        found = "".join(run.text for line in cut for run in line if run.meaning == str(number))
        assert found.replace(" ", "") == text.replace(" ", "")
