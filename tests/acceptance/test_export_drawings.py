"""Drawings as six programs write them: in a picture and in a page they look as they do alone, and light up in place."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from math import ceil, floor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.browser import Chromium
from tests.unit.export_helpers import ROOT
from tracecli.export.html import export as page_of
from tracecli.export.own_drawing import OwnDrawing, read_drawing
from tracecli.export.svg import export as picture_of
from tracecli.model import Trace, build

FOLDER = ROOT / "tests" / "cases" / "drawings"
IDS = {
    "d2": ("queue", "worker", "take", "back"),
    "drawio": ("cell-queue", "cell-worker", "cell-take", "cell-back"),
    "figma": ("Queue", "Worker", "Take", "Back"),
    "graphviz": ("node1", "node2", "edge1", "edge2"),
    "inkscape": ("g12", "g20", "path30", "path31"),
    "mermaid": ("flowchart-queue-0", "flowchart-worker-1", "L_queue_worker_0", "L_worker_queue_0"),
}
KEYS = ("queue", "worker", "take", "back")
WINDOW = {"width": 1200, "height": 900}
HIGH: dict[str, Any] = {"viewport": {"width": 1200, "height": 1200}}
REACH = 6  # pixels around an element that its rim may take
_FAINT = 64  # of 255: what fractions of a pixel make of the edge of a curve


def trace_of(ids: tuple[str, ...]) -> Trace:
    """Return a trace in which a step lights each target, and a last one none."""
    edges = {"take": ("queue", "worker"), "back": ("worker", "queue")}
    targets: dict[str, dict[str, str]] = {}
    for key, name in zip(KEYS, ids, strict=True):
        ends = dict(zip(("from", "to"), edges.get(key, ()), strict=False))
        targets[key] = {"id": name, "kind": "edge" if ends else "node", "label": key, **ends}
    steps = [
        {
            "title": key or "Nothing",
            "description": "x",
            "duration": 1000,
            "active": [key] if key in {"queue", "worker"} else [],
            "paths": [key] if key in edges else [],
            "state": {"item": key},
        }
        for key in (*KEYS, "")
    ]
    main: dict[str, Any] = {
        "id": "main",
        "title": "Jobs",
        "description": "x",
        "initial": {"item": "x"},
        "unselected": [],
        "steps": steps,
    }
    return build(
        {
            "version": 1,
            "language": "en",
            "title": "Jobs",
            "description": "x",
            "stateLabels": {"item": "Item"},
            "targets": targets,
            "scenarios": [main, main | {"id": "other"}],
        }
    )


@dataclass
class Shown:
    """A drawing by itself, and where it can be seen."""

    chromium: Chromium
    folder: Path
    file: Path
    trace: Trace
    drawing: OwnDrawing

    @property
    def size(self) -> tuple[int, int]:
        """The drawing's size in pixels."""
        return round(self.drawing.size.width), round(self.drawing.size.height)

    def alone(self, hidden: str = "none", box: tuple[float, float, float, float] | None = None) -> bytes:
        """Return how the file looks as an image in a box, on white; without the element of one id."""
        left, top, width, height = box or (0, 0, *self.size)
        text = self.file.read_text(encoding="utf-8").replace(f' id="{hidden}"', ' visibility="hidden" opacity="0"')
        (self.folder / "alone.svg").write_text(text, encoding="utf-8", newline="\n")
        style = f"position: absolute; left: {left}px; top: {top}px; width: {width}px; height: {height}px"
        page = self.opened("alone.html", f'<body><img src="alone.svg" style="{style}">', **(HIGH if box else {}))
        picture = page.screenshot(clip={"x": 0, "y": 0, "width": ceil(left + width), "height": ceil(top + height)})
        page.context.close()
        return picture

    def painted(self, name: str) -> tuple[int, int, int, int]:
        """Return the borders of all that an element paints, its arrowheads and its shadow too."""
        places = differences(self.chromium, self.alone(), self.alone(name), faint=2)
        xs, ys = zip(*places, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def still(self, step: int) -> bytes:
        """Return how it looks in a still."""
        text = picture_of(self.trace, self.trace.scenarios[0], step=step, drawing=self.drawing)
        return self.pictured(self.opened("still.svg", text), "document")

    def paged(self, step: int, **options: Any) -> bytes:
        """Return how it looks in the player, or where its scripts are off."""
        page = self.opened("page.html", page_of(self.trace, drawing=self.drawing), f"#main/{step}", **options)
        place = ".side .own" if options.get("java_script_enabled", True) else "#_picture .own"
        return self.pictured(page, f"document.querySelector('{place}').shadowRoot")

    def pictured(self, page: Page, root: str) -> bytes:
        """Return a picture of the first drawing in a part of a page."""
        box = f"{root}.querySelector('._ground').getBoundingClientRect()"
        x, y = page.evaluate(f"(() => {{ scrollTo(0, 0); const box = {box}; return [box.x, box.y]; }})()")
        picture = page.screenshot(clip={"x": x, "y": y, "width": self.size[0], "height": self.size[1]})
        page.context.close()
        return picture

    def scaled(self, page: Page, place: str) -> tuple[bytes, tuple[float, float, float, float]]:
        """Return a picture of a drawing in a page that may be shown smaller than it is, and its box there."""
        ground = f"document.querySelector('{place}').shadowRoot.querySelector('._ground')"
        x, y, width, height = page.evaluate(
            f"(() => {{ {ground}.scrollIntoView({{block: 'center'}}); const box = {ground}.getBoundingClientRect();"
            "return [box.x, box.y, box.width, box.height]; })()"
        )
        left, top = x % 1, y % 1
        picture = page.screenshot(
            clip={"x": floor(x), "y": floor(y), "width": ceil(left + width), "height": ceil(top + height)}
        )
        page.context.close()
        return picture, (left, top, width, height)

    def opened(self, name: str, text: str, fragment: str = "", **options: Any) -> Page:
        """Show a text as a file."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8", newline="\n")
        page = self.chromium.page(**{"viewport": WINDOW, **options})
        page.goto(path.as_uri() + fragment)
        if options.get("java_script_enabled", True):
            page.evaluate("document.fonts.ready")
        return page


@pytest.fixture(params=sorted(IDS))
def shown(request: pytest.FixtureRequest, chromium: Chromium, tmp_path: Path) -> Shown:
    file = FOLDER / f"{request.param}.svg"
    trace = trace_of(IDS[request.param])
    return Shown(chromium, tmp_path, file, trace, read_drawing(file.read_bytes(), file.name, trace))


_DIFFERENCE = """async ([one, other, faint]) => {
  const pixels = await Promise.all([one, other].map(async (data) => {
    const image = new Image();
    image.src = "data:image/png;base64," + data;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  }));
  const [a, b] = pixels;
  if (a.width !== b.width || a.height !== b.height) return null;
  const found = [];
  for (let at = 0; at < a.data.length; at += 4) {
    const apart = Math.max(...[0, 1, 2].map((part) => Math.abs(a.data[at + part] - b.data[at + part])));
    if (apart > faint) found.push([(at / 4) % a.width, Math.floor(at / 4 / a.width)]);
  }
  return found;
}"""


def differences(chromium: Chromium, one: bytes, other: bytes, faint: int = _FAINT) -> list[tuple[int, int]]:
    """Return the places of the pixels in which two pictures of one size differ."""
    texts = [base64.b64encode(each).decode() for each in (one, other)]
    page = chromium.page()
    found = page.evaluate(_DIFFERENCE, [*texts, faint])
    page.context.close()
    assert found is not None, "the pictures are of different sizes"
    return [(x, y) for x, y in found]


@pytest.mark.parametrize("place", ["still", "paged"])
def test_a_drawing_looks_as_it_does_alone(shown: Shown, place: str) -> None:
    seen = getattr(shown, place)(len(KEYS) + 1)

    apart = differences(shown.chromium, shown.alone(), seen)

    assert len(apart) < shown.size[0] * shown.size[1] / 1000, apart[:20]
    assert shown.chromium.errors == []
    assert shown.chromium.requests == []


@pytest.mark.slow
@pytest.mark.parametrize("place", ["still", "paged"])
@pytest.mark.parametrize("key", KEYS)
def test_what_is_lit_changes_in_its_place_and_nothing_else_does(shown: Shown, place: str, key: str) -> None:
    seen = getattr(shown, place)
    left, top, right, bottom = shown.painted(shown.trace.targets[key].id)

    apart = differences(shown.chromium, seen(len(KEYS) + 1), seen(KEYS.index(key) + 1))

    outside = [
        (x, y) for x, y in apart if not (left - REACH <= x <= right + REACH and top - REACH <= y <= bottom + REACH)
    ]
    assert len(apart) > 100
    assert outside == []


def test_the_colours_of_a_dark_scheme_are_not_taken(shown: Shown) -> None:
    last = len(KEYS) + 1

    assert differences(shown.chromium, shown.paged(last), shown.paged(last, color_scheme="dark")) == []


def test_every_copy_in_a_page_is_the_whole_drawing(shown: Shown) -> None:
    page = shown.opened("page.html", page_of(shown.trace, drawing=shown.drawing), f"#main+other/{len(KEYS) + 1}")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")

    first, *others = page.evaluate("[...document.querySelectorAll('.own')].map((one) => one.shadowRoot.innerHTML)")

    assert len(others) == 2 + 2 * (len(KEYS) + 1)
    # What is lit differs, and nothing else.
    assert {re.sub(r' class="(_lit)?"| _lit(?=")', "", one) for one in others} == {first}


@pytest.mark.parametrize("side", [1, 2])
def test_beside_another_a_drawing_looks_as_it_does_alone(shown: Shown, side: int) -> None:
    text = page_of(shown.trace, drawing=shown.drawing)
    page = shown.opened("page.html", text, f"#main+other/{len(KEYS) + 1}", **HIGH)

    seen, box = shown.scaled(page, f".side:nth-of-type({side}) .own")

    apart = differences(shown.chromium, shown.alone(box=box), seen)
    assert len(apart) < box[2] * box[3] / 100, apart[:20]  # it is reduced: more of its pixels are on an edge


def test_on_paper_a_drawing_looks_as_it_does_alone(shown: Shown) -> None:
    text = page_of(shown.trace, drawing=shown.drawing)
    page = shown.opened("page.html", text, **HIGH)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")

    seen, box = shown.scaled(page, f'article[id="main/{len(KEYS) + 1}"] .own')

    apart = differences(shown.chromium, shown.alone(box=box), seen)
    assert len(apart) < box[2] * box[3] / 100, apart[:20]  # it is reduced: more of its pixels are on an edge


def test_without_scripts_the_page_shows_the_drawing(shown: Shown) -> None:
    plain = shown.paged(len(KEYS) + 1, java_script_enabled=False)

    assert len(differences(shown.chromium, shown.alone(), plain)) < shown.size[0] * shown.size[1] / 1000


def test_the_animation_lights_each_step_as_its_still_does(shown: Shown) -> None:
    scenario = shown.trace.scenarios[0]
    page = shown.opened("animated.svg", picture_of(shown.trace, scenario, drawing=shown.drawing, wpm=0))
    at = "(time) => document.getAnimations().forEach((each) => { each.pause(); each.currentTime = time; })"
    rims = (
        "[...document.querySelectorAll('._own *')].map((one) => getComputedStyle(one).filter.includes('rgb(47, 129'))"
    )

    for step in range(1, len(KEYS) + 2):
        page.evaluate(at, 1000 * step - 500)
        still = shown.opened("still.svg", picture_of(shown.trace, scenario, step=step, drawing=shown.drawing))
        assert page.evaluate(rims) == still.evaluate(rims), step
        assert sum(still.evaluate(rims)) == (step <= len(KEYS))
