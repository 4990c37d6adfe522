"""Two texts word by word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from tracecli.comparing.sequences import Match, common

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
