"""A page whose every text is hostile shows text, and a long one does no more work for a key than a short one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.acceptance.html_pages import grown, number, opened, press, said
from tests.support.browser import Chromium, until
from tests.unit.export_helpers import HOSTILE, hostile, overlap
from tests.unit.html_helpers import NASTY
from tracecli.export.html import shown
from tracecli.model import Trace, build
from tracecli.playback import seen

_COUNT = """() => {
  window.touched = 0;
  const counted = {attributes: true, childList: true, characterData: true, subtree: true};
  new MutationObserver((all) => (touched += all.length)).observe(document, counted);
}"""

_SETTLED = "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
"""What follows from a size that changed is done."""


def foreign(page: Page) -> list[str]:
    """Return the names of elements that the page's own files do not make, and of attributes that run something."""
    return [
        str(name)
        for name in page.evaluate(
            """() => [...document.querySelectorAll("*")].flatMap((node) => [
              ...(/^(img|image|iframe|object|embed|base|audio|video|math|foreignObject|animate|set|i|em)$/i.test(node.localName)
                ? [node.localName] : []),
              ...[...node.attributes].map(({name}) => name).filter((name) => /^on|^style$|^xlink/.test(name) && name !== "style"),
            ])"""
        )
    ]


@pytest.mark.slow
@pytest.mark.parametrize("text", [*HOSTILE, *NASTY])
def test_every_text_is_shown_as_it_is(text: str, chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, build(hostile(text)))
    told = shown(text)

    press(page, "ArrowRight", "w", "ArrowDown", "Enter", "o")
    page.keyboard.press("Escape")

    assert page.title().split() == told.split()
    assert (page.locator("h1").text_content() or "").split() == told.split()
    assert (page.locator(".title").first.text_content() or "").split() == told.split()
    assert page.locator(".state .now").first.text_content() in {"none", shown(seen(text))}
    assert page.locator(".node .name").first.text_content()
    assert page.locator("script").count() == 2
    assert page.locator("a").count() == 0
    assert foreign(page) == []


def test_what_is_typed_is_text_too(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path)

    press(page, "/")
    page.keyboard.type("<img src=x onerror=alert(1)>")
    press(page, "Enter")

    assert said(page) == "Nothing here says <img src=x onerror=alert(1)>"
    assert foreign(page) == []


def test_the_policy_lets_no_other_script_run(running: Chromium, tmp_path: Path) -> None:
    page = opened(running, tmp_path)

    page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "document.title = 'ran'";
          document.body.append(script);
          const button = document.querySelector("button");
          button.setAttribute("onclick", "document.title = 'ran'");
          button.click();
          const frame = document.createElement("img");
          frame.src = "https://example.org/x.png";
          document.body.append(frame);
        }"""
    )

    assert page.title() == overlap()[0].title
    assert running.requests == []


def long(steps: int) -> Trace:
    trace, scenario = overlap()
    return replace(trace, scenarios=(grown(scenario, steps),))


def test_a_key_costs_the_same_however_long_the_trace_is(chromium: Chromium, tmp_path: Path) -> None:
    work = []

    for steps in (12, 1000):
        page = opened(chromium, tmp_path, long(steps), "#overlap/3", reduced_motion="reduce")
        page.evaluate(_SETTLED)
        page.evaluate(_COUNT)
        press(page, "ArrowRight")
        work.append((number(page), page.evaluate("touched")))
        press(page, "w", "ArrowDown", "ArrowDown", "ArrowDown", "Enter")
        page.evaluate(_SETTLED)
        page.evaluate("touched = 0")
        press(page, "ArrowLeft")
        work.append((number(page), page.evaluate("touched")))

    assert work[:2] == work[2:]
    assert max(touched for _, touched in work) < 150


def test_what_is_only_heard_is_laid_out_in_one_line_however_long_it_is(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, build(hostile("x" * 2000)))
    page.evaluate(_SETTLED)

    heard = page.locator("#_live")

    assert len(heard.inner_text()) > 4000
    assert heard.evaluate("node => node.scrollHeight") < 40


def test_a_long_trace_is_gone_through_by_number(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, long(1000))

    press(page, "9", "9", "9", "Enter")
    there = page.locator("h2.title").first.inner_text()
    press(page, "o")
    rows = page.locator("dialog li").count()
    shown_row = page.locator("dialog [aria-current]").is_visible()
    press(page, "Escape")
    press(page, "G")

    assert there == "Gather inputs on the GPU 999"
    assert (rows, shown_row, number(page)) == (1001, True, "1000")
    assert page.locator(".numbers span").count() < 60
    assert page.locator(".transcript").is_hidden()


def test_the_last_number_below_the_scrubber_is_not_broken(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, long(50))

    numbers = page.locator(".numbers span")
    until(page, lambda: numbers.count() > 20)
    heights = numbers.evaluate_all("spans => spans.map(span => span.offsetHeight)")

    assert len(set(heights)) == 1


@pytest.mark.parametrize(
    "viewport", [{"width": 1200, "height": 800}, {"width": 360, "height": 740}], ids=["wide", "narrow"]
)
def test_many_scenarios_leave_room_for_the_player_and_the_chosen_one_is_in_sight(
    viewport: dict[str, int], chromium: Chromium, tmp_path: Path
) -> None:
    trace, scenario = overlap()
    many = tuple(replace(scenario, id=f"s{number}", title=f"Scenario {number}") for number in range(200))
    page = opened(chromium, tmp_path, replace(trace, scenarios=many), "#s150/2", viewport=viewport)

    first = page.locator(".title").first.bounding_box()
    chosen = page.locator("[aria-selected=true]").bounding_box()
    tabs = page.locator(".tabs").bounding_box()

    assert first
    assert chosen
    assert tabs
    assert first["y"] < viewport["height"] * 0.6
    assert tabs["y"] - 2 <= chosen["y"] < tabs["y"] + tabs["height"] - 10


def test_what_is_active_has_a_line_of_its_own_when_its_label_is_blank(chromium: Chromium, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, build(hostile(" ")))

    heights = page.locator(".active li").evaluate_all("items => items.map(item => item.offsetHeight)")

    assert len(heights) == 2
    assert min(heights) > 20
