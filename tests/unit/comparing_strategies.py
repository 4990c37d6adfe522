"""Small traces of few words, so that steps, targets and values often coincide: what property tests compare."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.unit.comparing_helpers import scenario, step, trace
from tracecli.model import Kind, Scenario, Source, Step, Target, Trace

_NODES = ("a", "b", "c")
_EDGES = ("p", "q")
_TEXTS = ("", "Run", "Run it", "Wait for it", "\x1b[31m@team #1|`<b>", "步骤")
_KEYS = ("x", "y")


def texts() -> st.SearchStrategy[str]:
    """Give a text, seldom a harmless one."""
    return st.sampled_from(_TEXTS)


@st.composite
def _steps(draw: st.DrawFn, keys: tuple[str, ...], nodes: tuple[str, ...], edges: tuple[str, ...]) -> list[Step]:
    count = draw(st.integers(1, 6))
    ids = draw(st.lists(st.sampled_from([None, "one", "two", "three"]), min_size=count, max_size=count))
    return [
        step(
            draw(texts()),
            draw(st.lists(st.sampled_from(nodes), unique=True, max_size=2)) if nodes else (),
            draw(st.lists(st.sampled_from(edges), unique=True, max_size=2)) if edges else (),
            duration=draw(st.sampled_from([1000, 1500, 2650])),
            id=None if name in ids[:number] else name,
            description=draw(texts()),
            **{key: draw(st.sampled_from(["yes", "no"])) for key in keys},
        )
        for number, name in enumerate(ids)
    ]


@st.composite
def _scenario(
    draw: st.DrawFn, name: str, keys: tuple[str, ...], nodes: tuple[str, ...], edges: tuple[str, ...]
) -> Scenario:
    initial = {key: draw(st.sampled_from(["yes", "no"])) for key in keys}
    return scenario(*draw(_steps(keys, nodes, edges)), id=name, initial=initial)


@st.composite
def traces(draw: st.DrawFn) -> Trace:
    """Give a trace of one or two scenarios."""
    keys = tuple(draw(st.lists(st.sampled_from(_KEYS), unique=True, max_size=2)))
    nodes = tuple(draw(st.lists(st.sampled_from(_NODES), unique=True, max_size=3)))
    edges = tuple(draw(st.lists(st.sampled_from(_EDGES), unique=True, max_size=2)))
    names = draw(st.lists(st.sampled_from(["first", "second", "third"]), unique=True, min_size=1, max_size=2))
    targets = {key: draw(_target(key, Kind.NODE, nodes)) for key in nodes}
    targets |= {key: draw(_target(key, Kind.EDGE, nodes)) for key in edges}
    return trace(
        *(draw(_scenario(name, keys, nodes, edges)) for name in names),
        targets=targets,
        state_labels={key: draw(texts()) for key in keys},
        title=draw(texts()),
        caption=draw(st.none() | texts()),
        limitations=tuple(draw(st.lists(texts(), max_size=3))),
        sources=tuple(draw(st.lists(st.builds(Source, texts(), url=st.none() | texts()), max_size=3))),
    )


@st.composite
def _target(draw: st.DrawFn, key: str, kind: Kind, nodes: tuple[str, ...]) -> Target:
    ends: dict[str, Any] = {}
    if kind is Kind.EDGE and nodes and draw(st.booleans()):
        ends = {"start": draw(st.sampled_from(nodes)), "end": draw(st.sampled_from(nodes))}
    return Target(key, f"id-{key}-{draw(st.sampled_from('12'))}", kind, draw(texts()), **ends)


def pairs() -> st.SearchStrategy[tuple[Trace, Trace]]:
    """Give two traces: made apart, so that only their vocabulary relates them."""
    return st.tuples(traces(), traces())
