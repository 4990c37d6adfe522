"""Tracks of pieces side by side."""

from __future__ import annotations

from itertools import combinations

from tracecli.drawing.routing import Segment, assign, segments


def _always(_one: int, _two: int) -> bool:
    return True


def upright(edge: int, x: int, start: int, end: int) -> Segment:
    return Segment(edge, flat=False, line=x, ends=(start, end))


def test_a_way_falls_into_straight_pieces_that_know_their_bends() -> None:
    first, second = segments(7, [(1, 1), (1, 2), (2, 2), (3, 2), (4, 2)])

    assert (first.flat, first.line, first.ends, first.turns) == (False, 1, (1.5, 2), (0, 1))
    assert (second.flat, second.line, second.ends, second.turns) == (True, 2, (1, 3.5), (-1, 0))
    assert first.nexts == (None, second)


def test_pieces_that_do_not_meet_share_the_first_track() -> None:
    pieces = [upright(0, 2, 0, 1), upright(1, 2, 2, 3), upright(2, 4, 0, 3)]

    assign(pieces, _always)

    assert [(piece.track, piece.tracks) for piece in pieces] == [(0, 1), (0, 1), (0, 1)]


def test_pieces_that_meet_lie_side_by_side() -> None:
    pieces = [upright(0, 2, 0, 2), upright(1, 2, 1, 3)]

    assign(pieces, _always)

    assert [(piece.track, piece.tracks) for piece in pieces] == [(0, 2), (1, 2)]


def test_pieces_are_ordered_so_that_their_edges_do_not_cross() -> None:
    turns_left = segments(1, [(1, 3), (2, 3), (2, 2), (2, 1), (1, 1)])
    turns_right = segments(0, [(3, 3), (2, 3), (2, 2), (2, 1), (3, 1)])

    assign([*turns_right, *turns_left], _always)

    assert turns_left[1].track < turns_right[1].track


def test_a_throng_still_gives_every_piece_its_own_track() -> None:
    pieces = [upright(edge, 2, edge % 50, edge % 50 + 20) for edge in range(150)]

    assign(pieces, _always)

    for one, two in combinations(pieces, 2):
        apart = one.ends[0] > two.ends[1] or two.ends[0] > one.ends[1]
        assert apart or one.track != two.track
