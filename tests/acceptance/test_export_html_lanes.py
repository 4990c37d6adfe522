"""The page holds still: lanes as the scrubber, a comparison to begin with, nothing below the bar, in real windows."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from tests.acceptance.html_pages import fragment, number, opened, press, said, violations
from tests.support.browser import Chromium, until
from tests.support.timing_loops import FOLDER
from tests.unit.export_helpers import ROOT, laned
from tracecli.api import load

TRACES = sorted((ROOT / "traces").glob("*.*"), key=lambda path: path.name)
WINDOWS = [(1280, 800), (1366, 768), (1440, 900), (1920, 1080), (390, 844)]
_HIDDEN = """() => {
  const bar = document.querySelector(".bar").getBoundingClientRect();
  const state = document.querySelector(".state").getBoundingClientRect();
  const parts = [...document.querySelectorAll(".words .now, .list .active, .frame, .state tbody tr")];
  const box = part => part.getBoundingClientRect();
  return [
    ...parts.filter(part => part.checkVisibility() && box(part).height).filter(part =>
      box(part).bottom > bar.top + 1 || box(part).top < -1 || box(part).right > innerWidth + 1 ||
      (part.matches("tr") && box(part).bottom > state.bottom + 1)),
    ...(bar.bottom > innerHeight + 1 ? [document.querySelector(".bar")] : []),
  ].map(part => part.className || part.tagName);
}"""


_MARKS = """() => {
  window.made = 0;
  const count = node => (made += node.classList?.contains("traveller") ?? 0);
  new MutationObserver(all => all.forEach(one => one.addedNodes.forEach(count))).observe(document, {subtree: true, childList: true});
}"""


def side(page: Page) -> Locator:
    return page.locator(".side").first


def steps(page: Page) -> int:
    return int(page.locator(".timeline input").get_attribute("max") or 0)


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_nothing_that_a_step_changes_is_under_the_bar(
    path: Path, window: tuple[int, int], chromium: Chromium, tmp_path: Path
) -> None:
    trace = load(path).trace
    size = {"width": window[0], "height": window[1]}
    hidden: list[Any] = []

    for address in ("", f"#{trace.scenarios[-1].id}/1"):
        page = opened(chromium, tmp_path, trace, address, viewport=size)
        for step in range(1, steps(page) + 1):
            hidden += [(address, step, part) for part in page.evaluate(_HIDDEN)]
            press(page, "ArrowRight")

    assert hidden == []


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_a_pointer_that_rests_on_next_goes_through_all_steps(path: Path, chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, load(path).trace, "")
    box = page.locator("[data-do=forward]").bounding_box()
    assert box
    last = steps(page)

    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for _ in range(last - 1):
        page.mouse.down()
        page.mouse.up()

    assert fragment(page).endswith(f"/{last}")


def test_it_opens_on_the_comparison_with_the_sentence_that_counts(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="")

    assert page.locator(".side:visible").count() == 2
    assert page.locator(".counts").inner_text().endswith("GPU work: serial works in 2 of 6 steps, overlap in 6 of 6.")
    assert said(page) == "Aligned step 1 of 6"


def test_three_scenarios_open_at_the_first(chromium: Chromium, tmp_path: Path) -> None:
    trace = laned()
    third = replace(trace.scenarios[0], id="third")

    page = opened(chromium, tmp_path, replace(trace, scenarios=(*trace.scenarios, third)), "")

    assert page.locator(".side:visible").count() == 1


def test_a_button_goes_to_the_first_difference(chromium: Chromium, tmp_path: Path) -> None:
    trace = laned()
    left = trace.scenarios[0]
    third = replace(left.steps[2], state={**left.steps[2].state, "gpu": "forward k+1"})
    right = replace(left, id="right", steps=(*left.steps[:2], third, *left.steps[3:]))
    page = opened(chromium, tmp_path, replace(trace, scenarios=(left, right)), "")

    page.get_by_role("button", name="First difference").click()

    assert (number(page), said(page)) == ("3", "They first differ at step 3")


def test_lanes_hatch_what_is_quiet_and_are_there_as_text(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="")

    tracks = page.locator(".track")

    assert [one.get_attribute("aria-label") for one in tracks.all()][1::2] == [
        "GPU work: idle 0–2, forward k 3–4, idle 5–6",
        "GPU work: forward k−1 0–2, forward k 3–6",
    ]
    assert tracks.nth(1).locator(".quiet").all_text_contents() == ["idle", "idle"]
    assert tracks.nth(3).locator(".quiet").count() == 0


@pytest.mark.parametrize("column", range(7))
def test_a_click_in_a_column_of_a_lane_goes_to_its_step(column: int, chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#overlap/3")
    track = page.locator(".track").first.bounding_box()
    assert track

    for part in (0.1, 0.9):
        page.mouse.click(track["x"] + track["width"] * (column + part) / 7, track["y"] + 8)
        assert number(page) == str(column)


def test_the_name_of_a_lane_a_row_of_the_state_a_node_and_an_edge_are_watched_by_a_click(
    chromium: Chromium, tmp_path: Path
) -> None:
    page = opened(chromium, tmp_path, fragment="#overlap/5")
    found = []

    for part in (
        page.locator(".lane-name").first,
        page.locator(".state tbody tr").nth(1),
        side(page).locator(".node .name", has_text="FutureMap"),
        side(page).locator(".edge .label", has_text="Copy results"),
        side(page).locator(".edge .label", has_text="Copy results"),
    ):
        part.click(force=True)
        found.append(said(page))

    assert found[:4] == [
        f"Watching {label}: n and N go to its changes"
        for label in ("CPU work", "GPU work", "FutureMap", "Copy results to CPU")
    ]
    assert found[4] == "Nothing is watched"


def test_a_node_carries_its_state_and_looks_it(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#serial/1")
    gpu = side(page).locator("svg .node", has_text="GPU forward")
    found = []

    for _ in range(5):
        found.append((gpu.get_attribute("class"), gpu.locator(".carries").text_content()))
        press(page, "ArrowRight")

    assert found == [
        ("node idle", "idle"),
        ("node idle", "idle"),
        ("node lit", "forward k"),
        ("node running", "forward k"),
        ("node idle", "idle"),
    ]


def test_a_state_to_be_predicted_is_not_in_the_drawing_and_not_in_the_lanes(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#serial/2")

    press(page, "p", "ArrowRight")

    assert side(page).locator(".carries").all_text_contents() == ["?", "?"]
    assert page.locator(".track").nth(1).get_attribute("aria-label") == "GPU work: idle 0–2, ? 3–6"


@pytest.mark.parametrize(("motion", "marks"), [("no-preference", 1), ("reduce", 0)])
def test_a_mark_travels_the_lit_path_once_and_not_for_who_wants_less_motion(
    motion: str, marks: int, chromium: Chromium, tmp_path: Path
) -> None:
    page = opened(chromium, tmp_path, fragment="#overlap/1", reduced_motion=motion)
    page.evaluate(_MARKS)

    press(page, "ArrowRight")

    until(page, lambda: number(page) == "2")
    page.wait_for_timeout(50)
    assert page.evaluate("made") == marks
    until(page, lambda: page.locator(".traveller").count() == 0)


def test_lit_edges_always_have_their_label(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="#overlap/5", viewport={"width": 390, "height": 844})

    labels = side(page).locator(".edge .label")

    assert "crowded" in (side(page).locator("svg").get_attribute("class") or "")
    assert [one.text_content() for one in labels.all() if one.is_visible()] == [
        "Pop theprevious result",
        "Copy results to CPU",
    ]


def test_embedded_it_is_words_drawing_lanes_and_bar_with_a_link_to_all(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, fragment="?embed#overlap/4", viewport={"width": 480, "height": 600})

    shown = {
        name
        for name in (".words", ".frame", ".lanes", ".bar", ".state", "header", ".about")
        if page.locator(name).first.is_visible()
    }

    assert shown == {".words", ".frame", ".lanes", ".bar"}
    assert page.evaluate(_HIDDEN) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 480
    page.get_by_role("link", name="Full page").click()
    page.wait_for_url(re.compile(r"page\.html#overlap/4$"))


def timed(chromium: Chromium, folder: Path, **options: Any) -> Page:
    return opened(chromium, folder, load(FOLDER / "sglang.yaml").trace, "", **options)


def test_with_timing_facts_there_is_a_slider_for_each_cost_and_the_formula_follows(
    chromium: Chromium, tmp_path: Path
) -> None:
    page = timed(chromium, tmp_path)
    before = page.locator(".formula").all_text_contents()

    page.get_by_label("forward in ms").fill("3")
    after = page.locator(".formula").all_text_contents()

    assert before[1].startswith("9.1 ms an iteration = max(forward + stash, ")
    assert after[1].startswith("4.1 ms an iteration = max(schedule + launch + append + process, ")
    assert "not a measurement" in page.locator("#_time .remark").inner_text()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_lanes_and_sliders(scheme: str, chromium: Chromium, tmp_path: Path) -> None:
    assert violations(timed(chromium, tmp_path, color_scheme=scheme)) == []


def test_a_step_links_to_the_code_that_it_rests_on(chromium: Chromium, tmp_path: Path) -> None:
    trace = laned()
    cited = replace(next(source for source in trace.sources if source.url), id="loop")
    local = replace(cited, id="local", url=None, file="notes.txt", title="Notes")
    scenario = trace.scenarios[1]
    steps = (scenario.steps[0], replace(scenario.steps[1], sources=("loop", "local")), *scenario.steps[2:])
    whole = replace(trace, sources=(cited, local), scenarios=(replace(scenario, steps=steps),))
    page = opened(chromium, tmp_path, whole)

    links = side(page).locator(".now.cites")
    before = links.inner_text()
    press(page, "ArrowRight")

    assert before == ""
    assert [link.get_attribute("href") for link in links.locator("a").all()] == [cited.url]
    assert links.locator("span").all_inner_texts() == ["Notes"]
