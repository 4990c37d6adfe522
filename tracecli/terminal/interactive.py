"""Whether somebody sits at a terminal. Decided from the streams and the environment, never from Rich."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import TextIO


def interactive(stdin: TextIO, stdout: TextIO, environment: Mapping[str, str]) -> bool:
    """Tell whether the player can take keys and draw.

    Args:
        stdin: Where keys would come from; must be a terminal.
        stdout: Where frames would go; must be a terminal.
        environment: `TERM` must name a terminal that can do more than print, `ACCESSIBLE` must not be set.
    """
    able = environment.get("TERM", "") not in {"", "dumb"}
    return able and not _is_set(environment, "ACCESSIBLE") and stdin.isatty() and stdout.isatty()


def playable() -> bool:
    """Tell whether this system has what the player stands on; without it (Windows) there is the transcript."""
    return find_spec("termios") is not None


def reduced_motion(environment: Mapping[str, str]) -> bool:
    """Tell whether nothing may move by itself."""
    return _is_set(environment, "REDUCED_MOTION")


def _is_set(environment: Mapping[str, str], name: str) -> bool:
    return environment.get(name, "") not in {"", "0"}
