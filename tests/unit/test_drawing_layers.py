"""Layers along the edges."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tracecli.drawing.layout import layered, settled


def test_a_node_stands_after_the_last_of_its_predecessors() -> None:
    layers = layered(4, [(0, 1), (1, 2), (0, 3), (2, 3)])

    assert layers == [[0], [1], [2], [3]]


def test_the_edge_that_closes_a_cycle_counts_for_nothing() -> None:
    layers = layered(3, [(0, 1), (1, 2), (2, 0), (1, 1)])

    assert layers == [[0], [1], [2]]


def test_a_node_without_predecessors_stands_just_before_its_first_successor() -> None:
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


@given(_PAIRS)
@settings(max_examples=40)
def test_settling_puts_the_first_node_top_left_and_no_two_nodes_together(pairs: list[tuple[int, int]]) -> None:
    cells = settled([(node % 4, node // 4) for node in range(8)], pairs)

    assert cells[0] == (0, 0)
    assert len(set(cells)) == 8


def test_settling_straightens_what_it_can() -> None:
    cells = settled([(0, 0), (2, 0), (1, 0)], [(0, 1), (1, 2)])

    assert cells == [(0, 0), (1, 0), (2, 0)]
