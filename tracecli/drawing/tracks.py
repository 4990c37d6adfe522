"""Which track of its line each straight piece of an edge takes: no two share one, and few cross."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import groupby, pairwise

from tracecli.drawing.lattice import Point

_ORDERED = 40  # pieces side by side up to which their order is chosen by crossings: the cost grows with the square

Together = Callable[[int, int], bool]
"""Whether the edges of two indexes are ever drawn together."""


@dataclass(slots=True, eq=False)
class Segment:
    """A straight piece of an edge on a lattice line.

    Attributes:
        edge: Index of its edge.
        flat: Whether it is horizontal.
        line: Its lattice row if it is horizontal, else its column.
        ends: Where it starts and ends along the line, smaller first; in nodes at their border.
        turns: At each end, which way the edge goes on: −1 up or left, 1 down or right, 0 into a node.
        nexts: The pieces that go on there.
        track: Its track, from 0.
        tracks: How many tracks there are beside it.
        span: `ends`, as far as the tracks of `nexts` are known.
    """

    edge: int
    flat: bool
    line: int
    ends: tuple[float, float]
    turns: tuple[int, int] = (0, 0)
    nexts: tuple[Segment | None, Segment | None] = (None, None)
    track: int = 0
    tracks: int = 1
    span: tuple[float, float] = (0.0, 0.0)

    @property
    def place(self) -> float:
        """Give where it lies across its line, in lattice units."""
        return self.line + (self.track + 1) / (self.tracks + 1) - 0.5

    def measure(self) -> None:
        """Bring `span` up to date."""
        low, high = (next_.place if next_ else end for next_, end in zip(self.nexts, self.ends, strict=True))
        self.span = (low, high) if low <= high else (high, low)


def segments(edge: int, way: Sequence[Point]) -> list[Segment]:
    """Give the straight pieces of a way, in its order."""
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way)]
    turns = [index for index in range(1, len(steps)) if steps[index] != steps[index - 1]]
    corners = [way[index] for index in (0, *turns, len(way) - 1)]
    pieces = [
        _piece(edge, one, two, first=index == 0, last=index == len(corners) - 2)
        for index, (one, two) in enumerate(pairwise(corners))
    ]
    for index, piece in enumerate(pieces):
        before, after = pieces[index - 1] if index else None, pieces[index + 1] if index + 1 < len(pieces) else None
        ways = _way(corners, index, -1) if before else 0, _way(corners, index + 1, 1) if after else 0
        if sum(corners[index]) > sum(corners[index + 1]):
            before, after, ways = after, before, ways[::-1]
        piece.nexts, piece.turns = (before, after), ways
    return pieces


def _way(corners: Sequence[Point], index: int, step: int) -> int:
    here, there = corners[index], corners[index + step]
    return 1 if sum(there) > sum(here) else -1


def _piece(edge: int, one: Point, two: Point, *, first: bool, last: bool) -> Segment:
    flat = one[1] == two[1]
    start, end = (one[0], two[0]) if flat else (one[1], two[1])
    inward = 0.5 if end > start else -0.5
    ends = start + inward * first, end - inward * last
    return Segment(edge, flat, one[1] if flat else one[0], (min(ends), max(ends)))


def assign(pieces: Sequence[Segment], together: Together) -> None:
    """Give every piece its track.

    Columns come first, by where rows will be; then rows, by where columns are; then both again, so that pieces that
    only seemed to meet can share a track. The last round keeps the order that the one before relied on; in a throng, in
    which no order is kept, there is no second time.
    """
    upright, flat = [piece for piece in pieces if not piece.flat], [piece for piece in pieces if piece.flat]
    _round(upright, together)
    if _round(flat, together) <= _ORDERED and _round(upright, together) <= _ORDERED:
        _round(flat, together, keep=True)


def _round(pieces: Sequence[Segment], together: Together, *, keep: bool = False) -> int:
    """Give the pieces of one way their tracks; the answer is how many lie side by side at most."""
    for piece in pieces:
        piece.measure()
    ranked = sorted(pieces, key=lambda piece: (piece.line, piece.span, piece.edge))
    groups = [group for _, line in groupby(ranked, lambda piece: piece.line) for group in _groups(line)]
    for group in groups:
        if len(group) > _ORDERED:
            _fill(group)
        else:
            _assign(group, together, keep=keep)
    return max(map(len, groups), default=0)


def _groups(line: Iterator[Segment]) -> Iterator[list[Segment]]:
    """Part the pieces of one line, sorted by start, where none runs on."""
    group: list[Segment] = []
    reach = 0.0
    for piece in line:
        if group and piece.span[0] > reach:
            yield group
            group = []
        reach = max(reach, piece.span[1]) if group else piece.span[1]
        group.append(piece)
    if group:
        yield group


def _assign(group: list[Segment], together: Together, *, keep: bool) -> None:
    if keep:
        group.sort(key=lambda piece: (piece.place, piece.edge))
    else:
        group = _ordered(sorted(group, key=lambda piece: piece.edge), together)
    for index, piece in enumerate(group):
        beside = (other.track + 1 for other in group[:index] if _meet(other, piece, together))
        piece.track = max(beside, default=0)
    tracks = 1 + max(piece.track for piece in group)
    for piece in group:
        piece.tracks = tracks


def _fill(group: Sequence[Segment]) -> None:
    """Give each piece, by its start, the track that is free for the longest time, or a new one."""
    ends: list[tuple[float, int]] = []
    for piece in group:
        free = bool(ends) and ends[0][0] < piece.span[0]
        piece.track = heappop(ends)[1] if free else len(ends)
        heappush(ends, (piece.span[1], piece.track))
    for piece in group:
        piece.tracks = len(ends)


def _meet(one: Segment, two: Segment, together: Together) -> bool:
    apart = one.span[0] > two.span[1] or two.span[0] > one.span[1]
    return not apart and (one.edge == two.edge or together(one.edge, two.edge))


def _ordered(group: Sequence[Segment], together: Together) -> list[Segment]:
    """Put each piece where it crosses the fewest others, the first of such places from the end."""
    order: list[Segment] = []
    for piece in group:
        others = [other if together(other.edge, piece.edge) else None for other in order]
        cost = sum(_crossings(other, piece) for other in others if other)
        best, place = cost, len(order)
        for index in range(len(order) - 1, -1, -1):
            if other := others[index]:
                cost += _crossings(piece, other) - _crossings(other, piece)
            if cost < best:
                best, place = cost, index
        order.insert(place, piece)
    return order


def _crossings(first: Segment, second: Segment) -> float:
    """Count how often two pieces cross if `first` lies above or left of `second`; half where they just touch."""
    return sum(_cuts(end, second.span) for end, turn in zip(first.span, first.turns, strict=True) if turn > 0) + sum(
        _cuts(end, first.span) for end, turn in zip(second.span, second.turns, strict=True) if turn < 0
    )


def _cuts(end: float, span: tuple[float, float]) -> float:
    if span[0] < end < span[1]:
        return 1.0
    return 0.5 if end in span else 0.0
