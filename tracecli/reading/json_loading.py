"""A JSON text → data and problems.

The standard decoder judges and loads; hooks that cost next to nothing notice what it would let pass. Only when they
have noticed something is the data walked (`json_flaws`), and only when something is shown is the text (`json_places`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from tracecli.problems import Pointer, Problem, Span
from tracecli.reading.collector import collector_paused
from tracecli.reading.limits import Limits
from tracecli.reading.places import Finder, Loaded, Spot, broken
from tracecli.reading.reach import Unread, real, whole
from tracecli.reading.wording import fault, too_deep, too_many

# Runs over good pairs and all other escapes up to half of a surrogate pair. Exact, for a backslash is in strings only.
# Compiled when a text has such an escape at all, as few have.
_TO_HALF = r"(?s)(?:[^\\]++|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\(?!u[dD][89a-fA-F]).)*+\\u[dD][89a-fA-F]"

Members = list[tuple[str, object]]


class Notes:
    """What the hooks noticed.

    Attributes:
        doubled: Objects with a key twice, by identity: the dict that the data holds, and all members as written.
        unread: Whether a number or constant was left as text.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.doubled: dict[int, tuple[dict[str, object], Members]] = {}
        self.unread = False

    def members(self, pairs: Members) -> dict[str, object]:
        """Make an object."""
        made = dict(pairs)
        if len(made) != len(pairs):
            self.doubled[id(made)] = (made, pairs)
        return made

    def whole(self, text: str) -> int | Unread:
        """Make an integer."""
        value = whole(text)
        self.unread = self.unread or type(value) is Unread
        return value

    def real(self, text: str) -> float | Unread:
        """Make any other number."""
        value = real(text)
        self.unread = self.unread or type(value) is Unread
        return value

    def constant(self, text: str) -> Unread:
        """Keep the text of NaN, Infinity and -Infinity."""
        self.unread = True
        return Unread(text)


def load(text: str, limits: Limits) -> Loaded:
    """Read a JSON text that is not blank."""
    notes = Notes()
    decoder = json.JSONDecoder(
        object_pairs_hook=notes.members,
        parse_int=notes.whole,
        parse_float=notes.real,
        parse_constant=notes.constant,
    )
    try:
        with collector_paused():
            data = decoder.decode(text)
    except RecursionError:
        return broken(_too_deep(text, limits))
    except json.JSONDecodeError as error:
        from tracecli.reading.json_words import explain  # noqa: PLC0415 -- only for a broken text

        return broken(explain(text, error.pos))
    if _deeper(data, limits.depth):
        return broken(_too_deep(text, limits))
    halves = "\\u" in text and bool(re.match(_TO_HALF, text))
    if notes.doubled or notes.unread or halves:
        from tracecli.reading.json_flaws import flaws  # noqa: PLC0415 -- only for a document that has some

        data, problems = flaws(text, data, notes.doubled, limits.faults, halves=halves)
        if len(problems) > limits.faults:
            return broken(*problems[:-1], too_many(limits.faults, Span(len(text), len(text))))
        return Loaded(data, problems, find=_finder(text))
    return Loaded(data, find=_finder(text))


def _finder(text: str) -> Finder:
    def find(pointers: Iterable[Pointer]) -> Mapping[Pointer, Spot]:
        from tracecli.reading import json_places  # noqa: PLC0415 -- only when something is shown

        return json_places.find(text, pointers)

    return find


def _deeper(data: object, most: int) -> bool:
    """Tell whether containers lie deeper than `most` levels, a level at a time: no recursion, no stack to pass."""
    level = [part for part in [data] if type(part) is dict or type(part) is list]
    for _ in range(most):
        if not level:
            return False
        level = [
            part
            for held in level
            for part in (held.values() if type(held) is dict else held)
            if type(part) is dict or type(part) is list
        ]
    return bool(level)


def _too_deep(text: str, limits: Limits) -> Problem:
    """Find the first bracket that goes too deep; without one, Python's own limit was passed before ours."""
    from tracecli.reading.json_tokens import brackets  # noqa: PLC0415 -- only for a text that is too deep

    depth = deepest = at = 0
    for bracket in brackets(text):
        depth += 1 if text[bracket] in "[{" else -1
        if depth > deepest:
            deepest, at = depth, bracket
        if depth > limits.depth:
            return too_deep(limits.depth, Span(at, at + 1))
    return fault(
        "too-deep", f"this is nested {deepest} levels deep, deeper than Python's reader goes", Span(at, at + 1)
    )
