"""A real Chromium from which no request can leave."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Route, sync_playwright

from tests.support.tools import tool

_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)
_LOCAL = ("file:", "data:", "blob:", "about:")


class Chromium:
    """A running browser.

    Attributes:
        browser: Playwright's own.
        requests: Every address asked for that is not a local file or inline data; each is refused.
        errors: What pages said on their consoles as errors, and exceptions that nobody caught.
    """

    def __init__(self, browser: Browser) -> None:
        """Nothing has been asked for yet."""
        self.browser = browser
        self.requests: list[str] = []
        self.errors: list[str] = []

    def page(self, **options: Any) -> Page:
        """Give a page in a context of its own.

        Args:
            **options: Of Playwright's `new_context`: `viewport`, `color_scheme`, `reduced_motion`, …
        """
        context: BrowserContext = self.browser.new_context(**options)
        context.route("**/*", self._answer)
        page = context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    def _answer(self, route: Route) -> None:
        if route.request.url.startswith(_LOCAL):
            route.continue_()
        else:
            self.requests.append(route.request.url)
            route.abort()

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)


@contextlib.contextmanager
def launch(*flags: str) -> Iterator[Chromium]:
    """Start the system's Chromium, or skip the test where there is none.

    Args:
        *flags: Further switches, such as `--force-prefers-reduced-motion`.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tool("chromium"), args=[*_FLAGS, *flags])
        try:
            yield Chromium(browser)
        finally:
            browser.close()
