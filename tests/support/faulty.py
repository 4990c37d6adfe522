"""Traces with as many faults of one rule as are asked for: what it costs to find and to tell them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.support.hostile import BROKEN
from tests.support.large import large

Data = dict[str, Any]
Made = tuple[bytes, str]
"""A file's bytes, and the ending that says how to read it."""

_LINK = "https://github.com/o/r/blob/{}/f.py{}"


def _json(data: object) -> Made:
    return json.dumps(data).encode(), "json"


def _steps(change: Callable[[int, Data], object]) -> Callable[[int], Made]:
    """Give a maker that changes every step of a long scenario."""

    def made(count: int) -> Made:
        data = large(count)
        for number, step in enumerate(data["scenarios"][0]["steps"]):
            step["state"] = dict(step["state"])
            change(number, step)
        return _json(data)

    return made


def _sources(source: Callable[[int], Data]) -> Callable[[int], Made]:
    return lambda count: _json(large(6) | {"sources": [{"title": "S"} | source(number) for number in range(count)]})


def _targets(target: Callable[[int], Data]) -> Callable[[int], Made]:
    """Give a maker that adds nodes, which no scenario uses."""

    def made(count: int) -> Made:
        data = large(6)
        data["targets"] |= {
            f"n{number}": {"id": f"n-{number}", "kind": "node", "label": f"Node {number}"} | target(number)
            for number in range(count)
        }
        return _json(data)

    return made


def _like_targets(count: int) -> Made:
    data = json.loads(_targets(lambda _: {})(count)[0])
    data["targets"] |= {
        f"\uff4e{number}": target for number, target in enumerate(list(data["targets"].values())[-count:])
    }
    return _json(data)


def _unselected(count: int) -> Made:
    data = json.loads(_targets(lambda _: {})(count)[0])
    names = [f"n{number}" for number in range(count)]
    scenario = data["scenarios"][0]
    scenario["unselected"] = [*scenario["unselected"], *names]
    scenario["steps"] += [scenario["steps"][0] | {"title": f"Use {name}", "active": [name]} for name in names]
    return _json(data)


def _unknown_among_many(count: int) -> Made:
    data = json.loads(_unselected(count)[0])
    for number, step in enumerate(data["scenarios"][0]["steps"][-count:]):
        step["active"] = [f"nn{number}"]
    return _json(data)


def _loops(count: int) -> Made:
    data = large(6)
    scenario = data["scenarios"][0]
    data["scenarios"] = [scenario | {"id": f"s{number}"} for number in range(count)]
    return _json(data)


def _strange_keys(count: int) -> Made:
    data = large(6)
    data["scenarios"][0]["steps"][0] |= {f"durration{number}": 1 for number in range(count)}
    return _json(data)


def _like_keys(count: int) -> Made:
    data = large(6)
    data["scenarios"][0]["steps"][0] |= {f"dur\u0430tion{' ' * number}": 1 for number in range(count)}
    return _json(data)


def _strange_states(count: int) -> Made:
    data = large(6)
    step = data["scenarios"][0]["steps"][0]
    step["state"] = step["state"] | {f"gpuu{number}": "x" for number in range(count)}
    return _json(data)


def _missing_states(count: int) -> Made:
    data = large(6)
    data["stateLabels"] |= {f"key{number}": "Key" for number in range(count)}
    return _json(data)


def _changes(count: int) -> Made:
    data = large(count)
    scenario = data["scenarios"][0]
    for step in scenario["steps"]:
        del step["state"]
        step["changes"] = {"gpu": scenario["initial"]["gpu"]}
    return _json(data)


def _claims(claim: Callable[[int], Data]) -> Callable[[int], Made]:
    return lambda count: _json(
        large(6) | {"claims": [{"name": f"c{number}"} | claim(number) for number in range(count)]}
    )


def _claim_on_steps(count: int) -> Made:
    return _json(large(count) | {"claims": [{"name": "words", "values": {"gpu": ["nothing else"]}}]})


def _lone(count: int) -> Made:
    data = large(count)
    data["targets"]["lone"] = {"label": "Lone", "from": "queue", "to": "future"}
    for step in data["scenarios"][0]["steps"]:
        step.update(active=["launch"], paths=["lone"])
    return _json(data)


_TIMING: Data = {"unit": "ms", "basis": "B", "costs": {"run": 1, "forward": 9}, "resources": {"cpu": "T", "gpu": "G"}}


def _timed(steps: Callable[[Data], list[Data | None]], **own: Any) -> Callable[[int], Made]:
    """Give a maker of a trace with so many scenarios, each with a loop of these facts."""
    facts = {"thread": "cpu", "work": {"fwd": {"resource": "gpu", "takes": "forward"}}} | own

    def made(count: int) -> Made:
        data = large(6) | {"timing": _TIMING}
        scenario = data["scenarios"][0]
        for step, timing in zip(scenario["steps"], steps(scenario), strict=False):
            step.update({"timing": timing} if timing else {})
        data["scenarios"] = [scenario | {"id": f"s{number}", "timing": facts} for number in range(count)]
        return _json(data)

    return made


FAULTY: dict[str, Callable[[int], Made]] = {
    "bad-range": _sources(lambda number: {"url": _LINK.format("v1", f"#L{number + 2}-L1")}),
    "duplicate-id": _targets(lambda _: {"id": "same"}),
    "duplicate-id in steps": _steps(lambda _, step: step.update(id="same")),
    "duplicate-key": lambda count: (b"{" + b",".join(b'"a%d":1' % (i // 2) for i in range(2 * count)) + b"}", "json"),
    "duplicate-key in YAML": lambda count: (b"".join(b"a%d: 1\n" % (i // 2) for i in range(2 * count)), "yaml"),
    "duration-outlier": _steps(lambda number, step: step.update(duration=3 if number % 2 else 3000)),
    "encoding": lambda count: (b"{" + b",".join(b'"\\ud800%d":1' % i for i in range(count)) + b"}", "json"),
    "encoding of bytes": lambda count: (b'{"a": "' + b"\xff" * count + b'"}', "json"),
    "missing-key": _steps(lambda _, step: step.pop("title")),
    "missing-source": _sources(lambda number: {"file": f"gone{number}.txt"}),
    "no-alt": lambda count: _json({k: v for k, v in json.loads(_targets(lambda _: {})(count)[0]).items() if k != "alt"}),
    "no-op-step": _steps(lambda _, step: step.update(title="Same", active=[], paths=[], state=dict.fromkeys(step["state"], "x"))),
    "open-loop": _loops,
    "reading-time": _steps(lambda _, step: step.update(duration=500)),
    "source-escapes": _sources(lambda number: {"file": f"../../x{number}"}),
    "source-hash": _sources(lambda number: {"file": "./" * (number % 9) + "here.txt", "sha256": f"{number:064x}"}),
    "spelling-split": _steps(lambda number, step: step["state"].update(gpu=f"forward {number // 2} k{'-−'[number % 2]}1")),
    "spelling-split of keys": _like_targets,
    "spelling-split of one": _steps(lambda number, step: step["state"].update(gpu="forward" + " " * number)),
    "state-keys": _steps(lambda _, step: step["state"].pop("gpu")),
    "state-keys in one step": _strange_states,
    "state-keys of labels": _missing_states,
    "foreign-document": lambda count: _json({"traceEvents": [{"name": f"n{number}", "ph": "X"} for number in range(count)]}),
    "syntax": lambda count: (b"a:\n" + b"- !x y\n" * count, "yaml"),
    "syntax of numbers": lambda count: (b"[" + b",".join([b"NaN,Infinity"] * count) + b"]", "json"),
    "too-deep": lambda count: (b"[" * (count + 100) + b"]" * (count + 100), "json"),
    "too-deep in YAML": lambda count: (b"- " * (count + 100) + b"x\n", "yaml"),
    "too-large": lambda count: (BROKEN["bomb.yaml"][1] + b"x:\n" + b"- x\n" * count, "yaml"),
    "unknown-key of look-alikes": _like_keys,
    "unknown-key": _steps(lambda _, step: step.update(durration=step.pop("duration"))),
    "unknown-key in one step": _strange_keys,
    "unknown-target": _steps(lambda number, step: step.update(active=[f"lauch{number}"])),
    "unknown-target among many": _unknown_among_many,
    "unpinned-source": _sources(lambda number: {"url": _LINK.format("main", f"#L{number + 1}")}),
    "unselected-used": _unselected,
    "unused-target": _targets(lambda _: {}),
    "wrong-kind": _steps(lambda _, step: step.update(paths=["launch"])),
    "wrong-type": _steps(lambda _, step: step.update(duration="900")),
    "wrong-value": _steps(lambda _, step: step.update(duration=0)),
    "claim-broken": _claim_on_steps,
    "claim-idle": _claims(lambda _: {"when": {"gpu": "gone"}, "never": {"gpu": "gone"}}),
    "lone-path": _lone,
    "no-op-change": _changes,
    "same-cell": _targets(lambda _: {"at": [0, 0]}),
    "snapshot-contradiction": _timed(
        lambda _: [{"takes": "run", "starts": "fwd"}, {"waits": "fwd"}, None, None, None, None], in_flight={"gpu": "fwd"}
    ),
    "timing-deadlock": _timed(lambda _: [{"waits": "fwd"}, {"starts": "fwd"}]),
    "timing-queue": _timed(lambda _: [{"starts": "fwd", "pops": "q"}, {"waits": "fwd", "puts": "q"}], queues={"q": 0}),
    "timing-unbounded": _timed(lambda _: [{"takes": "run", "starts": "fwd"}]),
    "unknown-cost": _timed(lambda _: [{"takes": "rum", "starts": "fwd"}, {"waits": "fwd"}]),
    "unknown-edge": _steps(lambda number, step: step.update(messages={f"edge{number}": "m"})),
    "unknown-queue": _timed(lambda _: [{"takes": "run", "starts": "fwd"}, {"waits": "fwd", "puts": "q"}]),
    "unknown-resource": _timed(lambda _: [{"starts": "fwd", "resource": "cpus"}, {"waits": "fwd"}]),
    "unknown-source": _steps(lambda number, step: step.update(sources=[f"source{number}"])),
    "unknown-value": _claims(lambda number: {"when": {"gpu": f"gone{number}"}, "never": {"gpu": "x"}}),
    "unknown-work": _timed(lambda _: [{"takes": "run", "starts": "fwd"}, {"waits": "fvd"}]),
    "yaml-type": lambda count: (b"a:\n" + b"- no\n- 012\n" * count, "yaml"),
    "cut-by-comment": lambda count: (b"a:\n" + b"- issue #1\n" * count, "yaml"),
}  # fmt: skip
"""A rule, with or without words on which of its kinds → a file with so many faults, or one where it has one a file."""
