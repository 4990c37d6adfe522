"""spelling-split (warning): one value or one key is spelt in two ways that look the same or nearly so.

'k-1' with a hyphen and 'k−1' with a minus sign look alike and compare as different: a comparison then shows changes
where nothing changed. Values of one state key are the same value here when they differ only in case, in spaces, in
Unicode normal form, in characters that look alike, or in characters that no one sees. Two keys of 'targets' or of
'stateLabels' are the same when they look the same, case and all. The finding names the characters, and for values how
often each spelling is used.

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
from collections.abc import Iterable, Iterator

from tracecli.checking.lenient import Shape
from tracecli.checking.messages import name
from tracecli.problems import Fix, Place, Pointer, Problem, Related, Severity
from tracecli.text import alike, differing_parts, look, loose_look, plural


def check(shape: Shape) -> Iterator[Problem]:
    """Group values of each state key, and keys, by what they look like."""
    states = [state for scenario in shape.scenarios for state in scenario.states()]
    for key in shape.labels or ():
        groups = alike(
            dict.fromkeys([value for state in states if isinstance(value := state.get(key), str)]), loose_look
        )
        if groups:
            yield from _values(shape, key, groups)
    yield from _keys("stateLabels", shape.labels or ())
    yield from _keys("targets", shape.targets or ())


def _values(shape: Shape, key: str, groups: list[list[str]]) -> Iterator[Problem]:
    """Report each spelling but the most common one, at its first place; without a majority a person has to choose."""
    places: dict[object, list[Pointer]] = {value: [] for group in groups for value in group}
    for scenario in shape.scenarios:
        for pointer, state in scenario.placed_states():
            value = state.get(key)
            if isinstance(value, str) and value in places:
                places[value].append((*pointer, key))
    for group in groups:
        common, *others = sorted(group, key=lambda value: -len(places[value]))
        for other in others:
            here, there = places[other], places[common]
            settled = len(there) > len(here)
            yield Problem(
                rule="spelling-split",
                severity=Severity.WARNING,
                message=f"{name(other)} ({plural(len(here), 'time')}) looks like "
                f"{name(common)} ({plural(len(there), 'time')}): {_difference(other, common)}",
                place=Place(here[0]),
                related=(Related(f"{name(common)} is here", Place(there[0])),),
                suggestion=common if settled else None,
                fix=Fix(f"write {name(common)}", tuple([(at, common) for at in here])) if settled else None,
            )


def _keys(table: str, keys: Iterable[str]) -> Iterator[Problem]:
    for first, *others in alike(keys, look):
        for other in others:
            yield Problem(
                rule="spelling-split",
                severity=Severity.WARNING,
                message=f"{name(other)} looks like another key of {name(table)}: {_difference(other, first)}",
                place=Place((table, other), "key"),
                related=(Related("the first of them", Place((table, first), "key")),),
            )


def _difference(left: str, right: str) -> str:
    """Name the characters in which two texts differ: `U+002D (hyphen-minus) against U+2212 (minus sign)`."""
    return ", ".join(f"{_named(one)} against {_named(other)}" for one, other in differing_parts(left, right)[:3])


def _named(text: str) -> str:
    chars = [f"U+{ord(char):04X} ({unicodedata.name(char, 'no name').lower()})" for char in text[:4]]
    return " ".join(chars) or "nothing"
