"""Two texts word by word."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from typing import Literal, NamedTuple

from tracecli.comparing.match import IndexPair
from tracecli.text import UNSPACED, runs_of

_REACH = 128
"""Edits tried before the furthest path is taken: bounds the work at this many comparisons an element."""

# What belongs to the character before it: accents, vowel signs, joiners, variation selectors. Not all there are: where
# one is missing here, a word is only compared in smaller pieces.
_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc"
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f71-\u0f84\u0f8d-\u0fbc\u102b-\u103e\u1056-\u1059"
    "\u17b4-\u17d3\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u200d\u20d0-\u20f0\u302a-\u302f\u3099\u309a\ua9b3-\ua9c0\ufe00-\ufe0f"
    "\ufe20-\ufe2f\U000e0100-\U000e01ef"
)
_INDIC = "\u0900-\u0dff"  # letters and signs of the scripts of India, of which Python's \w leaves out the signs
# Scripts without spaces are compared character by character.
_WORD = re.compile(rf"\s+|(?:{UNSPACED})[{_MARKS}]*|(?:(?!{UNSPACED})[\w{_MARKS}{_INDIC}])+|[^\w\s][{_MARKS}]*")
_MOST = 5000  # words of a text that are compared one by one

_Chain = tuple["_Chain", IndexPair] | None
"""The matches on a path, the last one first: paths share their beginnings."""
_OFF: tuple[int, _Chain] = (-2, None)
"""No path ends on this diagonal."""


class Piece(NamedTuple):
    """A piece of two texts: in both, or only in one."""

    side: Literal["both", "left", "right"]
    text: str


def compare_words(left: str, right: str) -> list[Piece]:
    """Return the pieces from which both texts can be read: `both` with `left`, `both` with `right`.

    Not by `difflib`, which finds other words in common when left and right are exchanged.
    """
    one, other = _WORD.findall(left), _WORD.findall(right)
    if max(len(one), len(other)) > _MOST:
        return [Piece("left", left), Piece("right", right)]
    matches = [(i, j) for j, i in common(other, one)] if other < one else common(one, other)
    pieces: list[Piece] = []
    gap_left = gap_right = ""
    i = j = 0
    for stretch in runs_of(matches, lambda a, b: b == (a[0] + 1, a[1] + 1)):
        (start_left, start_right), (last_left, last_right) = stretch[0], stretch[-1]
        gap_left += "".join(one[i:start_left])
        gap_right += "".join(other[j:start_right])
        i, j = last_left + 1, last_right + 1
        text = "".join(one[start_left:i])
        between_gaps = (gap_left or gap_right) and (i, j) != (len(one), len(other))
        if between_gaps and not any(map(str.isalnum, text)):  # spaces and signs alone are not common ground
            gap_left, gap_right = gap_left + text, gap_right + text
        else:
            pieces += [Piece("left", gap_left), Piece("right", gap_right), Piece("both", text)]
            gap_left = gap_right = ""
    pieces += [Piece("left", gap_left + "".join(one[i:])), Piece("right", gap_right + "".join(other[j:]))]
    return [piece for piece in pieces if piece.text]


def share_in_both(pieces: Sequence[Piece]) -> float:
    """Return how much of the longer text is in both, from 0 to 1."""
    lengths = {"both": 0, "left": 0, "right": 0}
    for side, text in pieces:
        lengths[side] += len(text)
    longer = lengths["both"] + max(lengths["left"], lengths["right"])
    return lengths["both"] / longer if longer else 1.0


def common(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[IndexPair]:
    """Return a long common subsequence as zero-based pairs of indices, in order.

    Greedy and forward (Myers 1986, "An O(ND) difference algorithm"), in rounds: where two sequences differ by more
    than a bounded number of edits, the path that got furthest is kept and the search goes on from its end. The answer
    is then common, but not always the longest.
    """
    start, most = 0, min(len(left), len(right))
    while start < most and left[start] == right[start]:
        start += 1
    end = 0
    while end < most - start and left[-1 - end] == right[-1 - end]:
        end += 1
    # Between the equal ends, without the elements that the other side lacks: each of these would cost an edit.
    shared = set(left[start : len(left) - end]) & set(right[start : len(right) - end])
    lefts = [i for i in range(start, len(left) - end) if left[i] in shared]
    rights = [j for j in range(start, len(right) - end) if right[j] in shared]
    a, b = [left[i] for i in lefts], [right[j] for j in rights]
    matches = [(index, index) for index in range(start)]
    x = y = 0
    while x < len(a) and y < len(b):
        found, x, y = _furthest(a, b, x, y)
        matches += [(lefts[i], rights[j]) for i, j in found]
    return matches + [(len(left) - index, len(right) - index) for index in range(end, 0, -1)]


def _furthest(a: Sequence[Hashable], b: Sequence[Hashable], x0: int, y0: int) -> tuple[list[IndexPair], int, int]:
    """Go from one corner to the end, or as far as the reach allows.

    Returns:
        The matches on the path, and the corner where it ends.
    """
    width, height = len(a) - x0, len(b) - y0
    paths: dict[int, tuple[int, _Chain]] = {1: (0, None)}  # diagonal (x - y) → furthest x, and how it got there
    for edits in range(_REACH + 1):
        for diagonal in range(-edits, edits + 1, 2):
            down, across = paths.get(diagonal + 1, _OFF), paths.get(diagonal - 1, _OFF)
            if down[0] - diagonal > height:
                down = _OFF
            if across[0] >= width:
                across = _OFF
            x, chain = down if down[0] > across[0] else (across[0] + 1, across[1])
            while 0 <= x < width and x - diagonal < height and a[x0 + x] == b[y0 + x - diagonal]:
                chain = (chain, (x0 + x, y0 + x - diagonal))
                x += 1
            paths[diagonal] = (x, chain) if x >= 0 else _OFF
            if x == width and x - diagonal == height:
                return _unlinked(chain), len(a), len(b)
    ends = [diagonal for diagonal in range(-_REACH, _REACH + 1, 2) if paths[diagonal] is not _OFF]
    diagonal = max(ends, key=lambda end: (2 * paths[end][0] - end, -abs(end)))
    x, chain = paths[diagonal]
    return _unlinked(chain), x0 + x, y0 + x - diagonal


def _unlinked(chain: _Chain) -> list[IndexPair]:
    matches: list[IndexPair] = []
    while chain:
        chain, match = chain
        matches.append(match)
    return matches[::-1]
