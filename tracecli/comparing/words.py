"""Two texts word by word."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

# ---- comparing.sequences
# What two sequences have in common, without quadratic cost.

Match = tuple[int, int]
"""Zero-based indices of two equal elements, left and right."""

_REACH = 128
"""Edits tried before the furthest path is taken: bounds the work at this many comparisons an element."""


def common(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[Match]:
    """Give a long common subsequence, in order.

    Greedy and forward (Myers 1986, "An O(ND) difference algorithm"), in rounds: where two sequences differ by more
    than a bounded number of edits, the path that got furthest is kept and the search goes on from its end. The answer
    is then common, but not always the longest.
    """
    start = _equal_ends(left, right, 0, 1)
    end = _equal_ends(left, right, start, -1)
    matches = [(index, index) for index in range(start)]
    matches += _middle(left, right, start, end)
    return matches + [(len(left) - index, len(right) - index) for index in range(end, 0, -1)]


def _equal_ends(left: Sequence[Hashable], right: Sequence[Hashable], taken: int, direction: int) -> int:
    most, count = min(len(left), len(right)) - taken, 0
    while count < most:
        index = count if direction > 0 else -1 - count
        if left[index] != right[index]:
            break
        count += 1
    return count


def _middle(left: Sequence[Hashable], right: Sequence[Hashable], start: int, end: int) -> list[Match]:
    """Search what is left between the equal ends, without the elements that the other side lacks."""
    lefts, rights = range(start, len(left) - end), range(start, len(right) - end)
    known = {left[i] for i in lefts} & {right[j] for j in rights}
    lefts_kept = [i for i in lefts if left[i] in known]
    rights_kept = [j for j in rights if right[j] in known]
    a, b = [left[i] for i in lefts_kept], [right[j] for j in rights_kept]
    matches: list[Match] = []
    x = y = 0
    while x < len(a) and y < len(b):
        found, x, y = _round(a, b, x, y)
        matches += ((lefts_kept[i], rights_kept[j]) for i, j in found)
    return matches


def _round(a: Sequence[Hashable], b: Sequence[Hashable], x0: int, y0: int) -> tuple[list[Match], int, int]:
    """Go as far as the reach allows from one corner.

    Returns:
        The matches on the path, and the corner where it ends.
    """
    fronts: list[dict[int, int]] = []
    for edits in range(_REACH + 1):
        before = fronts[-1] if fronts else {}
        front: dict[int, int] = {}
        for diagonal in range(-edits, edits + 1, 2):
            x = _step(before, diagonal, edits, len(a) - x0, len(b) - y0)
            if x >= 0:
                while x0 + x < len(a) and y0 + x - diagonal < len(b) and a[x0 + x] == b[y0 + x - diagonal]:
                    x += 1
                front[diagonal] = x
        fronts.append(front)
        ended = [d for d, x in front.items() if x0 + x == len(a) and y0 + x - d == len(b)]
        if ended:
            return _path(fronts, ended[0], x0, y0), len(a), len(b)
    diagonal = max(fronts[-1], key=lambda d: (2 * fronts[-1][d] - d, -abs(d)))
    x = fronts[-1][diagonal]
    return _path(fronts, diagonal, x0, y0), x0 + x, y0 + x - diagonal


def _step(before: dict[int, int], diagonal: int, edits: int, width: int, height: int) -> int:
    """Give the furthest x on a diagonal after one more edit, or -1 where the grid ends."""
    if not edits:
        return 0
    down = before.get(diagonal + 1, -1)
    if down - diagonal > height:
        down = -1
    right = before.get(diagonal - 1, -2) + 1
    return max(down, -1 if right > width else right)


def _path(fronts: list[dict[int, int]], diagonal: int, x0: int, y0: int) -> list[Match]:
    matches: list[Match] = []
    for edits in range(len(fronts) - 1, -1, -1):
        end = fronts[edits][diagonal]
        before = fronts[edits - 1] if edits else {}
        down, right = before.get(diagonal + 1, -1), before.get(diagonal - 1, -2) + 1
        begin = max(x for x in (down, right, -1 if edits else 0) if x <= end)  # beyond the end was beyond the grid
        matches += ((x0 + x, y0 + x - diagonal) for x in range(end - 1, begin - 1, -1))
        diagonal += 1 if begin == down else -1
    matches.reverse()
    return matches


# ---- comparing.words
# Two texts word by word.

_WORD = re.compile(r"\s+|[\u3040-\u30ff\u3400-\u9fff]|(?:(?![\u3040-\u30ff\u3400-\u9fff])\w)+|[^\w\s]")
_MOST = 5000  # words of a text that are compared one by one


class Piece(NamedTuple):
    """A piece of two texts: in both, or only in one."""

    side: Literal["both", "left", "right"]
    text: str


def compare_words(left: str, right: str) -> list[Piece]:
    """Give the pieces from which both texts can be read: `both` with `left`, `both` with `right`."""
    one, other = _WORD.findall(left), _WORD.findall(right)
    if max(len(one), len(other)) > _MOST:
        return [Piece("left", left), Piece("right", right)]
    matches = [(i, j) for j, i in common(other, one)] if other < one else common(one, other)
    return _joined(_without_islands(_pieces(one, other, matches)))


def share_in_both(pieces: Sequence[Piece]) -> float:
    """Give how much of the longer text is in both, from 0 to 1."""
    lengths = {side: sum(len(text) for at, text in pieces if at == side) for side in ("both", "left", "right")}
    longer = lengths["both"] + max(lengths["left"], lengths["right"])
    return lengths["both"] / longer if longer else 1.0


def _pieces(one: Sequence[str], other: Sequence[str], matches: Sequence[Match]) -> list[Piece]:
    """Give a piece a gap and a piece a stretch of common words."""
    pieces: list[Piece] = []
    left = right = 0
    for i, j in [*matches, (len(one), len(other))]:
        pieces += [Piece("left", "".join(one[left:i]))] if left < i else []
        pieces += [Piece("right", "".join(other[right:j]))] if right < j else []
        pieces += [Piece("both", one[i])] if i < len(one) else []
        left, right = i + 1, j + 1
    return [
        Piece(side, "".join(piece.text for piece in group))
        for side, group in groupby(pieces, key=lambda piece: piece.side)
    ]


def _without_islands(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Give blanks and signs that stand alone between two changes to both sides: they are no common ground."""
    for place, piece in enumerate(pieces):
        inside = 0 < place < len(pieces) - 1
        if piece.side == "both" and inside and not any(map(str.isalnum, piece.text)):
            yield Piece("left", piece.text)
            yield Piece("right", piece.text)
        else:
            yield piece


def _joined(pieces: Iterator[Piece]) -> list[Piece]:
    """Join neighbouring changes to one piece of the left and one of the right."""
    result: list[Piece] = []
    for both, group in groupby(pieces, key=lambda piece: piece.side == "both"):
        texts = list(group)
        for side in ("both",) if both else ("left", "right"):
            text = "".join(piece.text for piece in texts if piece.side == side)
            result += [Piece(side, text)] if text else []  # type: ignore[arg-type] # the literals above
    return result
