"""Outside tools: a test whose tool is missing is skipped and names it, and fails where all are required."""

from __future__ import annotations

import os
import shutil

import pytest


def tool(name: str) -> str:
    """Give the path of a program, or skip the test; with TRACE_REQUIRE_ALL=1 a missing one is a failure."""
    found = shutil.which(name)
    if found is None:
        missing(name)
    return str(found)


def missing(name: str) -> None:
    """Skip because `name` is not there, or fail where nothing may be skipped."""
    if os.environ.get("TRACE_REQUIRE_ALL") == "1":
        pytest.fail(f"{name} is not installed, and TRACE_REQUIRE_ALL=1 allows no skip")
    pytest.skip(f"needs {name}")
