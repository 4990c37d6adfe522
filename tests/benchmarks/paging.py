"""How long the exported page lets a reader wait: to open, and for the answer to a key, in Chromium."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Page

from tests.benchmarks import making
from tests.benchmarks.measuring import environment
from tests.support.browser import Chromium, launch

SIZES = (1000, 2000, 4000)
_KEYS = 9
_MOST = 100  # milliseconds, the figure to reach for the smallest
HEAD = (
    "\n| web page of | MB | written, s | opened, s | first key, ms | next keys, ms | at most, ms |\n"
    "| :-- | --: | --: | --: | --: | --: | --: |\n"
)
# From when the browser got the key until it has drawn what came of it.
_LISTEN = """() => {
  window.answered = new Promise((done) => addEventListener("keydown", (event) =>
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - event.timeStamp))),
    {capture: true, once: true}));
}"""


class Read(NamedTuple):
    """A page in a browser: seconds until it is open, milliseconds for its first key and for the median of the next."""

    opened: float
    first: float
    following: float


def paged(program: str) -> Iterator[str]:
    """Give the lines of the table, one a page.

    Args:
        program: The path of `trace`.
    """
    yield HEAD
    with tempfile.TemporaryDirectory() as name, launch() as browser:
        for size in SIZES:
            path, seconds = _written(program, size, Path(name))
            read = _read(browser, path)
            first = f"{_MOST}" if read.first <= _MOST else f"**{_MOST}: missed**"
            most = first if size == SIZES[0] else ""
            yield (
                f"| {size:,} steps | {path.stat().st_size / 1e6:.1f} | {seconds:.2f} | {read.opened:.2f} "
                f"| {read.first:.0f} | {read.following:.0f} | {most} |\n"
            )


def _written(program: str, size: int, folder: Path) -> tuple[Path, float]:
    making.large(folder, size)
    page = folder / f"{size}.html"
    start = time.perf_counter()
    command = [program, "export", "html", f"./{size}.json", "-o", str(page)]
    subprocess.run(command, cwd=folder, env=environment(folder), check=True, stderr=subprocess.DEVNULL)
    return page, time.perf_counter() - start


def _read(browser: Chromium, path: Path) -> Read:
    start = time.perf_counter()
    page = browser.page(viewport={"width": 1200, "height": 800})
    page.goto(path.as_uri())
    page.locator(".side h2").first.wait_for()
    opened = time.perf_counter() - start
    first, *following = [_answer(page) for _ in range(_KEYS)]
    page.context.close()
    if browser.errors:
        raise RuntimeError(f"the page complains: {browser.errors}")
    return Read(opened, first, median(following))


def _answer(page: Page) -> float:
    page.evaluate(_LISTEN)
    page.keyboard.press("ArrowRight")
    milliseconds: float = page.evaluate("window.answered")
    return milliseconds
