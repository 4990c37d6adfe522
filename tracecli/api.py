"""The small Python API: what `tracecli.load`, `tracecli.check` and `tracecli.compare` are. The commands use it too."""

from __future__ import annotations

import os

from tracecli.comparing import Comparison, Side, TraceComparison, compare_scenarios, compare_traces
from tracecli.library.catalog import Resolved, resolve, scenario_of
from tracecli.library.inputs import open_file, reported
from tracecli.reading import Limits
from tracecli.report.findings import FileReport


def load(address: str | os.PathLike[str]) -> Resolved:
    """Return the trace that an address means, checked, with its scenario and step where the address names them.

    Args:
        address: `overlap`, `file.yaml#serial/3`, `HEAD~1:traces/overlap.json`, or a path.

    Raises:
        TraceError: When nothing answers to the address, or the trace has errors.
    """
    return resolve(os.fspath(address))


def check(path: str | os.PathLike[str], *, limits: Limits | None = None) -> FileReport:
    """Return all findings of one file, notes included, in document order.

    Args:
        path: A JSON or YAML file.
        limits: Largest size, depth and number of steps; without it as the environment allows (`TRACE_MAX_SIZE`).

    Raises:
        TraceError: When the file can't be opened. What is wrong inside it is a finding, never an exception.
    """
    return reported(open_file(os.fspath(path), limits), os.fspath(path), limits=limits)


def compare(left: Resolved, right: Resolved) -> Comparison | TraceComparison:
    """Compare two scenarios, or two whole traces.

    Args:
        left: From `load`.
        right: From `load`; of the same kind as `left`.

    Raises:
        TraceError: When one is a scenario and the other a trace of several scenarios.
    """
    if left.scenario is None and right.scenario is None:
        return compare_traces(left.trace, right.trace)
    return compare_scenarios(_side(left), _side(right))


def _side(resolved: Resolved) -> Side:
    return Side(resolved.trace, scenario_of(resolved))
