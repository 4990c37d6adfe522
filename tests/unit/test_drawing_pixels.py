"""The drawing in pixels."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings

from tests.unit.drawing_helpers import drawing, loop, pairs, traces
from tests.unit.scaling import operations
from tracecli.drawing.pixels import Picture, PictureLabel, PictureNode, picture_of
from tracecli.errors import TraceError
from tracecli.model import Trace

Rect = tuple[int, int, int, int]


def rect(thing: PictureNode | PictureLabel) -> Rect:
    return thing.x, thing.y, thing.x + thing.width, thing.y + thing.height


def pieces(picture: Picture) -> list[tuple[str, Rect]]:
    """Return every straight piece of every edge as a rectangle without breadth."""
    return [
        (edge.key, (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)))
        for edge in picture.edges
        for (x1, y1), (x2, y2) in pairwise(edge.points)
    ]


def touch(one: Rect, two: Rect) -> bool:
    return one[0] <= two[2] and two[0] <= one[2] and one[1] <= two[3] and two[1] <= one[3]


def inside(piece: Rect, node: Rect) -> bool:
    return piece[0] < node[2] and node[0] < piece[2] and piece[1] < node[3] and node[1] < piece[3]


def assert_clean(picture: Picture) -> None:
    nodes, labels, lines = [*map(rect, picture.nodes)], [*map(rect, picture.labels)], pieces(picture)
    assert not any(touch(one, two) for one, two in combinations(nodes, 2))
    assert not any(inside(piece, node) for _, piece in lines for node in nodes)
    assert not any(touch(label, other) for label in labels for other in nodes)
    assert not any(touch(one, two) for one, two in combinations(labels, 2))
    assert not any(touch(label, piece) for label in labels for _, piece in lines)


def along(one: Rect, two: Rect) -> bool:
    """Return whether two pieces run on one line and beside each other."""
    upright = one[0] == one[2] == two[0] == two[2] and one[1] < two[3] and two[1] < one[3]
    return upright or (one[1] == one[3] == two[1] == two[3] and one[0] < two[2] and two[0] < one[2])


@pytest.mark.parametrize("trace", [loop(), loop(cells=None)], ids=["cells", "arranged"])
def test_every_edge_of_a_loop_has_its_label_and_nothing_touches(trace: Trace) -> None:
    picture = picture_of(trace)

    assert_clean(picture)
    assert picture.unplaced == ()
    assert [label.key for label in picture.labels] == [edge.key for edge in picture.edges]


def test_both_directions_of_a_pair_have_lines_and_labels_of_their_own() -> None:
    picture = picture_of(pairs("ab", "ba"))
    there, back = (edge.points for edge in picture.edges)

    assert_clean(picture)
    assert len(there) == len(back) == 2
    assert there[0][1] < back[0][1]
    assert len(picture.labels) == 2


def test_an_edge_leads_from_border_to_border() -> None:
    picture = picture_of(pairs("ab", cells={"a": (0, 0), "b": (1, 0)}))
    a, b = picture.nodes
    middle = a.y + a.height // 2

    assert picture.edges[0].points == ((a.x + a.width, middle), (b.x, middle))


def test_a_label_right_of_a_line_begins_there() -> None:
    picture = picture_of(pairs("ab", cells={"a": (0, 0), "b": (0, 1)}))
    label, line = picture.labels[0], picture.edges[0].points

    assert label.anchor == "start"
    assert label.x > line[0][0]


def test_long_labels_of_nodes_have_two_lines_and_boxes_that_hold_them() -> None:
    picture = picture_of(drawing({"a": "A name that is rather long", "b": "予約キューと結果"}))

    assert [node.lines for node in picture.nodes] == [("A name that", "is rather long"), ("予約キューと結果",)]
    assert picture.nodes[1].width > 8 * 14


def test_labels_are_the_text_of_the_trace_on_one_line_and_with_room_for_what_can_not_be_seen() -> None:
    picture = picture_of(drawing({"a": "<b>&\x1b", "b": "two\nlines\n"}, {"e": ("a", "b", "</script>\n")}))

    assert [node.lines for node in picture.nodes] == [(r"<b>&\x1b",), ("two lines",)]
    assert picture.labels[0].lines == ("</script>",)


def test_nodes_and_edges_carry_key_and_id() -> None:
    picture = picture_of(pairs("ab"))

    assert [(node.key, node.id) for node in picture.nodes] == [("a", "id-a"), ("b", "id-b")]
    assert [(edge.key, edge.id) for edge in picture.edges] == [("ab0", "id-ab0")]


def test_nothing_to_draw_is_a_small_empty_picture() -> None:
    picture = picture_of(drawing({}))

    assert picture == Picture(32, 32, (), (), (), ())


def test_a_throng_is_drawn_and_says_which_labels_found_no_room() -> None:
    picture = picture_of(pairs(*["ab"] * 60))

    assert_clean(picture)
    assert len(picture.edges) == 60
    assert {label.key for label in picture.labels}.isdisjoint(picture.unplaced)
    assert len(picture.labels) + len(picture.unplaced) == 60


@given(traces(most=7))
@settings(max_examples=40)
def test_no_label_and_no_edge_touches_what_it_does_not_belong_to(trace: Trace) -> None:
    picture = picture_of(trace)

    assert_clean(picture)
    assert not any(along(one, two) for (left, one), (right, two) in combinations(pieces(picture), 2) if left != right)


@given(traces(most=7))
@settings(max_examples=25)
def test_everything_lies_inside_the_picture(trace: Trace) -> None:
    picture = picture_of(trace)

    spots = [*map(rect, picture.nodes), *map(rect, picture.labels), *(piece for _, piece in pieces(picture))]
    assert all(min(x, y) >= 0 and right <= picture.width and lower <= picture.height for x, y, right, lower in spots)


@given(traces(most=6))
@settings(max_examples=15)
def test_the_same_trace_has_the_same_picture(trace: Trace) -> None:
    assert picture_of(trace) == picture_of(trace)


def joined(count: int, ends: Callable[[int], tuple[int, int]], *, column: bool = False) -> Trace:
    """Return a trace of `count` edges between nodes that are numbers; in one column, or arranged along the edges."""
    both = [ends(index) for index in range(count)]
    names = {name: f"n{name}" for name in sorted({name for pair in both for name in pair})}
    edges = {f"e{index}": (f"n{one}", f"n{two}", "x") for index, (one, two) in enumerate(both)}
    return drawing(
        {name: name for name in names.values()}, edges, {n: (0, i) for i, n in names.items()} if column else {}
    )


SHAPES: dict[str, Callable[[int], tuple[int, int]]] = {
    "a hub that sends": lambda index: (0, index + 1),
    "a hub that receives": lambda index: (index + 1, 0),
    "a hub both ways": lambda index: ((0, index // 2 + 1), (index // 2 + 1, 0))[index % 2],
    "two hubs": lambda index: (index % 2, index // 2 + 2),
    "a hub of fifty": lambda index: (0, index % 50 + 1),
    "a pair": lambda _index: (0, 1),
    "a node and itself": lambda _index: (0, 0),
    "a chain": lambda index: (index, index + 1),
    "a tree": lambda index: (index // 2, index + 1),
    "each to each": lambda index: (index // 64, index % 64),
    "far apart": lambda index: (index, 4000 - index),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("column", [False, True])
def test_a_drawing_of_too_many_edges_is_refused_at_once(shape: str, column: bool) -> None:  # noqa: FBT001 - a parameter
    trace = joined(4000, SHAPES[shape], column=column)

    def refused() -> None:
        with pytest.raises(TraceError, match="the drawing is too large: it has 4,000 edges, and may have 2,000"):
            picture_of(trace)

    assert operations(refused) < 100 * 4000


@pytest.mark.parametrize("shape", ["a hub that sends", "a hub of fifty", "a pair", "a node and itself", "a tree"])
def test_twice_the_edges_cost_about_twice_the_operations(shape: str) -> None:
    once, twice = (operations(partial(picture_of, joined(size, SHAPES[shape]))) for size in (100, 200))

    assert twice < 3 * once  # a quadratic part would make it 4


def test_few_edges_that_are_long_are_refused_too() -> None:
    with pytest.raises(TraceError, match=r"it has 2,250,000 cells that its edges pass, and may have 1,000,000"):
        picture_of(joined(1500, lambda index: (index, 3000 - index), column=True))
