"""Which entry of one list is which of another: limitations, sources, scenarios."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import pairwise, product
from typing import TypeVar

Entry = TypeVar("Entry")
Places = tuple[int, int]
"""Zero-based places of two entries, left and right."""

Likeness = Callable[[int, int], float]
"""How alike the entries at two places are."""

_MEETS = 2  # entries of the other side that each one is weighed against, at least
_FEW = 40  # entries of each side that are weighed one by one; of more than that, the rest stays unpaired


def pair_by_name(
    left: Sequence[Entry], right: Sequence[Entry], names: Iterable[Callable[[Entry], Hashable]]
) -> list[Places]:
    """Pair entries that share a name; of several that do, the first with the first.

    Args:
        left: Entries of one side.
        right: Entries of the other.
        names: What two entries may share, the most telling first; None is shared with nothing.
    """
    pairs: list[Places] = []
    for name in names:
        lefts, rights = unpaired(pairs, len(left), len(right))
        waiting: dict[Hashable, list[int]] = defaultdict(list)
        for j in reversed(rights):
            waiting[name(right[j])].append(j)
        for i in lefts:
            shared = name(left[i])
            if shared is not None and waiting[shared]:
                pairs.append((i, waiting[shared].pop()))
    return sorted(pairs)


def pair_by_likeness(
    known: Iterable[Places], sizes: tuple[int, int], hint: Likeness, like: Likeness, least: float
) -> list[Places]:
    """Give the known pairs and those of the rest that are alike, the likeliest first.

    Args:
        known: Pairs that stand.
        sizes: How many entries each side has.
        hint: A cheap guess of how alike two entries are, for places left and right; each entry meets only the few that
            this speaks for.
        like: How alike they are, from 0 to 1, the same both ways round.
        least: How alike a pair must be.
    """
    pairs = list(known)
    lefts, rights = (places[:_FEW] for places in unpaired(pairs, *sizes))
    weighed = [(like(i, j), i, j) for i, j in sorted(_candidates(lefts, rights, hint))]
    free_left, free_right = set(lefts), set(rights)
    # Pairs of one sum of places have no entry in common, so no tie is broken by side.
    for score, i, j in sorted(weighed, key=lambda pair: (-pair[0], pair[1] + pair[2])):
        if score >= least and i in free_left and j in free_right:
            pairs.append((i, j))
            free_left.remove(i)
            free_right.remove(j)
    return sorted(pairs)


def _candidates(lefts: Sequence[int], rights: Sequence[int], hint: Likeness) -> set[Places]:
    hinted = [(-hint(i, j), i + j, i, j) for i, j in product(lefts, rights)]
    met: tuple[Counter[int], Counter[int]] = Counter(), Counter()
    chosen: set[Places] = set()
    for _, _, i, j in sorted(hinted):
        if met[0][i] < _MEETS or met[1][j] < _MEETS:
            chosen.add((i, j))
            met[0][i] += 1
            met[1][j] += 1
    return chosen


def unpaired(pairs: Iterable[Places], lefts: int, rights: int) -> tuple[list[int], list[int]]:
    """Give the places without a pair.

    Args:
        pairs: The pairs.
        lefts: How many entries the left has.
        rights: How many the right has.
    """
    taken_left, taken_right = {i for i, _ in pairs}, {j for _, j in pairs}
    return [i for i in range(lefts) if i not in taken_left], [j for j in range(rights) if j not in taken_right]


def keeps_order(pairs: Sequence[Places]) -> bool:
    """Tell whether pairs sorted by left are sorted by right as well."""
    return all(one[1] < other[1] for one, other in pairwise(pairs))
