"""`trace show`: a scenario at a glance, for pasting into a review."""

from __future__ import annotations

import os

from tracecli.exits import ExitCode
from tracecli.library.resolving import Resolved, resolve
from tracecli.model import Scenario
from tracecli.report.overview import overview, overview_data
from tracecli.terminal import streams
from tracecli.terminal.paint import painted


def run(address: str, *, as_json: bool, color: bool) -> ExitCode:
    """Show the scenario that an address names, or each scenario of a whole trace."""
    resolved = resolve(address)
    scenarios = [resolved.scenario] if resolved.scenario else list(resolved.trace.scenarios)
    if as_json:
        _show_json(resolved, scenarios)
        return ExitCode.OK
    width = streams.columns(os.environ)
    for index, scenario in enumerate(scenarios):
        if index:
            streams.out("\n")
        _show(resolved, scenario, width, color=color)
    return ExitCode.OK


def _show(resolved: Resolved, scenario: Scenario, width: int, *, color: bool) -> None:
    address = resolved.address(scenario.id)
    for line in overview(resolved.trace, scenario, address=address, origin=resolved.name, width=width):
        streams.out(painted(line, color=color) or "\n")


def _show_json(resolved: Resolved, scenarios: list[Scenario]) -> None:
    from tracecli.report.jsontext import json_text

    told = [overview_data(resolved.trace, one, address=resolved.address(one.id)) for one in scenarios]
    streams.data(json_text({"version": 1, "trace": resolved.name, "scenarios": told}))
