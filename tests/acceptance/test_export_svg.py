"""SVG files in a real browser: they move, stand still, answer to a step's name, and ask for nothing."""

from __future__ import annotations

import io
import subprocess
import time
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page

from tests.support.browser import GUARD, Chromium, until
from tests.support.tools import missing, tool
from tests.unit.export_helpers import HOSTILE, ROOT, hostile, overlap
from tests.unit.svg_helpers import repeated
from tracecli.api import load
from tracecli.drawing.labels import text_width
from tracecli.export.own_drawing import read_drawing
from tracecli.export.svg import export
from tracecli.export.svg_parts import BOLD
from tracecli.model import build
from tracecli.playback import stay_ms
from tracecli.text import NORMAL_WPM

_VIEW = {"width": 860, "height": 760}
_FAST = 4.0

FORMS: dict[str, dict[str, Any]] = {"animated": {}, "still": {"step": 1}, "sheet": {"all_steps": True}}

OWN = """<?xml version="1.0"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300" height="200"
  onload="console.error('ran')">
<style>@import url(http://evil.example/a.css); @font-face{font-family:f;src:url(http://evil.example/f)}
rect{fill:#ffd;background:url(http://evil.example/b)} text{font:12px f} *{fill:url(http://evil.example/c#d)}</style>
<script>console.error('ran'); fetch('http://evil.example/s')</script>
<foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" src="http://evil.example/p"
  onerror="console.error('ran')"/></foreignObject>
<image xlink:href="http://evil.example/q.png" width="5" height="5"/>
<use xlink:href="http://evil.example/u.svg#u"/>
<filter id="f"><feImage xlink:href="http://evil.example/i.png"/></filter>
<a xlink:href="javascript:console.error('ran')">%s</a>
</svg>"""


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def pictured(browser: Chromium, file: Path, fragment: str = "", **options: object) -> Page:
    """Show a file as a README does."""
    address = f"{file.name}{fragment}"
    holder = written(file.parent, f"{file.name}.html", f'<body style="margin:0"><img src="{address}">')
    page = browser.page(viewport=_VIEW, **options)
    page.goto(holder.as_uri())
    return page


def picture(browser: Chromium, file: Path, fragment: str = "", **options: object) -> bytes:
    return pictured(browser, file, fragment, **options).screenshot()


def needs_letters_of_usual_width(page: Page) -> None:
    """Skip where none of the fonts that a picture asks for is there, and others are wider than what it leaves room for."""
    words = "Queue the handle, stash 0123456789 tokens"
    measure = (
        "([font, words]) => Object.assign(new OffscreenCanvas(1, 1).getContext('2d'), {font}).measureText(words).width"
    )
    for weight, broader in (("", 1), ("bold ", BOLD)):
        font = f'{weight}100px Helvetica, Arial, "Liberation Sans", sans-serif'
        if not 0 < page.evaluate(measure, [font, words]) <= text_width(words, 100) * broader:
            missing("Helvetica, Arial or Liberation Sans (fonts-liberation)")


def strip(page: Page, top: int, height: int) -> bytes:
    """Return a part of the page over its whole breadth."""
    return page.screenshot(clip={"x": 0, "y": top, "width": _VIEW["width"], "height": height})


def changed(page: Page, top: int, height: int) -> bool:
    """Return whether a part of the page changes before long."""
    first, deadline = strip(page, top, height), time.monotonic() + GUARD
    while time.monotonic() < deadline:
        if strip(page, top, height) != first:
            return True
        page.wait_for_timeout(50)
    return False


def test_an_animated_file_moves_where_the_steps_are_and_not_elsewhere(chromium: Chromium, tmp_path: Path) -> None:
    trace, scenario = overlap()
    file = written(tmp_path, "a.svg", export(trace, scenario, speed=_FAST))
    page = pictured(chromium, file)
    height = int(page.evaluate("document.images[0].height"))

    head, foot = strip(page, 0, 24), strip(page, height - 80, 80)
    moves = [changed(page, top, 40) for top in (65, 115, 240, 420)]  # ruler, words, drawing, state

    assert moves == [True] * 4
    assert strip(page, 0, 24) == head
    assert strip(page, height - 80, 80) == foot


def test_at_each_time_the_animation_is_the_still_of_its_step(chromium: Chromium, tmp_path: Path) -> None:
    trace, scenario = overlap()
    page = chromium.page(viewport=_VIEW)
    starts = [0, *accumulate(stay_ms(step, NORMAL_WPM, 1) for step in scenario.steps)]
    at = "(time) => document.getAnimations().forEach((each) => { each.pause(); each.currentTime = time; })"
    stills = []

    for step in range(1, 7):
        page.goto(written(tmp_path, f"{step}.svg", export(trace, scenario, step=step)).as_uri())
        stills.append(page.screenshot())
    page.goto(written(tmp_path, "a.svg", export(trace, scenario)).as_uri())

    for place, still in enumerate(stills):
        for time_ in (starts[place] + 1, starts[place + 1] - 1):
            page.evaluate(at, time_)
            assert page.screenshot() == still
    page.evaluate(at, starts[-1] + 1999)
    assert page.screenshot() == stills[-1]
    page.evaluate(at, starts[-1] + 2001)
    assert page.screenshot() == stills[0]


def test_who_wants_less_motion_sees_the_last_step_still_with_the_titles_of_all(calm: Chromium, tmp_path: Path) -> None:
    trace, scenario = overlap()
    file = written(tmp_path, "a.svg", export(trace, scenario, speed=_FAST))
    last = written(tmp_path, "6.svg", export(trace, scenario, step=6))

    page = pictured(calm, file)
    first = page.screenshot()
    page.wait_for_timeout(1500)  # longer than the longest step at this speed

    assert page.screenshot() == first
    words = 200  # pixels: their lower border
    shots = [Image.open(io.BytesIO(shot)) for shot in (first, picture(calm, last))]
    above, below = [
        [shot.crop((0, top, 860, end)).tobytes() for shot in shots] for top, end in ((0, words), (words, 700))
    ]
    assert below[0] == below[1]
    assert above[0] != above[1]


@pytest.mark.parametrize("step", [1, 3, 6])
def test_a_step_is_shown_by_its_name(chromium: Chromium, tmp_path: Path, step: int) -> None:
    trace, scenario = overlap()
    file = written(tmp_path, "a.svg", export(trace, scenario, speed=_FAST))
    still = written(tmp_path, "s.svg", export(trace, scenario, step=step))

    assert picture(chromium, file, f"#step-{step}") == picture(chromium, still)


def test_a_step_is_shown_by_its_name_to_who_wants_less_motion(calm: Chromium, tmp_path: Path) -> None:
    trace, scenario = overlap()
    file = written(tmp_path, "a.svg", export(trace, scenario))
    still = written(tmp_path, "s.svg", export(trace, scenario, step=3))

    assert picture(calm, file, "#step-3") == picture(calm, still)


def test_the_dark_scheme_reaches_the_picture(chromium: Chromium, tmp_path: Path) -> None:
    trace, scenario = overlap()
    file = written(tmp_path, "s.svg", export(trace, scenario, step=3))
    grounds = []

    for scheme in ("light", "dark"):
        page = chromium.page(color_scheme=scheme)
        page.goto(file.as_uri())
        grounds.append(page.evaluate("getComputedStyle(document.querySelector('.card')).fill"))

    assert grounds == ["rgb(255, 255, 255)", "rgb(13, 17, 23)"]
    assert picture(chromium, file, color_scheme="dark") != picture(chromium, file, color_scheme="light")


def test_no_text_of_a_picture_leaves_its_card_or_its_box(chromium: Chromium, tmp_path: Path) -> None:
    trace, scenario = overlap()
    outside = """() => {
        const inside = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1
            && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
        const rect = (element) => element.getBoundingClientRect();
        const card = rect(document.querySelector(".card"));
        const loose = [...document.querySelectorAll("text")].filter((text) => !inside(rect(text), card));
        const tight = [...document.querySelectorAll(".node, .label")].filter(
            (group) => !inside(rect(group.querySelector("text")), rect(group.querySelector("rect"))));
        return [...loose, ...tight].map((element) => element.textContent);
    }"""

    for number, options in enumerate((FORMS["still"], FORMS["sheet"])):
        file = written(tmp_path, f"{number}.svg", export(trace, scenario, **options))
        page = chromium.page(viewport=_VIEW)
        needs_letters_of_usual_width(page)
        page.goto(file.as_uri())
        assert page.evaluate(outside) == []


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_hostile_texts_do_nothing_and_ask_for_nothing(chromium: Chromium, tmp_path: Path, form: dict[str, Any]) -> None:
    page = chromium.page()

    for number, text in enumerate(HOSTILE):
        trace = build(hostile(text))
        page.goto(written(tmp_path, f"{number}.svg", export(trace, trace.scenarios[0], **form)).as_uri())
        assert page.evaluate("document.querySelectorAll('script, parsererror').length") == 0


def test_a_hostile_drawing_does_nothing_and_asks_for_nothing(chromium: Chromium, tmp_path: Path) -> None:
    trace, scenario = overlap()
    shapes = "".join(
        f'<g id="{target.id}" onmouseover="console.error(1)"><rect x="{9 * place}" y="30" width="8" height="60"/></g>'
        for place, target in enumerate(trace.targets.values())
    )
    own = read_drawing((OWN % shapes).encode(), "own.svg", trace)

    page = chromium.page(viewport=_VIEW)
    page.goto(written(tmp_path, "a.svg", export(trace, scenario, drawing=own, step=3)).as_uri())
    page.mouse.click(420, 300)

    kept = "document.querySelectorAll('script, img, a, feImage, [onload], [onmouseover], [onerror]').length"
    assert page.evaluate(kept) == 0
    assert page.evaluate("document.querySelectorAll('[style^=filter]').length") == 3


def test_a_hostile_drawing_would_ask_if_it_were_not_cleaned(running: Chromium, tmp_path: Path) -> None:
    page = running.page()

    page.goto(written(tmp_path, "raw.svg", OWN % "").as_uri())

    until(page, lambda: "ran" in running.errors and running.requests)


def test_a_lit_target_of_a_drawing_looks_other_than_an_unlit_one(chromium: Chromium, tmp_path: Path) -> None:
    trace, scenario = overlap()
    shapes = "".join(
        f'<rect id="{target.id}" x="{20 * place}" y="30" width="15" height="60" fill="#ccc"/>'
        for place, target in enumerate(trace.targets.values())
    )
    own = read_drawing((OWN % shapes).encode(), "own.svg", trace)
    page = chromium.page(viewport=_VIEW)

    page.goto(written(tmp_path, "a.svg", export(trace, scenario, drawing=own, step=3)).as_uri())

    looks = page.evaluate("[...document.querySelectorAll('._own rect')].map((one) => getComputedStyle(one).filter)")
    step = scenario.steps[2]
    assert ["drop-shadow" in look for look in looks] == [key in {*step.active, *step.paths} for key in trace.targets]


@pytest.mark.parametrize("name", ["overlap.json", "sglang.yaml", "vllm.yaml"])
def test_xmllint_accepts_every_form(tmp_path: Path, name: str) -> None:
    resolved = load(ROOT / "traces" / name)
    files = [
        written(tmp_path, f"{scenario.id}-{place}.svg", export(resolved.trace, scenario, **options))
        for scenario in resolved.trace.scenarios
        for place, options in enumerate([*FORMS.values(), {"step": 0}])
    ]

    done = subprocess.run([tool("xmllint"), "--noout", *files], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_xmllint_accepts_hostile_texts(tmp_path: Path) -> None:
    traces = [build(hostile(text)) for text in HOSTILE]
    files = [
        written(tmp_path, f"{number}-{name}.svg", export(trace, trace.scenarios[0], **options))
        for number, trace in enumerate(traces)
        for name, options in FORMS.items()
    ]

    done = subprocess.run([tool("xmllint"), "--noout", *files], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_a_thousand_steps_are_shown(chromium: Chromium, tmp_path: Path) -> None:
    page = pictured(chromium, written(tmp_path, "a.svg", export(*repeated(1000))))

    assert page.evaluate("document.images[0].naturalWidth") > 800
