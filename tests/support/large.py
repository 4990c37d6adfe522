"""Traces of any length, as a program would write them: the founding document's steps over and over."""

from __future__ import annotations

import json
from typing import Any

from tests.support.program import SEED


def large(steps: int) -> dict[str, Any]:
    """Give the data of a trace with one scenario of so many steps, no two alike."""
    data: dict[str, Any] = json.loads(SEED.read_text(encoding="utf-8"))
    scenario = data["scenarios"][1]
    told = scenario["steps"]
    scenario["steps"] = [
        told[number % len(told)] | {"title": f"{told[number % len(told)]['title']}, turn {number}"}
        for number in range(steps)
    ]
    data["scenarios"] = [scenario]
    return data
