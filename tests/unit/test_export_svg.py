"""Whole SVG files: still, animated, sheet; and what shows when."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.export_helpers import HOSTILE, hostile, laned, overlap, small
from tests.unit.svg_helpers import SVG, Element, classed, parsed, repeated, shown, words
from tracecli.errors import TraceError
from tracecli.export.svg import Motion, export
from tracecli.export.svg_parts import stylesheet
from tracecli.model import Scenario, Trace, build

Form = Callable[[Trace, Scenario], str]

FORMS: dict[str, Form] = {
    "still": lambda trace, scenario: export(trace, scenario, step=1),
    "initial": lambda trace, scenario: export(trace, scenario, step=0),
    "animated": export,
    "sheet": lambda trace, scenario: export(trace, scenario, all_steps=True),
}
forms = pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)


def boxes(root: Element) -> list[tuple[float, float, float, float]]:
    """Return where everything with a place of its own and no transform is."""
    found = [element for element in root if element.tag in {f"{SVG}text", f"{SVG}rect", f"{SVG}circle"}]
    points = [point for element in found for point in (element, *element)]
    return [
        (float(one.get("x", one.get("cx", 0))), float(one.get("y", one.get("cy", 0))), 0, 0)
        for one in points
        if one.get("x") or one.get("cx")
    ]


@forms
def test_every_form_carries_caption_and_limitations(form: Form) -> None:
    trace = build(small())

    text = words(parsed(form(trace, trace.scenarios[0])))

    assert "Not measured." in text
    assert "Nothing waits." in text


@forms
def test_every_form_has_a_name_a_description_and_a_language(form: Form) -> None:
    trace = build(small(language="de"))

    root = parsed(form(trace, trace.scenarios[0]))
    title, desc = root[:2]

    assert root.get("role") == "img"
    assert root.get("lang") == "de"
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert "One item" in words(title)
    assert "Two boxes" in words(desc)
    assert "Not measured." in words(desc)


@forms
@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(form: Form, text: str) -> None:
    trace = build(hostile(text))

    root = parsed(form(trace, trace.scenarios[0]))

    known = {"svg", "title", "desc", "style", "g", "rect", "path", "circle", "text", "tspan", "defs", "use"}
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= known
    assert not [name for element in root.iter() for name in element.attrib if name.startswith("on")]


@forms
def test_nothing_reaches_outside(form: Form) -> None:
    trace, scenario = overlap()

    text = form(trace, scenario)

    assert not re.search(r"<script|<a[ >]|<image|@import|@font-face|javascript:|\bon\w+=", text)
    assert re.findall(r'https?://[^"]*', text) == ["http://www.w3.org/2000/svg"]
    assert all(reference.startswith("#") for reference in re.findall(r'href="([^"]*)"', text))
    assert "url(" not in text


@forms
def test_every_id_is_there_once_and_every_reference_finds_its_own(form: Form) -> None:
    trace, scenario = overlap()

    text = form(trace, scenario)

    ids = re.findall(r' id="([^"]*)"', text)
    assert len(ids) == len({*ids})
    assert {*re.findall(r'href="#([^"]*)"', text)} <= {*ids}
    assert all(name.startswith(("trace-overlap-", "step-")) for name in ids)


@pytest.mark.parametrize("name", ["title", "desc", "drawing", "step-1", "_title"])
@forms
def test_no_target_can_take_an_id_of_the_file(form: Form, name: str) -> None:
    document = small()
    document["targets"]["make"]["id"] = name
    trace = build(document)

    ids = re.findall(r' id="([^"]*)"', form(trace, trace.scenarios[0]))

    assert len(ids) == len({*ids})


@forms
def test_the_same_trace_gives_the_same_bytes(form: Form) -> None:
    assert form(*overlap()) == form(*overlap())


@forms
def test_a_file_ends_with_one_line_break_and_has_no_other_kind(form: Form) -> None:
    text = form(*overlap())

    assert text.endswith("</svg>\n")
    assert "\r" not in text


@forms
@pytest.mark.parametrize("bare", ["targets", "caption", "limitations", "alt", "stateLabels"])
def test_what_a_trace_lacks_is_left_out(form: Form, bare: str) -> None:
    trace, scenario = overlap()
    mute = {key: replace(target, shows=None) for key, target in trace.targets.items()}
    without = {
        "targets": (replace(trace, targets={}), [replace(step, active=(), paths=()) for step in scenario.steps]),
        "caption": (replace(trace, caption=None), scenario.steps),
        "limitations": (replace(trace, limitations=()), scenario.steps),
        "alt": (replace(trace, alt=None), scenario.steps),
        "stateLabels": (replace(trace, state_labels={}, lanes=None, targets=mute), scenario.steps),
    }
    poor, steps = without[bare]

    root = parsed(form(poor, replace(scenario, steps=tuple(steps))))

    assert float(root.get("height", 0)) > 200


def test_a_still_shows_what_its_step_lights_and_changes() -> None:
    trace, scenario = overlap()
    step = scenario.steps[2]

    root = parsed(export(trace, scenario, step=3))

    assert len(classed(root, "node", "lit")) == len(step.active)
    assert len(classed(root, "edge", "lit")) == len(step.paths)
    assert [words(title) for title in classed(root, "step-title")] == [f"3. {step.title}"]
    assert [words(position) for position in classed(root, "position")] == ["Step 3 of 6"]
    assert len(classed(root, "changed")) == len(classed(root, "was")) == 3
    assert words(classed(root, "was")[1]) == "was forward k−1"


def test_the_initial_state_is_a_still_too() -> None:
    root = parsed(export(*overlap(), step=0))

    assert words(classed(root, "step-title")[0]) == "Initial state"
    assert not classed(root, "lit")
    assert not classed(root, "here")


def test_stills_of_a_scenario_have_one_size() -> None:
    sizes = {re.findall(r'viewBox="([^"]*)"', export(*overlap(), step=step))[0] for step in range(1, 7)}

    assert len(sizes) == 1


def test_a_step_that_is_not_there_is_refused() -> None:
    with pytest.raises(TraceError, match="overlap has no step 7") as caught:
        export(*overlap(), step=7)

    assert caught.value.hints == ("its steps are 1 to 6",)


def test_without_a_style_sheet_the_first_step_shows_and_nothing_of_another() -> None:
    trace, scenario = overlap()

    first = [*shown(parsed(export(trace, scenario)))]
    still = [*parsed(export(trace, scenario, step=1)).iter()]

    def texts(elements: list[Element]) -> list[str]:
        return sorted(words(element) for element in elements if element.tag == f"{SVG}text")

    assert texts(first) == texts(still)


def test_the_animation_has_the_times_of_the_words_and_durations() -> None:
    trace, scenario = overlap()

    slow, fast = export(trace, scenario, wpm=0), export(trace, scenario, wpm=0, speed=2)

    whole = sum(step.duration for step in scenario.steps)
    assert f"animation:{whole + 2000}ms" in slow
    assert f"animation:{whole // 2 + 2000}ms" in fast


def test_each_step_can_be_named_and_comes_before_what_it_chooses() -> None:
    root = parsed(export(*overlap()))

    names = [element.get("id") for element in root if (element.get("id") or "").startswith("step-")]
    assert names == [f"step-{step}" for step in range(1, 7)]
    assert root[-1].get("class") == "show"


def test_the_drawing_is_in_the_animation_once() -> None:
    root = parsed(export(*overlap()))

    unlit = [node for node in classed(root, "node") if "lit" not in node.get("class", "")]
    assert len(unlit) == 6 + 2  # the GPU, which shows a value, has three looks
    assert len(classed(root, "node", "lit")) == 6


def test_the_animation_of_the_founding_trace_is_small() -> None:
    assert len(export(*overlap()).encode()) < 40_000


def test_a_thousand_steps_are_animated() -> None:
    assert len(classed(parsed(export(*repeated(1000))), "step-title")) == 1000


@pytest.mark.parametrize(
    ("options", "form"), [({}, "an animated SVG"), ({"all_steps": True}, "a sheet")], ids=["animated", "sheet"]
)
def test_more_steps_are_refused_with_a_way_out(options: dict[str, Any], form: str) -> None:
    with pytest.raises(TraceError, match=f"1001 steps; {form} holds at most 1000") as caught:
        export(*repeated(1001), **options)

    assert "--still" in caught.value.hints[0]


def test_a_sheet_has_the_initial_state_and_every_step() -> None:
    trace, scenario = overlap()

    root = parsed(export(trace, scenario, all_steps=True))

    titles = [words(title) for title in classed(root, "row-title")]
    assert titles == ["Initial state", *(f"{index}. {step.title}" for index, step in enumerate(scenario.steps, 1))]
    assert len([*root.iter(f"{SVG}use")]) == 7
    assert len(classed(root, "node", "lit")) == sum(len(step.active) for step in scenario.steps)


def test_a_sheet_says_what_changed_and_names_the_edges_by_their_numbers() -> None:
    root = parsed(export(*overlap(), all_steps=True))

    said = [words(row) for row in classed(root, "row-path")]
    assert said[0] == "1 Hand batch to launch"
    assert "GPU work: forward k (was forward k−1)" in [words(row) for row in classed(root, "row-value")]
    assert "1 Hand batch to launch" in [words(entry) for entry in classed(root, "entry")]


@forms
def test_everything_lies_on_the_card(form: Form) -> None:
    trace, scenario = overlap()

    root = parsed(form(trace, replace(scenario, title="long words " * 40)))
    width, height = float(root.get("width", 0)), float(root.get("height", 0))

    assert all(0 <= x <= width and 0 <= y <= height for x, y, *_ in boxes(root))


KEYFRAMES = re.compile(r"@keyframes p-(w\d+)\{((?:[\d.]+%\{visibility:\w+\})+)\}")


def turns(style: str) -> dict[str, list[tuple[float, str]]]:
    """Return what each class's keyframes say: at which per cent it begins to be visible or hidden."""
    return {
        name: [(float(at), value) for at, value in re.findall(r"([\d.]+)%\{visibility:(\w+)\}", body)]
        for name, body in KEYFRAMES.findall(style)
    }


def test_a_step_shows_for_its_time_and_the_last_one_longer() -> None:
    motion = Motion([1000, 3000, 2000], "p-")

    for step in (1, 2, 3):
        motion.shown((step,), f"<g>{step}</g>")

    assert "animation:8000ms step-end infinite" in motion.style()
    assert turns(motion.style()) == {
        "w1": [(0, "visible"), (12.5, "hidden")],
        "w2": [(0, "hidden"), (12.5, "visible"), (50, "hidden")],
        "w3": [(0, "hidden"), (50, "visible")],
    }


def test_steps_that_follow_each_other_are_one_stretch() -> None:
    motion = Motion([1000, 1000, 1000, 1000, 2000], "p-")

    motion.shown((2, 3, 5), "<g/>")

    assert turns(motion.style())["w1"] == [(0, "hidden"), (12.5, "visible"), (37.5, "hidden"), (50, "visible")]


def test_elements_with_the_same_steps_share_a_class() -> None:
    motion = Motion([1000, 1000], "p-")

    one, two = motion.shown((2,), "<a/>"), motion.shown((2,), "<b/>")

    assert one == '<g class="when w1" visibility="hidden"><a/></g>'
    assert two == '<g class="when w1" visibility="hidden"><b/></g>'


def test_what_always_shows_does_not_move() -> None:
    motion = Motion([1000, 1000], "p-")

    assert motion.shown((1, 2), "<a/>") == "<a/>"
    assert motion.shown((), "<a/>") == ""
    assert turns(motion.style()) == {}


def test_without_motion_the_last_step_shows() -> None:
    motion = Motion([1000, 1000, 1000], "p-")
    for steps in ((1,), (2, 3), (3,)):
        motion.shown(steps, "<a/>")

    still = re.findall(r"@media \(prefers-reduced-motion:reduce\)\{(.*)\}\n", motion.style())

    assert still == [".when{animation:none;visibility:hidden}.w2,.w3{visibility:visible}"]


def test_a_step_can_be_chosen_by_its_name() -> None:
    motion = Motion([1000, 1000, 1000], "p-")
    for steps in ((1,), (2, 3), (3,)):
        motion.shown(steps, "<a/>")

    assert "#step-2:target~.show .w2{visibility:visible}" in motion.style()
    assert "#step-3:target~.show .w2,#step-3:target~.show .w3{visibility:visible}" in motion.style()


@given(st.lists(st.integers(1, 10_000), min_size=1, max_size=12), st.data())
def test_at_any_moment_exactly_what_belongs_to_the_step_shows(stays: list[int], data: st.DataObject) -> None:
    steps = data.draw(st.sets(st.integers(1, len(stays)), min_size=1))
    motion = Motion(stays, "p-")
    motion.shown(sorted(steps), "<a/>")
    frames = turns(motion.style()).get("w1", [(0, "visible")])
    total = sum(stays) + 2000

    for step in range(1, len(stays) + 1):
        middle = 100 * (sum(stays[: step - 1]) + stays[step - 1] / 2) / total
        value = [value for at, value in frames if at <= middle][-1]
        assert value == ("visible" if step in steps else "hidden")


@pytest.mark.parametrize("form", [{}, {"step": 1}, {"all_steps": True}], ids=["animated", "still", "sheet"])
def test_what_a_scenario_does_not_use_looks_so(form: dict[str, Any]) -> None:
    trace, overlap_ = overlap()
    serial = trace.scenarios[0]

    for scenario in (serial, overlap_):
        root = parsed(export(trace, scenario, **form))
        assert {one.get("data-key") for one in classed(root, "unused")} == {*scenario.unselected}
        assert not classed(root, "unused", "lit")
    assert serial.unselected
    assert ".unused .line" in export(trace, serial)


def test_a_node_that_shows_a_key_carries_its_value_and_has_three_looks() -> None:
    trace = laned()

    looks = {}
    for step in (2, 3, 5):
        node = classed(parsed(export(trace, trace.scenarios[0], step=step)), "node")[-1]
        looks[step] = (node.get("class"), words(classed(node, "carries")[0]))

    assert looks == {
        2: ("node idle", "idle"),
        3: ("node lit", "forward k"),
        5: ("node idle", "idle"),
    }


def test_a_node_that_is_not_active_runs_on_while_its_value_is_not_quiet() -> None:
    trace = laned()

    node = classed(parsed(export(trace, trace.scenarios[1], step=5)), "node", "running")[-1]

    assert words(node) == "GPU forward forward k"
    assert classed(node, "runs")


def test_each_look_of_a_node_is_told_by_a_mark_too() -> None:
    rules = stylesheet("drawing")

    assert ".node.running .runs, .node.idle .rests { visibility: inherit; }" in rules
    assert ".node.lit .mark { visibility: inherit; }" in rules


def test_an_animation_has_each_look_once_and_the_first_step_s_shows() -> None:
    trace = laned()

    root = parsed(export(trace, trace.scenarios[0]))

    assert len([one for one in classed(root, "carries") if words(one) == "idle"]) == 1
    first = [words(one) for one in shown(root) if one.get("class") == "carries" and words(one)]
    assert first == ["schedule batch k", "idle"]


def test_a_sheet_shows_the_state_of_nodes_in_every_row() -> None:
    trace = laned()

    found = [words(one) for one in classed(parsed(export(trace, trace.scenarios[0], all_steps=True)), "carries")]

    assert [one for one in found if one in {"idle", "forward k"}].count("forward k") == 2
