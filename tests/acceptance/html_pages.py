"""Pages to be opened in a browser, and what is asked of them."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.support.browser import Chromium
from tests.unit.export_helpers import laned
from tracecli.export.html import html_page
from tracecli.model import Scenario, Trace

WIDE = {"width": 1200, "height": 800}
_AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def opened(
    browser: Chromium, folder: Path, trace: Trace | None = None, fragment: str | None = None, **options: Any
) -> Page:
    """Show the page of a trace; of the shipped one by default.

    Args:
        browser: The browser.
        folder: Where the page is written.
        trace: The trace, all its scenarios in the page.
        fragment: The end of its address, from `#` on; the first step of the first scenario without it.
        **options: Of the browser's context; `start` and `drawing` are the page's.
    """
    trace = trace or laned()
    if fragment is None:  # what opens by itself may be a comparison
        fragment = f"#{trace.scenarios[0].id}/1" if "start" not in options else ""
    own = {name: options.pop(name) for name in ("start", "drawing") if name in options}
    path = folder / "page.html"
    path.write_text(html_page(trace, trace.scenarios, **own), encoding="utf-8", newline="\n")
    page = browser.page(**({"viewport": WIDE} | options))
    page.goto(path.as_uri() + fragment)
    return page


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def stop_clock(page: Page) -> None:
    """From now on time passes only when a test says so."""
    page.clock.install(time=0)
    page.clock.pause_at(86_400)  # a moment that is still to come, however long it took to get here


def place(page: Page) -> tuple[str, str]:
    """Return the number and the title that are shown; of the left side in a comparison."""
    side = page.locator(".side").first
    return side.locator(".number").inner_text(), side.locator("h2").inner_text()


def number(page: Page) -> str:
    return place(page)[0]


def fragment(page: Page) -> str:
    return str(page.evaluate("location.hash.slice(1)"))  # page.url hears of it later


def lit(page: Page) -> list[str]:
    """Return the names of the nodes that are lit in the drawing that is shown."""
    return page.locator(".side").first.locator("svg:not(.away) .node.lit .name").all_text_contents()


def said(page: Page) -> str:
    """Return the answer to the last key."""
    return page.locator(".said").inner_text()


def spoken(page: Page) -> str:
    """Return what the live region says."""
    return page.locator("[aria-live]").inner_text()


def state(page: Page) -> list[str]:
    """Return the rows of the state table as they are read."""
    return [" ".join(row.split()) for row in page.locator(".state tbody tr").all_inner_texts()]


def violations(page: Page) -> list[tuple[str, list[str]]]:
    """Return what axe finds: its rules, and where they are broken."""
    page.evaluate(_AXE)
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [(one["id"], [str(node["target"]) for node in one["nodes"]]) for one in found["violations"]]


def grown(scenario: Scenario, steps: int) -> Scenario:
    """Return a scenario of so many steps, made of its own over and over, each with words of its own."""
    own = scenario.steps
    told = (
        replace(own[place % len(own)], title=f"{own[place % len(own)].title} {place + 1}") for place in range(steps)
    )
    return replace(scenario, steps=tuple(told))
