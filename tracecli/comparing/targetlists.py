"""Lists of targets: the same ones, others, or the same in another order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from tracecli.comparing.changes import Change, Spot
from tracecli.comparing.levels import Level

Names = tuple[Mapping[str, int], Mapping[str, int]]
"""Key → number on the left and on the right, from `Matches.names`: the same number, the same target."""

ListKind = Literal["active", "paths", "unselected"]


def list_change(
    kind: ListKind,
    spots: tuple[Spot, Spot],
    keys: tuple[Sequence[str], Sequence[str]],
    names: Names,
    anchor: tuple[str, ...],
) -> Change | None:
    """Give the change between two lists of targets, or None.

    Args:
        kind: Which list.
        spots: Where it is, left and right.
        keys: What is in it, left and right.
        names: What makes the keys of both sides comparable.
        anchor: For the change's fingerprint.
    """
    left, right = ([side[key] for key in listed] for side, listed in zip(names, keys, strict=True))
    if left == right:
        return None
    level = Level.ORDER if sorted(left) == sorted(right) else Level.STRUCTURE
    return Change(level, kind, *spots, ", ".join(keys[0]), ", ".join(keys[1]), anchor=anchor)
