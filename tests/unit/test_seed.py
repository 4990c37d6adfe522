"""The shipped trace is the founding document with its additions, and nothing else changed."""

from __future__ import annotations

import json

from tests.support.program import OVERLAP, SEED

ENDS = {
    "pickLaunch": ("pick", "launch"),
    "launchGpu": ("launch", "gpu"),
    "launchQueue": ("launch", "queue"),
    "queueProcess": ("queue", "process"),
    "gpuFuture": ("gpu", "future"),
    "futureGpu": ("future", "gpu"),
    "copy": ("gpu", "process"),
    "loop": ("process", "pick"),
}


def test_without_the_additions_the_trace_is_the_seed_byte_for_byte() -> None:
    trace = json.loads(OVERLAP.read_text(encoding="utf-8"))
    del trace["lanes"]
    for target in trace["targets"].values():
        for addition in ("from", "to", "at", "shows"):
            target.pop(addition, None)

    text = json.dumps(trace, indent=2, ensure_ascii=False) + "\n"

    assert text.encode() == SEED.read_bytes()


def test_every_edge_has_its_ends_and_every_node_its_own_cell() -> None:
    targets = json.loads(OVERLAP.read_text(encoding="utf-8"))["targets"]

    ends = {key: (one["from"], one["to"]) for key, one in targets.items() if one["kind"] == "edge"}
    cells = [tuple(one["at"]) for one in targets.values() if one["kind"] == "node"]

    assert ends == ENDS
    assert len(set(cells)) == len(cells) == 6
