"""How the page looks and is read: narrow, dark, on paper, without scripts, by a screen reader."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.acceptance.html_pages import lit, opened, press, violations
from tests.support.browser import Chromium, until
from tests.unit.export_helpers import ROOT, overlap, small
from tracecli.api import load
from tracecli.export.own_drawing import read_drawing
from tracecli.model import Scenario, build

PHONE = {"width": 360, "height": 740}
SIZES = [{"width": 1200, "height": 800}, {"width": 600, "height": 400}, PHONE, {"width": 320, "height": 600}]
TRACES = ["overlap.json", "vllm.yaml", "tensorrt-llm.yaml"]


def unmoved(scenario: Scenario) -> Scenario:
    """Return a scenario that uses no targets."""
    return replace(scenario, steps=tuple(replace(step, active=(), paths=()) for step in scenario.steps))


def ground(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


@pytest.mark.slow
@pytest.mark.parametrize("name", TRACES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_is_wider_than_the_window(name: str, size: dict[str, int], chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, load(ROOT / "traces" / name).trace, viewport=size)
    widths = []

    for keys in (["ArrowRight", "ArrowRight"], ["c"], ["w", "ArrowDown", "Enter"], ["o"], ["Escape", "?"]):
        press(page, *keys)
        widths.append(page.evaluate("document.documentElement.scrollWidth"))

    assert max(widths) <= size["width"]


@pytest.mark.parametrize("name", TRACES)
def test_what_is_lit_is_in_sight_on_a_phone(name: str, chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, load(ROOT / "traces" / name).trace, viewport=PHONE)
    seen = """() => {
      const frame = document.querySelector(".frame").getBoundingClientRect();
      const boxes = [...document.querySelectorAll(".frame svg:not(.away) .node.lit rect")].map((box) => box.getBoundingClientRect());
      const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
      return right - left > frame.width || (left >= frame.left - 1 && right <= frame.right + 1);
    }"""

    for _ in range(6):
        until(page, lambda: page.evaluate(seen))
        press(page, "ArrowRight")


@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "size"), [("light", SIZES[0]), ("dark", PHONE)], ids=str)
@pytest.mark.parametrize("keys", [[], ["c"], ["o"], ["/", "k"], ["w", "End", "Enter"], ["?"], ["p", "l"]], ids=str)
def test_axe_finds_nothing(
    scheme: str, size: dict[str, int], keys: list[str], chromium: Chromium, tmp_path: Path
) -> None:
    page = opened(chromium, tmp_path, viewport=size, color_scheme=scheme)

    press(page, *keys)

    assert violations(page) == []


def test_axe_finds_nothing_without_other_scenarios_or_drawing(chromium: Chromium, tmp_path: Path) -> None:
    trace = build(small())
    bare = replace(trace, targets={}, scenarios=tuple(unmoved(scenario) for scenario in trace.scenarios))

    one = violations(opened(chromium, tmp_path, trace))
    other = violations(opened(chromium, tmp_path, bare))

    assert one == other == []


def test_the_drawing_is_named_by_what_its_author_says_of_it(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path)
    trace = overlap()[0]

    assert page.get_by_role("img", name=trace.alt or "").count() == 1
    assert page.evaluate("document.documentElement.lang") == "en"


def test_the_page_speaks_the_trace_s_language_and_its_controls_english(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, replace(overlap()[0], language="de-CH"))
    lang = "(node) => node.closest('[lang]').lang"

    texts = [page.locator(place).first.evaluate(lang) for place in ("h1", ".title", ".state tbody th", ".remark")]
    controls = [page.locator(place).first.evaluate(lang) for place in (".tools button", ".bar button", ".state h3")]

    assert texts == ["de-CH"] * 4
    assert controls == ["en"] * 3


def test_dark_is_dark_and_light_is_light(chromium: Chromium, tmp_path: Path) -> None:
    light = ground(opened(chromium, tmp_path, color_scheme="light"))
    dark = ground(opened(chromium, tmp_path, color_scheme="dark"))

    assert (light, dark) == ("rgb(255, 255, 255)", "rgb(13, 17, 23)")


def test_paper_is_light_and_has_every_step_with_its_drawing(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, color_scheme="dark", fragment="#overlap/4")

    page.emulate_media(media="print", color_scheme="dark")
    page.locator(".still").first.wait_for()

    assert ground(page) == "rgb(255, 255, 255)"
    assert page.locator(".player").is_hidden()
    assert page.locator("article:visible").count() == 14
    assert page.locator(".still svg").count() == 12
    assert page.locator("[id='overlap/4'] .still .node.lit .name").all_text_contents() == ["Result queue", "FutureMap"]
    for text in ("Limitations", "Sources", "Playback time is not measured latency", "was run_batch(k) returns"):
        assert text in page.locator("body").inner_text()
    assert page.pdf()[:5] == b"%PDF-"


def test_without_scripts_the_transcript_is_the_page(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, java_script_enabled=False, fragment="#overlap/4")
    text = page.locator("body").inner_text()
    step = page.locator("[id='overlap/4']").bounding_box()

    assert [page.locator(hidden).is_hidden() for hidden in (".player", ".tools", "dialog")] == [True] * 3
    assert page.locator("#_picture svg").is_visible()
    assert step is not None
    assert -1 < step["y"] < 800  # a browser scrolls by whole pixels, and lines may end between two
    for words in ("4. Queue the handle, stash tokens", "k−1, k was k−1", "Playback time is not measured", "Sources"):
        assert words in text


def test_an_author_s_own_drawing_is_lit(chromium: Chromium, tmp_path: Path) -> None:
    trace = overlap()[0]
    boxes = "".join(
        f'<g id="{target.id}" style="fill:#fed" onclick="alert(1)"><rect x="{place * 20}" width="15" height="15"/></g>'
        for place, target in enumerate(trace.targets.values())
    )
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="400" height="60">{boxes}<script>alert(1)</script></svg>'
    drawing = read_drawing(svg.encode(), "own.svg", trace)

    page = opened(chromium, tmp_path, trace, "#overlap/4", drawing=drawing)
    parts = page.locator(".side").first.locator(".own g[id]")
    filters = parts.evaluate_all("(all) => all.map((one) => getComputedStyle(one).filter !== 'none')")
    fills = parts.evaluate_all("(all) => all.map((one) => getComputedStyle(one).fill)")

    step = trace.scenarios[1].steps[3]
    assert filters == [key in {*step.active, *step.paths} for key in trace.targets]
    assert set(fills) == {"rgb(255, 238, 221)"}
    assert lit(page) == []  # none of ours


def test_an_author_s_own_drawing_is_on_paper_at_each_step(chromium: Chromium, tmp_path: Path) -> None:
    trace = build(small())
    boxes = "".join(f'<rect id="{name}" width="9" height="9"/>' for name in ("make", "queue", "put"))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">{boxes}</svg>'
    page = opened(chromium, tmp_path, trace, drawing=read_drawing(svg.encode(), "own.svg", trace))

    page.emulate_media(media="print")
    page.locator(".still").first.wait_for()
    at = "(all) => all.map((one) => [...one.shadowRoot.querySelectorAll('._lit')].map((part) => part.id))"

    assert page.locator(".still .own").evaluate_all(at) == [["make"], ["queue", "put"]]
