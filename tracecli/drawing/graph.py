"""What of a trace can be drawn: its nodes, and the edges whose ends are known."""

from __future__ import annotations

from dataclasses import dataclass

from tracecli.model import Kind, Target, Trace

Cell = tuple[int, int]
"""(column, row) on the grid, from 0."""


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge between two nodes, given by their place in `Graph.nodes`.

    Attributes:
        key: Key of the edge in the trace.
        start: Index of the node that it leaves.
        end: Index of the node that it enters; may be the same.
    """

    key: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes and edges in the order declared."""

    nodes: tuple[Target, ...]
    edges: tuple[Edge, ...]


def graph_of(trace: Trace) -> Graph:
    """Give the graph of a trace; edges without known ends are not in it."""
    nodes = tuple(target for target in trace.targets.values() if target.kind is Kind.NODE)
    place = {node.key: index for index, node in enumerate(nodes)}
    edges = tuple(
        Edge(target.key, place[target.start], place[target.end])
        for target in trace.targets.values()
        if target.start is not None and target.end is not None
    )
    return Graph(nodes, edges)
