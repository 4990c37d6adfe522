"""Which cell each node has, and layers along the edges."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.drawing_helpers import LOOP_CELLS, drawing, loop, pairs, traces
from tracecli.drawing.layout import cells_of, graph_of, layered
from tracecli.model import Trace


def cells(trace: Trace) -> dict[str, tuple[int, int]]:
    graph = graph_of(trace)
    return {node.key: cell for node, cell in zip(graph.nodes, cells_of(graph), strict=True)}


def test_pinned_nodes_are_where_their_author_put_them() -> None:
    assert cells(loop()) == LOOP_CELLS


def test_empty_columns_and_rows_are_left_out() -> None:
    found = cells(pairs("ab", cells={"a": (2, 9), "b": (1_000_000, 7)}))

    assert found == {"a": (0, 1), "b": (1, 0)}


def test_of_two_nodes_in_one_cell_the_later_is_beside() -> None:
    found = cells(pairs("ab", cells={"a": (0, 0), "b": (0, 0)}))

    assert found == {"a": (0, 0), "b": (1, 0)}


def test_a_node_without_a_cell_is_near_its_pinned_neighbours() -> None:
    found = cells(pairs("ac", "bc", cells={"a": (0, 0), "b": (2, 0)}))

    assert found["c"] == (1, 0)


def test_a_node_without_cell_or_neighbour_is_below_the_pinned_ones() -> None:
    found = cells(drawing({"a": "A", "b": "B", "c": "C"}, cells={"a": (0, 0), "b": (1, 1)}))

    assert found["c"] == (0, 2)


def test_without_edges_the_declared_order_fills_rows_evenly() -> None:
    found = cells(drawing({name: name for name in "abcdef"}))

    assert found == {"a": (0, 0), "b": (1, 0), "c": (2, 0), "d": (0, 1), "e": (1, 1), "f": (2, 1)}


def test_edges_without_known_ends_arrange_nothing() -> None:
    found = cells(drawing({"a": "A", "b": "B"}, {"e": (None, None, "unknown")}))

    assert found == {"a": (0, 0), "b": (1, 0)}


def test_a_chain_runs_from_left_to_right() -> None:
    found = cells(pairs("ab", "bc", "cd"))

    assert found == {"a": (0, 0), "b": (1, 0), "c": (2, 0), "d": (3, 0)}


def test_a_long_loop_turns_back_so_that_it_closes_on_a_short_way() -> None:
    found = cells(pairs("ab", "bc", "cd", "de", "ef", "fg", "gh", "ha"))

    assert found["a"] == (0, 0)
    assert found["h"] == (0, 1)


def test_nodes_without_edges_are_below_those_that_have_some() -> None:
    found = cells(drawing({"x": "X", "a": "A", "b": "B"}, {"e": ("a", "b", "")}))

    assert found["a"][1] == found["b"][1] == 0
    assert found["x"] == (0, 1)


def test_nothing_and_a_single_node_are_no_trouble() -> None:
    assert cells(drawing({})) == {}
    assert cells(drawing({"a": "A"}, {"e": ("a", "a", "again")})) == {"a": (0, 0)}


def test_two_hundred_nodes_in_one_cell_all_get_their_own() -> None:
    names = [f"n{index}" for index in range(200)]

    found = cells(drawing({name: name for name in names}, cells=dict.fromkeys(names, (0, 0))))

    assert len(set(found.values())) == 200


@given(traces())
@settings(max_examples=60)
def test_every_node_has_its_own_cell_and_no_column_or_row_is_empty(trace: Trace) -> None:
    found = list(cells(trace).values())

    assert len(set(found)) == len(found)
    assert {column for column, _ in found} == set(range(len({column for column, _ in found})))
    assert {row for _, row in found} == set(range(len({row for _, row in found})))


@given(traces())
@settings(max_examples=30)
def test_the_same_graph_has_the_same_cells(trace: Trace) -> None:
    assert cells(trace) == cells(trace)


def test_a_node_is_after_the_last_of_its_predecessors() -> None:
    layers = layered(4, [(0, 1), (1, 2), (0, 3), (2, 3)])

    assert layers == [[0], [1], [2], [3]]


def test_the_edge_that_closes_a_cycle_counts_for_nothing() -> None:
    layers = layered(3, [(0, 1), (1, 2), (2, 0), (1, 1)])

    assert layers == [[0], [1], [2]]


def test_a_node_without_predecessors_is_just_before_its_first_successor() -> None:
    layers = layered(4, [(0, 1), (1, 2), (3, 2)])

    assert layers == [[0], [1, 3], [2]]


def test_nodes_of_a_layer_are_ordered_so_that_edges_do_not_cross() -> None:
    layers = layered(4, [(0, 3), (1, 2)])

    assert layers == [[0, 1], [3, 2]]


def test_a_chain_of_five_thousand_nodes_is_no_recursion() -> None:
    layers = layered(5000, [(node, node + 1) for node in range(4999)])

    assert len(layers) == 5000


_PAIRS = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=1, max_size=14)


@given(_PAIRS)
@settings(max_examples=60)
def test_every_node_is_in_one_layer(pairs: list[tuple[int, int]]) -> None:
    layers = layered(8, pairs)

    assert sorted(node for layer in layers for node in layer) == list(range(8))
    assert all(layers)
