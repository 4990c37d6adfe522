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


def rich() -> dict[str, Any]:
    """Give the data of a small trace that uses every word of the format, about which there is nothing to say."""
    data = small()
    data["stateLabels"]["results"] = "Results"
    data["targets"]["gpu"]["shows"] = "gpu"
    data["sources"] = [{"id": "loop", "title": "The loop", "url": "https://example.org/loop.py", "historical": True}]
    data["lanes"] = {"gpu": {"quiet": ["idle"]}, "queue": {"quiet": ["empty"]}}
    data["claims"] = [
        {"name": "idle", "when": {"gpu": "idle"}, "then": {"queue": "one"}, "else": {"queue": "empty"}},
        {"name": "never", "when": {"gpu": "batch {i}"}, "never": {"results": "batch {i+1}"}},
        {"name": "forwards", "order": {"results": ["batch {i}"]}, "scenarios": ["main"]},
        {"name": "words", "values": {"queue": ["empty", "one"]}},
        {"name": "moves", "moves": {"gpu": [["idle", "batch {i}"], ["batch {i}", "idle"]]}},
    ]
    data["timing"] = {
        "unit": "ms",
        "basis": "Invented.",
        "costs": {"launch": 1.5, "forward": 9, "send": 1},
        "resources": {"cpu": "Thread", "gpu": "GPU"},
    }
    scenario = data["scenarios"][0]
    scenario["timing"] = {
        "thread": "cpu",
        "work": {"fwd": {"resource": "gpu", "takes": "forward"}},
        "queues": {"held": 1},
        "in_flight": {"results": "held"},
        "again": 4,
    }
    scenario["initial"] = {"gpu": "idle", "queue": "one", "results": "batch k−1"}
    scenario["steps"] = [
        {
            "id": "launch",
            "title": "Launch",
            "description": "Batch k is launched.",
            "duration": 2000,
            "active": ["launch", "gpu"],
            "paths": ["launchGpu"],
            "messages": {"launchGpu": ["batch k", "its ids"]},
            "changes": {"gpu": "batch k", "queue": "empty", "results": "batch k−1, k"},
            "sources": ["loop"],
            "timing": {"takes": "launch", "starts": "fwd", "puts": "held"},
        },
        {
            "title": "Wait",
            "description": "The batch before is done.",
            "changes": {"results": "batch k"},
            "active": ["gpu"],
            "timing": {"pops": "held", "waits": "fwd of oldest"},
        },
        {
            "title": "Send",
            "description": "Its tokens are sent.",
            "active": ["launch"],
            "state": {"gpu": "batch k", "queue": "empty", "results": "batch k"},
            "timing": {"takes": "send"},
        },
        {
            "title": "Start again",
            "description": "The loop goes on.",
            "active": ["launch"],
            "changes": {"gpu": "idle", "queue": "one", "results": "batch k, k+1"},
        },
    ]
    return data


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
