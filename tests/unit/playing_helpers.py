"""The founding document as a model, without reading or checking it, and views of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tracecli.model import Kind, Scenario, Source, Step, Target, Trace
from tracecli.playback import Cursor
from tracecli.terminal.actions import press
from tracecli.terminal.frame import Row, frame
from tracecli.terminal.output import Looks
from tracecli.terminal.view import Links, Stage, View

_CASES = Path(__file__).parent.parent / "cases"
_ENDS = {
    "pickLaunch": ("pick", "launch"),
    "launchGpu": ("launch", "gpu"),
    "launchQueue": ("launch", "queue"),
    "queueProcess": ("queue", "process"),
    "gpuFuture": ("gpu", "future"),
    "futureGpu": ("future", "gpu"),
    "copy": ("gpu", "process"),
    "loop": ("process", "pick"),
}
_CELLS = {"pick": (0, 0), "launch": (1, 0), "queue": (2, 0), "process": (3, 0), "gpu": (2, 1), "future": (1, 1)}


def plain_row(row: Row) -> str:
    """Return a row as text alone, without the spaces at its end."""
    return "".join(segment.text for segment in row).rstrip()


def _target(key: str, data: dict[str, Any]) -> Target:
    start, end = _ENDS.get(key, (None, None))
    shows = "gpu" if key == "gpu" else None
    return Target(key, data["id"], Kind(data["kind"]), data["label"], start, end, _CELLS.get(key), shows)


def _step(data: dict[str, Any]) -> Step:
    return Step(
        data["title"],
        data["description"],
        data["duration"],
        tuple(data["active"]),
        tuple(data["paths"]),
        data["state"],
    )


def _scenario(data: dict[str, Any]) -> Scenario:
    return Scenario(
        data["id"],
        data["title"],
        data["description"],
        data["initial"],
        tuple(data["unselected"]),
        tuple(map(_step, data["steps"])),
    )


def seed() -> Trace:
    """Give the seed with the ends of its edges, the cells of its nodes, its lanes, and the state that a node shows."""
    data = json.loads((_CASES / "seed.json").read_text(encoding="utf-8"))
    return Trace(
        language=data["language"],
        title=data["title"],
        description=data["description"],
        state_labels=data["stateLabels"],
        targets={key: _target(key, value) for key, value in data["targets"].items()},
        scenarios=tuple(map(_scenario, data["scenarios"])),
        caption=data["caption"],
        alt=data["alt"],
        limitations=tuple(data["limitations"]),
        sources=tuple(Source(**source) for source in data["sources"]),
        lanes={"cpu": ("idle", "waits for batch k"), "gpu": ("idle",)},
    )


def scenario(name: str = "overlap") -> Scenario:
    """Give a scenario of the seed."""
    return next(one for one in seed().scenarios if one.id == name)


def long_scenario(steps: int) -> Scenario:
    """Give a scenario of many steps, each with its number in its title."""
    first = scenario().steps[0]
    return replace(scenario(), steps=tuple(replace(first, title=f"Number {number}") for number in range(1, steps + 1)))


def stage(trace: Trace | None = None, name: str = "overlap", looks: Looks | None = None) -> Stage:
    """Give a stage with a scenario of the seed, or of a trace."""
    shown = trace or seed()
    chosen = next(one for one in shown.scenarios if one.id == name)
    links = Links(address=lambda scenario_id, step: f"{scenario_id}/{step}")
    return Stage(shown, chosen, looks or Looks(), links)


def view(index: int = 1, **settings: Any) -> View:
    """Give a paused view of the seed's overlap scenario."""
    given: dict[str, Any] = {"scenario": "overlap", "cursor": Cursor(6, index), "playing": False, **settings}
    return View(**given)


def screen(width: int, height: int, shown: View, on: Stage | None = None) -> str:
    """Give a frame as text."""
    return "\n".join(map(plain_row, frame(on or stage(), shown, width, height).rows)) + "\n"


def after(keys: str | Sequence[str], start: View | None = None, on: Stage | None = None) -> View:
    """Give the view after some keys, one after the other."""
    shown = start or view()
    for key in keys:
        shown = press(shown, on or stage(), key)
    return shown
