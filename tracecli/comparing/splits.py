"""One step on one side, two neighbours on the other, which together do the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tracecli.comparing.features import Features
from tracecli.comparing.likeness import jaccard

_WHOLE = 0.75
"""How much of what the one step does its two halves must do between them, and little else."""
_BETTER = 0.2  # by how much both halves match better than the one that was paired


@dataclass(frozen=True, slots=True)
class Halves:
    """A step and the first of its two halves; zero-based indices into either side."""

    whole: int
    first: int
    likeness: float


def find_halves(wholes: Sequence[Features], parts: Sequence[Features], pairs: Mapping[int, int]) -> list[Halves]:
    """Find the steps that the other side tells in two.

    Args:
        wholes: Steps of the side that tells it in one.
        parts: Steps of the other side.
        pairs: Pairs known so far: index in `wholes` → index in `parts`.

    Returns:
        The likeliest first; no step twice.
    """
    partner = {part: whole for whole, part in pairs.items()}
    found = [*_beside_a_partner(wholes, parts, partner), *_without_a_pair(wholes, parts, pairs, partner)]
    taken_wholes: set[int] = set()
    taken_parts: set[int] = set()
    kept: list[Halves] = []
    for halves in sorted(found, key=lambda halves: (-halves.likeness, halves.first)):
        both = {halves.first, halves.first + 1}
        if halves.whole not in taken_wholes and not both & taken_parts:
            kept.append(halves)
            taken_wholes.add(halves.whole)
            taken_parts |= both
    return kept


def _beside_a_partner(
    wholes: Sequence[Features], parts: Sequence[Features], partner: Mapping[int, int]
) -> Iterator[Halves]:
    """An unpaired step that, with the neighbour, does what the neighbour's partner does."""
    for first in range(len(parts) - 1):
        paired = [part for part in (first, first + 1) if part in partner]
        if len(paired) == 1:
            whole = partner[paired[0]]
            alone = jaccard(_does(wholes[whole]), _does(parts[paired[0]]))
            both = _together(wholes[whole], parts, first)
            if both >= max(_WHOLE, alone + _BETTER):
                yield Halves(whole, first, both)


def _without_a_pair(
    wholes: Sequence[Features], parts: Sequence[Features], pairs: Mapping[int, int], partner: Mapping[int, int]
) -> Iterator[Halves]:
    """Two unpaired neighbours that do exactly what an unpaired step does."""
    unpaired: dict[frozenset[int], list[int]] = defaultdict(list)
    for whole in range(len(wholes) - 1, -1, -1):
        if whole not in pairs:
            unpaired[_does(wholes[whole])].append(whole)
    for first in range(len(parts) - 1):
        if first not in partner and first + 1 not in partner:
            same = unpaired.get(_does(parts[first]) | _does(parts[first + 1]))
            if same and _together(wholes[same[-1]], parts, first):
                yield Halves(same.pop(), first, 1.0)


def _does(step: Features) -> frozenset[int]:
    return step.active | step.paths


def _together(whole: Features, parts: Sequence[Features], first: int) -> float:
    """Give how alike a step and two neighbours are, 0 where one of these adds nothing to the other."""
    one, other = _does(parts[first]), _does(parts[first + 1])
    return 0.0 if one <= other or other <= one else jaccard(_does(whole), one | other)
