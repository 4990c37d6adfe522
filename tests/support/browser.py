"""A real Chromium from which no request can leave."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Route, sync_playwright

from tests.support.tools import missing, tool

_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)
_LOCAL = ("file:", "data:", "blob:", "about:")
_LETTERS = "new OffscreenCanvas(1, 1).getContext('2d').measureText('letters').width"
GUARD = 120  # seconds; a hang, not a slow machine


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
        """Return a page in a context of its own.

        Args:
            **options: Of Playwright's `new_context`: `viewport`, `color_scheme`, `reduced_motion`, …
        """
        context: BrowserContext = self.browser.new_context(**options)
        context.set_default_timeout(GUARD * 1000)
        context.route("**/*", self._answer)
        page = context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    @contextlib.contextmanager
    def emptied(self) -> Iterator[Chromium]:
        """Give the browser with nothing asked for and nothing said; what is opened meanwhile is closed at the end.

        A page that stays open goes on moving, which the next test's pages would have to wait for.
        """
        self.errors.clear()
        self.requests.clear()
        try:
            yield self
        finally:
            for context in self.browser.contexts:
                context.close()

    def _answer(self, route: Route) -> None:
        if route.request.url.startswith(_LOCAL):
            route.continue_()
        else:
            self.requests.append(route.request.url)
            route.abort()

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)


def until(page: Page, holds: Callable[[], object]) -> None:
    """Wait until something holds that a page shows soon, but not yet when a key or a click has been heard.

    Playwright's own `wait_for_function` has the page compile a text, which a page's policy may forbid.
    """
    deadline = time.monotonic() + GUARD
    while not holds():
        assert time.monotonic() < deadline, f"it never came on {page.url}:\n{page.content()[:500]}"
        page.wait_for_timeout(20)


class _Driver:
    """Playwright itself, which a process can have only once: started by the first browser, stopped by the last."""

    def __init__(self) -> None:
        self._users = 0
        self._running: Playwright | None = None

    def __enter__(self) -> Playwright:
        self._users += 1
        if self._running is None:
            self._running = sync_playwright().start()
        return self._running

    def __exit__(self, *_error: object) -> None:
        self._users -= 1
        if self._running is not None and not self._users:
            self._running.stop()
            self._running = None


_DRIVER = _Driver()


@contextlib.contextmanager
def launch(*flags: str) -> Iterator[Chromium]:
    """Start the system's Chromium, or skip the test where there is none. Several can run at a time.

    Args:
        *flags: Further switches, such as `--force-prefers-reduced-motion`.
    """
    path = tool("chromium")
    with _DRIVER as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*_FLAGS, *flags], timeout=GUARD * 1000)
        try:
            if not browser.new_page().evaluate(_LETTERS):
                missing("a font, without which Chromium shows no letter")
            yield Chromium(browser)
        finally:
            browser.close()
