"""Traces of any length, like those that people write: what the benchmark's programs are given."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.support.program import OVERLAP, SEED

Data = dict[str, Any]

_FILES = 1000


def seed() -> Data:
    """Give a fresh copy of the founding document's data."""
    loaded: Data = json.loads(SEED.read_text(encoding="utf-8"))
    return loaded


def shipped() -> Data:
    """Give a fresh copy of the shipped trace's data: the founding document with a drawing."""
    loaded: Data = json.loads(OVERLAP.read_text(encoding="utf-8"))
    return loaded


def long(count: int, start: Callable[[], Data] = seed) -> Data:
    """Give a trace with one scenario of so many steps: those of a start, over and over, with running numbers."""
    data = start()
    scenario = data["scenarios"][1]
    scenario["steps"] = list(_steps(scenario["steps"], count))
    data["scenarios"] = [scenario]
    return data


def _steps(steps: list[Data], count: int) -> Iterator[Data]:
    for number in range(1, count + 1):
        step = steps[(number - 1) % len(steps)]
        state = step["state"] | {"cpu": f"{step['state']['cpu']}, turn {number}"}
        yield step | {"title": f"{step['title']}, turn {number}", "state": state}


def moved(data: Data) -> Data:
    """Take the step at seven tenths of the first scenario to one tenth, in place."""
    steps = data["scenarios"][0]["steps"]
    steps.insert(len(steps) // 10, steps.pop(len(steps) * 7 // 10))
    return data


def as_json(data: Data) -> str:
    """Give the text as the founding document is written, about 560 bytes a step."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def as_yaml(data: Data) -> str:
    """Give the text in block style, its texts in quotes, lists and states of steps on one line."""
    return "".join(f"{line}\n" for line in _yaml(data, ""))


def _yaml(value: Any, indent: str) -> Iterator[str]:
    for key, inner in value.items():
        if _is_flat(inner):
            yield f"{indent}{key}: {json.dumps(inner, ensure_ascii=False)}"
        elif isinstance(inner, dict):
            yield f"{indent}{key}:"
            yield from _yaml(inner, f"{indent}  ")
        else:
            yield f"{indent}{key}:"
            for item in inner:
                first, *rest = _yaml(item, f"{indent}    ")
                yield f"{indent}  - {first.lstrip()}"
                yield from rest


def _is_flat(value: Any) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not any(isinstance(one, dict | list) for one in inner)


def one(folder: Path) -> None:
    """Write the founding document as `seed.json` and `seed.yaml`."""
    (folder / "seed.json").write_text(as_json(seed()), encoding="utf-8")
    (folder / "seed.yaml").write_text(as_yaml(seed()), encoding="utf-8")


def many(folder: Path) -> None:
    """Write a thousand files of the founding document's size to `json/`, and to `yaml/`."""
    for ending, text in (("json", as_json), ("yaml", as_yaml)):
        (folder / ending).mkdir()
        for number in range(_FILES):
            data = seed() | {"title": f"Trace {number}"}
            (folder / ending / f"t{number:04}.{ending}").write_text(text(data), encoding="utf-8")


def large(folder: Path, count: int, *, yaml: bool = False, start: Callable[[], Data] = seed) -> None:
    """Write `COUNT.json`, `COUNT.yaml` if asked, and `COUNT-fault.json` whose last duration is text."""
    data = long(count, start)
    (folder / f"{count}.json").write_text(as_json(data), encoding="utf-8")
    if yaml:
        (folder / f"{count}.yaml").write_text(as_yaml(data), encoding="utf-8")
    data["scenarios"][0]["steps"][-1]["duration"] = "900"
    (folder / f"{count}-fault.json").write_text(as_json(data), encoding="utf-8")


def pair(folder: Path, count: int) -> None:
    """Write `left-COUNT.json`, and with one step moved `right-COUNT.json`."""
    (folder / f"left-{count}.json").write_text(as_json(long(count)), encoding="utf-8")
    (folder / f"right-{count}.json").write_text(as_json(moved(long(count))), encoding="utf-8")
