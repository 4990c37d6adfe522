"""Search that forgives how a character was typed: `k-1` finds `k−1`."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from tracecli.model import Scenario
from tracecli.playback.moment import INITIAL_TITLE

# What people type as a hyphen: hyphens, dashes and minus signs (Unicode's Dash property, but for the swung ones).
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−⁃－﹣˗"), "-")
_ACCENTS = range(0x300, 0x370)  # combining diacritical marks: `e` finds `é` however it was composed


class Folded:
    """A text as search sees it, with the way back to the original's characters.

    Attributes:
        text: Compatibility forms, case, accents and kinds of dash folded away.
    """

    __slots__ = ("_origins", "text")

    def __init__(self, original: str) -> None:
        """Fold `original` character by character."""
        pieces: list[str] = []
        self._origins: list[int] = []
        for index, char in enumerate(original):
            piece = _fold_char(char)
            pieces.append(piece)
            self._origins.extend([index] * len(piece))
        self.text = "".join(pieces)

    def find(self, needle: Folded) -> Iterator[tuple[int, int]]:
        """Give the places of `needle` in the original as (start, end) in code points, not overlapping."""
        start = self.text.find(needle.text) if needle.text else -1
        while start >= 0:
            end = start + len(needle.text)
            yield self._origins[start], self._origins[end - 1] + 1
            start = self.text.find(needle.text, end)


def _fold_char(char: str) -> str:
    if char.isascii():
        return char.lower()
    parts = unicodedata.normalize("NFKD", char.translate(_DASHES)).casefold()
    return "".join(part for part in parts if ord(part) not in _ACCENTS).translate(_DASHES)


def matches(text: str, needle: str) -> list[tuple[int, int]]:
    """Give where `needle` stands in `text`, as (start, end) in code points."""
    return list(Folded(text).find(Folded(needle)))


def _texts(scenario: Scenario) -> Iterator[tuple[str, ...]]:
    yield (INITIAL_TITLE, scenario.description, *scenario.initial.values())
    for step in scenario.steps:
        yield (step.title, step.description, *step.state.values())


def hits(scenario: Scenario, needle: str) -> tuple[int, ...]:
    """Give the moments whose title, description or values hold `needle`; 0 is the initial state."""
    wanted = Folded(needle).text
    if not wanted:
        return ()
    known: dict[str, bool] = {}  # values repeat from step to step: each text is folded once

    def holds(text: str) -> bool:
        if text not in known:
            known[text] = wanted in Folded(text).text
        return known[text]

    return tuple(index for index, texts in enumerate(_texts(scenario)) if any(map(holds, texts)))
