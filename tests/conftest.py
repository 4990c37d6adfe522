"""What every test starts from: an environment that nobody's shell has touched."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# No deadline: the machines are noisy and a slow example is no fault. derandomize in CI keeps a red run repeatable.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.load_profile("house")

_TOUCHY = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "ACCESSIBLE", "REDUCED_MOTION", "PYTHONPATH")


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in os.environ:
        if name in _TOUCHY or name.startswith(("GITHUB_", "GIT_", "TRACE_", "TTY_", "_TYPER", "_TRACE")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
