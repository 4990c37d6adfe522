"""The ways of edges, and the tracks of their pieces."""

from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import given, settings

from tests.unit.drawing_helpers import loop, pairs, traces
from tracecli.drawing.layout import Edge, cells_of, graph_of
from tracecli.drawing.routing import (
    Layout,
    Point,
    Route,
    Segment,
    Track,
    _Lattice,
    assign,
    corners,
    lay_out,
    segments,
    ways,
)
from tracecli.model import Trace


def layout(trace: Trace, room: int = 1) -> Layout:
    graph = graph_of(trace)
    return lay_out(graph, cells_of(graph), room=room)


def routes(trace: Trace, room: int = 1) -> dict[str, Route]:
    return {route.key: route for route in layout(trace, room).routes}


def measured(found: Layout, route: Route) -> list[tuple[float, float]]:
    """Return the corners of a route where every lattice column and row is one unit broad."""

    def at(track: Track, flat: bool) -> float:  # noqa: FBT001 - called by position, as `corners` says
        assert track.line < (found.rows if flat else found.columns)
        return track.line + (track.number + 1) / (track.tracks + 1)

    boxes = [(2.0 * x + 1, 2.0 * y + 1, 2.0 * x + 2, 2.0 * y + 2) for x, y in found.cells]
    return corners(route, at, boxes[route.start], boxes[route.end])


def test_neighbours_are_joined_by_one_straight_piece() -> None:
    found = routes(pairs("ab", cells={"a": (0, 0), "b": (1, 0)}))["ab0"]

    assert found.pieces == (Track(1, 0, 1),)
    assert (found.flat, found.leaves, found.enters) == (True, 1, 1)


def test_both_directions_of_a_pair_run_apart() -> None:
    found = routes(pairs("ab", "ba", cells={"a": (0, 0), "b": (1, 0)}), room=2)

    assert found["ab0"].pieces == (Track(1, 0, 2),)
    assert found["ba1"].pieces == (Track(1, 1, 2),)


def test_where_a_side_has_no_room_the_second_edge_goes_around() -> None:
    found = routes(pairs("ab", "ba", cells={"a": (0, 0), "b": (1, 0)}), room=1)

    assert len(found["ab0"].pieces) == 1
    assert len(found["ba1"].pieces) == 3


def test_an_edge_goes_around_the_node_that_stands_between() -> None:
    found = routes(pairs("ab", "bc", "ac", cells={"a": (0, 0), "b": (1, 0), "c": (2, 0)}))["ac2"]

    assert [piece.line for piece in found.pieces] in ([1, 0, 5], [1, 2, 5])


def test_an_edge_goes_straight_through_an_empty_cell() -> None:
    found = routes(pairs("ac", "bd", cells={"a": (0, 0), "c": (2, 0), "b": (1, 1), "d": (0, 1)}))["ac0"]

    assert [piece.line for piece in found.pieces] == [1]


def test_a_self_loop_leaves_by_one_side_and_returns_by_the_next() -> None:
    found = routes(pairs("aa"))["aa0"]

    assert len(found.pieces) == 4
    assert found.flat
    assert not found.flat_end


def test_edges_that_are_never_drawn_together_share_a_track() -> None:
    graph = graph_of(pairs("ab", "ab", cells={"a": (0, 0), "b": (1, 0)}))

    found = lay_out(graph, [(0, 0), (1, 0)], room=2, together=lambda one, two: one == two)

    assert [route.pieces for route in found.routes] == [(Track(1, 0, 1),), (Track(1, 0, 1),)]


def test_lines_that_arrows_cross_straight_are_known() -> None:
    found = layout(pairs("ab", "ac", cells={"a": (0, 0), "b": (1, 0), "c": (0, 1)}))

    assert found.across == {2}
    assert found.down == {2}


def _steps_are_single_and_free(way: list[Point], nodes: set[Point]) -> bool:
    single = all(abs(x2 - x1) + abs(y2 - y1) == 1 for (x1, y1), (x2, y2) in pairwise(way))
    return single and not nodes.intersection(way[1:-1])


@given(traces())
@settings(max_examples=60)
def test_no_way_leads_through_a_node(trace: Trace) -> None:
    graph = graph_of(trace)
    cells = cells_of(graph)
    nodes = {(2 * x + 1, 2 * y + 1) for x, y in cells}

    found = ways(cells, graph.edges, room=1)

    assert all(_steps_are_single_and_free(way, nodes) for way in found)


@given(traces())
@settings(max_examples=60)
def test_a_way_is_found_even_when_patience_ends(trace: Trace) -> None:
    graph = graph_of(trace)
    cells = cells_of(graph)
    nodes = {(2 * x + 1, 2 * y + 1) for x, y in cells}
    lattice = _Lattice(cells, room=1, most=1)

    for edge in graph.edges:
        way = lattice.lead(edge)
        ends = [tuple(2 * axis + 1 for axis in cells[node]) for node in (edge.start, edge.end)]
        assert [way[0], way[-1]] == ends
        assert _steps_are_single_and_free(way, nodes)


def test_the_longest_way_stays_inside_the_drawing() -> None:
    lattice = _Lattice([(0, 0), (3, 2)], room=1, most=1)

    way = lattice.lead(Edge("e", 1, 0))

    assert all(0 <= x <= 8 and 0 <= y <= 6 for x, y in way)


Piece = tuple[tuple[float, float], tuple[float, float]]


def _overlap(one: Piece, two: Piece) -> bool:
    for axis in (0, 1):
        lines = {point[axis] for piece in (one, two) for point in piece}
        spans = [sorted(point[1 - axis] for point in piece) for piece in (one, two)]
        if len(lines) == 1 and spans[0][0] < spans[1][1] and spans[1][0] < spans[0][1]:
            return True
    return False


@given(traces())
@settings(max_examples=60)
def test_no_two_edges_run_along_each_other_on_one_line(trace: Trace) -> None:
    found = layout(trace)
    lines = [list(pairwise(measured(found, route))) for route in found.routes]

    shared = [
        (one, two) for left, right in combinations(lines, 2) for one in left for two in right if _overlap(one, two)
    ]

    assert shared == []


@given(traces())
@settings(max_examples=30)
def test_the_same_graph_has_the_same_routes(trace: Trace) -> None:
    assert layout(trace) == layout(trace)


def test_corners_lead_from_border_to_border() -> None:
    found = layout(loop())
    line = measured(found, found.routes[-1])

    assert [line[0], line[-1]] == [(7.5, 1), (1.5, 1)]
    assert all(x1 == x2 or y1 == y2 for (x1, y1), (x2, y2) in pairwise(line))


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
