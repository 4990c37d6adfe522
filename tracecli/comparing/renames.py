"""Targets that were given another name throughout: used in the same places, or joining the same nodes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tracecli.comparing.alignment import Alignment
from tracecli.comparing.matching import Matches, matches, unique_pairs, unmatched
from tracecli.model import Kind, Scenario, Target

Aligned = tuple[Scenario, Scenario, Alignment]
_Place = tuple[int, int]  # a scenario, and the place of a pair in it
_ELSEWHERE = -1  # a step without a counterpart


def find_renames(
    left: Mapping[str, Target], right: Mapping[str, Target], known: Matches, aligned: Iterable[Aligned]
) -> Matches:
    """Give the matches with renamed targets added.

    Only between versions of one trace, where most targets have kept a name: between two different systems, being used
    at the same time makes two targets no more than neighbours.

    Args:
        left: Targets of the left trace.
        right: Targets of the right trace.
        known: What key, id and label have matched.
        aligned: Scenarios that belong together, with their steps aligned.
    """
    most = max(1, len(known.pairs))
    if not known.only_left or not known.only_right or max(len(known.only_left), len(known.only_right)) > most:
        return known
    found = dict(known.pairs)
    found |= _same_places(left, right, found, list(aligned))
    found |= _same_ends(left, right, found)
    return matches(left, right, found)


def _same_places(
    left: Mapping[str, Target], right: Mapping[str, Target], found: Mapping[str, str], aligned: Sequence[Aligned]
) -> dict[str, str]:
    """Match targets that are used in exactly the same aligned steps; several such ones in the order declared."""
    lefts, rights = unmatched(left, right, found)
    used_left = _places((one, [(pair.left, pair.left) for pair in a.pairs]) for one, _, a in aligned)
    used_right = _places((other, [(pair.right, pair.left) for pair in a.pairs]) for _, other, a in aligned)
    first, second = _by_use(lefts, used_left), _by_use(rights, used_right)
    result: dict[str, str] = {}
    for use, keys in first.items():
        if len(keys) == len(second.get(use, ())):
            result |= zip(keys, second[use], strict=True)
    return result


def _places(sides: Iterable[tuple[Scenario, list[tuple[int, int]]]]) -> dict[str, list[_Place]]:
    """Give target → where it is used.

    Args:
        sides: Scenarios, each with its aligned step numbers and the number that names the pair.
    """
    used: dict[str, list[_Place]] = defaultdict(list)
    for index, (scenario, pairs) in enumerate(sides):
        names = dict(pairs)
        for number, step in enumerate(scenario.steps, 1):
            for key in {*step.active, *step.paths}:
                used[key].append((index, names.get(number, _ELSEWHERE)))
    return used


def _by_use(
    targets: Iterable[Target], used: Mapping[str, list[_Place]]
) -> dict[tuple[Kind, frozenset[_Place]], list[str]]:
    result: dict[tuple[Kind, frozenset[_Place]], list[str]] = defaultdict(list)
    for target in targets:
        places = used.get(target.key, [])
        if places and all(place != _ELSEWHERE for _, place in places):
            result[target.kind, frozenset(places)].append(target.key)
    return result


def _same_ends(left: Mapping[str, Target], right: Mapping[str, Target], found: Mapping[str, str]) -> dict[str, str]:
    """Match edges that are the only ones to join the same nodes."""
    lefts, rights = unmatched(left, right, found)
    turned = [replace(edge, start=_partner(edge.start, found), end=_partner(edge.end, found)) for edge in lefts]
    return unique_pairs(turned, rights, _ends)


def _partner(key: str | None, found: Mapping[str, str]) -> str | None:
    return None if key is None else found.get(key)


def _ends(edge: Target) -> tuple[str, str] | None:
    return None if edge.start is None or edge.end is None else (edge.start, edge.end)
