"""A comparison for people: what it means first, safe and readable whatever the traces say."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.screens import assert_screen
from tests.unit.comparing_helpers import diff_text, scenario, seed, step, trace, with_steps
from tests.unit.comparing_strategies import pairs
from tracecli.comparing import ChangeLevel, Comparison, Side, compare_scenarios, compare_traces
from tracecli.model import Scenario, Step, Trace
from tracecli.problems import Pointer
from tracecli.report.diff_markdown import diff_markdown
from tracecli.report.diff_text import diff_lines
from tracecli.report.diff_view import DiffOptions, FilePosition, diff_view
from tracecli.text import Run, cell_width, plain, wrap

_NAMES = ("serial", "overlap")
_FILE = "traces/overlap.json"


def _seed() -> Comparison:
    whole = seed()
    serial, overlap = whole.scenarios
    return compare_scenarios(Side(whole, serial), Side(whole, overlap))


def _shown(**options: object) -> str:
    return diff_text(_seed(), names=_NAMES, origin=_FILE, options=DiffOptions(**options))  # type: ignore[arg-type]


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_whole_report_of_the_founding_document(width: int) -> None:
    assert_screen(f"diff_overlap_{width}", _shown(width=width, wrap=True))


def test_the_whole_report_with_both_texts_beside_each_other() -> None:
    assert_screen("diff_overlap_side_by_side", _shown(width=120, wrap=True, side_by_side=True))


def test_the_numbers_alone() -> None:
    assert_screen("diff_overlap_stat", _shown(stat=True))


def test_a_first_screen_of_80_by_24_says_what_the_comparison_means() -> None:
    screen = "\n".join(_shown(width=80, wrap=True).splitlines()[:24])

    assert "6 steps against 6, all aligned" in screen
    assert "state differs in 13 runs (25 of 35 cells)" in screen
    assert "3 targets only in overlap" in screen
    assert "First divergence: the initial state" in screen
    assert "GPU idle during CPU work: serial yes in 4 of 6 steps, overlap in none" in screen


def test_unbroken_output_keeps_every_statement_on_one_line() -> None:
    text = _shown(width=80, wrap=False)

    assert (
        "6 steps against 6, all aligned · state differs in 13 runs (25 of 35 cells) · 3 targets only in overlap\n"
        in text
    )
    assert "get_next_batch_to_run selects batch k[- and allocates KV slots-]" in text


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_broken_output_stays_within_its_width(width: int) -> None:
    assert max(map(cell_width, _shown(width=width, wrap=True).splitlines())) <= width


def test_a_comparison_without_differences_says_so_in_words() -> None:
    whole = seed()
    same = Side(whole, whole.scenarios[0])

    scenarios = diff_text(compare_scenarios(same, same), names=("a", "b"), origin="")
    traces = diff_text(compare_traces(whole, whole), names=("a", "b"), origin="")

    assert "No differences: 6 steps, 35 state cells, 17.0 s on both sides" in scenarios
    assert "No differences: 2 scenarios, 12 steps on both sides" in traces


def test_versions_with_long_names_are_called_left_and_right() -> None:
    before = seed()
    first, *rest = before.scenarios
    after = replace(before, scenarios=(replace(first, steps=(*first.steps[1:], first.steps[0])), *rest))

    text = diff_text(
        compare_traces(before, after),
        names=("HEAD~1:traces/overlap.json", "traces/overlap.json"),
        origin="",
        options=DiffOptions(wrap=True),
    )

    assert_screen("diff_versions_moved", text)


def test_only_the_level_asked_for_is_shown() -> None:
    timing = _shown(only=[ChangeLevel.TIMING])
    deep = _shown(level=ChangeLevel.STATE)

    assert "step 4  2.6 s → 3.0 s" in timing
    assert "Wording" not in timing
    assert "Steps" not in timing
    assert "State at the aligned moments" in deep
    assert "Wording" not in deep
    assert "Playback time paces" not in deep


def test_playback_time_is_never_shown_without_saying_that_it_is_not_latency() -> None:
    assert "Playback time paces reading; it is not latency\n  serial 17.0 s, overlap 18.2 s\n" in _shown()


def test_durations_that_differ_by_a_few_milliseconds_look_different() -> None:
    one, other = scenario(step("Run", ["n"], duration=2600)), scenario(step("Run", ["n"], duration=2650))

    text = diff_text(compare_scenarios(Side(trace(one), one), Side(trace(other), other)), names=("a", "b"), origin="")

    assert "2.6 s → 2.65 s" in text


def test_a_long_stretch_of_steps_alike_is_one_line() -> None:
    steps = [step(f"Step {number}", [f"n{number}"]) for number in range(40)]
    one, other = scenario(*steps), scenario(step("New", ["new"]), *steps)

    text = diff_text(compare_scenarios(Side(trace(one), one), Side(trace(other), other)), names=("a", "b"), origin="")

    assert "1–40  2–41  40 steps with the same title and targets" in text


def test_a_place_is_shown_where_somebody_can_look_it_up() -> None:
    def locate(side: int, pointer: Pointer) -> FilePosition:
        return FilePosition(f"{_NAMES[side]}.json", len(pointer), 7)

    text = diff_text(_seed(), names=_NAMES, origin=_FILE, locate=locate)

    assert "serial.json:5:7 → overlap.json:5:7" in text


def test_a_link_is_never_broken_and_shows_only_what_changed_in_it() -> None:
    before = seed()
    link = replace(before.sources[1], url=f"{before.sources[1].url}0")
    after = replace(before, sources=(before.sources[0], link, *before.sources[2:]))

    text = diff_text(
        compare_traces(before, after), names=("a", "b"), origin="", options=DiffOptions(width=40, wrap=True)
    )

    assert "/python/sglang/srt/managers/scheduler.py#L2026-[-L2058-]{+L20580+}\n" in text


_EVIL = "\x1b[31m\x9b\u202e::error::hi\r\n##[error]\n::set-output::[/] [red]"


def _evil_trace(extra: str) -> Trace:
    run = scenario(step(f"{_EVIL}{extra}", ["n"], description=f"{_EVIL}{extra}", key=f"{_EVIL}{extra}"), id="run")
    return trace(run, title=f"{_EVIL}{extra}", state_labels={"key": f"{_EVIL}{extra}"}, caption=f"::{extra}")


def test_hostile_text_reaches_no_line_as_a_command_or_a_control_character() -> None:
    one, other = _evil_trace("1"), _evil_trace("2")
    sides = Side(one, one.scenarios[0]), Side(other, other.scenarios[0])

    for comparison in (compare_scenarios(*sides), compare_traces(one, other)):
        text = diff_text(comparison, names=(f"a{_EVIL}", f"::b{_EVIL}"), origin=_EVIL, options=DiffOptions(wrap=True))

        assert not any(ord(char) < 32 or 127 <= ord(char) < 160 or char == "\u202e" for char in text if char != "\n")
        assert not any(line.lstrip().startswith("::") or "##[" in line for line in text.splitlines())
        assert "[red]" in text


@given(pairs())
@settings(max_examples=60)
def test_any_two_traces_can_be_reported_and_always_alike(both: tuple[Trace, Trace]) -> None:
    comparison = compare_traces(*both)
    options = DiffOptions(width=50, wrap=True)

    first = diff_text(comparison, names=("a", "b"), origin="x", options=options)
    again = diff_text(compare_traces(*both), names=("a", "b"), origin="x", options=options)

    assert first == again
    assert first.endswith("\n")


def test_a_long_label_stands_above_its_lane() -> None:
    one, other = scenario(step("Run", ["n"], key="yes")), scenario(step("Run", ["n"], key="no"))
    label = {"key": "A label that is longer than what fits beside a lane"}
    sides = [Side(replace(trace(each), state_labels=label), each) for each in (one, other)]

    text = diff_text(compare_scenarios(*sides), names=("a", "b"), origin="", options=DiffOptions(width=40))

    assert f"  {label['key']}\n        0    1\n    a  yes  yes\n    b  no   no\n" in text


def test_a_file_that_does_not_fit_beside_the_names_goes_below() -> None:
    text = diff_text(_seed(), names=_NAMES, origin="a/long/way/to/overlap.json", options=DiffOptions(width=30))

    assert text.startswith("serial → overlap\na/long/way/to/overlap.json\n")


def test_wide_characters_keep_the_lanes_in_line() -> None:
    one = scenario(step("步骤", ["n"], key="空闲"), step("Run", ["m"], key="是"))
    other = scenario(step("步骤", ["n"], key="忙"), step("Run", ["m"], key="no"))

    text = diff_text(
        compare_scenarios(Side(trace(one), one), Side(trace(other), other)), names=("左", "right"), origin=""
    )

    lanes = [line for line in text.splitlines() if line.startswith("    ")][:2]
    starts = [cell_width(line[: line.index(value)]) for line, value in zip(lanes, ("是", "no"), strict=True)]
    assert starts[0] == starts[1]


_VERSIONS = ("old", "new")


def _compared(left: Scenario, right: Scenario) -> Comparison:
    return compare_scenarios(Side(trace(left), left), Side(trace(right), right))


def _versions(left: Trace, right: Trace, **options: object) -> str:
    asked = DiffOptions(**options)  # type: ignore[arg-type] # each test names a real option
    return diff_text(compare_traces(left, right), names=_VERSIONS, origin="t.json", options=asked, locate=_locate)


def _locate(side: int, pointer: Pointer) -> FilePosition:
    """Find everything somewhere in a file with a long name."""
    return FilePosition(f"traces/{_VERSIONS[side]}-version-of-a-trace.json", len(pointer), 7)


def _divergence(left: Scenario, right: Scenario) -> str:
    text = diff_text(_compared(left, right), names=_VERSIONS, origin="t.json")
    return next(line for line in text.splitlines() if line.startswith("First divergence"))


def test_a_label_as_wide_as_its_column_keeps_a_gap_and_all_texts_begin_below_each_other() -> None:
    before = seed()
    targets = {key: replace(target, label=f"{target.label} it") for key, target in before.targets.items()}

    text = _versions(before, replace(before, title="Another", targets=targets))

    rows = [line for line in text.splitlines() if line.startswith("    target ")]
    keys = [f"target {key}" for key in before.targets]
    assert [row[4:][: len(key) + 2] for row, key in zip(rows, keys, strict=True)] == [f"{key}  " for key in keys]
    assert len({len(row) - len(row[4:].split("  ", 1)[1].lstrip()) for row in rows}) == 1


def test_a_very_long_label_moves_no_other_text() -> None:
    def labelled(suffix: str) -> Trace:
        run = scenario(replace(step("Run", ["n"]), state={"key": "x", "k" * 40: "y"}))
        return trace(run, state_labels={"key": f"Key {suffix}", "k" * 40: f"Long {suffix}"})

    text = _versions(labelled("one"), labelled("two"))

    assert "    state key                     Key [-one-]{+two+}\n" in text
    assert f"    state {'k' * 40}  Long [-one-]{{+two+}}\n" in text


def test_places_stand_below_the_text_that_they_are_of() -> None:
    before = seed()

    text = _versions(before, replace(before, caption="Other words stand here."))

    below = text[text.index("    caption") :].splitlines()[2]
    assert below.strip() == "traces/old-version-of-a-trace.json:1:7 → traces/new-version-of-a-trace.json:1:7"


def test_places_that_do_not_fit_take_two_lines() -> None:
    before = seed()

    text = _versions(before, replace(before, caption="Other words stand here."), width=80, wrap=True)

    assert f"\n{'':17}traces/old-version-of-a-trace.json:1:7\n{'':17}→ traces/new-version-of-a-trace.json:1:7\n" in text


def test_a_lane_ends_without_blanks() -> None:
    one, other = scenario(step("Run", ["n"], key="yes")), scenario(step("Run", ["n"], key="no"))

    lines = map(plain, diff_lines(_compared(one, other), names=_VERSIONS, origin="t.json"))

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

    assert _divergence(*sides) == f"First divergence: {says}"


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

    assert _divergence(sides[left], sides[right]) == f"First divergence: {says}"


def test_ends_of_an_edge_are_told_so_that_no_arrow_is_taken_for_another() -> None:
    before = seed()
    turned = replace(before.targets["copy"], start="process", end="gpu")

    text = _versions(before, replace(before, targets={**before.targets, "copy": turned}))

    assert "ends of target copy: process → gpu instead of none\n" in text


def test_a_pair_that_an_id_pins_is_told_so_and_not_as_a_certainty() -> None:
    def pinned(title: str, description: str) -> Step:
        return step(title, ["n"], description=description, id="same", s="x")

    comparison = _compared(scenario(pinned("Run", "a")), scenario(pinned("Quite another", "b")))

    text = diff_text(comparison, names=_VERSIONS, origin="t.json")
    page = diff_markdown(comparison, names=_VERSIONS, origin="t.json")

    assert "Run → Quite another" in text
    assert "by id\n" in text
    assert "| by id |" in page
    assert "| confidence |" in page


def test_playback_time_is_told_only_where_it_differs() -> None:
    one = scenario(step("Run", ["n"], duration=2000, key="a"))

    same = diff_text(
        _compared(one, with_steps(one, replace(one.steps[0], title="Go"))), names=_VERSIONS, origin="t.json"
    )
    longer = _compared(one, with_steps(one, replace(one.steps[0], duration=3000)))

    assert "Playback time" not in same
    assert "Playback time paces reading; it is not latency\n" in diff_text(longer, names=_VERSIONS, origin="t.json")
    assert "<summary>Playback time: 1 change</summary>" in diff_markdown(longer, names=_VERSIONS, origin="t.json")


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

    lines = list(diff_lines(_compared(one, other), names=_VERSIONS, origin="t.json"))

    found = {run.meaning: run.text for line in lines for run in line if run.meaning in {"left", "right"}}
    assert found == {"left": "[-picks-]", "right": "{+takes+}"}


@settings(max_examples=100)
@given(st.lists(st.text("ab  ", min_size=1, max_size=9), min_size=1, max_size=6), st.integers(24, 34))
def test_a_broken_text_keeps_each_part_s_meaning(texts: list[str], width: int) -> None:
    runs = [Run(text, str(number)) for number, text in enumerate(texts)]
    view = diff_view(_NAMES, DiffOptions(width=width, wrap=True), None)

    lines = list(view.prose("", runs))

    assert [plain(line) for line in lines] == list(wrap("".join(texts), width))
    for number, text in enumerate(texts):
        found = "".join(run.text for line in lines for run in line if run.meaning == str(number))
        assert found.replace(" ", "") == text.replace(" ", "")
