"""`trace time`: what a loop costs at declared costs, and at others."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tracecli.errors import ExitCode, TraceError
from tracecli.library.catalog import Resolved, resolve
from tracecli.model import Scenario
from tracecli.report.time import (
    VERSION,
    Timed,
    comparison_lines,
    headline,
    sweep_lines,
    time_data,
    time_lines,
    timed,
)
from tracecli.terminal import output
from tracecli.text import Line, json_text, near_names, visible
from tracecli.timing import facts

MAX_ITERATIONS = 20
MAX_VALUES = 50  # of a sweep
_SWEEP = tuple(Fraction(*pair) for pair in ((1, 4), (1, 2), (3, 4), (1, 1), (3, 2), (2, 1), (4, 1)))
_SET = re.compile(r"(?P<name>[^=]+)=(?P<value>.+)")


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asks of a run."""

    settings: Sequence[str] = ()  # NAME=NUMBER each: a cost or a queue
    sweep: str | None = None  # NAME, or NAME=NUMBER,NUMBER…
    iterations: int = 3  # that the lanes show
    as_json: bool = False
    color: bool = False


def run(left: str, right: str | None, options: Options) -> ExitCode:
    """Show the model time of one scenario or of two."""
    chosen = [side for address in (left, right) if address is not None for side in _sides(address, alone=right is None)]
    settings = dict(map(_setting, options.settings))
    if options.sweep is not None:
        return _sweep(chosen, settings, options)
    loops = [_timed(resolved, scenario, settings, options.iterations) for resolved, scenario in chosen]
    if options.as_json:
        data: dict[str, object] = {"version": VERSION, "loops": [time_data(loop) for loop in loops]}
        if len(loops) == 2:
            data["summary"] = headline(*loops)
        output.data(json_text(data))
        return ExitCode.OK
    width = output.columns(os.environ)
    lines = time_lines(loops[0], width) if len(loops) == 1 else comparison_lines(loops[0], loops[1], width)
    _print(list(lines), options)
    return ExitCode.OK


def _print(lines: Sequence[Line], options: Options) -> None:
    for row in lines:
        output.out(output.painted(row, color=options.color) or "\n")


def _sides(address: str, *, alone: bool) -> list[tuple[Resolved, Scenario]]:
    """Return the scenario that an address means; of a trace with two that have facts, both, to be compared.

    Args:
        address: As typed.
        alone: Whether it is the only one.
    """
    resolved = resolve(address)
    if resolved.scenario is not None:
        return [(resolved, resolved.scenario)]
    with_facts = [scenario for scenario in resolved.trace.scenarios if scenario.timing is not None]
    if not with_facts:
        raise TraceError(f"{resolved.name} has no timing facts; trace explain timing says how to write them")
    if len(with_facts) == 1 or (alone and len(with_facts) == 2):
        return [(resolved, scenario) for scenario in with_facts]
    addresses = [resolved.address(scenario.id) for scenario in with_facts]
    raise TraceError(f"{resolved.name} has {len(with_facts)} scenarios with timing facts; name one of them", *addresses)


def _setting(text: str) -> tuple[str, Fraction]:
    found = _SET.fullmatch(text)
    number = facts.number(found["value"]) if found else None
    if found is None or number is None:
        raise TraceError(f"--set takes NAME=NUMBER, such as forward=3 or forward=0.25, not {visible(text)}")
    return found["name"], number


def _timed(resolved: Resolved, scenario: Scenario, settings: Mapping[str, Fraction], iterations: int) -> Timed:
    return timed(
        resolved.trace, scenario, settings, iterations, address=resolved.address(scenario.id), origin=resolved.name
    )


def _sweep(sides: Sequence[tuple[Resolved, Scenario]], settings: Mapping[str, Fraction], options: Options) -> ExitCode:
    """Show a table over values of one cost."""
    name, _, listed = (options.sweep or "").partition("=")
    declared = (sides[0][0].trace.timing or {}).get("costs", {})
    if name not in declared:
        raise TraceError(f"{visible(name)} is not a cost to sweep", *near_names(name, declared))
    values = [facts.number(text) for text in listed.split(",")] if listed else _around(declared[name])
    if None in values or not 1 <= len(values) <= MAX_VALUES:
        raise TraceError(f"--sweep takes NAME, or NAME=NUMBER,NUMBER with at most {MAX_VALUES} numbers")
    rows = [
        (value, [_timed(resolved, scenario, {**settings, name: value}, 1) for resolved, scenario in sides])
        for value in values
        if value is not None
    ]
    if options.as_json:
        data = {
            "version": VERSION,
            "sweep": name,
            "rows": [{"value": float(value), "loops": [time_data(loop) for loop in loops]} for value, loops in rows],
        }
        output.data(json_text(data))
        return ExitCode.OK
    _print(list(sweep_lines(name, rows, output.columns(os.environ))), options)
    return ExitCode.OK


def _around(declared: float) -> list[Fraction | None]:
    """Return values around a declared cost; round ones where it is 0."""
    cost = facts.number(str(declared)) or Fraction(0)
    return [cost * times for times in _SWEEP] if cost else [Fraction(value) for value in (0, 1, 2, 4, 8)]
