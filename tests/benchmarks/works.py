"""What is measured: each work, who does it, and the figures to reach."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests.benchmarks import making
from tests.benchmarks.peers import TYPER
from tests.support.program import ROOT

SCHEMA = ROOT / "schemas" / "trace.schema.json"

_CHECK = ["--schemafile", str(SCHEMA)]
_AJV = ["validate", "--spec=draft2020", "--strict=false", "-s", str(SCHEMA), "-d"]
# Its own rules about looks are off, so that it has nothing to say about any file and only its checks are compared.
_LINT = ["-d", "{extends: default, rules: {line-length: disable, document-start: disable}}"]
_TEN, _HUNDRED = 10_000, 100_000


@dataclass(frozen=True, slots=True)
class Work:
    """One work, done by us and by peers.

    Attributes:
        group: What `--only` chooses by.
        name: In words.
        does: Program → its words; ours first.
        most: Program → the most that our time may be of its time.
        seconds: The most that ours may take, or None.
        repeat: How many runs count.
        data: A file whose size memory is compared with, or None.
        half: The name of the work of half the size, to see how time grows, or None.
        growth: The most that our time may be of that one's.
        code: The exit code of those who do it right.
    """

    group: str
    name: str
    does: Mapping[str, Sequence[str]]
    most: Mapping[str, float] = field(default_factory=dict)
    seconds: float | None = None
    repeat: int = 3
    data: str | None = None
    half: str | None = None
    growth: float = 2.2
    code: int = 0


Group = tuple[Callable[[Path], None], Sequence[Work]]
"""Makes the files in a folder, and the works that need them."""


def _start_up(name: str, ours: Sequence[str], theirs: Sequence[str], most: float | None = None) -> Work:
    return Work("start-up", name, {"trace": ours, TYPER: theirs}, {TYPER: most} if most else {}, repeat=15)


def _validate(name: str, path: str, *peers: str, **more: object) -> Work:
    words = {"trace": ["validate", path], "check-jsonschema": [*_CHECK, path], "ajv-cli": [*_AJV, path]}
    words["yamllint"] = [*_LINT, path]
    does = {peer: words[peer] for peer in ("trace", *peers)}
    return Work(name=name, does=does, **more)  # type: ignore[arg-type] # the works below say what Work takes


def _files(name: str, ending: str, *peers: str, most: Mapping[str, float]) -> Work:
    files = [f"{ending}/t{number:04}.{ending}" for number in range(1000)]
    words = {
        "trace": ["validate", ending],
        "check-jsonschema": [*_CHECK, *files],
        "ajv-cli": [*_AJV, f"{ending}/*.{ending}"],
        "yamllint": [*_LINT, ending],
    }
    return Work("many", name, {peer: words[peer] for peer in ("trace", *peers)}, most, repeat=2)


def _large(count: int, *peers: str, **more: object) -> Work:
    return _validate(f"validate a trace of {count:,} steps", f"{count}.json", *peers, data=f"{count}.json", **more)


def _diff(count: int, *, peers: bool, **more: object) -> Work:
    files = [f"left-{count}.json", f"right-{count}.json"]
    does = {"trace": ["diff", *(f"./{file}" for file in files)]}
    if peers:
        does |= {"deepdiff": ["diff", *files], "graphtage": files, "json-diff": files}
    name = f"diff of {count:,} steps against {count:,}, one of them moved"
    return Work("diff" if peers else "diff-large", name, does, data=files[0], **more)  # type: ignore[arg-type] # as above


def _transcript(count: int, **more: object) -> Work:
    does = {"trace": ["play", f"./{count}.json", "--plain"]}
    return Work("transcript", f"transcript of {count:,} steps", does, **more)  # type: ignore[arg-type] # as above


def _hundred(folder: Path) -> None:
    for count in (_HUNDRED // 2, _HUNDRED):
        making.large(folder, count, yaml=count == _HUNDRED)


def _pairs(folder: Path) -> None:
    for count in (5000, _TEN):
        making.pair(folder, count)


def _transcripts(folder: Path) -> None:
    for count in (_TEN // 2, _TEN):
        making.large(folder, count)


_HALF = f"validate a trace of {_HUNDRED // 2:,} steps"

GROUPS: Mapping[str, Group] = {
    "start-up": (
        making.one,
        [
            _start_up("--version", ["--version"], ["--version"]),
            _start_up("--help", ["--help"], ["--help"]),
            _start_up(
                "validate one file, against a command that says hello", ["validate", "seed.json"], ["hello", "x"], 1.5
            ),
            _start_up("transcript, against a command that says hello", ["play", "overlap", "--plain"], ["hello", "x"]),
        ],
    ),
    "validate": (
        making.one,
        [
            _validate(
                "validate one JSON file",
                "seed.json",
                "check-jsonschema",
                "ajv-cli",
                group="validate",
                most={"check-jsonschema": 0.45},
                repeat=9,
            ),
            _validate(
                "validate one YAML file", "seed.yaml", "check-jsonschema", "yamllint", group="validate", repeat=9
            ),
        ],
    ),
    "many": (
        making.many,
        [
            _files("validate 1,000 JSON files", "json", "check-jsonschema", "ajv-cli", most={"check-jsonschema": 0.5}),
            _files("validate 1,000 YAML files", "yaml", "check-jsonschema", "yamllint", most={"yamllint": 0.5}),
        ],
    ),
    "ten-thousand": (
        partial(making.large, count=_TEN, yaml=True),
        [
            _large(_TEN, "check-jsonschema", "ajv-cli", group="ten-thousand", most={"check-jsonschema": 0.3}),
            _validate(
                "validate 10,000 steps in YAML",
                f"{_TEN}.yaml",
                "yamllint",
                group="ten-thousand",
                repeat=1,
                data=f"{_TEN}.yaml",
            ),
        ],
    ),
    "hundred-thousand": (
        _hundred,
        [
            _large(_HUNDRED // 2, group="hundred-thousand"),
            _large(
                _HUNDRED,
                "check-jsonschema",
                "ajv-cli",
                group="hundred-thousand",
                most={"check-jsonschema": 0.3},
                half=_HALF,
            ),
            _validate(
                "the same with one fault at its end",
                f"{_HUNDRED}-fault.json",
                "check-jsonschema",
                group="hundred-thousand",
                most={"check-jsonschema": 0.4},
                data=f"{_HUNDRED}.json",
                code=1,
            ),
            _validate(
                "validate 100,000 steps in YAML",
                f"{_HUNDRED}.yaml",
                "yamllint",
                group="hundred-thousand",
                repeat=1,
                data=f"{_HUNDRED}.yaml",
            ),
        ],
    ),
    "diff": (
        partial(making.pair, count=1000),
        [_diff(1000, peers=True, seconds=1.0, repeat=2)],
    ),
    "diff-large": (
        _pairs,
        [
            _diff(5000, peers=False),
            _diff(_TEN, peers=False, seconds=20.0, half="diff of 5,000 steps against 5,000, one of them moved"),
        ],
    ),
    "transcript": (
        _transcripts,
        [
            _transcript(_TEN // 2),
            _transcript(_TEN, seconds=3.0, half=f"transcript of {_TEN // 2:,} steps"),
        ],
    ),
}
"""Name → files and works, the quick ones first."""
