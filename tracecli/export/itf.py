"""Apalache's Informal Trace Format, for tools that read what model checkers write.

Architecture decision record 015 of Apalache ("Informal Trace Format in JSON", last revised 2025-11-11).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tracecli.checking.rules.open_loop import moved  # one notion of "moved back by one iteration"
from tracecli.model import Scenario, Trace
from tracecli.playback import Moment, moment
from tracecli.text import json_text

VERSION = 1
_PAGE = "https://apalache-mc.org/docs/adr/015adr-trace.html"


def export(trace: Trace, scenario: Scenario) -> str:
    """Return a scenario as a trace of states; state 0 is the initial one.

    The variables are the state keys, and the sets `active` and `paths` of target keys.
    """
    # A variable is called as its state key, unless that begins as the format's own words do (#meta).
    labels = trace.state_labels
    variables = {key: _free(f"_{key}", labels) if key.startswith("#") else key for key in labels}
    active, paths = _free("active", variables.values()), _free("paths", variables.values())
    moments = (moment(trace, scenario, index) for index in range(len(scenario.steps) + 1))
    data: dict[str, Any] = {
        "#meta": _meta(trace, scenario, variables, (active, paths)),
        "vars": [*variables.values(), active, paths],
        "states": [_state(now, variables, (active, paths)) for now in moments],
    }
    if _closes(scenario):
        data["loop"] = 0  # "the index of the state that starts the loop. The loop ends in the last state."
    return json_text(data)


def _free(name: str, taken: Collection[str]) -> str:
    """Return a name that no state key has, by adding underscores."""
    while name in taken:
        name += "_"
    return name


def _meta(trace: Trace, scenario: Scenario, variables: dict[str, str], sets: tuple[str, str]) -> dict[str, object]:
    return {
        "format": "ITF",
        "format-description": _PAGE,
        "version": VERSION,
        "source": trace.title,
        "description": scenario.description,
        "scenario": scenario.id,
        "title": scenario.title,
        "language": trace.language,
        "caption": trace.caption or "",
        "limitations": list(trace.limitations),
        "varTypes": dict.fromkeys(variables.values(), "Str") | dict.fromkeys(sets, "Set(Str)"),
        "labels": {name: trace.state_labels[key] for key, name in variables.items()},
        "targets": {key: target.label for key, target in trace.targets.items()},
    }


def _state(now: Moment, variables: dict[str, str], sets: tuple[str, str]) -> dict[str, object]:
    about: dict[str, object] = {"index": now.index, "title": now.title, "description": now.description}
    if now.step is not None:
        about["duration"] = now.step.duration
    active, paths = sets
    return {
        "#meta": about,  # free of the format's rules; its readers expect `index` to be a plain number
        **{variables[value.key]: value.value for value in now.values},
        active: {"#set": [node.key for node in now.nodes]},
        paths: {"#set": [edge.key for edge in now.paths]},
    }


def _closes(scenario: Scenario) -> bool:
    """Return whether the last state is the initial one: as it is, or moved back by one iteration (k+1 read as k)."""
    first, last = scenario.initial, scenario.steps[-1].state
    return all(first[key] == last[key] for key in first) or all(
        moved(first[key], 0) == moved(last[key], -1) for key in first
    )
