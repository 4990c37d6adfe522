"""Documents to check, made from plain data, and what checking says of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tracecli.checking import Checked, SourceFiles, check
from tracecli.problems import Problem, Severity
from tracecli.reading import Document, read_bytes

CASES = Path(__file__).parents[1] / "cases"
_SEED = (CASES / "seed.json").read_text(encoding="utf-8")


def seed() -> dict[str, Any]:
    """Give a fresh copy of the founding document's data."""
    data: dict[str, Any] = json.loads(_SEED)
    return data


def small() -> dict[str, Any]:
    """Give the data of a small trace about which there is nothing to say."""
    return {
        "version": 1,
        "language": "en",
        "title": "Launch and run",
        "description": "A step is launched, then the GPU runs it.",
        "alt": "Two boxes, joined by an arrow: the launch, and the GPU",
        "stateLabels": {"gpu": "GPU work", "queue": "Queue"},
        "targets": {
            "launch": {"id": "t-launch", "kind": "node", "label": "Launch step"},
            "gpu": {"id": "t-gpu", "kind": "node", "label": "GPU forward"},
            "launchGpu": {"id": "t-launch-gpu", "kind": "edge", "label": "Launch it", "from": "launch", "to": "gpu"},
        },
        "scenarios": [
            {
                "id": "main",
                "title": "One step",
                "description": "What happens to one step.",
                "initial": {"gpu": "idle", "queue": "empty"},
                "unselected": [],
                "steps": [
                    {
                        "title": "Launch",
                        "description": "The step is launched.",
                        "duration": 2000,
                        "active": ["launch"],
                        "paths": ["launchGpu"],
                        "state": {"gpu": "idle", "queue": "one"},
                    },
                    {
                        "title": "Run",
                        "description": "The GPU runs it.",
                        "duration": 2000,
                        "active": ["gpu"],
                        "paths": [],
                        "state": {"gpu": "busy", "queue": "empty"},
                    },
                ],
            }
        ],
    }


def document(data: object, name: str = "t.json") -> Document:
    """Write data as JSON and read it."""
    return read_bytes(json.dumps(data, indent=2).encode(), name)


def checked(data: object, files: SourceFiles | None = None) -> Checked:
    """Check data."""
    return check(document(data), files)


def problems(data: object, files: SourceFiles | None = None) -> list[Problem]:
    """Give what there is to say of data, but for notes."""
    return [problem for problem in checked(data, files).problems if problem.severity is not Severity.NOTE]


def rules(data: object, files: SourceFiles | None = None) -> list[str]:
    """Give the rules of all problems, notes too."""
    return [problem.rule for problem in checked(data, files).problems]


def only(data: object, rule: str, files: SourceFiles | None = None) -> Problem:
    """Give the one problem, but for notes of other rules, and make sure that it is of a rule."""
    found = [p for p in checked(data, files).problems if p.severity is not Severity.NOTE or p.rule == rule]
    assert [problem.rule for problem in found] == [rule], [problem.message for problem in found]
    return found[0]
