"""Whole screens as text files: looked at by people, compared as a whole."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

SCREENS = Path(__file__).parents[1] / "screens"


def shows(screen: str, wanted: Sequence[str | Callable[[str], bool]]) -> bool:
    """Tell whether a screen has all that is wanted: a text that is in it, or what a function says of it."""
    return all(one in screen if isinstance(one, str) else one(screen) for one in wanted)


def assert_screen(name: str, text: str) -> None:
    """Compare `text` with tests/screens/NAME.txt; TRACE_UPDATE_SCREENS=1 writes the file instead, to be looked at."""
    path = SCREENS / f"{name}.txt"
    if os.environ.get("TRACE_UPDATE_SCREENS") == "1":
        path.write_text(text, encoding="utf-8", newline="\n")
    assert path.is_file(), f"{path} is missing: TRACE_UPDATE_SCREENS=1 pytest makes it"
    assert text == path.read_text(encoding="utf-8")
