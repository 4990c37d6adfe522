"""From pairs of indices to an alignment: confidence, and what keeps its order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tracecli.comparing.alignment import Alignment, Pair, Split
from tracecli.comparing.likeness import likeness
from tracecli.comparing.order import heaviest_increasing
from tracecli.comparing.splits import Halves
from tracecli.comparing.weighing import Weighing


def finished(
    weighing: Weighing, pairs: Mapping[int, int], splits: Sequence[Halves], merges: Sequence[Halves]
) -> Alignment:
    """Give the alignment that zero-based pairs, splits and merges make."""
    found = _with_halves(pairs, splits, merges)
    confidence = {halves.whole: halves.likeness for halves in splits}
    confidence |= {halves.first + 1: halves.likeness for halves in merges}
    numbered = {
        i: Pair(i + 1, j + 1, confidence.get(i, likeness(weighing.left[i], weighing.right[j])))
        for i, j in sorted(found.items())
    }
    kept = {i for i, _ in in_order(weighing, found)}
    return Alignment(
        pairs=tuple(numbered.values()),
        moves=tuple(pair for i, pair in numbered.items() if i not in kept),
        splits=_numbered(splits),
        merges=_numbered(merges),
        only_left=_missing(len(weighing.left), {*found, *(halves.first for halves in merges)}),
        only_right=_missing(len(weighing.right), {*found.values(), *(halves.first for halves in splits)}),
        weighed=weighing.count,
    )


def _with_halves(pairs: Mapping[int, int], splits: Sequence[Halves], merges: Sequence[Halves]) -> dict[int, int]:
    """Let the second half, after which the same should hold, stand for both."""
    found = dict(pairs) | {halves.whole: halves.first + 1 for halves in splits}
    for halves in merges:
        found.pop(halves.first, None)
        found[halves.first + 1] = halves.whole
    return found


def in_order(weighing: Weighing, pairs: Mapping[int, int]) -> list[tuple[int, int]]:
    """Give the pairs that keep their order, chosen so that their likeness adds up to the most."""
    listed = sorted(pairs.items())
    kept = heaviest_increasing([(i, j, _weight(weighing, i, j)) for i, j in listed])
    return [pair for place, pair in enumerate(listed) if place in kept]


def _weight(weighing: Weighing, i: int, j: int) -> int:
    """Give whole thousandths: their sum does not depend on the order of adding."""
    return 1 + round(1000 * likeness(weighing.left[i], weighing.right[j]))


def _numbered(found: Sequence[Halves]) -> tuple[Split, ...]:
    in_line = sorted(found, key=lambda halves: halves.whole)
    return tuple(Split(halves.whole + 1, (halves.first + 1, halves.first + 2)) for halves in in_line)


def _missing(count: int, found: set[int]) -> tuple[int, ...]:
    return tuple(index + 1 for index in range(count) if index not in found)
