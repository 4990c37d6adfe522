"""Small graphs to draw, and graphs at random."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hypothesis import strategies as st

from tracecli.model import Kind, Scenario, Step, Target, Trace

Cell = tuple[int, int]

LOOP_CELLS = {"read": (0, 0), "plan": (1, 0), "wait": (2, 0), "write": (3, 0), "cache": (0, 1), "work": (1, 1)}
LOOP_LABELS = {
    "read": "Read batch",
    "plan": "Plan the step",
    "wait": "Waiting list",
    "write": "Write results",
    "cache": "Token cache",
    "work": "Device work",
}
LOOP_EDGES = {
    "readPlan": ("read", "plan", "Hand the batch on"),
    "planWork": ("plan", "work", "Start the work"),
    "planWait": ("plan", "wait", "Keep the handle"),
    "waitWrite": ("wait", "write", "Take the oldest handle"),
    "workCache": ("work", "cache", "Store new tokens"),
    "cacheWork": ("cache", "work", "Load last tokens"),
    "copy": ("work", "write", "Copy to the host"),
    "loop": ("write", "read", "Go round again"),
}


def drawing(
    labels: Mapping[str, str],
    edges: Mapping[str, tuple[str | None, str | None, str]] | None = None,
    cells: Mapping[str, Cell] | None = None,
    steps: Iterable[tuple[str, ...]] = (),
) -> Trace:
    """Return a trace with these node labels, these edges (start, end, label), and a step for each tuple of paths."""
    places = cells or {}
    targets = {key: Target(key, f"id-{key}", Kind.NODE, label, at=places.get(key)) for key, label in labels.items()}
    for key, (start, end, label) in (edges or {}).items():
        targets[key] = Target(key, f"id-{key}", Kind.EDGE, label, start, end)
    made = tuple(Step("t", "d", 1000, (), paths, {}) for paths in steps)
    return Trace("en", "t", "d", {}, targets, (Scenario("s", "t", "d", {}, (), made),))


def loop(cells: Mapping[str, Cell] | None = LOOP_CELLS) -> Trace:
    """Return a loop much like the founding document's."""
    return drawing(LOOP_LABELS, LOOP_EDGES, cells, steps=[("readPlan",), ("planWork", "cacheWork"), ("copy",)])


def pairs(*ends: str, cells: Mapping[str, Cell] | None = None) -> Trace:
    """Return a trace of one-letter nodes with the edges `ab`, `bc`, …; each edge's key is its ends and its number."""
    names = dict.fromkeys("".join(ends))
    edges = {f"{each}{number}": (each[0], each[1], f"from {each[0]} to {each[1]}") for number, each in enumerate(ends)}
    return drawing({name: name.upper() for name in [*names, *(cells or {})]}, edges, cells)


_WORDS = st.sampled_from(
    ["queue", "the", "forward", "IDs", "on", "sampled_output", "予約", "k−1", "a", "Scheduler.run"]
)
_LABELS = st.lists(_WORDS, min_size=1, max_size=4).map(" ".join)


@st.composite
def traces(draw: st.DrawFn, most: int = 9) -> Trace:
    """Return traces of up to `most` nodes with edges of every sort: loops, pairs, several at once; some cells pinned."""
    count = draw(st.integers(0, most))
    names = [f"n{index}" for index in range(count)]
    labels = {name: draw(_LABELS) for name in names}
    cell = st.tuples(st.integers(0, 3), st.integers(0, 3))
    pinned = draw(st.sets(st.sampled_from(names))) if names else set()
    cells = {name: draw(cell) for name in sorted(pinned)}
    ends = st.tuples(st.sampled_from(names), st.sampled_from(names), _LABELS) if names else st.nothing()
    edges = {f"e{index}": each for index, each in enumerate(draw(st.lists(ends, max_size=2 * count)))}
    steps = draw(st.lists(st.lists(st.sampled_from(sorted(edges)), max_size=3).map(tuple), max_size=3)) if edges else []
    return drawing(labels, edges, cells, steps)
