"""Nodes in layers along the edges: cycles broken, longest paths, few crossings (Sugiyama, Tagawa, Toda 1981)."""

from __future__ import annotations

from collections.abc import Sequence

_SWEEPS = 4  # orders settle after two or three; one more costs nothing worth saving

Pair = tuple[int, int]
"""Indexes of the nodes that an edge leaves and enters."""


def layered(count: int, pairs: Sequence[Pair]) -> list[list[int]]:
    """Give the nodes 0 … count−1 in layers, so that edges lead to later layers but for those that close a cycle.

    A node stands one layer after the last of its predecessors; one without any stands just before its first successor.
    """
    forward = _acyclic(count, pairs)
    layer = _longest_paths(count, forward)
    layers: list[list[int]] = [[] for _ in range(max(layer, default=-1) + 1)]
    for node in range(count):
        layers[layer[node]].append(node)
    return _uncrossed([each for each in layers if each], forward)


def _acyclic(count: int, pairs: Sequence[Pair]) -> list[Pair]:
    """Leave out self loops and the edges that lead back to a node from which the search came."""
    nexts = _neighbours(count, pairs)
    done, open_ = [False] * count, [False] * count
    kept: list[Pair] = []
    for root in range(count):
        stack = [] if done[root] else [(root, iter(nexts[root]))]
        open_[root] = bool(stack)
        while stack:
            node, rest = stack[-1]
            child = next(rest, None)
            if child is None:
                stack.pop()
                done[node], open_[node] = True, False
            elif not open_[child]:
                kept.append((node, child))
                if not done[child]:
                    open_[child] = True
                    stack.append((child, iter(nexts[child])))
    return kept


def _neighbours(count: int, pairs: Sequence[Pair]) -> list[list[int]]:
    nexts: list[list[int]] = [[] for _ in range(count)]
    for start, end in pairs:
        nexts[start].append(end)
    return nexts


def _longest_paths(count: int, pairs: Sequence[Pair]) -> list[int]:
    nexts = _neighbours(count, pairs)
    waiting = [0] * count
    for _, end in pairs:
        waiting[end] += 1
    sources = [node for node in range(count) if not waiting[node]]
    layer, queue = [0] * count, list(sources)
    for node in queue:
        for child in nexts[node]:
            layer[child] = max(layer[child], layer[node] + 1)
            waiting[child] -= 1
            if not waiting[child]:
                queue.append(child)
    for node in sources:
        layer[node] = min((layer[child] - 1 for child in nexts[node]), default=0)
    return layer


def _uncrossed(layers: list[list[int]], pairs: Sequence[Pair]) -> list[list[int]]:
    """Order each layer by the mean position of its neighbours in the layers before, then after, some times over."""
    count = sum(map(len, layers))
    nexts, befores = _neighbours(count, pairs), _neighbours(count, [(end, start) for start, end in pairs])
    position = [0.0] * count
    for layer in layers:
        _number(layer, position)
    for _ in range(_SWEEPS):
        for sweep, near in ((layers[1:], befores), (layers[-2::-1], nexts)):
            for layer in sweep:
                mean = {node: _mean([position[other] for other in near[node]], position[node]) for node in layer}
                layer.sort(key=mean.__getitem__)
                _number(layer, position)
    return layers


def _number(layer: list[int], position: list[float]) -> None:
    for index, node in enumerate(layer):
        position[node] = index - (len(layer) - 1) / 2


def _mean(values: list[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise
