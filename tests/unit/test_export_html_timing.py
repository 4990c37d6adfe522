"""The page's own engine for model time, held equal to Python's on all loops, at declared costs and at others."""

from __future__ import annotations

import json
import random
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.support.timing_loops import FILES, FOLDER
from tests.support.tools import tool
from tests.unit.export_helpers import ROOT
from tests.unit.html_helpers import data_of
from tracecli.api import load
from tracecli.export.html import export
from tracecli.model import Trace
from tracecli.report.time import timed

_ENGINE = ROOT / "tracecli" / "export" / "assets" / "page" / "timing.mjs"
_RUN = """
import { readFileSync } from "node:fs";
import { barsOf, solve } from %s;
const { loops, costs, end } = JSON.parse(readFileSync(0, "utf8"));
const answers = loops.map((loop, place) => {
  const answer = solve(loop, costs[place]);
  return { period: answer.period, times: answer.times, bars: barsOf(loop, answer, end[place]) };
});
console.log(JSON.stringify(answers));
"""


def _near(one: float, other: Fraction | int) -> bool:
    return abs(one - float(other)) <= 1e-6 * max(1.0, abs(float(other)))


def _answers(folder: Path, loops: list[Any], costs: list[list[float]], end: list[float]) -> list[Any]:
    script = folder / "run.mjs"
    script.write_text(_RUN % json.dumps(_ENGINE.as_uri()), encoding="utf-8")
    given = json.dumps({"loops": loops, "costs": costs, "end": end})
    done = subprocess.run([tool("node"), script], input=given, capture_output=True, text=True, check=True)
    answers: list[Any] = json.loads(done.stdout)
    return answers


def _costs(trace: Trace, seed: int | None) -> dict[str, Fraction]:
    """Return no costs, for those declared, or random ones of which no two sums are alike."""
    if seed is None:
        return {}
    chance = random.Random(seed)  # noqa: S311 - a test's own
    return {name: Fraction(chance.randint(1, 10**6), 10**5) for name in (trace.timing or {})["costs"]}


@pytest.mark.parametrize("seed", [None, 1, 2, 3])
@pytest.mark.parametrize("file", [*FILES, "x-item.yaml", "x-trt-early.yaml"])
def test_the_script_computes_what_python_does(file: str, seed: int | None, tmp_path: Path) -> None:
    trace = load(FOLDER / file).trace
    settings = _costs(trace, seed)
    loops = [timed(trace, scenario, settings) for scenario in trace.scenarios if scenario.timing is not None]
    data = data_of(export(trace))["time"]["loops"]
    costs = [[float(cost) for cost in loop.schedule.loop.costs.values()] for loop in loops]
    ends = [float(3 * loop.time) for loop in loops]

    answers = _answers(tmp_path, data, costs, ends)

    for loop, answer in zip(loops, answers, strict=True):
        assert _near(answer["period"], loop.time)
        if seed is not None:  # at declared costs some sums are alike, and more than one steady state is right
            assert all(_near(*pair) for pair in zip(answer["times"], loop.schedule.times, strict=True))
            bars = [(bar.start, bar.end, bar.iteration) for lane in loop.lanes for bar in lane.bars]
            found = [(start, end, batch) for lane in answer["bars"] for start, end, _, batch in lane]
            assert len(found) == len(bars)
            for (start, end, batch), (first, last, iteration) in zip(found, bars, strict=True):
                assert _near(start, first)
                assert _near(end, last)
                assert batch == iteration
