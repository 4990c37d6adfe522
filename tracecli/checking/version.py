"""Which versions of the format are known here."""

from __future__ import annotations

from tracecli.checking.words import listed
from tracecli.problems import Place, Problem, Severity

SUPPORTED = (1,)


def other_version(data: object) -> Problem | None:
    """Tell a trace of another version: nothing else can be said of it."""
    version = data.get("version") if isinstance(data, dict) else None
    if isinstance(version, bool) or not isinstance(version, (int, float)) or version in SUPPORTED:
        return None
    known = listed(map(str, SUPPORTED))
    return Problem(
        rule="wrong-value",
        severity=Severity.ERROR,
        message=f"version {version} of the format is not supported; version {known} is",
        place=Place(("version",)),
    )
