"""What shows when: keyframes, their times, and what stands still."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from tracecli.export.svg import Motion

KEYFRAMES = re.compile(r"@keyframes p-(w\d+)\{((?:[\d.]+%\{visibility:\w+\})+)\}")


def turns(style: str) -> dict[str, list[tuple[float, str]]]:
    """Give what each class's keyframes say: at which per cent it begins to be visible or hidden."""
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
