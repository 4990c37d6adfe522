"""How time grows: every command, every export and every rule on a size, on twice and on four times that size."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from tests.benchmarks import making
from tests.benchmarks.measuring import environment, measure_all
from tests.benchmarks.playing import Played, played
from tests.support.faulty import FAULTY

SIZES = (2500, 5000, 10_000)
_MOST = 2.2
HEAD = (
    f"\n| what grows: steps, or faults of a rule | {' | '.join(f'{size:,}' for size in SIZES)} | last doubling | at most |\n"
    "| :-- | --: | --: | --: | --: | --: |\n"
)

_REPORTS = ("text", "json", "github", "gitlab", "sarif", "junit", "markdown")
_EXPORTS = (
    ["html"],
    ["markdown"],
    ["mermaid", "--any-size"],
    ["mermaid", "--any-size", "--sequence"],
    ["mermaid", "--any-size", "--state"],
    ["asciicast"],
    ["perfetto"],
    ["itf"],
    ["json"],
    ["yaml"],
)
_COMMANDS: Mapping[str, Sequence[str]] = {
    "validate JSON": ["validate", "{}.json"],
    "validate YAML": ["validate", "{}.yaml"],
    **{f"validate with a fault in each step, {form}": ["validate", "{}-faults.json", "--format", form] for form in _REPORTS},
    "validate --fix": ["validate", "{}-faults.json", "--fix", "--diff"],
    "show": ["show", "./{}.json"],
    "show a scenario": ["show", "./{}.json#overlap"],
    "show, JSON": ["show", "./{}.json", "--format", "json"],
    "transcript": ["play", "./{}.json#overlap", "--plain"],
    "sources": ["sources", "./{}.json"],
    "diff, all reworded": ["diff", "./{}.json", "./{}-reworded.json"],
    "diff, all moved": ["diff", "./{}.json", "./{}-reversed.json"],
    "diff, all moved, JSON": ["diff", "./{}.json", "./{}-reversed.json", "--format", "json"],
    "diff, all moved, Markdown": ["diff", "./{}.json", "./{}-reversed.json", "--format", "markdown"],
    **{f"export {' '.join(words)}": ["export", words[0], "./{}.json#overlap", *words[1:]] for words in _EXPORTS},
}  # fmt: skip


def grown(program: str, repeat: int) -> Iterator[str]:
    """Give the lines of the table, one a command or rule.

    Args:
        program: The path of `trace`.
        repeat: How many runs count.
    """
    yield HEAD
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for size in SIZES:
            _make(folder, size)
        for what, words in _COMMANDS.items():
            yield _measured(what, [_filled(program, words, size) for size in SIZES], repeat, folder)
        for words in (["svg"], ["svg", "--sheet"]):  # an animation has a limit of its own
            commands = [[program, "export", *words, f"./{size // 10}.json#overlap"] for size in SIZES]
            yield _measured(f"export {' '.join(words)}, a tenth of the steps", commands, repeat, folder)
        yield from _played(program, folder)
        for what in FAULTY:
            yield _measured(f"rule {what}", [_faulty(program, what, size, folder) for size in SIZES], repeat, folder)


def _filled(program: str, words: Sequence[str], size: int) -> list[str]:
    return [program, *(word.format(size) for word in words)]


def _make(folder: Path, size: int) -> None:
    making.large(folder, size, yaml=True, start=making.shipped)
    making.large(folder, size // 10, start=making.shipped)
    for name, change in _CHANGED.items():
        data = making.long(size, making.shipped)
        change(data["scenarios"][0]["steps"])
        (folder / f"{size}-{name}.json").write_text(json.dumps(data, indent=2), encoding="utf-8")


def _reworded(steps: list[making.Data]) -> None:
    for step in steps:
        step["description"] += " In other words."


def _wrong(steps: list[making.Data]) -> None:
    for step in steps:
        step["durration"] = step.pop("duration")


_CHANGED: Mapping[str, Callable[[list[making.Data]], None]] = {
    "faults": _wrong,
    "reworded": _reworded,
    "reversed": list.reverse,
}


def _faulty(program: str, what: str, size: int, folder: Path) -> list[str]:
    raw, ending = FAULTY[what](size)
    (folder / f"rule-{size}.{ending}").write_bytes(raw)
    (folder / "here.txt").write_bytes(b"x" * 1_000_000)
    return [program, "validate", f"rule-{size}.{ending}", "--notes"]


def _measured(what: str, commands: Sequence[Sequence[str]], repeat: int, folder: Path) -> str:
    found = measure_all(commands, repeat, folder, environment(folder))
    codes = {str(one.code) for one in found if one.code not in {0, 1}}
    return _row(what, [one.seconds for one in found], remark=f" (exit {', '.join(sorted(codes))})" if codes else "")


def _played(program: str, folder: Path) -> Iterator[str]:
    plays: list[Played] = [played(program, f"./{size}.json#overlap", size, folder) for size in SIZES]
    yield _row("play: to its first frame", [one.first for one in plays])
    yield _row("play: from a key to its frame", [one.key for one in plays])
    yield _row("play: from the key for the last step to its frame", [one.last for one in plays])


def _row(what: str, seconds: Sequence[float], remark: str = "") -> str:
    growth = seconds[-1] / seconds[-2]
    cells = " | ".join(f"{one:.3f}" for one in seconds)
    kept = f"{_MOST:g} ×" if growth <= _MOST else f"**{_MOST:g} ×: missed**"
    return f"| {what}{remark} | {cells} | {growth:.2f} × | {kept} |\n"
