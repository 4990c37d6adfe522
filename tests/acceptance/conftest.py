"""Browsers, started once by each process of the suite."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.browser import Chromium, launch


@pytest.fixture(scope="session")
def _chromium() -> Iterator[Chromium]:
    with launch() as browser:
        yield browser


@pytest.fixture(scope="session")
def _calm() -> Iterator[Chromium]:
    with launch("--force-prefers-reduced-motion") as browser:
        yield browser


@pytest.fixture
def running(_chromium: Chromium) -> Iterator[Chromium]:
    """A browser without a page."""
    with _chromium.emptied() as browser:
        yield browser


@pytest.fixture
def chromium(running: Chromium) -> Iterator[Chromium]:
    """The same, for tests in which nothing goes wrong in a page and nothing outside is asked for."""
    yield running
    assert running.errors == []
    assert running.requests == []


@pytest.fixture
def calm(_calm: Chromium) -> Iterator[Chromium]:
    """A browser whose user wants less motion; emulating that for a page does not reach a picture in it."""
    with _calm.emptied() as browser:
        yield browser
