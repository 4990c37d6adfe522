"""spelling-split (warning): one value of a state key is spelt in two ways that look the same or nearly so.

'k-1' with a hyphen and 'k−1' with a minus sign look alike and compare as different: a comparison then shows changes
where nothing changed. Values of one state key are the same value here when they differ only in case, in blanks, in
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

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain

from tracecli.checking.alike import folded, told_apart
from tracecli.checking.shape import Shape
from tracecli.checking.words import count, name
from tracecli.problems import Fix, Place, Pointer, Problem, Related, Severity


def check(shape: Shape) -> Iterator[Problem]:
    """Group the values of each state key by what they look like."""
    states = [state for scenario in shape.scenarios for state in scenario.states()]
    for key in shape.labels or ():
        split = _split(dict.fromkeys(value for state in states if isinstance(value := state.get(key), str)))
        if split:
            yield from _of_key(shape, key, split)


def _split(values: Iterable[str]) -> dict[str, str]:
    """Give those values that have a twin, with what they look like."""
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
        message=f"{name(other)} ({count(len(here), 'time')}) looks like {name(common)} ({count(len(there), 'time')}): "
        f"{told_apart(other, common)}",
        place=Place(here[0]),
        related=(Related(f"{name(common)} is here", Place(there[0])),),
        suggestion=common if settled else None,
        fix=Fix(f"write {name(common)}", tuple((pointer, common) for pointer in here)) if settled else None,
    )
