"""spelling-split (warning): one value of a state key is spelt in two ways that look the same or nearly so.

'k-1' with a hyphen and 'k−1' with a minus sign look alike and compare as different: a comparison then shows changes
where nothing changed. Values of one state key are the same value here when they differ only in case, in spaces, in
Unicode normal form, or in characters that look alike. The finding names the characters and how often each spelling
stands.

Fails:

    scenarios:
    - initial: {gpu: forward k−1}
      steps:
      - state: {gpu: forward k-1}
      - state: {gpu: forward k−1}

Passes:

    scenarios:
    - initial: {gpu: forward k−1}
      steps:
      - state: {gpu: forward k−1}
      - state: {gpu: forward k−1}
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain

from tracecli.checking.lenient import Shape
from tracecli.checking.messages import name
from tracecli.problems import Fix, Place, Pointer, Problem, Related, Severity
from tracecli.text import plural

_UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
# Pairs that are hard to tell apart in common fonts and easy to type for one another, after Unicode's confusables.txt
# (UTS 39); neither 0 and O nor 1 and l, which a trace may well mean to tell apart.
_LIKE = {
    "-": "‐‑‒–—―−﹣－",
    "'": "‘’‛′ʹʼ＇",
    '"': "“”‟″ʺ＂",
    "/": "∕⁄／",
    "*": "∗＊",
    ":": "∶：",
    ",": "‚，",
    ".": "．",
    "+": "＋",
    "=": "＝",
    "(": "（",
    ")": "）",
    "~": "∼～",
    "·": "•∙⋅",
    "x": "×хⅹ",
    "...": "…",
    "a": "аα",
    "c": "сϲ",
    "d": "ԁ",
    "e": "е",
    "h": "һ",
    "i": "іι",
    "j": "ј",
    "k": "кκ",
    "o": "оοσ",
    "p": "рρ",
    "s": "ѕ",
    "v": "ν",
    "y": "у",
    "A": "АΑ",
    "B": "ВΒ",
    "C": "С",
    "E": "ЕΕ",
    "H": "НΗ",
    "I": "ІΙ",
    "K": "КΚ",
    "M": "МΜ",
    "N": "Ν",
    "O": "ОΟ",
    "P": "РΡ",
    "T": "ТΤ",
    "X": "ХΧ",
    "Y": "УΥ",
    "Z": "Ζ",
}
_TABLE: dict[int, str | None] = {
    **{ord(other): char for char, others in _LIKE.items() for other in others},
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # full-width forms of ASCII
    **dict.fromkeys(map(ord, _UNSEEN)),
}


def folded(text: str) -> str:
    """Return what texts that look alike have in common: no case, no spaces, one normal form, plain characters."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text).translate(_TABLE).casefold()
    return "".join(text.lower().split())


def told_apart(left: str, right: str) -> str:
    """Name the characters in which two texts differ: `U+002D (hyphen-minus) against U+2212 (minus sign)`."""
    if len(left) == len(right):
        pairs = dict.fromkeys((a, b) for a, b in zip(left, right, strict=True) if a != b)
    else:
        pairs = {_middles(left, right): None}
    shown = [f"{_points(a)} against {_points(b)}" for a, b in list(pairs)[:3]]
    return ", ".join(shown)


def _middles(left: str, right: str) -> tuple[str, str]:
    """Cut what two texts have in common at both ends."""
    shortest = min(len(left), len(right))
    start = next((i for i in range(shortest) if left[i] != right[i]), shortest)
    end = next((i for i in range(shortest - start) if left[-1 - i] != right[-1 - i]), shortest - start)
    return left[start : len(left) - end], right[start : len(right) - end]


def _points(text: str) -> str:
    return (
        " ".join(f"U+{ord(char):04X} ({unicodedata.name(char, 'no name').lower()})" for char in text[:4]) or "nothing"
    )


def check(shape: Shape) -> Iterator[Problem]:
    """Group the values of each state key by what they look like."""
    states = [state for scenario in shape.scenarios for state in scenario.states()]
    for key in shape.labels or ():
        split = _split(dict.fromkeys(value for state in states if isinstance(value := state.get(key), str)))
        if split:
            yield from _of_key(shape, key, split)


def _split(values: Iterable[str]) -> dict[str, str]:
    """Return those values that have a twin, with what they look like."""
    groups: dict[str, list[str]] = defaultdict(list)
    for value in values:
        groups[folded(value)].append(value)
    return {value: look for look, group in groups.items() if len(group) > 1 for value in group}


def _of_key(shape: Shape, key: str, split: dict[str, str]) -> Iterator[Problem]:
    looks: dict[str, dict[str, list[Pointer]]] = defaultdict(lambda: defaultdict(list))
    for pointer, state in chain.from_iterable(scenario.placed_states() for scenario in shape.scenarios):
        value = state.get(key)
        if isinstance(value, str) and value in split:
            looks[split[value]][value].append((*pointer, key))
    for places in looks.values():
        common, *others = sorted(places, key=lambda value: -len(places[value]))
        for other in others:
            yield _problem(common, places[common], other, places[other])


def _problem(common: str, there: list[Pointer], other: str, here: list[Pointer]) -> Problem:
    """Report a spelling at its first place; without a majority it takes a person to choose."""
    settled = len(there) > len(here)
    return Problem(
        rule="spelling-split",
        severity=Severity.WARNING,
        message=f"{name(other)} ({plural(len(here), 'time')}) looks like "
        f"{name(common)} ({plural(len(there), 'time')}): {told_apart(other, common)}",
        place=Place(here[0]),
        related=(Related(f"{name(common)} is here", Place(there[0])),),
        suggestion=common if settled else None,
        fix=Fix(f"write {name(common)}", tuple((pointer, common) for pointer in here)) if settled else None,
    )
