"""A comparison for people: what it means first, safe and readable whatever the traces say."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.support.screens import assert_screen
from tests.unit.comparing_helpers import scenario, seed, step, trace
from tests.unit.comparing_strategies import pairs
from tracecli.comparing import Comparison, Level, Side, compare_scenarios, compare_traces
from tracecli.model import Trace
from tracecli.problems import Pointer
from tracecli.report.diff_text import diff_text
from tracecli.report.diff_view import DiffOptions, Located
from tracecli.text import cell_width

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
    timing = _shown(only=[Level.TIMING])
    deep = _shown(level=Level.STATE)

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
    def locate(side: int, pointer: Pointer) -> Located:
        return Located(f"{_NAMES[side]}.json", len(pointer), 7)

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
