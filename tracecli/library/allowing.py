"""How much a document may ask for, as the user allows it: the same for every command, git's driver among them."""

from __future__ import annotations

import os
from collections.abc import Mapping

from tracecli.errors import TraceError
from tracecli.reading import DEFAULT, Limits

_MEBIBYTE = 2**20
_UNITS = {"size": _MEBIBYTE, "depth": 1, "expansion": 1, "steps": 1}
_MOST = 10**9  # of a unit: more is not meant


def allowed(environment: Mapping[str, str] | None = None, **options: int | None) -> Limits:
    """Give the limits, raised or lowered by `TRACE_MAX_SIZE` (MiB), `_DEPTH`, `_EXPANSION` and `_STEPS`.

    Args:
        environment: Where those stand; the process's own without it.
        options: The same by option, `size` in MiB too; one that is given is stronger than the environment.

    Raises:
        TraceError: One of them is no whole number from 1.
    """
    found = os.environ if environment is None else environment
    asked = {limit: min(number, _MOST) for limit, number in options.items() if number}
    given = {limit: asked.get(limit) or _number(limit, found.get(f"TRACE_MAX_{limit.upper()}")) for limit in _UNITS}
    return DEFAULT._replace(**{limit: number * _UNITS[limit] for limit, number in given.items() if number})


def _number(limit: str, text: str | None) -> int | None:
    if not text:
        return None
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(_MOST)) else 0
    if not 1 <= number <= _MOST:
        wanted = "a whole number of MiB" if _UNITS[limit] == _MEBIBYTE else "a whole number"
        raise TraceError(f"TRACE_MAX_{limit.upper()} is {text!r}, and {wanted} is needed, from 1 to {_MOST:,}")
    return number
