"""`trace list` and `trace show`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tracecli.errors import ExitCode
from tracecli.library.addresses import quoted
from tracecli.library.catalog import Catalog, Entry, Resolved, resolve, scenario_ids, shortest_addresses
from tracecli.model import Scenario
from tracecli.reading import Document
from tracecli.report.overview import overview, overview_data, seconds
from tracecli.terminal import output
from tracecli.terminal.output import painted
from tracecli.text import Line, Run, cell_width, line, one_line, pad, visible


@dataclass(frozen=True, slots=True)
class _Row:
    """A scenario as the library tells it; a trace with errors is listed too, as far as it can be read."""

    address: str
    title: str
    steps: int
    milliseconds: int


def run_list(*, as_json: bool, color: bool) -> ExitCode:
    """List the traces with their scenarios, steps and playback time."""
    catalog = Catalog()
    found = list(catalog.traces())
    addresses = shortest_addresses([(catalog.base(entry), scenario_ids(document.data)) for entry, document in found])
    traces = [
        (entry, document, list(_rows(document, own))) for (entry, document), own in zip(found, addresses, strict=True)
    ]
    if as_json:
        _show_json(traces)
    else:
        for shown in _lines(traces):
            output.out(painted(shown, color=color) or "\n")
    for reason in catalog.broken:
        output.err(visible(f"skipped: {reason}"))
    return ExitCode.OK


def _rows(document: Document, addresses: Sequence[str]) -> Iterator[_Row]:
    scenarios = [one for one in _maps(_map(document.data).get("scenarios")) if isinstance(one.get("id"), str)]
    for scenario, address in zip(scenarios, addresses, strict=True):
        steps = _maps(scenario.get("steps"))
        durations = [one for step in steps if isinstance(one := step.get("duration"), int)]
        yield _Row(address, _text(scenario.get("title")), len(steps), sum(durations))


def _map(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def _maps(value: object) -> list[dict[str, object]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _text(value: object) -> str:
    return value if isinstance(value, str) else "?"


_Listing = list[tuple[Entry, Document, list[_Row]]]


def _lines(traces: _Listing) -> Iterator[Line]:
    rows = [row for _, _, listed in traces for row in listed]
    room = max((cell_width(quoted(row.address)) for row in rows), default=0)
    steps = max((len(f"{row.steps:,}") for row in rows), default=0)
    times = max((len(seconds(row.milliseconds)) for row in rows), default=0)
    for index, (entry, document, listed) in enumerate(traces):
        if index:
            yield ()
        title = visible(one_line(_text(_map(document.data).get("title"))))
        where = "shipped" if entry.shipped else visible(entry.path)
        yield line(Run(visible(entry.name), "head"), Run(f"  {title}  ", "text"), Run(f"({where})", "quiet"))
        for row in listed:
            counts = f"{row.steps:>{steps},} steps  {seconds(row.milliseconds):>{times}}"
            yield line(
                Run(f"  {pad(quoted(row.address), room)}  ", "place"),
                Run(f"{counts}  ", "quiet"),
                Run(visible(one_line(row.title)), "text"),
            )
    if rows:
        yield ()
        yield line(Run(f"trace play {quoted(rows[0].address)} plays one; times are playback, not latency", "quiet"))


def _show_json(traces: _Listing) -> None:
    from tracecli.text import json_text

    told = [
        {
            "name": entry.name,
            "path": entry.path,
            "shipped": entry.shipped,
            "title": _text(_map(document.data).get("title")),
            "scenarios": [
                {
                    "address": row.address,
                    "title": row.title,
                    "steps": row.steps,
                    "playbackMilliseconds": row.milliseconds,
                }
                for row in listed
            ],
        }
        for entry, document, listed in traces
    ]
    output.data(json_text({"version": 1, "traces": told}))


def run_show(address: str, *, as_json: bool, color: bool) -> ExitCode:
    """Show the scenario that an address names, or each scenario of a whole trace."""
    resolved = resolve(address)
    scenarios = [resolved.scenario] if resolved.scenario else list(resolved.trace.scenarios)
    if as_json:
        _show_show_json(resolved, scenarios)
        return ExitCode.OK
    width = output.columns(os.environ)
    for index, scenario in enumerate(scenarios):
        if index:
            output.out("\n")
        _show(resolved, scenario, width, color=color)
    return ExitCode.OK


def _show(resolved: Resolved, scenario: Scenario, width: int, *, color: bool) -> None:
    address = resolved.address(scenario.id)
    for row in overview(resolved.trace, scenario, address=address, origin=resolved.name, width=width):
        output.out(painted(row, color=color) or "\n")


def _show_show_json(resolved: Resolved, scenarios: list[Scenario]) -> None:
    from tracecli.text import json_text

    told = [overview_data(resolved.trace, one, address=resolved.address(one.id)) for one in scenarios]
    output.data(json_text({"version": 1, "trace": resolved.name, "scenarios": told}))
