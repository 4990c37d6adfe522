"""Frames: whole at every size, whatever a trace holds."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.segment import Segment

from tests.support.program import ROOT
from tests.support.screens import assert_screen
from tests.unit.playing_helpers import after, long_scenario, plain_row, scenario, screen, seed, stage, view
from tracecli.api import load
from tracecli.model import Scenario, Trace
from tracecli.playback import Cursor, find_subject
from tracecli.terminal.frame import LAYOUTS, frame, layout_for
from tracecli.terminal.output import Looks
from tracecli.terminal.view import Stage, View
from tracecli.text import visible, wrap

SIZES = [(120, 40), (80, 24), (60, 20), (40, 10), (20, 5)]
WATCHED = find_subject(seed(), "gpu")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_step_at_every_size(width: int, height: int) -> None:
    assert_screen(f"frame_{width}x{height}", screen(width, height, view(4, playing=True)))


@pytest.mark.parametrize("index", [0, 4])
def test_a_wide_screen_has_both_scenarios_side_by_side(index: int) -> None:
    assert_screen(f"frame_200x50_{index}", screen(200, 50, view(index)))


def test_a_small_screen_scrolls_to_the_rest() -> None:
    assert_screen("frame_40x10_scrolled", screen(40, 10, view(4, scroll=8)))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("initial", view(0)),
        ("last", after("l", view(6))),
        ("watching", after("n", view(1, watch=WATCHED))),
        ("watching_target", view(4, watch=find_subject(seed(), "pick"))),
        ("found", after(["/", *"k-1", "enter"], view(2))),
        ("searching", after(["/", *"k-1"], view(2))),
        ("outline", after("oj", view(3))),
        ("choosing", after("wjj", view(3))),
        ("help", after("?", view(3))),
        ("sources", after("s", view(3))),
        ("predicting", after("pl", view(2))),
        ("typing_a_number", after("12", view(2))),
        ("faster", after("]]", view(2, playing=True, loop=True))),
        ("findings", view(4, over="findings", findings=("trace.yaml:3:5: error syntax: a tab", "1 error"))),
    ],
)
def test_what_a_viewer_can_set_and_open(name: str, shown: View) -> None:
    assert_screen(f"frame_80x24_{name}", screen(80, 24, shown))


@pytest.mark.parametrize("over", ["help", "outline", "sources", "watch"])
def test_what_is_open_fits_the_large_and_the_smallest_screen(over: str) -> None:
    for width, height in [(120, 40), (20, 5)]:
        assert_screen(f"frame_{width}x{height}_{over}", screen(width, height, view(3, over=over, choice=3)))


def test_a_terminal_without_unicode_gets_signs_and_escapes_of_its_own() -> None:
    assert_screen("frame_80x24_ascii", screen(80, 24, view(4), stage(looks=Looks(encoding="ascii"))))


def test_an_encoding_keeps_the_characters_that_it_has() -> None:
    shown = screen(80, 24, view(3), stage(_titled("naïve − ☃"), looks=Looks(encoding="iso8859-1")))

    assert "naïve \\u2212 \\u2603" in shown


def _titled(title: str, description: str = "") -> Trace:
    steps = scenario().steps
    changed = replace(steps[2], title=title, description=description or steps[2].description)
    return _playing(replace(scenario(), steps=(*steps[:2], changed, *steps[3:])))


def _playing(shown: Scenario) -> Trace:
    return replace(seed(), scenarios=(shown,))


def _labelled(labels: dict[str, str], values: dict[str, str]) -> Trace:
    steps = tuple(replace(step, state=values) for step in scenario().steps)
    return replace(
        seed(),
        state_labels=labels,
        lanes=None,
        targets={key: replace(target, shows=None) for key, target in seed().targets.items()},
        scenarios=(replace(scenario(), initial=dict.fromkeys(labels, "nothing"), steps=steps),),
    )


def test_wide_characters_stay_inside_their_columns() -> None:
    labels = {"a": "GPU の状態", "b": "結果キュー"}
    trace = _labelled(labels, {"a": "バッチ k を処理中", "b": "空"})

    assert_screen("frame_80x24_wide", screen(80, 24, view(3), stage(trace)))


def test_text_from_right_to_left_stands_where_any_text_stands() -> None:
    assert_screen(
        "frame_80x24_right_to_left", screen(80, 24, view(3), stage(_titled("שלב שלישי", "مرحبا بالعالم " * 8)))
    )


def test_long_labels_and_values_break_into_lines() -> None:
    trace = _labelled({"a": "A label that goes on " * 3, "b": "Short"}, {"a": "value " * 20, "b": "x" * 90})

    assert_screen("frame_80x24_long", screen(80, 24, view(3), stage(trace)))
    assert_screen("frame_120x40_long", screen(120, 40, view(3), stage(trace)))


def test_more_state_than_the_screen_has_rows_is_scrolled() -> None:
    labels = {f"key{number}": f"Key {number}" for number in range(60)}
    trace = _labelled(labels, dict.fromkeys(labels, "busy"))

    first = frame(stage(trace), view(1), 80, 24)
    end = "\n".join(map(plain_row, frame(stage(trace), view(1, scroll=first.furthest), 80, 24).rows))

    assert first.furthest > 40
    assert "Key 59" in end
    assert "step 1 of 6" in end


def test_a_description_keeps_its_authors_paragraphs() -> None:
    shown = screen(80, 24, view(3), stage(_titled("Title", "First.\nSecond.\n")))

    assert " First.\n Second.\n" in shown


def test_ten_thousand_steps_have_one_row_of_ticks() -> None:
    many = long_scenario(10_000)
    on = stage(_playing(many))

    shown = screen(80, 24, view(5000, cursor=Cursor(10_000, 5000), watch=WATCHED), on)

    assert "step 5000 of 10000" in shown
    assert shown.count("◉") == 1


def test_a_trace_cannot_smuggle_anything_onto_the_screen() -> None:
    hostile = "\x1b[31m \x1b]52;c;x\x07 \u202e \u009b [/] [red]x[/red] [link=x] :smile:"

    shown = screen(120, 40, view(3), stage(_titled(hostile, hostile)))

    assert r"\x1b[31m \x1b]52;c;x\x07 \u202e \x9b [/] [red]x[/red] [link=x] :smile:" in shown


def test_the_caption_gives_way_to_its_last_sentences_and_those_to_a_limitation() -> None:
    long = replace(seed(), caption="word " * 40 + "end. Not latency.")
    longer = replace(seed(), caption="word " * 40, limitations=("Word " * 40, "Only a model."))

    assert "Not latency." in screen(100, 34, view(3), stage(long))
    assert "Only a model." in screen(100, 34, view(3), stage(longer))


def _saying(text: str) -> Trace:
    """Return the seed with this text as everything that an author writes."""
    trace = _labelled({"a": text, "b": "B"}, {"a": text, "b": text})
    return replace(
        trace,
        title=text,
        caption=text,
        limitations=(text,),
        sources=tuple(replace(source, title=text) for source in trace.sources),
        targets={key: replace(target, label=text) for key, target in trace.targets.items()},
        scenarios=(_described(trace.scenarios[0], text, text),),
    )


LINES = ["a b\n", "a\nb\n", "a\nb", "a\r\nb\r\n", "a\rb", "\na b", "a\n\nb\n\n", "a \nb ", "a\n\n\n", "- a\n- b\n"]
OVER = ["", "outline", "sources", "watch"]


@pytest.mark.parametrize("over", OVER)
@pytest.mark.parametrize("text", LINES)
def test_text_of_several_lines_shows_no_escapes_anywhere_on_a_screen(text: str, over: str) -> None:
    on = stage(_saying(text))
    watch = on.watchable[1]

    for width, height in SIZES:
        assert "\\" not in screen(width, height, view(3, over=over, watch=watch), on)


IGNORED = ["\u00ad", "\u034f", "\u115f", "\u17b4", "\u180b", "\u180e", "\u200b", "\u2060", "\u3164", "\ufe0f", "\uffa0",
           "\U000e0041", "\x1b", "\x9b", "\u202e"]  # fmt: skip


@pytest.mark.parametrize("over", OVER)
@pytest.mark.parametrize("char", IGNORED)
def test_no_text_of_a_trace_brings_an_unseen_character_onto_a_screen(char: str, over: str) -> None:
    on = stage(_saying(f"x{char}y"))

    for width, height in SIZES:
        drawn = screen(width, height, view(3, over=over, watch=on.watchable[1]), on)
        assert char not in drawn
        assert width < 40 or visible(char) in drawn


NOTHING_TO_SEE = ["", " ", "\n", "\t", "\r\n", "  \n\n", "\xa0", "\u2003", "\u3000", " \t "]


@pytest.mark.parametrize("value", NOTHING_TO_SEE)
def test_an_empty_value_says_so_now_and_before(value: str) -> None:
    steps = tuple(
        replace(step, state={**step.state, "gpu": value if number % 2 else "busy"})
        for number, step in enumerate(scenario().steps, 1)
    )
    on = stage(_playing(replace(scenario(), steps=steps)))
    watch = next(subject for subject in on.watchable if subject and subject.key == "gpu")

    for width, height in [(120, 40), (100, 34), (80, 24)]:
        assert re.search(r"GPU work +\(empty\)", screen(width, height, view(3), on))
        assert re.search(r"GPU work +busy +was \(empty\)", screen(width, height, view(4), on))
        assert "step 3: (empty)" in screen(width, height, view(3, watch=watch), on)


def test_a_trace_that_warns_of_nothing_is_warned_about() -> None:
    silent = replace(seed(), caption=None, limitations=())

    assert "Playback time is not latency." in screen(100, 34, view(3), stage(silent))


def test_a_watched_history_does_not_tell_the_future_when_predicting() -> None:
    watching = view(2, watch=WATCHED)

    assert "│forward k\n" in screen(80, 24, watching)
    assert "│forward k\n" not in screen(80, 24, replace(watching, predict=True))


def test_lanes_and_map_do_not_tell_what_is_to_be_predicted() -> None:
    asked = screen(120, 40, view(3, predict=True, hidden=True))
    answered = screen(120, 40, view(3, predict=True))

    assert "GPU forward: forward k " not in asked
    assert "█forward k" not in asked
    assert "█forward k" in answered
    assert "schedule" not in next(row for row in answered.splitlines() if row.startswith("│ CPU work"))[70:]


def test_a_trace_without_targets_has_no_map() -> None:
    bare = replace(seed(), targets={}, scenarios=(_idle(scenario()),))

    assert "nothing is active" in screen(80, 24, view(3), stage(bare))
    assert "─ Map ─" not in screen(120, 40, view(3), stage(bare))


def _idle(shown: Scenario) -> Scenario:
    steps = tuple(replace(step, active=(), paths=()) for step in shown.steps)
    return replace(shown, unselected=(), steps=steps)


def _assert_whole(drawn: list[list[Segment]], width: int, height: int) -> None:
    assert len(drawn) == height
    assert {Segment.get_line_length(row) for row in drawn} == {width}
    assert not any(char < " " for row in map(plain_row, drawn) for char in row)


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 140), st.integers(1, 50), st.integers(0, 6), st.sampled_from(["", "help", "outline", "search"]))
def test_a_frame_has_exactly_the_size_of_the_screen(width: int, height: int, index: int, over: str) -> None:
    shown = view(index, over=over, watch=WATCHED, choice=2, scroll=index)

    _assert_whole(frame(stage(), shown, width, height).rows, width, height)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80), st.text(max_size=200), st.sampled_from(SIZES))
def test_a_frame_is_whole_whatever_text_a_trace_holds(title: str, text: str, size: tuple[int, int]) -> None:
    trace = _labelled({"a": title, "b": "B"}, {"a": text, "b": title})
    told = replace(trace, caption=text, title=title, scenarios=(_described(trace.scenarios[0], title, text),))

    _assert_whole(frame(stage(told), view(2), *size).rows, *size)


def _described(shown: Scenario, title: str, text: str) -> Scenario:
    steps = tuple(replace(step, title=title, description=text) for step in shown.steps)
    return replace(shown, title=title, description=text, steps=steps)


SHIPPED = [
    pytest.param(trace, scenario, id=scenario.id)
    for path in sorted((ROOT / "traces").iterdir())
    for trace in [load(str(path)).trace]
    for scenario in trace.scenarios
]


@pytest.mark.parametrize(("trace", "scenario"), SHIPPED)
def test_more_room_never_shows_less(trace: Trace, scenario: Scenario) -> None:
    on = Stage(trace, scenario, Looks())
    widths, heights = range(30, 215, 12), range(8, 72, 4)

    chosen = {(w, h): LAYOUTS.index(layout_for(on, w, h)) for w in widths for h in heights}

    assert {chosen[size] for size in chosen} >= {0, len(LAYOUTS) - 1}
    for (width, height), layout in chosen.items():
        for larger in ((width + widths.step, height), (width, height + heights.step)):
            assert chosen.get(larger, layout) <= layout, (width, height, larger)


def test_what_is_watched_or_predicted_never_asks_for_a_richer_layout() -> None:
    for width, height in [(80, 24), (100, 34), (120, 40), (60, 20)]:
        layouts = [
            LAYOUTS.index(layout_for(stage(), width, height, watching=watching, predicting=predicting))
            for watching, predicting in [(False, False), (True, False), (True, True)]
        ]
        assert layouts == sorted(layouts)


TWELVE = [(200, 50), (160, 40), (120, 40), (120, 30), (100, 34), (100, 24), (80, 40), (80, 30), (80, 24), (60, 20),
          (40, 24), (40, 10)]  # fmt: skip


@pytest.mark.parametrize("size", TWELVE)
@pytest.mark.parametrize(("trace", "scenario"), SHIPPED)
def test_parts_keep_their_rows_from_step_to_step(trace: Trace, scenario: Scenario, size: tuple[int, int]) -> None:
    on = Stage(trace, scenario, Looks())
    layout = layout_for(on, *size)
    parts = "step" if layout.scrolls else "step|Lanes|Map|Active|State"
    last = len(scenario.steps)
    frames = [frame(on, View(scenario.id, Cursor(last, index)), *size).rows for index in range(last + 1)]

    headings = {
        tuple(number for number, row in enumerate(rows) if re.search(f"[─━] ({parts})", plain_row(row)))
        for rows in frames
    }
    assert len(headings) == 1
    for rows in frames:
        _assert_whole(rows, *size)


@pytest.mark.parametrize(("trace", "scenario"), SHIPPED)
def test_at_80_by_24_every_step_shows_its_words_the_map_and_what_changed(trace: Trace, scenario: Scenario) -> None:
    on = Stage(trace, scenario, Looks())
    last = len(scenario.steps)

    assert not layout_for(on, 80, 24).scrolls
    for index in range(1, last + 1):
        now, shown = on.moment(index), screen(80, 24, View(scenario.id, Cursor(last, index)), on)
        head, _, state = shown.partition("── State")
        assert f"step {index} of {last} " in head
        for row in [now.title, *list(wrap(now.description, 78))[:2]]:
            assert f" {row}\n" in head
        for node in now.nodes:
            assert re.search(f"● ?{re.escape(node.label[:8])}", head), node.label
        assert state.count("◆") == len(now.changed)
        for value in now.changed:
            assert re.search(rf"◆ {re.escape(value.label[:10])}", state)
            assert value.value[:20] in state


def test_a_joined_emoji_leaves_the_border_in_line() -> None:
    labels = {"a": "Warnings ⚠️", "b": "👩‍🚀 crew"}
    trace = _labelled(labels, {"a": "❤️ 1️⃣ 👍🏽", "b": "\u1100\u1161\u11a8"})

    for row in frame(stage(trace), view(3), 120, 40).rows:
        assert Segment.get_line_length(row) == 120
        assert plain_row(row)[-1:] in "┓┃┛╮│╯" or "│" not in plain_row(row)


def test_the_same_view_gives_the_same_frame() -> None:
    assert frame(stage(), view(4), 120, 40).rows == frame(stage(), view(4), 120, 40).rows
