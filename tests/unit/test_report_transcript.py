"""The transcript: everything that frames show, in lines to be listened to."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.screens import assert_screen
from tests.unit.playing_helpers import long_scenario, scenario, seed
from tracecli.model import Scenario, Trace
from tracecli.report.transcript import transcript
from tracecli.text import cell_width


def told(trace: Trace | None = None, chosen: Scenario | None = None, start: int = 0, width: int | None = None) -> str:
    lines = transcript(
        trace or seed(), chosen or scenario(), start=start, address=lambda i: f"overlap/{i}", width=width
    )
    return "".join(f"{line}\n" for line in lines)


def test_the_whole_transcript_of_the_seed() -> None:
    assert_screen("transcript_overlap", told())


def test_the_same_wrapped() -> None:
    assert_screen("transcript_overlap_60", told(width=60))


def test_every_line_is_labelled() -> None:
    assert [line for line in told().splitlines() if line and not re.match(r"[^:]+: \S", line)] == []


def test_wrapped_lines_stay_within_the_width_and_go_on_indented() -> None:
    lines = told(width=40).splitlines()

    assert [line for line in lines if cell_width(line) > 40 and (" " in line.strip() or not line.isascii())] == []
    assert [line for line in lines if line and not re.match(r"  \S|[^:]+: ?\S?", line)] == []


def test_it_begins_at_the_step_asked_for_with_its_whole_state() -> None:
    shown = told(start=4)

    assert "Step 3 of 6" not in shown
    assert "Step 4 of 6: Queue the handle, stash tokens\n" in shown
    first = shown[shown.index("Step 4") : shown.index("Step 5")]
    assert "\nGPU work: forward k\n" in first
    assert "\nResult queue: k−1, k (was k−1)\n" in first
    assert "Unchanged" not in first


def test_what_the_frames_warn_of_and_rest_on_is_told() -> None:
    trace, shown = seed(), told()

    assert trace.caption is not None
    assert f"Caption: {trace.caption}\n" in shown
    for limitation in trace.limitations:
        assert f"Limitation: {limitation}\n" in shown
    for source in trace.sources:
        assert f"Source: {source.title}  {source.url or source.file}" in shown


def test_what_a_scenario_does_not_use_is_told() -> None:
    assert "Not used: Result queue, Queue the result handle, Pop the previous result\n" in told(
        chosen=scenario("serial")
    )


def test_a_step_that_changes_nothing_says_what_stays() -> None:
    still = replace(scenario(), steps=(scenario().steps[0],) * 2)

    assert "Unchanged: CPU work: schedule batch k; GPU work: forward k−1; " in told(chosen=still)


def test_an_empty_value_is_named() -> None:
    first, second, *_ = scenario().steps
    emptied = replace(first, state={**first.state, "gpu": "", "idle": " "})
    said = told(chosen=replace(scenario(), steps=(emptied, second)))

    assert "\nGPU work: (empty) (was forward k−1)\n" in said
    assert "\nGPU work: forward k−1 (was empty)\n" in said
    assert "GPU idle during CPU work: no (was empty)\n" in said


NOTHING_TO_SEE = ["", " ", "\n", "\t", "\r\n", "  \n\n", "\xa0", "\u2003", "\u3000", " \t "]


@pytest.mark.parametrize("value", NOTHING_TO_SEE)
def test_every_value_without_anything_to_see_says_so(value: str) -> None:
    first, second, *_ = scenario().steps
    emptied = replace(first, title=value, state={**first.state, "gpu": value})
    said = told(chosen=replace(scenario(), steps=(emptied, second)))

    assert "\nStep 1 of 2: (empty)\n" in said
    assert "\nGPU work: (empty) (was forward k−1)\n" in said
    assert "\nGPU work: forward k−1 (was empty)\n" in said


@pytest.mark.parametrize("text", ["a b\n", "a\nb\n", "a\nb", "a\r\nb", "a\rb", "\na b", "a\n\n b\n\n", "a \nb"])
def test_no_text_of_several_lines_shows_escapes(text: str) -> None:
    trace, first = seed(), scenario().steps[0]
    step = replace(first, title=text, description=text, state={**first.state, "gpu": text})
    targets = {key: replace(target, label=text) for key, target in trace.targets.items()}
    silent = replace(trace, title=text, caption=text, limitations=(text,), targets=targets, state_labels={"gpu": text})

    said = told(silent, replace(scenario(), title=text, steps=(step,)))

    assert "\\" not in said
    assert "\na b: a b (was forward k−1)\n" in said
    assert [line for line in said.splitlines() if line and not re.match(r"[^:]+: +\S", line)] == []


def test_a_tab_in_a_value_is_shown_and_one_in_prose_is_a_space() -> None:
    first = scenario().steps[0]
    step = replace(first, description="a\tb", state={**first.state, "gpu": "a\tb"})

    said = told(chosen=replace(scenario(), steps=(step,)))

    assert "\nText: a b\n" in said
    assert "\nGPU work: a\\tb (was" in said


def test_paragraphs_are_labelled_each() -> None:
    step = replace(scenario().steps[0], description="One.\nTwo.\n")

    assert "\nText: One.\nText: Two.\n" in told(chosen=replace(scenario(), steps=(step,)))


def test_hostile_text_is_shown_and_starts_no_command() -> None:
    step = replace(scenario().steps[0], title="\x1b[31m\u202e ##[error]", description="::error::hi\n::warning::ho")

    shown = told(chosen=replace(scenario(), steps=(step,)), width=12)

    assert "\x1b" not in shown
    assert "##[" not in shown
    assert not [line for line in shown.splitlines() if line.lstrip().startswith("::")]


def test_lines_come_one_by_one_however_many_steps_there_are() -> None:
    lines = transcript(seed(), long_scenario(10_000))

    assert len(list(islice(lines, 50))) == 50


@settings(max_examples=50)
@given(st.text(max_size=60), st.integers(10, 60))
def test_any_text_keeps_to_the_width_and_to_its_lines(text: str, width: int) -> None:
    step = replace(scenario().steps[0], title=text, description=text)

    lines = told(chosen=replace(scenario(), steps=(step,)), width=width).split("\n")

    assert [line for line in lines if cell_width(line) > width and (" " in line.strip() or not line.isascii())] == []


@pytest.mark.parametrize(
    "word",
    [
        "https://github.com/sgl-project/sglang/blob/v0.5.23/python/sglang/srt/managers/scheduler.py#L2026-L2058",
        "841fa1c5fa9689e91205f0731b67090a68c042bd106138fab8d69c6bb1cf5bd8",
        "/usr/local/lib/python3.12/site-packages/torch/_inductor/codegen/triton.py",
        "Scheduler.process_batch_result_prefill_and_decode_with_overlap",
    ],
)
def test_a_link_or_a_hash_stays_whole(word: str) -> None:
    step = replace(scenario().steps[0], description=f"See {word} for the rest")

    assert word in told(chosen=replace(scenario(), steps=(step,)), width=30)


@pytest.mark.parametrize(
    "words",
    [
        "スケジューラはバッチを選び、次のステップを起動してから前の結果を処理する。",
        "调度器选择批次并启动下一步,然后处理上一步的结果。",
        "ตัวจัดตารางเลือกชุดงานและเริ่มขั้นตอนถัดไปก่อนประมวลผลผลลัพธ์ก่อนหน้า",
        "កម្មវិធីកំណត់ពេលជ្រើសរើសបាច់ហើយចាប់ផ្តើមជំហានបន្ទាប់",
    ],
)
def test_no_space_comes_into_a_sentence_without_spaces(words: str) -> None:
    step = replace(scenario().steps[0], description=words)

    shown = told(chosen=replace(scenario(), steps=(step,)), width=30)

    assert f"Text:{words}" in re.sub("\n  |(?<=Text:) ", "", shown)


@pytest.mark.parametrize("missing", ["caption", "alt"])
def test_what_a_trace_does_not_say_is_not_labelled(missing: str) -> None:
    silent = replace(seed(), caption=None, alt=None)

    assert {"caption": "Caption:", "alt": "Drawing:"}[missing] not in told(silent)
